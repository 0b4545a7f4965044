#!/usr/bin/env bash
# Ctrl-C ends a command, not its answer: what was done until then is printed, with status 1.
set -euo pipefail
zerosum="$ZEROSUM_BIN/zerosum"
fail() { echo "FAILED: $*"; exit 1; }

# interrupted WORDS ARGUMENT...: what is printed must have the words.
interrupted() {
    local words=$1 status=0 said
    shift
    said=$(timeout --foreground --preserve-status -s INT -k 60 2 "$zerosum" "$@") || status=$?
    [ "$status" = 1 ] || fail "zerosum $*: status $status, expected 1"
    grep -qE -- "$words" <<<"$said" || fail "zerosum $*: '$said' does not say '$words'"
}

large=$("$zerosum" boards --size 20 --kinds 5 --count 1)
interrupted '^stopped after [1-9][0-9]* of 1000000 games$' \
    match greedy random --size 6 --games 1000000
interrupted '; who started won' match greedy random --size 6 --games 1000000 --quiet
interrupted '"stopped":true' match engine engine --games 5 --size 15 --json
interrupted '^stopped after 0 of 5 games$' match engine engine --games 5 --size 15 --jobs 2
interrupted '^stopped before its limit$' analyze "$large" --time 1000
interrupted '"lines":\[\{"move"' analyze "$large" --depth 90 --json
interrupted '^not solved before it was stopped; proved: the value is in ' solve "$large" --time 1000
interrupted '"solved":false' solve "$large" --time 1000 --json
interrupted '"looked_at":[1-9][0-9]*,"stopped":true' \
    boards --balanced --size 12 --count 1000000 --draws 1000000 --json
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf 'players = ["greedy", "random"]\ngames = 99999\n[board]\nsize = 4\n' >"$folder/class.toml"
interrupted '^\{"summary":\{"games":[1-9][0-9]*,"pairings":0,"stopped":true,' \
    tournament "$folder/class.toml" --json
# A study writes its report when it is done; what was played is kept for the next time.
printf '%s\n' '[[games]]' 'sizes = 12' 'banks = 100' 'opponents = ["engine"]' >"$folder/study.toml"
interrupted '^stopped after 0 of 1 cell. Go on with: zerosum study ' \
    study "$folder/study.toml" --out "$folder/study"
interrupted '"stopped":true,"report":null' study "$folder/study.toml" --out "$folder/study" --json
[ ! -e "$folder/study/report.html" ] || fail "a stopped study wrote a report"
echo "interrupt: all well"
