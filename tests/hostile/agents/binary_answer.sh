#!/bin/sh
# Leaves bytes that are no text.
printf 'C2\000\377\n***\n' > output.txt
