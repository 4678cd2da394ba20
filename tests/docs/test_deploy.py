"""What `deploy/`, the compose file and the image promise, as far as it can be seen without containers."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.architecture.tree import ROOT
from tests.support.served import Served, clean_environment, serve
from tests.support.stores import free_port

BALANCERS = sorted((ROOT / "deploy").glob("*.Caddyfile"))
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")


@pytest.fixture(scope="module")
def caddy() -> str:
    program = shutil.which("caddy")
    assert program, "the balancers' files are loaded by the real program: install caddy (2.6 or newer)"
    return program


# --- balancers ---


@pytest.mark.parametrize("file", BALANCERS, ids=lambda file: file.name)
def test_caddy_loads_the_file(caddy: str, file: Path):
    command = [caddy, "validate", "--adapter", "caddyfile", "--config", str(file)]
    run = subprocess.run(
        command, env={**os.environ, "PAIJU_DOMAIN": "cards.example.org"}, capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0, run.stderr


@contextmanager
def balancer(caddy: str, folder: Path, port: int, where: dict[str, str], listed: str = "") -> Iterator[str]:
    """The address of the shipped balancer before the workers at that name, or before those listed in its place."""
    env = {**os.environ, **where, "PAIJU_PORT": str(port), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    config = folder / "Caddyfile"
    text = (ROOT / "deploy" / "plain.Caddyfile").read_text(encoding="utf-8").replace("{\n", "{\n\tadmin off\n", 1)
    config.write_text(text, encoding="utf-8")
    text = (ROOT / "deploy" / "workers.caddy").read_text(encoding="utf-8")
    if listed:
        text, found = re.subn(r"dynamic a [^\n]*\{\n.*?\}", f"to {listed}", text, flags=re.DOTALL)
        assert found == 1
    (folder / "workers.caddy").write_text(text, encoding="utf-8")
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(
            [caddy, "run", "--adapter", "caddyfile", "--config", str(config)], env=env, stdout=log, stderr=log
        )
    try:
        url = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + 30
        while status(f"{url}/readyz") != 200:
            assert time.monotonic() < deadline, (folder / "caddy.log").read_text()[-2000:]
            time.sleep(0.05)
        yield url
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="module")
def balanced(caddy: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str]]:
    """A server, and the address of the shipped balancer before it."""
    folder = tmp_path_factory.mktemp("balanced")
    with serve(folder, env={"PAIJU_PROXIES": "127.0.0.1"}) as server:
        where = {"PAIJU_WORKERS_AT": "localhost", "PAIJU_WORKERS_PORT": str(server.port)}
        with balancer(caddy, folder, free_port(), where) as url:
            yield server, url


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def test_players_come_through_the_balancer(balanced: tuple[Served, str]):
    assert status(f"{balanced[1]}/") == 200
    assert status(f"{balanced[1]}/api/v1/games") == 200


@pytest.mark.parametrize("path", ["/metrics", "/metrics/", "//metrics", "/%6detrics", "/x/../metrics", "/metrics?x=1"])
def test_figures_do_not(balanced: tuple[Served, str], path: str):
    assert status(balanced[1] + path) in (403, 404)


def test_nor_where_the_balancer_has_no_rule_for_them(balanced: tuple[Served, str]):
    """A custom balancer that passes everything on is trusted, so its clients do not count as local."""
    assert status(f"{balanced[0].url}/metrics") == 403


# --- rooms gather ---


class Names(BaseHTTPRequestHandler):
    """A worker that says which one it is, as it was asked for a room's socket."""

    def do_GET(self) -> None:
        name = self.connection.getsockname()[0].encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(name)))
        self.end_headers()
        self.wfile.write(name)

    def log_message(self, *_: object) -> None:
        """Nothing to be said."""


@pytest.fixture
def gathering(caddy: str, tmp_path: Path) -> Iterator[tuple[str, dict[str, ThreadingHTTPServer]]]:
    """The shipped balancer's address, and three workers behind it."""
    ports = [free_port(), free_port()]
    names = [f"127.0.0.{number}" for number in (1, 2, 3)]
    workers = {name: ThreadingHTTPServer((name, ports[0]), Names) for name in names}
    for worker in workers.values():
        threading.Thread(target=worker.serve_forever, args=(0.05,), daemon=True).start()
    with balancer(caddy, tmp_path, ports[1], {}, " ".join(f"{name}:{ports[0]}" for name in names)) as url:
        yield url, workers
    for worker in workers.values():
        worker.shutdown()
        worker.server_close()


def led_to(url: str, room: str, way: str) -> str:
    with urllib.request.urlopen(url + way.format(room), timeout=5) as answer:
        return str(answer.read().decode())


def test_those_of_one_room_come_to_one_worker(gathering: tuple[str, dict[str, ThreadingHTTPServer]]):
    url, workers = gathering
    rooms = [f"ROOM{number:02}" for number in range(60)]
    ways = ("/ws/?EIO=4&transport=websocket&room={}", "/ws/?room={}&EIO=4&transport=websocket", "/api/v1/ws?room={}")
    there = {room: {led_to(url, room, way) for way in ways} for room in rooms}
    assert all(len(found) == 1 for found in there.values()), "whatever else the address says"
    shares = Counter(name for found in there.values() for name in found)
    assert min(shares[name] for name in workers) >= 8, shares


def test_a_worker_that_leaves_moves_only_its_own_rooms(gathering: tuple[str, dict[str, ThreadingHTTPServer]]):
    url, workers = gathering
    way = "/ws/?EIO=4&transport=websocket&room={}"
    rooms = [f"ROOM{number:02}" for number in range(60)]
    before = {room: led_to(url, room, way) for room in rooms}
    lost, worker = workers.popitem()
    worker.shutdown()
    worker.server_close()
    after = {room: led_to(url, room, way) for room in rooms}
    assert lost in before.values()
    assert {room for room in rooms if before[room] != after[room]} == {r for r in rooms if before[r] == lost}


# --- compose ---


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_confined(name: str):
    one = SERVICES[name]
    assert one["read_only"] is True
    assert one["cap_drop"] == ["ALL"]
    assert set(one.get("cap_add", [])) <= {"NET_BIND_SERVICE"}
    assert one["security_opt"] == ["no-new-privileges:true"]
    assert one["logging"]["options"].keys() == {"max-size", "max-file"}
    assert one["deploy"]["resources"]["limits"].keys() == {"cpus", "memory", "pids"}
    assert "build" in one or DIGEST.search(one["image"])


def test_only_the_workers_reach_the_store_and_with_a_password():
    assert COMPOSE["networks"]["store"] == {"internal": True}
    assert {name for name, one in SERVICES.items() if "store" in one.get("networks", [])} == {"store", "worker"}
    assert not [name for name in ("store", "worker") if SERVICES[name].get("ports")]
    assert "requirepass" in SERVICES["password"]["command"][0]
    assert SERVICES["store"]["entrypoint"][1] == "/secret/store.conf"
    assert SERVICES["worker"]["environment"]["PAIJU_STORE_PASSWORD_FILE"] == "/secret/password"


def test_the_script_of_the_password_makes_one_and_keeps_it(tmp_path: Path):
    (script,) = SERVICES["password"]["command"]
    script = script.replace("$$", "$").replace("cd /secret", f"cd {shlex.quote(str(tmp_path))}")
    made = []
    for _ in range(2):
        subprocess.run([*SERVICES["password"]["entrypoint"], script], check=True, timeout=20)
        made.append((tmp_path / "password").read_text())
    assert made[0] == made[1]
    assert re.fullmatch("[0-9a-f]{64}", made[0])
    assert (tmp_path / "store.conf").read_text() == f"requirepass {made[0]}\n"


def test_without_and_with_tls_one_balancer_starts():
    profiles = {name: one["profiles"] for name, one in SERVICES.items() if "profiles" in one}
    assert profiles == {"balancer": ["plain"], "balancer-tls": ["tls"]}
    assert "COMPOSE_PROFILES=plain" in (ROOT / ".env").read_text().splitlines()


def test_whatever_a_service_mounts_is_there_and_what_it_waits_for_has_a_health():
    for name, one in SERVICES.items():
        for mount in one.get("volumes", []):
            source = mount.split(":")[0]
            assert (ROOT / source).is_file() if source[0] == "." else source in COMPOSE["volumes"], (name, mount)
        for other, how in one.get("depends_on", {}).items():
            assert how["condition"] != "service_healthy" or "healthcheck" in SERVICES[other] or other == "worker"


# --- the image ---


def test_its_bases_are_pinned_by_digest():
    bases = dict(re.findall(r"^ARG (NODE|PYTHON)=(\S+)$", DOCKERFILE, re.MULTILINE))
    assert len(bases) == 2
    assert all(DIGEST.search(base) for base in bases.values())
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"${NODE}", "${PYTHON}"}


def test_its_user_is_a_number_and_its_data_a_volume():
    assert re.search(r"^USER 10001:10001$", DOCKERFILE, re.MULTILINE)
    assert "--uid 10001" in DOCKERFILE
    assert re.search(r"^VOLUME /var/lib/paiju$", DOCKERFILE, re.MULTILINE)


def test_its_health_check_asks_at_the_configured_port(tmp_path: Path):
    check = re.search(r"^HEALTHCHECK .*?CMD (\[.*?\])$", DOCKERFILE.replace("\\\n", " "), re.MULTILINE)
    assert check
    words = [sys.executable, *json.loads(check[1])[1:]]
    with serve(tmp_path) as server:
        for port, code in ((server.port, 0), (free_port(), 1)):
            env = clean_environment(PAIJU_PORT=str(port))
            assert subprocess.run(words, env=env, capture_output=True, timeout=20).returncode == code


# --- what watches ---


def test_dashboard_and_alerts_ask_for_figures_that_there_are(tmp_path: Path):
    port = free_port()
    with (
        serve(tmp_path, workers=2, env={"PAIJU_ADMIN": f"127.0.0.1:{port}"}),
        urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer,
    ):
        told = set(re.findall(r"(?:paiju|process)_[a-z_]+", answer.read().decode()))
    rules = yaml.safe_load((ROOT / "deploy" / "watch" / "alerts.yml").read_text(encoding="utf-8"))["groups"][0]["rules"]
    assert len(rules) == 5
    assert all(rule["annotations"]["summary"] and rule["labels"]["severity"] for rule in rules)
    dashboard = json.loads((ROOT / "deploy" / "watch" / "dashboard.json").read_text(encoding="utf-8"))
    asked = [rule["expr"] for rule in rules] + [t["expr"] for panel in dashboard["panels"] for t in panel["targets"]]
    wanted = {name for expression in asked for name in re.findall(r"(?:paiju|process)_[a-z_]+", expression)}
    assert len(wanted) > 15
    assert wanted <= told, wanted - told
