"""What a worker counts. Read at /metrics in the text form of Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from .durations import BOUNDS, Durations


class Histogram(Collector):
    """Durations as Prometheus reads them."""

    def __init__(self, name: str, about: str, durations: Durations) -> None:
        self._name, self._about, self._durations = name, about, durations

    def collect(self) -> Iterable[Metric]:
        buckets, total = [], 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._durations.counts, strict=True):
            total += count
            buckets.append((bound, total))
        family = HistogramMetricFamily(self._name, self._about)
        family.add_metric([], buckets, self._durations.sum)
        yield family


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
        durations = Durations()
        self._registry.register(Histogram(name, about, durations))
        return durations
