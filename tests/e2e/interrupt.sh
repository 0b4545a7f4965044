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
interrupted "Go on with: zerosum tournament $folder/class.toml --ledger '$folder/an other.ledger'$" \
    tournament "$folder/class.toml" --ledger "$folder/an other.ledger" --quiet
# A worker that is told to end when nothing is left has done all: Slurm need not bring it back. This
# one waits for the tasks of a job, and is halted while both happen.
printf '%s\n' 'players = ["greedy", "random"]' 'games = 2' '[board]' 'size = 3' 'kinds = 2' \
    >"$folder/small.toml"
"$zerosum" tournament "$folder/small.toml" --quiet >"$folder/said"
python3 - "$zerosum" "$folder/small.ledger" <<'END' || fail "a stopped worker"
import os, signal, sqlite3, subprocess, sys, time
ledger = sqlite3.connect(sys.argv[2], isolation_level=None, timeout=60)
ledger.execute("INSERT INTO job (name, kind, owner, lease) VALUES ('waits', 'grade', 'us', 1e12)")
worker = subprocess.Popen([sys.argv[1], "worker", "--ledger", sys.argv[2]], text=True,
                          stdout=subprocess.PIPE)
limit = time.monotonic() + 120
while len(os.listdir(f"/proc/{worker.pid}/task")) < 3:  # one hears signals, others wait for tasks
    if worker.poll() is not None or time.monotonic() > limit:
        sys.exit(f"it does not wait: {worker.poll()}")
    time.sleep(0.05)
ledger.execute("BEGIN IMMEDIATE")  # so that the worker is not halted while it writes
ledger.execute("DELETE FROM job")
worker.send_signal(signal.SIGSTOP)
ledger.execute("COMMIT")
worker.terminate()
worker.send_signal(signal.SIGCONT)
said = worker.communicate(timeout=120)[0]
if worker.returncode != 0 or not said.endswith("nothing is left to play\n"):
    sys.exit(f"status {worker.returncode}: {said}")
END
# A study writes its report when it is done; what was played is kept for the next time.
printf '%s\n' '[[games]]' 'sizes = 12' 'banks = 100' 'opponents = ["engine"]' >"$folder/study.toml"
interrupted '^stopped after 0 of 1 cell. Go on with: zerosum study ' \
    study "$folder/study.toml" --out "$folder/study"
interrupted '"stopped":true,"report":null' study "$folder/study.toml" --out "$folder/study" --json
[ ! -e "$folder/study/report.html" ] || fail "a stopped study wrote a report"
echo "interrupt: all well"
