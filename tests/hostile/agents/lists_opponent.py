"""Looks into the opponent's directory."""
import os
from breach import attempt, target
attempt(lambda: os.listdir(os.path.dirname(target('victim_file'))))
