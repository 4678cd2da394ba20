"""PAIJU_ADMIN: what all workers of a server count, on one address."""

from __future__ import annotations

import os
import random
import signal
import urllib.error
import urllib.request
from collections import defaultdict
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.support.doors import Plain
from tests.support.served import Served, serve
from tests.support.stores import free_port, until

Figures = dict[str, dict[str, float]]


def read(port: int, **headers: str) -> str:
    request = urllib.request.Request(f"http://127.0.0.1:{port}/metrics", headers=headers)
    with urllib.request.urlopen(request, timeout=5) as answer:
        return answer.read().decode()


def figures(port: int) -> Figures:
    """Name -> worker -> the sum of its values."""
    found: Figures = defaultdict(lambda: defaultdict(float))
    for family in text_string_to_metric_families(read(port)):
        for sample in family.samples:
            found[sample.name][sample.labels["worker"]] += sample.value
    return found


@pytest.mark.parametrize("workers", [1, 2])
async def test_each_worker_has_its_label(tmp_path: Path, workers: int):
    port = free_port()
    everybody = {str(n + 1) for n in range(workers)}
    with serve(tmp_path, workers=workers, env={"PAIJU_ADMIN": f"127.0.0.1:{port}"}) as server:
        await until(lambda: figures(port)["paiju_store_ready"] == dict.fromkeys(everybody, 1.0))
        people = [Plain(f"P{n}", [server.url], random.Random(n)) for n in range(8)]
        for player in people:
            await player.come_back()
        now = figures(port)
        assert sum(now["paiju_connections"].values()) == 8
        assert now["paiju_build_info"].keys() == everybody
        assert all(now["process_resident_memory_bytes"][one] > 1e6 for one in everybody)
        assert now["paiju_deaf_seconds"].keys() == everybody
        for player in people:
            await player.close()


async def test_a_worker_that_is_replaced_is_counted_and_told_again(tmp_path: Path):
    port = free_port()
    with serve(tmp_path, workers=2, env={"PAIJU_ADMIN": f"127.0.0.1:{port}"}) as server:
        await until(lambda: figures(port)["paiju_worker_serves"] == {"1": 1.0, "2": 1.0})
        os.kill(server.workers_pids()[0], signal.SIGKILL)
        await until(lambda: sum(figures(port)["paiju_worker_replaced_total"].values()) == 1)
        await until(lambda: figures(port)["paiju_worker_serves"] == {"1": 1.0, "2": 1.0}, 30)
        assert 'why="died"' in read(port)


def test_a_foreign_page_may_not_read_it(tmp_path: Path):
    port = free_port()
    with (
        serve(tmp_path, env={"PAIJU_ADMIN": f"127.0.0.1:{port}"}),
        pytest.raises(urllib.error.HTTPError, match="421"),
    ):
        read(port, Host="evil.example")


def test_a_taken_admin_port_ends_the_start_with_one_sentence(tmp_path: Path):
    port = free_port()
    with serve(tmp_path / "a", env={"PAIJU_ADMIN": f"127.0.0.1:{port}"}):
        other = Served(tmp_path / "b", env={"PAIJU_ADMIN": f"127.0.0.1:{port}"}).spawn()
        try:
            assert other.process.wait(30) == 1
            said = [line for line in other.log.read_text().splitlines() if not line.startswith("{")]
            assert said == [f"cannot listen on 127.0.0.1 port {port}: Address already in use"]
        finally:
            other.end()
