"""Connects to a server on this machine."""
import socket
from breach import attempt, target
attempt(lambda: socket.create_connection(('127.0.0.1', int(target('victim_port'))), 2))
