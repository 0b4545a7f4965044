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
exec node --test "$here"/web/*.test.mjs
