"""Removes a file of the opponent's directory."""
import os
from breach import attempt, target
attempt(lambda: os.remove(target('victim_file')))
