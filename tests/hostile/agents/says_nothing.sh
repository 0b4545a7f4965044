#!/bin/sh
# Ends well, without an answer.
exit 0
