#!/bin/sh
# Writes one file without end.
exec cat /dev/zero > large
