#!/usr/bin/env bash
# What a match prints can be read: lines are aligned, two players of one name are distinguished, and
# a number of games that is not the one asked for is said.
set -euo pipefail
zerosum="$ZEROSUM_BIN/zerosum"
fail() { echo "FAILED: $*"; exit 1; }

out=$("$zerosum" match greedy minimax:depth=2 --size 4 --kinds 3 --games 4)
columns=$(grep '^game' <<<"$out" | awk '{ print index($0, " first ") }' | sort -u | wc -l)
[ "$columns" = 1 ] || fail "the lines of games are not aligned: $out"

out=$("$zerosum" match greedy greedy --size 4 --kinds 3 --games 2 --json)
[ "$(grep -c '"first":"greedy (1)"' <<<"$out")" = 1 ] || fail "it does not say who started: $out"
grep -qF '"players":["greedy (1)","greedy (2)"]' <<<"$out" || fail "no names: $out"

said=$("$zerosum" match greedy random --size 4 --kinds 3 --games 3 --paired --json 2>&1 >/dev/null)
[ "$said" = "boards are played twice: 4 games" ] || fail "3 games in pairs: '$said'"
said=$("$zerosum" match greedy random --size 4 --kinds 3 --games 4 --paired --json 2>&1 >/dev/null)
[ -z "$said" ] || fail "4 games in pairs: '$said'"
echo "lines of a match: all well"
