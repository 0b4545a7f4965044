#!/usr/bin/env bash
# What cannot be written to standard output must not pass for done: status 2 and the reason, and
# commands that print for long end at once. A reader who goes away is no error.
set -euo pipefail
zerosum="$ZEROSUM_BIN/zerosum"
[ -c /dev/full ] || { echo "full disk: there is no /dev/full here, nothing was checked"; exit 0; }
fail() { echo "FAILED: $*"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# reported PROGRAM ARGUMENT...
reported() {
    local status=0 said
    said=$(timeout 60 "$@" 2>&1 >/dev/full) || status=$?
    [ "$status" = 2 ] || fail "$*: status $status, expected 2: $said"
    grep -qxF "$(basename "$1"): standard output: No space left on device" <<<"$said" ||
        fail "$*: says '$said'"
}

board='01/21 1 0 0'
"$zerosum" match greedy random --size 4 --kinds 2 --games 1 --record game.json >/dev/null
reported "$zerosum" --help
reported "$zerosum" match --help
reported "$zerosum" --version
reported "$zerosum" boards --count 5 --size 4
reported "$zerosum" boards --count 100000000 --draws 100000000 --size 20
reported "$zerosum" boards --count 5 --size 4 --json
reported "$zerosum" analyze "$board" --depth 2
reported "$zerosum" solve "$board" --json
reported "$zerosum" perft "$board" 2
reported "$zerosum" replay game.json
reported "$zerosum" replay game.json --json
reported "$zerosum" match greedy random --size 4 --kinds 2 --games 1000000
reported "$zerosum" match greedy random --size 4 --kinds 2 --games 1000000 --json --jobs 2
reported "$zerosum" match greedy random --size 4 --kinds 2 --games 1000000 --show o
reported "$ZEROSUM_BIN/calibrate"

cat >class.toml <<'T'
players = ["greedy", "random"]
games = 99999
[board]
size = 4
kinds = 2
T
reported "$zerosum" tournament class.toml
reported "$zerosum" tournament class.toml --json
reported "$zerosum" standings class.ledger
reported "$zerosum" standings class.ledger --games --json

# Ended by the signal, and with the signal ignored, as some parents leave it.
("$zerosum" boards --count 9999 --size 4 2>errors || true) | head -1 >/dev/null
[ ! -s errors ] || fail "boards: complains of a reader who went away: $(cat errors)"
(trap '' PIPE; "$zerosum" boards --count 9999 --size 4 2>errors || true) | head -1 >/dev/null
[ ! -s errors ] || fail "boards: complains of a reader who went away: $(cat errors)"
echo "full disk: all well"
