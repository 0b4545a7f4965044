#!/bin/sh
# Prints errors without end.
exec yes >&2
