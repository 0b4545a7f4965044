"""Is the user who runs the match, so that the kernel lets it do to others what that one may do."""
import os
from breach import attempt, target


def deed():
    if int(target('victim_user')) not in os.getresuid():
        raise PermissionError('a user of its own')


attempt(deed)
