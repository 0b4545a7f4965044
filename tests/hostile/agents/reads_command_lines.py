"""Looks for a process of another, and for what it was told to do."""
import os
from breach import attempt


def words(number):
    try:
        with open(f'/proc/{number}/cmdline', 'rb') as file:
            return file.read().split(b'\0')
    except OSError:
        return []


def deed():
    if not any(words(number)[:2] == [b'cat', b'-'] for number in os.listdir('/proc')):
        raise PermissionError('nobody else can be seen')


attempt(deed)
