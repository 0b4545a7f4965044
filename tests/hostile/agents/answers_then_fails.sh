#!/bin/sh
# Leaves an answer and then fails: the answer counts.
printf 'C2\n***\n***\n*1*\n' > output.txt; exit 9
