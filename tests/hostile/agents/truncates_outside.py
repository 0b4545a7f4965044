"""Empties a file of the opponent's without opening it: older versions of Landlock do not see that."""
import os
from breach import attempt, target
attempt(lambda: os.truncate(target('victim_file'), 0))
