"""The admin address: the figures of all workers of this server, labelled by worker, for Prometheus."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import Collector

from server.base.metrics import CONTENT_TYPE
from server.base.settings import Settings
from server.doors.gate.hosts_and_origins import Hosts

from .listening_socket import listen

Figures = Mapping[int, Callable[[], Awaitable[bytes]]]
LABEL: Final = "worker"


class Merged(Collector):
    """The figures of several workers, distinguished by a label."""

    def __init__(self, texts: Mapping[int, bytes]) -> None:
        self._texts = texts

    def collect(self) -> Iterable[Metric]:
        families: dict[str, Metric] = {}
        for number, text in self._texts.items():
            for one in text_string_to_metric_families(text.decode()):
                family = families.setdefault(one.name, Metric(one.name, one.documentation, one.type))
                for sample in one.samples:
                    family.add_sample(sample.name, {LABEL: str(number), **sample.labels}, sample.value)
        return families.values()


@asynccontextmanager
async def serving(settings: Settings, figures: Figures, own: CollectorRegistry | None = None) -> AsyncIterator[None]:
    """Serve /metrics at PAIJU_ADMIN, if set, while the block runs. `own`: figures that belong to no single worker."""
    if settings.admin_address is None:
        yield
        return
    hosts = Hosts(settings.names)

    async def metrics(request: web.Request) -> web.Response:
        if not hosts.allow(request.headers.get("Host")):
            raise web.HTTPMisdirectedRequest(text="unknown host")
        registry = CollectorRegistry()
        texts = await asyncio.gather(*(ask() for ask in figures.values()))
        registry.register(Merged({number: text for number, text in zip(figures, texts, strict=True) if text}))
        body = generate_latest(registry) + (generate_latest(own) if own is not None else b"")
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE, "Cache-Control": "no-store"})

    app = web.Application()
    app.router.add_get("/metrics", metrics)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    try:
        await web.SockSite(runner, listen(*settings.admin_address)).start()
        yield
    finally:
        await runner.cleanup()
