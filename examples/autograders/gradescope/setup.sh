#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: zerosum from its sources, in /autograder/source/zerosum.
set -euo pipefail
cd "${AUTOGRADER_ROOT:-/autograder}/source/zerosum"
scripts/setup run
apt-get install --yes --no-install-recommends default-jdk-headless  # for hand-ins in Java
scripts/build release programs
# What this machine can measure and confine; it stands in the build's log.
build/release/bin/zerosum doctor || true
