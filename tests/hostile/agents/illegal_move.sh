#!/bin/sh
# Picks an empty cell.
printf 'A1\n***\n***\n*1*\n' > output.txt
