#!/bin/sh
# Answers, and leaves a process in a session of its own.
setsid sleep 1000 & printf 'C2\n***\n***\n*1*\n' > output.txt
