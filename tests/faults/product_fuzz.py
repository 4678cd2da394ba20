"""Everything that no client should send: to both doors, and over HTTP."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Callable
from typing import Any

import msgpack

from server.protocol.messages import KINDS

FIELDS = sorted(
    {name for cls in KINDS.values() for name in cls.__struct_fields__} | {"watchPassword", "kind", "id", "é"}
)
NUMBERS = (0, 1, -1, 7, 63, 64, 255, 2**31, 2**53, -(2**53), 2**63 - 1, -(2**63), True, False, 0.5, -0.0, 1e308)
TEXTS = (
    "",
    "a",
    "start",
    "uno",
    "crazy-eights",
    "../../etc/passwd",
    "\u202e",
    "\0",
    "😀" * 30,
    "x" * 300,
    "%s%n",
    "{0}",
)
PATHS = (
    "/",
    "/healthz",
    "/metrics",
    "/ws/",
    "/api/v1/ws",
    "/api/v1/games/",
    "/api/v1/rooms/",
    "/r/",
    "/static/",
    "/..%2f",
)
LAST = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


class Fuzz:
    """Messages that are nearly right, and bytes that are not."""

    def __init__(self, rng: random.Random, code: str) -> None:
        self.rng = rng
        self.code = code
        """Of a room that is really there."""

    # --- values ---

    def value(self, depth: int = 4) -> Any:
        pick = self.rng.random()
        if pick < 0.3:
            return self.rng.choice(TEXTS)
        if pick < 0.6:
            return self.rng.choice(NUMBERS)
        if pick < 0.65 or not depth:
            return None
        if pick < 0.8:
            return [self.value(depth - 1) for _ in range(self.rng.randrange(6))]
        return {self.rng.choice(FIELDS): self.value(depth - 1) for _ in range(self.rng.randrange(6))}

    def message(self) -> tuple[str, Any]:
        """A kind, mostly a real one, and a body that is nearly one of that kind."""
        kind = self.rng.choice(list(KINDS))
        pick = self.rng.random()
        if pick < 0.1:
            return "time", {}  # so that strikes begin anew and more of the rest gets in
        if pick < 0.15:
            return self.rng.choice(TEXTS), self.value()
        if pick < 0.25:
            return kind, self.value()
        body = {name: self.value(2) for name in KINDS[kind].__struct_fields__ if self.rng.random() < 0.8}
        if kind in ("enter",):
            body |= {"room": self.code, "name": "Mallory"}
        if kind in ("act", "check"):
            body |= {"n": self.rng.randrange(4), "action": {"type": "play", "card": self.value(1)}}
        return kind, body

    def mangled(self, data: bytes) -> bytes:
        """The same with some bytes changed, lost or added."""
        wrong = bytearray(data)
        for _ in range(self.rng.randrange(1, 4)):
            at = self.rng.randrange(len(wrong)) if wrong else 0
            pick = self.rng.randrange(4)
            if pick == 0 and wrong:
                wrong[at] = self.rng.randrange(256)
            elif pick == 1:
                del wrong[at:]
            elif pick == 2:
                wrong[at:at] = self.rng.randbytes(self.rng.randrange(1, 9))
            else:
                wrong += self.rng.randbytes(self.rng.randrange(1, 40))
        return bytes(wrong)

    # --- packets ---

    def native(self) -> bytes:
        """One WebSocket frame for the native door."""
        kind, body = self.message()
        packet = msgpack.packb({"type": 2, "nsp": "/", "data": [kind, body], "id": self.rng.randrange(2**20)})
        pick = self.rng.random()
        if pick < 0.01:
            return frame(1, self.rng.choice(("3", "2", "9", "42[]", "é")).encode())
        if pick < 0.03:
            packet = self.mangled(packet)
        return frame(2, packet)

    def text(self) -> bytes:
        """One WebSocket frame for the JSON door."""
        kind, body = self.message()
        whole = {**body, "kind": kind, "id": 1} if isinstance(body, dict) else {"kind": kind, "id": 1, "x": body}
        data = json.dumps(whole).encode()
        if self.rng.random() < 0.02:
            data = self.mangled(data)
        return frame(1, data)

    def wire(self) -> bytes:
        """Bytes that are not even a WebSocket frame of ours."""
        return self.rng.randbytes(self.rng.randrange(1, 200))

    def request(self) -> bytes:
        """One HTTP request, more or less."""
        path = self.rng.choice(PATHS) + self.rng.choice(("", self.code, "%00", "x" * 40, "?a=" + "b" * 50))
        host = self.rng.choice(("127.0.0.1", "localhost", "evil.example", "", "a\tb"))
        method = self.rng.choice(("GET", "GET", "GET", "POST", "PUT", "HEAD", "BREW"))
        head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nX-{self.rng.choice(FIELDS).strip('é') or 'a'}: 1\r\n\r\n"
        data = head.encode()
        return self.mangled(data) if self.rng.random() < 0.3 else data

    def visit(self, door: str) -> tuple[bytes, int]:
        """All that one visitor sends, so bad at last that they are shown out; and how many packets that is."""
        if door == "http":
            requests = [self.request() for _ in range(8)]
            return b"".join(requests) + LAST, len(requests)
        one: Callable[[], bytes] = self.native if door == "native" else self.text
        packets = [one() for _ in range(80)]
        if self.rng.random() < 0.1:
            packets.append(self.wire())
        packets.append(frame(2, b"\xc1"))
        return opening(door) + b"".join(packets), len(packets)


def opening(door: str) -> bytes:
    """The handshake, and the first message, as any client sends them."""
    path = "/ws/?EIO=4&transport=websocket" if door == "native" else "/api/v1/ws"
    head = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()
    if door == "native":
        return head + frame(2, msgpack.packb({"type": 0, "nsp": "/", "data": {"protocol": 1}}))
    return head + frame(1, b'{"kind":"hello","protocol":1}')


def frame(kind: int, payload: bytes) -> bytes:
    """A WebSocket frame from a client, under a mask of zeros."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", 0x80 | kind, 0x80 | size)
    elif size < 65536:
        head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, size)
    else:
        head = struct.pack("!BBQ", 0x80 | kind, 0x80 | 127, size)
    return head + b"\0\0\0\0" + payload
