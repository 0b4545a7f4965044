"""Sends a datagram: no connection, no answer, and still a leak."""
import socket
from breach import attempt, target
attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(
    b'secret', ('127.0.0.1', int(target('victim_port')))))
