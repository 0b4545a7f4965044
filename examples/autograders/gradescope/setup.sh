#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: zerosum from its sources, in /autograder/source/zerosum.
set -euo pipefail
cd "${AUTOGRADER_ROOT:-/autograder}/source/zerosum"
scripts/setup
scripts/build release zerosum
# What this machine can measure and confine; it stands in the build's log.
build/release/bin/zerosum doctor || true
