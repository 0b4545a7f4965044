#!/usr/bin/env bash
# Today's engine against the one before the zero bound, the search without a list and Stake & Raid's
# narrow root: the tables of docs/strength.md. Goes on where it stopped; the games are in lab/games.
#
#   git worktree add ../before 1a41be9 && (cd ../before && scripts/build release programs)
#   lab/before.sh ../before/build/release/bin/zerosum [GAMES [CELL...]]
#   lab/duel.py --show lab/games/before-*.jsonl
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
before=$1
games=${2:-100}
shift $(($# < 2 ? $# : 2))
now=$root/build/release/bin/zerosum

play() {
    local name=$1 player=$2
    shift 2
    "$root/lab/duel.py" "$now ugi --player $player" "$before ugi --player $player" "$@" \
        --games "$games" --seed 91000 --keep "$root/lab/games/before-$name.jsonl"
}

raid() { play "raid-$1" engine --game raid --size "$1" --bank 2; }
fruit() { play "fruit-$1p$2-adapt$4" "engine:adapt=$4" --size "$1" --kinds "$2" --bank "$3"; }

all=(raid-{12,20,26,8,6,5} fruit-{10-4-0.3,15-5-0.5,26-6-1,15-3-0.5,26-3-1,32-5-1}-{0,1})
for cell in "${@:-${all[@]}}"; do
    IFS=- read -r game arguments <<<"$cell"
    IFS=- read -r -a words <<<"$arguments"
    "$game" "${words[@]}"
done
