#!/usr/bin/env bash
# zerosum ugi plays whole games as a program behind the ugi: player, in both games.
set -euo pipefail
zerosum="$ZEROSUM_BIN/zerosum"
fail() { echo "FAILED: $*"; exit 1; }

said=$(printf 'ugi\nisready\nposition fen ***/*10/000 1 0 0\ngo p1time 5000 p2time 5000\n' | "$zerosum" ugi)
grep -qx ugiok <<<"$said" || fail "no ugiok: $said"
grep -qx 'bestmove C2' <<<"$said" || fail "no bestmove: $said"

for game in fruit raid; do
    for match in "ugi:$zerosum ugi@engine|random" "random|ugi:$zerosum ugi --player engine:nodes=500@engine"; do
        out=$("$zerosum" match "${match%|*}" "${match#*|}" --game $game --size 5 --games 2 \
              --bank 2 --json) || fail "$game, $match: $out"
        [ "$(grep -c '"reason":"points"' <<<"$out")" = 2 ] || fail "$game, $match: $out"
    done
done
"$zerosum" ugi --player nobody </dev/null 2>/dev/null && fail "an unknown player was taken"
echo "ugi: all well"
