"""Makes a hard link to the opponent's file in its own directory, and reads that."""
import os
from breach import attempt, target


def deed():
    os.link(target('victim_file'), 'mine')
    open('mine').read()


attempt(deed)
