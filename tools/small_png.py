"""Makes a page's picture smaller for the README: the same PNG with at most 256 colours."""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

Colour = tuple[int, ...]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_MOST = 256


def shrink(path: Path) -> None:
    width, height, channels, rows = _read(path)
    counts: Counter[Colour] = Counter()
    pixels = [[tuple(row[at : at + 3]) for at in range(0, width * channels, channels)] for row in rows]
    for line in pixels:
        counts.update(line)
    boxes = _boxes(counts)
    index = {colour: at for at, box in enumerate(boxes) for colour in box}
    palette = b"".join(bytes(_mean(box, counts)) for box in boxes)
    body = zlib.compress(b"".join(b"\0" + bytes(index[colour] for colour in line) for line in pixels), 9)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", body), (b"IEND", b""))
    path.write_bytes(_SIGNATURE + b"".join(_chunk(kind, data) for kind, data in parts))


def _read(path: Path) -> tuple[int, int, int, list[bytearray]]:
    """Width, height, bytes per pixel and rows of a picture written by Chromium."""
    data, body = b"", b""
    for kind, chunk in _chunks(path.read_bytes()):
        if kind == b"IHDR":
            data = chunk
        elif kind == b"IDAT":
            body += chunk
    width, height, depth, form, _, _, laced = struct.unpack(">IIBBBBB", data)
    assert (depth, laced) == (8, 0)
    assert form in (2, 6)
    channels = 3 if form == 2 else 4
    raw, size = zlib.decompress(body), width * channels + 1
    rows: list[bytearray] = []
    above = bytearray(size - 1)
    for at in range(0, len(raw), size):
        above = _plain(raw[at], bytearray(raw[at + 1 : at + size]), above, channels)
        rows.append(above)
    return width, height, channels, rows


def _plain(kind: int, row: bytearray, above: bytearray, channels: int) -> bytearray:
    """The row with its PNG filter undone."""
    for at in range(len(row)):
        left = row[at - channels] if at >= channels else 0
        up = above[at]
        if kind == 4:
            corner = above[at - channels] if at >= channels else 0
            guess = left + up - corner
            near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
        else:
            near = (0, left, up, (left + up) // 2)[kind]
        row[at] = (row[at] + near) & 255
    return row


def _boxes(counts: Counter[Colour]) -> list[list[Colour]]:
    """The colours in as many groups as a palette has entries, by repeatedly halving the heaviest group."""
    boxes = [list(counts)]
    while len(boxes) < _MOST:
        # Large gradients need more shades than rare colours do.
        box = max(boxes, key=lambda box: _spread(box) * sum(counts[colour] for colour in box) ** 0.6)
        if not _spread(box):
            break
        ways = [max(part) - min(part) for part in zip(*box, strict=True)]
        axis = ways.index(max(ways))
        box.sort(key=lambda colour: colour[axis])
        sums = list(accumulate(counts[colour] for colour in box))
        cut = max(1, min(len(box) - 1, bisect_left(sums, sums[-1] / 2)))
        boxes.remove(box)
        boxes += [box[:cut], box[cut:]]
    return boxes


def _spread(box: list[Colour]) -> int:
    return max(int(max(part) - min(part)) for part in zip(*box, strict=True))


def _mean(box: list[Colour], counts: Counter[Colour]) -> Colour:
    whole = sum(counts[colour] for colour in box)
    return tuple(round(sum(colour[at] * counts[colour] for colour in box) / whole) for at in range(3))


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        at += size + 12


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
