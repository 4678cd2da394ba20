"""Identity: tokens that only the server can make, and the player that a token stands for."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final

_RANDOM: Final = 16
_MARK: Final = 12


@dataclass(frozen=True, slots=True)
class Identity:
    """Who somebody is: the token is his alone, the player is what rooms know him by."""

    token: str
    player: str


class Tokens:
    """Makes tokens and knows its own again. Nothing is stored: a token proves itself."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) < 16:
            raise ValueError("the secret for tokens needs 16 bytes or more")
        self._secret = secret

    def identify(self, token: str | None) -> Identity:
        """The owner of that token, or somebody new when we did not make it."""
        if token is None or not self._ours(token):
            token = self._new()
        return Identity(token, hashlib.sha256(token.encode()).hexdigest()[:32])

    def _new(self) -> str:
        random = secrets.token_bytes(_RANDOM)
        return base64.urlsafe_b64encode(random + self._mark(random)).rstrip(b"=").decode()

    def _ours(self, token: str) -> bool:
        try:
            raw = base64.urlsafe_b64decode(token.encode("ascii") + b"==")
        except (ValueError, binascii.Error):
            return False
        if len(raw) != _RANDOM + _MARK or base64.urlsafe_b64encode(raw).rstrip(b"=").decode() != token:
            return False  # one spelling only: another would be another player
        return hmac.compare_digest(raw[_RANDOM:], self._mark(raw[:_RANDOM]))

    def _mark(self, random: bytes) -> bytes:
        return hmac.digest(self._secret, random, "sha256")[:_MARK]
