"""The listening socket, and a check that it still accepts connections."""

from __future__ import annotations

import os
import socket
from typing import Final

SEND_BUFFER: Final = 262_144  # bytes the system buffers for a peer that does not read; accepted sockets inherit it


class PortTaken(Exception):
    """Another program listens there; the message is one sentence."""


def listen(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A socket bound to that address. With `shared`, our other processes may also bind the address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if shared:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise PortTaken(f"cannot listen on {host} port {port}: {os.strerror(error.errno or 0)}") from None
    bound.setblocking(False)
    return bound


class ListeningSocket:
    """The worker's listening socket, and a check of it.

    A test connection would prove nothing: the port is shared, so the system may give the connection to another worker.
    """

    def __init__(self, bound: socket.socket) -> None:
        self.socket = bound
        self._inode = os.fstat(bound.fileno()).st_ino

    @property
    def accepts(self) -> bool:
        """Is the file descriptor still this socket (numbers are reused), and does the system queue connections?"""
        try:
            ours = os.fstat(self.socket.fileno()).st_ino == self._inode
            return ours and self.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) == 1
        except OSError:
            return False
