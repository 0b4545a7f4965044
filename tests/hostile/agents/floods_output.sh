#!/bin/sh
# Prints without end.
exec yes
