"""Tokens: only we can make them, and each identifies a player."""

from __future__ import annotations

import pytest

from server.doors.gate.tokens import Tokens

TOKENS = Tokens(b"k" * 32)


def test_a_token_proves_itself_to_every_worker_with_the_same_secret():
    mine = TOKENS.identify(None)
    assert Tokens(b"k" * 32).identify(mine.token) == mine


def test_a_player_s_id_does_not_give_the_token_away():
    mine = TOKENS.identify(None)
    assert len(mine.player) == 32
    assert mine.player not in mine.token
    assert mine.token not in repr(mine.player)


@pytest.mark.parametrize("spoil", ["cut", "longer", "flip", "padded", "other secret", "unicode", "empty", "spaces"])
def test_whatever_we_did_not_make_is_replaced(spoil: str):
    token = TOKENS.identify(None).token
    spoiled = {
        "cut": token[:-1],
        "longer": token + "A",
        "flip": ("B" if token[0] == "A" else "A") + token[1:],
        "padded": token + "==",
        "other secret": Tokens(b"x" * 32).identify(None).token,
        "unicode": "ä" + token[1:],
        "empty": "",
        "spaces": f" {token} ",
    }[spoil]
    fresh = TOKENS.identify(spoiled)
    assert fresh.token not in (token, spoiled)


def test_one_token_has_one_spelling():
    """The last character carries spare bits: another one that decodes alike would be another player."""
    token = TOKENS.identify(None).token
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    kept = [c for c in alphabet if TOKENS.identify(token[:-1] + c).token == token[:-1] + c]
    assert kept == [token[-1]]


def test_a_weak_secret_is_refused():
    with pytest.raises(ValueError, match="16 bytes"):
        Tokens(b"short")
