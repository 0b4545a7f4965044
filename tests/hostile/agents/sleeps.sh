#!/bin/sh
# Does nothing, for ever.
exec sleep 1000
