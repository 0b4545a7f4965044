#!/bin/sh
# Does nothing, for ever, and wants no signal to end it.
trap '' TERM INT HUP QUIT; while :; do sleep 1000; done
