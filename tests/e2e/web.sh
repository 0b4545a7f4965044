#!/usr/bin/env bash
# The web front end in a real browser, and its server under load and under attack.
# ZEROSUM_BIN: the folder with the zerosum program.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
web=$here/../../web
: "${ZEROSUM_BIN:=$here/../../build/release/bin}"
export ZEROSUM_BIN
# The build leaves this out when the page was built already.
if [ ! -d "$web/node_modules/playwright-core" ]; then
    (cd "$web" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
node "$here/web/all.mjs" 2>&1 | tee "$log" || status=$?
passed=$(sed -n 's/^. *pass \([0-9]*\)$/\1/p' "$log" | tail -n 1)
failed=$(sed -n 's/^. *fail \([0-9]*\)$/\1/p' "$log" | tail -n 1)
echo "$passed passed, $failed failed; $(grep --only-matching 'memory: .*' "$log" | head -n 1)"
exit "$status"
