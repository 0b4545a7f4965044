#!/bin/sh
# Leaves a file far longer than any answer.
head -c 1000000 /dev/zero > output.txt
