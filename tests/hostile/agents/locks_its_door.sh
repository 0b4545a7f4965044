#!/bin/sh
# Answers, and takes all permissions from its own directory.
printf 'C2\n***\n***\n*1*\n' > output.txt; chmod 000 . || exit 0
