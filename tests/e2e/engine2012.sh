#!/usr/bin/env bash
# The command line of the 2012 course's engine: boards as it prints them, classes and players of ours alike.
set -euo pipefail
zerosum="$ZEROSUM_BIN/zerosum"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "FAILED: $*"; exit 1; }
count() { grep -c -- "$1" <<<"$2" || true; }

game=(--size 6 --kinds 3 --seed 4)
plain=$("$zerosum" engine2012 greedy random "${game[@]}" --record "$scratch/game.json" | sed 's/, .* s left$//')
shown=$("$zerosum" engine2012 greedy random o "${game[@]}" | sed 's/, .* s left$//')
holes=$("$zerosum" engine2012 greedy random O "${game[@]}" | sed 's/, .* s left$//')
moves=$(count '^player:' "$shown")
[ "$moves" -gt 4 ] || fail "a game of $moves moves: $shown"
[ "$(count '^|' "$shown")" = $(((moves + 1) * 6)) ] || fail "o: a board per move, and the first: $shown"
[ "$(count '^|' "$holes")" = $(((2 * moves + 1) * 6)) ] || fail "O: two boards per move: $holes"
[ "$(count '^vvvv' "$holes")" = "$moves" ] || fail "O: the board before the fall is set apart"
[ "$(count '^----------------$' "$shown")" = $(((moves + 1) * 2)) ] || fail "a board has its edges: $shown"
[ "$plain" = "$(tail -n 2 <<<"$shown")" ] || fail "the points without boards: $plain"
[ "$(sed '1,/vvvv/d' <<<"$holes" | head -n 8)" = "$(sed '1,/^player/d' <<<"$shown" | head -n 8)" ] ||
    fail "the board after the first move is not the same with o and O"
"$zerosum" replay "$scratch/game.json" | tail -n 1 | grep -q "greedy wins by points" || fail "the record"

# The course's greedy player in Java takes what ours takes: one game, two names.
java=$("$zerosum" engine2012 edu.usc.csci561.project2.GreedyPlayer random o "${game[@]}" |
    sed 's/, .* s left$//; s/edu.usc.csci561.project2.GreedyPlayer/greedy/')
[ "$java" = "$shown" ] || fail "GreedyPlayer plays another game than greedy: $(diff <(echo "$java") <(echo "$shown"))"

status=0
said=$("$zerosum" engine2012 NobodysPlayer greedy 2>&1) || status=$?
[ "$status" = 2 ] || fail "a class that is not there: status $status"
grep -q "found no edu/usc/csci561/project2/NobodysPlayer.java" <<<"$said" || fail "it said: $said"
"$zerosum" engine2012 greedy random x >/dev/null 2>&1 && fail "a third word that is neither o nor O"
echo "the engine of 2012: all well"
