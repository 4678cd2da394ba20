"""What a worker counts. Read at /metrics in the text form of Prometheus."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

_BOUNDS: Final = (0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Durations(Collector):
    """A histogram of seconds that costs half a microsecond a value: one thread, no labels, no locks."""

    def __init__(self, name: str, about: str) -> None:
        self._name, self._about = name, about
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(_BOUNDS, seconds)] += 1
        self._sum += seconds

    def timed(self) -> Timed:
        """Takes the time of a `with` block, however it ends."""
        return Timed(self)

    def collect(self) -> Iterable[Metric]:
        buckets, total = [], 0
        for bound, count in zip((*map(str, _BOUNDS), "+Inf"), self._counts, strict=True):
            total += count
            buckets.append((bound, total))
        family = HistogramMetricFamily(self._name, self._about)
        family.add_metric([], buckets, self._sum)
        yield family


class Timed:
    """One block whose time is taken."""

    __slots__ = ("_began", "_durations")

    def __init__(self, durations: Durations) -> None:
        self._durations = durations

    def __enter__(self) -> None:
        self._began = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self._durations.observe(time.perf_counter() - self._began)


class Metrics:
    """All of them, in a registry of their own. Rooms and store are handed the ones that they feed."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.connections = Gauge("paiju_connections", "open connections", ["door"], registry=registry)
        self.cut = Counter("paiju_connections_cut", "connections that we ended", ["why"], registry=registry)
        self.entered = Counter("paiju_entered", "entries into rooms", ["how"], registry=registry)
        self.refused = Counter("paiju_refused", "refusals", ["code"], registry=registry)
        self.bad_packets = Counter("paiju_bad_packets", "packets that no client of ours sends", registry=registry)
        self.conflicts = Counter("paiju_conflicts", "commits that somebody else was first with", registry=registry)
        self.answers = self._durations("paiju_answer_seconds", "from a decoded message to its answer")
        self.decisions = self._durations("paiju_decide_seconds", "what a room and its game take to judge a command")
        self.checks = self._durations("paiju_check_seconds", "the same for dry runs: is this action legal?")
        self.commits = self._durations("paiju_commit_seconds", "one commit, until the store has kept it")
        self.lateness = self._durations("paiju_wake_lateness_seconds", "how late wake-ups were taken up")
        self.lag = self._durations("paiju_loop_lag_seconds", "how late the event loop came round")

    def watch(self, name: str, about: str, value: Callable[[], float]) -> None:
        """A gauge whose value is asked for when it is read."""
        Gauge(f"paiju_{name}", about, registry=self._registry).set_function(value)

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def _durations(self, name: str, about: str) -> Durations:
        durations = Durations(name, about)
        self._registry.register(durations)
        return durations
