"""Tokens: what sockets tell those who are too fast must be worth waiting for."""

from __future__ import annotations

from unittest.mock import Mock, patch

from server.doors.client_socket import ClientSocket
from server.doors.gate import rate_limits


class Watch:
    """A clock in the test's hand."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


def test_who_waits_as_long_as_he_was_told_gets_through():
    with patch("time.monotonic", (watch := Watch()).monotonic):
        socket = ClientSocket(Mock())
        while not socket.pay():
            pass
        wait = socket.pay()
        assert wait > 0
        watch.now += wait / 1000
        assert socket.pay() == 0


def test_who_does_not_wait_goes_too_far():
    with patch("time.monotonic", Watch().monotonic):
        socket = ClientSocket(Mock())
        answers = [socket.pay() for _ in range(int(rate_limits.BURST + rate_limits.OVERDRAFT) + 1)]
    assert answers[: int(rate_limits.BURST)] == [0] * int(rate_limits.BURST)
    assert answers[-1] == -1
    assert -1 not in answers[:-1]
