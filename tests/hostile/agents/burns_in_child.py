"""Burns in a child that it waits for."""
import os
import time
from breach import answer


def note_truth():
    with open('truth', 'a') as file:
        file.write('%f\n' % time.process_time())


if os.fork() == 0:
    while time.process_time() < 0.15:
        pass
    note_truth()
    os._exit(0)
os.wait()
answer()
note_truth()
os._exit(0)
