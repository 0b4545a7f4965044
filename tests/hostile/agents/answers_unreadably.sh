#!/bin/sh
# Leaves an answer that nobody may read: the same for root and for an ordinary user.
umask 777; printf 'C2\n***\n***\n*1*\n' > output.txt
