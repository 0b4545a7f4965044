#!/usr/bin/env bash
# Values that cannot be meant are refused before any work: status 2, a message that says what was
# found, nothing on standard output.
set -euo pipefail
zerosum="$ZEROSUM_BIN/zerosum"
board='01/21 1 0 0'
fail() { echo "FAILED: $*"; exit 1; }

# refused WORDS ARGUMENT...: the message must have the words.
refused() {
    local words=$1 status=0 said
    shift
    said=$(timeout 60 "$zerosum" "$@" 2>&1 >/dev/null) || status=$?
    [ "$status" = 2 ] || fail "zerosum $*: status $status, expected 2"
    grep -qF -- "$words" <<<"$said" || fail "zerosum $*: '$said' does not say '$words'"
}

refused "zerosum: --size 0: expected 1 or more" match engine greedy --size 0
refused "zerosum: --kinds 0: expected 1 or more" match engine greedy --kinds 0
refused "zerosum: --size 0: expected 1 or more" boards --size 0
refused "zerosum: --nodes 0: expected 1 or more" boards --balanced --nodes 0
refused "zerosum: --case 0: expected 1 or more" grade "$zerosum" --case 0
refused "zerosum: --nodes -3: expected 0 or more" train --nodes -3
refused "zerosum: --nodes -5: expected 0 or more" solve "$board" --nodes -5
refused "zerosum: --threads -1: expected 0 to 256" solve "$board" --threads -1
refused "zerosum: --threads 257: expected 0 to 256" solve "$board" --threads 257
refused "zerosum: --seed -1: expected 0 or more" match engine greedy --seed -1
refused "zerosum: --time nan: expected a number" analyze "$board" --time nan
refused "zerosum: --bank inf: expected a number" match engine greedy --bank inf
refused "--threads 257: expected 1 to 256" analyze "$board" --threads 257
refused "there is no folder" train --out /nonexistent/shares.txt
refused "there is no folder" match greedy greedy --games 1 --record /nonexistent/game.json
refused "is a directory" match greedy greedy --games 1 --record /
refused "there is no folder" grade "$zerosum" --html /nonexistent/pages
refused "cannot hold this one" match "cmd:$ZEROSUM_BIN/homework" greedy --edition 2012 --games 1
refused "zerosum: --port 99999: expected a whole number from 0 to 65535" serve --port 99999
refused "See: zerosum serve --help" serve --port 99999
refused "zerosum: --threads 0: expected a whole number from 1 to 256" serve --threads 0
refused "zerosum: --games 1e3: expected a whole number" match greedy greedy --games 1e3
refused "zerosum: --kinds 99999999999999999999: expected a whole number from " boards --kinds 99999999999999999999
refused "zerosum: --sprt x: expected a number" match greedy greedy --sprt 0 x
refused "zerosum: --show x: expected o or O" match greedy greedy --show x
refused "zerosum: --bank 1000000000: expected seconds above 0 and up to 1000000" match greedy greedy --bank 1e9
refused "zerosum: unknown option '--nope'" boards --nope
refused "zerosum: unknown option '--gmaes'; did you mean '--games'?" match greedy greedy --gmaes 3
refused "zerosum: 'analize' is not a command; did you mean 'analyze'?" analize x
refused "zerosum: 'mtach' is not a command; did you mean 'match'?" help mtach
refused "found no file '01/21', and as a position it is not whole" analyze 01/21
refused "found no file '3102/...', and as a position it is not whole" analyze 3102/...
refused "found no file '01/2', and as a position it is not whole" solve 01/2
refused "games/nothere: cannot open" analyze games/nothere
refused "zerosum: found 'z', expected no further argument" perft "$board" 2 z
refused "'gredy' is not a player, expected one of: alphabeta, cmd:..., " match greedy gredy
refused "or a path such as ./agent; did you mean 'greedy'?" match greedy gredy
refused "or a path such as ./mine" match greedy mine
refused "engine has no option 'levl', expected level, nodes, depth, threads, adapt or hash; did you mean 'level'?" match greedy engine:levl=3
refused "unknown option 'dept', expected depth; did you mean 'depth'?" match greedy minimax:dept=3
refused "found no program and no directory './nothere'" match greedy ./nothere
refused "found a file that is not executable" match greedy /etc/passwd
for kind in cmd ugi; do
    refused "found no program 'nothere' in " match greedy $kind:nothere
    refused "found no file './nothere'" match greedy $kind:./nothere
done
refused "zerosum: ledger /: is a directory, expected a file" standings /
refused "$0: not a game record: parse error at line 1" replay "$0"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for player in "$folder" "dir:$folder"; do
    refused "no agent here: expected a Makefile, or homework.cpp" match greedy "$player"
done
refused "found no directory 'nothere', expected an agent's" match greedy dir:nothere
printf '2\n3\n10\n01\n21\n' >"$folder/input.txt"
for command in "analyze" "solve"; do
    refused "chess" $command "$folder/input.txt" --game chess
    refused "a position of fruit, expected one of raid" $command "$folder/input.txt" --game raid
done
refused "--draws 0: expected 1 or more" boards --draws 0
refused "--draws -1: expected 1 or more" boards --draws -1
refused "--jobs 1025: expected a whole number from 0 to 1024" tournament "$folder/input.txt" --jobs 1025
refused "not a" serve --port 0 --ledger "$folder/input.txt"
refused "is a directory" serve --port 0 --ledger "$folder"
refused "not a database" serve --port 0 --games "$folder/input.txt"
refused "there is no folder" serve --port 0 --ledger "$folder/nowhere/class.db"
# Two matches' records are not mixed, and a match ends when a record cannot be written.
"$zerosum" match greedy random --size 3 --kinds 2 --games 3 --quiet --record "$folder/games" >/dev/null
refused "games: found game-000" match greedy random --size 3 --kinds 2 --games 2 --record "$folder/games"
mv "$folder/games" "$folder/first"
(while [ ! -e "$folder/games/game-0001.json" ]; do sleep 0.1; done; mv "$folder/games" "$folder/gone") &
refused "game-" match greedy random --size 3 --kinds 2 --games 1000000 --record "$folder/games"
wait
rm -r "$folder/first" "$folder/gone"
# homework and calibrate take no arguments.
for program in homework calibrate; do
    for arguments in "--help" "foo" "foo --help"; do
        status=0
        # shellcheck disable=SC2086  # one or two words
        said=$(cd "$folder" && "$ZEROSUM_BIN/$program" $arguments 2>&1) || status=$?
        [ "$status" = "$([ "$arguments" = --help ] && echo 0 || echo 2)" ] ||
            fail "$program $arguments: status $status"
        grep -qxF "usage: $program" <<<"$said" || fail "$program $arguments: says '$said'"
    done
done
[ "$(ls "$folder")" = input.txt ] || fail "homework or calibrate wrote a file: $(ls "$folder")"
for komi in 2147483647 -1000001; do
    refused "-1000000" match greedy greedy --games 1 --komi $komi
    refused "-1000000" boards --balanced --komi $komi
done
printf 'players = ["greedy", "random"]\n[board]\nsize = 3\n' >"$folder/class.toml"
refused "--check: expected with --dry-run" tournament "$folder/class.toml" --check
"$zerosum" tournament "$folder/class.toml" --quiet >/dev/null
refused "--games: --csv and --html are for the table" standings "$folder/class.ledger" --games --csv
refused "found --json and --csv, expected one of them" standings "$folder/class.ledger" --json --csv
echo "bad options: all well"
