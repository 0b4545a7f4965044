#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: installs what hand-ins are written in. zerosum is in the archive.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install --yes --no-install-recommends g++ make python3 default-jdk-headless
# What this machine can measure and confine; it stands in the build's log.
"${AUTOGRADER_ROOT:-/autograder}/source/zerosum/bin/zerosum" doctor || true
