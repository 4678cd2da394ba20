"""The injected stream of chance: unbiased, secret, and identical for a retried or replayed step."""

from __future__ import annotations

import hmac
from collections.abc import MutableSequence, Sequence
from typing import Final, TypeVar

X = TypeVar("X")
_WORDS: Final = 1 << 32


class Chance:
    """HMAC-SHA256 over (secret, step number, counter), read as a stream of bytes."""

    __slots__ = ("_block", "_counter", "_left", "_secret", "_step", "drawn")

    def __init__(self, secret: bytes, step: int = 0) -> None:
        self._secret = secret
        self._step = step
        self._counter = 0
        self._block = b""
        self._left = 0
        self.drawn: list[tuple[int, int]] | None = None
        """If it is a list, each draw from now on appends (n, number), so that others can check the stream."""

    def _next_block(self) -> None:
        message = self._step.to_bytes(8, "big") + self._counter.to_bytes(8, "big")
        self._block = hmac.digest(self._secret, message, "sha256")
        self._counter += 1
        self._left = 32

    def _bytes(self, n: int) -> int:
        if self._left < n:
            self._next_block()
        start = 32 - self._left
        self._left -= n
        return int.from_bytes(self._block[start : start + n], "big")

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each equally likely (rejection sampling)."""
        if not 0 < n <= _WORDS:
            raise ValueError(f"below() needs 1 to 2**32, not {n}")
        limit = _WORDS - _WORDS % n
        while True:
            drawn = self._bytes(4)
            if drawn < limit:
                if self.drawn is not None:
                    self.drawn.append((n, drawn % n))
                return drawn % n

    def between(self, low: int, high: int) -> int:
        """A number from low to high, both included."""
        return low + self.below(high - low + 1)

    def chance(self, numerator: int, denominator: int) -> bool:
        """True in `numerator` of `denominator` cases."""
        return self.below(denominator) < numerator

    def choice(self, items: Sequence[X]) -> X:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[X]) -> None:
        """Fisher-Yates in place, from the last position down."""
        from_bytes = int.from_bytes
        for i in range(len(items) - 1, 0, -1):
            # `below(i + 1)` inlined: whole decks are shuffled in the middle of a move.
            limit = _WORDS - _WORDS % (i + 1)
            drawn = limit
            while drawn >= limit:
                if self._left < 4:
                    self._next_block()
                start = 32 - self._left
                drawn = from_bytes(self._block[start : start + 4], "big")
                self._left -= 4
            j = drawn % (i + 1)
            if self.drawn is not None:
                self.drawn.append((i + 1, j))
            items[i], items[j] = items[j], items[i]

    def secret(self) -> bytes:
        """Thirty-two bytes to seed another stream."""
        return b"".join(self._bytes(8).to_bytes(8, "big") for _ in range(4))
