#!/bin/sh
# Burns until it is stopped.
while :; do :; done
