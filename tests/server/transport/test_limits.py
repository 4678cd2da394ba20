"""Buckets: the wait that they tell fast clients must be right."""

from __future__ import annotations

from unittest.mock import patch

from server.doors.gate import rate_limits
from server.doors.gate.rate_limits import Bucket


class Watch:
    """A clock in the test's hand."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


def test_waiting_as_long_as_told_gets_through():
    with patch.object(rate_limits, "time", watch := Watch()):
        bucket = Bucket()
        while not bucket.take():
            pass
        wait = bucket.take()
        assert wait > 0
        watch.now += wait / 1000
        assert bucket.take() == 0


def test_who_does_not_wait_goes_too_far():
    with patch.object(rate_limits, "time", Watch()):
        bucket = Bucket()
        answers = [bucket.take() for _ in range(int(rate_limits.BURST + rate_limits.OVERDRAFT) + 1)]
    assert answers[: int(rate_limits.BURST)] == [0] * int(rate_limits.BURST)
    assert answers[-1] == -1
    assert -1 not in answers[:-1]
