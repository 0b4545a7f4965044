#!/bin/sh
# Leaves one line without end.
head -c 60000 /dev/zero | tr '\0' 'A' > output.txt
