#!/bin/sh
# Answers as it should: the measure of all others.
printf 'C2\n***\n***\n*1*\n' > output.txt
