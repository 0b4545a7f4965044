#!/usr/bin/env bash
# A full disk, a ledger that cannot be written, two processes on one ledger, changed settings:
# a clear message, status 2, and nothing corrupted.
set -euo pipefail
zerosum="$ZEROSUM_BIN/zerosum"
work=$(mktemp -d)
mounted=
trap '[ -z "$mounted" ] || umount "$mounted"; rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }

# expect STATUS TEXT COMMAND...: the command ends with that status and says that text.
expect() {
    local status=$1 text=$2 found=0
    shift 2
    "$@" >"$work/out" 2>&1 || found=$?
    [ "$found" = "$status" ] || fail "status $found instead of $status: $* ($(cat "$work/out"))"
    grep -qF "$text" "$work/out" || fail "no '$text' in: $(cat "$work/out")"
}

tournament() {  # FILE LEDGER GAMES
    cat >"$1" <<TOML
players = ["greedy", "random", "minimax:depth=1@one"]
games = $3
play_all = true
seed = 3
bank = 60
ledger = "$2"
[board]
size = 5
kinds = 4
TOML
}
intact() {  # LEDGER
    python3 - "$1" <<'PY'
import sqlite3, sys
with sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True) as db:
    assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    games = db.execute("SELECT count(*) FROM game").fetchone()[0]
    assert games == db.execute("SELECT count(*) FROM record").fetchone()[0]
    print(games)
PY
}

# Other settings.
tournament "$work/t.toml" t.ledger 2
"$zerosum" tournament "$work/t.toml" --quiet >/dev/null
sed -i 's/^bank = 60/bank = 61/' "$work/t.toml"
expect 2 "bank: was 60, is now 61" "$zerosum" tournament "$work/t.toml"
sed -i 's/^bank = 61/bank = 60/' "$work/t.toml"
[ "$(intact "$work/t.ledger")" = 6 ] || fail "games after the refusal"

# Two processes on one ledger.
tournament "$work/two.toml" two.ledger 4000
setsid "$zerosum" tournament "$work/two.toml" --quiet >/dev/null 2>&1 &
owner=$!
for _ in $(seq 2400); do
    [ -s "$work/two.ledger" ] && "$zerosum" standings "$work/two.ledger" >/dev/null 2>&1 && break
    sleep 0.05
done
expect 2 "another process is playing on it" "$zerosum" tournament "$work/two.toml"
"$zerosum" standings "$work/two.ledger" >/dev/null || fail "standings while it is played"
kill -TERM "$owner"
wait "$owner" || true
intact "$work/two.ledger" >/dev/null

# Not a ledger.
echo "hello" >"$work/note.ledger"
tournament "$work/note.toml" note.ledger 1
expect 2 "not a database" "$zerosum" tournament "$work/note.toml"
[ "$(cat "$work/note.ledger")" = hello ] || fail "a foreign file was changed"

# A ledger that cannot be written. Root may write everything, so root becomes another user, who may
# not be let into the folder of the build.
as_user=()
if [ "$(id -u)" = 0 ]; then as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups); fi
chmod 755 "$work"
cp "$zerosum" "$work/zerosum"
chmod 755 "$work/zerosum"
mkdir "$work/frozen"
tournament "$work/frozen/t.toml" t.ledger 2
"$zerosum" tournament "$work/frozen/t.toml" --quiet >/dev/null
chmod 444 "$work/frozen/"*
chmod 555 "$work/frozen"
expect 2 "Permission denied" "${as_user[@]}" "$work/zerosum" tournament "$work/frozen/t.toml"
"${as_user[@]}" "$work/zerosum" standings "$work/frozen/t.ledger" >/dev/null ||
    fail "standings of a read-only ledger"
chmod 755 "$work/frozen"
[ "$(intact "$work/frozen/t.ledger")" = 6 ] || fail "games in the read-only ledger"

# A full disk: a file system of 600 kB, where this machine lets us have one.
mkdir "$work/small"
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=600k tmpfs "$work/small" 2>/dev/null; then
    mounted="$work/small"
    tournament "$work/small/t.toml" t.ledger 2000
    expect 2 "the disk is full" "$zerosum" tournament "$work/small/t.toml" --quiet
    kept=$(intact "$work/small/t.ledger")
    [ "$kept" -gt 0 ] || fail "no game before the disk was full"
    mount -o remount,size=1200k "$work/small"
    expect 2 "the disk is full" "$zerosum" tournament "$work/small/t.toml" --quiet
    [ "$(intact "$work/small/t.ledger")" -gt "$kept" ] || fail "no game after there was room again"
else
    echo "no small file system can be mounted here: the full disk is left to the unit test"
fi
echo "ledger trouble: all well"
