"""A worker's metrics, in Prometheus's text format."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterable
from importlib.machinery import ExtensionFileLoader
from importlib.metadata import version
from typing import Final

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, ProcessCollector, generate_latest
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from .durations import BOUNDS, Durations

CONTENT_TYPE: Final = "text/plain; version=0.0.4"


class Histogram(Collector):
    """Durations in Prometheus's form."""

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
    """All metrics, in a separate registry. Rooms and store get the ones that they update."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self.connections = Gauge("paiju_connections", "open connections", ["door"], registry=registry)
        self.cut = Counter("paiju_connections_cut", "connections that we closed", ["why"], registry=registry)
        self.entered = Counter("paiju_entered", "entries into rooms", ["how"], registry=registry)
        self.http = Counter("paiju_http_answers", "HTTP responses", ["status"], registry=registry)
        self.penalties = Counter("paiju_arena_penalties", "penalties of the arena", ["title"], registry=registry)
        self.matches = Counter("paiju_matches", "matches that began or ended", ["game", "what"], registry=registry)
        self.refused = Counter("paiju_refused", "refusals", ["code"], registry=registry)
        self.bad_packets = Counter("paiju_bad_packets", "packets that no client of ours sends", registry=registry)
        self.conflicts = Counter("paiju_conflicts", "commits that somebody else was first with", registry=registry)
        self.answers = self._durations("paiju_answer_seconds", "from a message to its answer")
        self.decisions = self._durations("paiju_decide_seconds", "what a room and its game take to judge a command")
        self.checks = self._durations("paiju_check_seconds", "the same for dry runs: is this action legal?")
        self.commits = self._durations("paiju_commit_seconds", "one commit, until the store has kept it")
        self.lateness = self._durations("paiju_wake_lateness_seconds", "how late wake-ups were handled")
        self.lag = self._durations("paiju_loop_lag_seconds", "how late the event loop ran")
        ProcessCollector(registry=registry)
        build = Gauge("paiju_build_info", "what runs", ["version", "compiled", "python"], registry=registry)
        build.labels(version("paiju"), "yes" if is_compiled() else "no", platform.python_version()).set(1)

    def watch(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is computed when it is read."""
        Gauge(f"paiju_{name}", about, registry=self._registry).set_function(value)

    async def count_answer(self, _: web.Request, response: web.StreamResponse) -> None:
        """Count a response; a handler for each application's `on_response_prepare`."""
        self.http.labels(str(response.status)).inc()

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def _durations(self, name: str, about: str) -> Durations:
        durations = Durations()
        self._registry.register(Histogram(name, about, durations))
        return durations


def is_compiled() -> bool:
    """Is this a compiled release, not the sources?"""
    return any(
        name.startswith(("server.", "games.")) and isinstance(getattr(module, "__loader__", None), ExtensionFileLoader)
        for name, module in list(sys.modules.items())
    )
