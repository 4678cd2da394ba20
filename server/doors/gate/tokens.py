"""Identity: tokens that only the server can make, and the player that each token identifies."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Final

from server.rooms.document import PROGRAM

_RANDOM: Final = 16
_MARK: Final = 12
_BOT: Final = "bot."  # the prefix of programs' tokens


@dataclass(frozen=True, slots=True)
class Identity:
    """An identity: the token is its owner's secret, the player is their name in rooms."""

    token: str
    player: str
    bot: bool = False
    deals: bool = False
    """Has the connection said that it takes part in fair deals?"""


class Tokens:
    """Makes tokens and recognises its own. Nothing is stored: a token proves itself."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) < 16:
            raise ValueError("the secret for tokens needs 16 bytes or more")
        self._secret = secret

    def identify(self, token: str | None, bot: bool = False) -> Identity:
        """The owner of that token. If we did not make it, the owner is new, and a program if `bot` says so.

        A token never changes its kind: nobody is a person in one room and a program in another.
        """
        known = None if token is None else self.known(token)
        return known or self._owner(self._new(bot))

    def known(self, token: str) -> Identity | None:
        """The owner of that token, if we made it."""
        return self._owner(token) if self._ours(token) else None

    def of_person(self, random: bytes) -> Identity:
        """The person whose token has these 16 bytes. Nobody can make it without our secret."""
        return self._owner(self._made("", random))

    @staticmethod
    def _owner(token: str) -> Identity:
        player = hashlib.sha256(token.encode()).hexdigest()[:32]
        bot = token.startswith(_BOT)
        return Identity(token, PROGRAM + player[len(PROGRAM) :] if bot else player, bot)

    def _new(self, bot: bool) -> str:
        return self._made(_BOT if bot else "", secrets.token_bytes(_RANDOM))

    def _made(self, kind: str, random: bytes) -> str:
        return kind + base64.urlsafe_b64encode(random + self._mark(kind, random)).rstrip(b"=").decode()

    def _ours(self, token: str) -> bool:
        kind = _BOT if token.startswith(_BOT) else ""
        token = token.removeprefix(kind)
        try:
            raw = base64.urlsafe_b64decode(token.encode("ascii") + b"==")
        except (ValueError, binascii.Error):
            return False
        if len(raw) != _RANDOM + _MARK or base64.urlsafe_b64encode(raw).rstrip(b"=").decode() != token:
            return False  # a token has only one spelling: another one would be another player
        return hmac.compare_digest(raw[_RANDOM:], self._mark(kind, raw[:_RANDOM]))

    def _mark(self, kind: str, random: bytes) -> bytes:
        return hmac.digest(self._secret, kind.encode() + random, "sha256")[:_MARK]
