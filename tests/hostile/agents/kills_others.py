"""Kills a process that is not its own."""
import os
import signal
from breach import attempt, target
attempt(lambda: os.kill(int(target('victim_pid')), signal.SIGKILL))
