#!/bin/sh
# Leaves a directory in the answer's place.
mkdir output.txt
