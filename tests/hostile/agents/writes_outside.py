"""Overwrites a file of the opponent's directory."""
from breach import attempt, target
attempt(lambda: open(target('victim_file'), 'w').write('gone'))
