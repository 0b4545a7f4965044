#!/usr/bin/env bash
# What a match prints can be read: lines are aligned, two players of one name are distinguished, and
# a number of games that is not the one asked for is said.
set -euo pipefail
zerosum="$ZEROSUM_BIN/zerosum"
fail() { echo "FAILED: $*"; exit 1; }

out=$("$zerosum" match greedy minimax:depth=2 --size 4 --kinds 3 --games 4)
head -n 1 <<<"$out" | grep -qE '^game  starts +greedy : minimax:depth=2  result$' || fail "no header: $out"
columns=$(head -n 5 <<<"$out" | awk '{ print index($0, " : ") }' | sort -u | wc -l)
[ "$columns" = 1 ] || fail "the lines of games are not aligned: $out"
# Scores are in the order of the names, no matter who starts: the winner's stands on its side.
awk '$4 == ":" && $3 != $5 && (($3 > $5) != /greedy wins/) { print; exit 1 }' <<<"$out" || fail "scores stand elsewhere"
grep -qE '^Elo of greedy over minimax:depth=2: [-+][0-9]+ \(95 %: .*\); ' <<<"$out" || fail "no Elo in words: $out"

# A tournament lists games in the same way.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf 'players = ["random", "greedy"]\ngames = 3\n[board]\nsize = 4\nkinds = 3\n' >"$folder/class.toml"
played=$("$zerosum" tournament "$folder/class.toml")
listed=$("$zerosum" standings "$folder/class.ledger" --games)
for lines in "$played" "$listed"; do
    head -n 1 <<<"$lines" | grep -qE '^game  +starts +players +points +result$' || fail "no header: $lines"
    [ "$(grep -c ' random : greedy ' <<<"$lines")" -ge 2 ] || fail "another order of names: $lines"
    ! grep -q ' greedy : random ' <<<"$lines" || fail "two orders of names: $lines"
done

out=$("$zerosum" match greedy greedy --size 4 --kinds 3 --games 2 --json)
[ "$(grep -c '"first":"greedy (1)"' <<<"$out")" = 1 ] || fail "it does not say who started: $out"
grep -qF '"players":["greedy (1)","greedy (2)"]' <<<"$out" || fail "no names: $out"

said=$("$zerosum" match greedy random --size 4 --kinds 3 --games 3 --paired --json 2>&1 >/dev/null)
[ "$said" = "boards are played twice: 4 games" ] || fail "3 games in pairs: '$said'"
said=$("$zerosum" match greedy random --size 4 --kinds 3 --games 4 --paired --json 2>&1 >/dev/null)
[ -z "$said" ] || fail "4 games in pairs: '$said'"
echo "lines of a match: all well"
