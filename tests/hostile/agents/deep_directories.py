"""Nests directories so deep that walking or removing them by path name or by recursion fails."""
import os
import time
for _ in range(80):
    os.mkdir('d' * 100)
    os.chdir('d' * 100)
time.sleep(1000)
