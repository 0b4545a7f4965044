"""Kills the process that started it."""
import os
import signal
from breach import attempt


def deed():
    if os.getppid() <= 1:
        raise PermissionError('the parent cannot be seen')
    os.kill(os.getppid(), signal.SIGKILL)


attempt(deed)
