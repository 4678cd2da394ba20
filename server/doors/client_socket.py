"""One open WebSocket and its only outgoing queue: answers, pings and frames leave in the order they were written.

Each incoming message costs tokens from the socket's own bucket (`gate/rate_limits.py`).
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from server.doors.gate import rate_limits

from . import packets

FRAMES_LIMIT: Final = 256
BYTES_LIMIT: Final = 1_000_000
POLICY_VIOLATION: Final = 1008  # WebSocket close codes
INTERNAL_ERROR: Final = 1011
SERVICE_RESTART: Final = 1012
CLOSE_TIMEOUT: Final = 2.0  # seconds for a peer to answer a close frame


class ClientSocket:
    """Writes ready-made WebSocket frames straight to the socket's transport.

    A peer that does not read costs at most 256 waiting frames or 1 MB; then it is disconnected and may come back.
    """

    __slots__ = ("_gathered", "_paid_at", "_tokens", "_transport", "alive", "behind", "busy", "cut", "idling")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport: asyncio.Transport | None = transport
        self._gathered: list[bytes] | None = None  # frames that will leave in one write
        self._tokens = rate_limits.BURST
        self._paid_at = time.monotonic()
        self.behind = 0  # frames written since the socket was last seen empty
        self.alive = True  # something has come in since the last ping
        self.busy = False  # a message is being handled, and later ones wait
        self.idling: asyncio.Future[None] | None = None  # resolved once the answer is written
        self.cut = ""  # the reason, if we closed it

    @property
    def open(self) -> bool:
        return self._transport is not None and not self._transport.is_closing()

    def pay(self) -> int:
        """Pay for an incoming message. Returns 0 if it is paid for, or the ms to wait, or -1 for far too many."""
        now = time.monotonic()
        rate, most = rate_limits.RATE, rate_limits.BURST
        tokens = self._tokens + (now - self._paid_at) * rate
        self._paid_at = now
        self._tokens = tokens = (tokens if tokens < most else most) - 1
        if tokens >= 0:
            return 0
        return -1 if tokens < -rate_limits.OVERDRAFT else int((1 - tokens) / rate * 1000) + 1

    def write(self, frame: bytes) -> bool:
        """Send one WebSocket frame. False if the socket is closed, or was cut just now."""
        transport = self._transport
        if transport is None or transport.is_closing():
            return False
        if self._gathered is not None and len(self._gathered) < FRAMES_LIMIT:
            self._gathered.append(frame)
            return True
        waiting = transport.get_write_buffer_size()
        if waiting:
            self.behind += 1
            if self.behind > FRAMES_LIMIT or waiting + len(frame) > BYTES_LIMIT:
                self.abort("slow")
                return False
        else:
            self.behind = 0
        transport.write(frame)
        return True

    def begin(self) -> None:
        """A message is being handled: gather frames from now on, to send them together with its answer."""
        self.busy = True
        self._gathered = []

    def let_go(self) -> None:
        """Send the gathered frames."""
        gathered, self._gathered = self._gathered, None
        if gathered:
            self.write(b"".join(gathered) if len(gathered) > 1 else gathered[0])

    def answered(self) -> None:
        """The current message has its answer: send the gathered frames, and let the next message come."""
        self.let_go()
        self.busy = False
        if self.idling is not None and not self.idling.done():
            self.idling.set_result(None)

    @property
    def at_rest(self) -> bool:
        """No message is being handled, and none is waiting."""
        return not self.busy and self.idling is None

    def say_goodbye(self, code: int, why: str) -> None:
        """Close it cleanly: a close frame first, then the socket."""
        self.let_go()
        transport = self._transport
        if transport is not None and not transport.is_closing():
            self.cut = self.cut or why
            transport.write(packets.closing(code, why))
            if transport.get_write_buffer_size():
                # Frames that the peer does not read soon are dropped with the socket.
                asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, transport.abort)
            transport.close()

    def abort(self, why: str) -> None:
        """Close it at once, without waiting for the peer."""
        transport, self._transport = self._transport, None
        if transport is not None:
            self.cut = self.cut or why
            transport.abort()

    def ended(self) -> None:
        """The receiving side has ended: write nothing more."""
        self._transport = None
