#!/bin/sh
# Fills the disk with files of allowed size.
i=0; while :; do head -c 4000000 /dev/zero > "f$i" || exit 1; i=$((i + 1)); done
