"""A whole store as a file: taken out key by key while nobody writes, and put back as it was.

Keys are kept by the names and in the types that the release gave them, so a test that puts them back depends on nothing
that a later version may have changed.
"""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

from server.store.address import Address
from server.store.admin import ask_all
from tests.support.stores import Server

Json = Any
Key = tuple[str, list[Any], bool]
"""Type, what it takes to write it, and whether it expires."""

BEAT = "pj1:{w}:beat"
PASSING = ("pj1:rl:", "pj1:{win:", "pj1:{w}:")
"""What counts callers and workers says nothing about rooms. The beat is kept as the time that it tells."""
LIFETIME = 86_400_000
_READ = {
    "string": ("GET",),
    "hash": ("HGETALL",),
    "set": ("SMEMBERS",),
    "zset": ("ZRANGE", 0, -1, "WITHSCORES"),
    "stream": ("XRANGE", "-", "+"),
}


def squeezed(whole: Json) -> str:
    """Small enough to be committed."""
    return base64.b64encode(zlib.compress(json.dumps(whole, ensure_ascii=False).encode(), 9)).decode()


def unsqueezed(kept: str) -> Json:
    return json.loads(zlib.decompress(base64.b64decode(kept)))


async def taken_out(address: Address) -> tuple[int, dict[str, Key]]:
    """Platform time, and every key that lasts."""
    (clock, micro), down = await ask_all(address, ("TIME",), ("HGET", BEAT, "down"))
    names, page = [], b"0"
    while names == [] or page != b"0":
        ((page, found),) = await ask_all(address, ("SCAN", page, "COUNT", 1000))
        names += [name.decode() for name in found]
    lasting = sorted({name for name in names if not name.startswith(PASSING)})
    kinds = [kind.decode() for kind in await ask_all(address, *(("TYPE", name) for name in lasting))]
    reads = [(_READ[kind][0], name, *_READ[kind][1:]) for name, kind in zip(lasting, kinds, strict=True)]
    values = await ask_all(address, *reads)
    left = await ask_all(address, *(("PTTL", name) for name in lasting))
    keys = {
        name: (kind, _plain(kind, value), ms >= 0)
        for name, kind, value, ms in zip(lasting, kinds, values, left, strict=True)
    }
    return int(clock) * 1000 + int(micro) // 1000 - int(down), keys


def _plain(kind: str, value: Any) -> list[Any]:
    """Bytes as text of one byte a letter."""
    if kind == "stream":
        return [[name.decode(), [part.decode("latin-1") for part in parts]] for name, parts in value]
    return [part.decode("latin-1") for part in ([value] if kind == "string" else value)]


async def put_back(valkey: Server, keys: dict[str, Key], now: int | None = None) -> None:
    """Write them into an empty store, whose platform time goes on from `now` (None: from the real time)."""
    commands: list[tuple[Any, ...]] = []
    for name, (kind, value, expires) in keys.items():
        parts = [[one[0], *map(_bytes, one[1])] if kind == "stream" else _bytes(one) for one in value]
        if kind == "stream":
            commands += [("XADD", name, *entry) for entry in parts]
        elif kind == "zset":
            pairs = zip(parts[1::2], parts[::2], strict=True)
            commands.append(("ZADD", name, *(part for pair in pairs for part in pair)))
        else:
            commands.append(({"string": "SET", "hash": "HSET", "set": "SADD"}[kind], name, *parts))
        if expires:
            commands.append(("PEXPIRE", name, LIFETIME))
    if now is not None:
        ((seconds, micro),) = await ask_all(valkey.address, ("TIME",))
        clock = int(seconds) * 1000 + int(micro) // 1000
        commands.append(("HSET", BEAT, "at", clock, "down", clock - now))
    await ask_all(valkey.address, *commands)


def _bytes(text: str) -> bytes:
    return text.encode("latin-1")


def of_first_form(kept: Json) -> dict[str, Key]:
    """The keys of a file from before whole stores were kept: the two halves of each room, and the secret."""
    secret = base64.b64decode(kept["secret"]).decode("latin-1")
    keys: dict[str, Key] = {"pj1:meta": ("hash", ["schema", str(kept["schema"]), "secret", secret], False)}
    for room in kept["rooms"]:
        hot, cold = (base64.b64decode(room[part]).decode("latin-1") for part in ("hot", "cold"))
        name = f"pj1:{{s{zlib.crc32(room['id'].encode()) % 64:02d}}}:r:{room['id']}"
        fields = {"v": "1", "inc": "1", "tag": "1", "sv": str(kept["schema"]), "w": "", "hot": hot, "cold": cold}
        keys[name] = ("hash", [part for pair in fields.items() for part in pair], True)
        keys[f"pj1:code:{room['code']}"] = ("string", [room["id"]], True)
    return keys
