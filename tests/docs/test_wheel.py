"""The built wheel, installed in a clean environment elsewhere, serves and plays; problems are one clear sentence."""

import asyncio
import os
import re
import shutil
import socket
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import aiohttp
import pytest

from tests.architecture.tree import ROOT
from tests.support.stores import free_port, until

PARTS = (
    "server", "games", "static", "tools", "requirements",
    "pyproject.toml", "hatch_build.py", "package.json", "package-lock.json", "jsconfig.json", "README.md", "LICENSE",
    ".gitignore",
)  # fmt: skip


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy of the tree."""
    copy = tmp_path_factory.mktemp("source")
    for name in PARTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "dist"))
        else:
            shutil.copy(ROOT / name, copy / name)
    (copy / ".env").write_text("SECRET=1\n")
    (copy / "node_modules").symlink_to(ROOT / "node_modules")
    _run([copy / "tools" / "npm", "run", "--silent", "release"], copy)
    _run([sys.executable, "-m", "build", "--no-isolation", "--wheel"], copy)
    return next((copy / "dist").glob("*.whl"))


@pytest.fixture(scope="module")
def paiju(wheel, tmp_path_factory):
    """The command `paiju` of an environment that has the wheel and what the lock pins, and nothing else."""
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=True)
    pip = [home / "bin" / "python", "-m", "pip", "install", "--quiet"]
    _run([*pip, "--require-hashes", "-r", ROOT / "requirements" / "run.lock"], home)
    _run([*pip, "--no-deps", wheel], home)
    return home / "bin" / "paiju"


def _run(words, folder, **environ):
    run = subprocess.run(
        list(map(str, words)), cwd=folder, env=_clean() | environ, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def _clean():
    return {name: value for name, value in os.environ.items() if not name.startswith(("PAIJU_", "PYTHON", "COV"))}


def test_it_contains_the_client_and_nothing_we_may_not_distribute(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "server/static/dist/index.html" in names
    assert any(name.endswith(".js.br") for name in names)
    assert "games/uno/texts/zh-CN.json" in names
    assert {name.partition("/")[0] for name in names} == {"server", "games", "paiju-0.1.0.dist-info"}
    assert [name for name in names if "node_modules" in name or ".env" in name or "__pycache__" in name] == []


def test_it_lists_its_games(paiju, tmp_path):
    assert re.findall(r"^(\S+)", _run([paiju, "games"], tmp_path), re.MULTILINE) == ["shandong", "uno"]


async def _served(paiju, folder, port):
    environ = _clean() | {"PAIJU_PORT": str(port), "PAIJU_HOST": "127.0.0.1", "PAIJU_DATA": str(folder / "data")}
    server = await asyncio.create_subprocess_exec(
        paiju, "serve", "--quiet", cwd=folder, env=environ, stderr=asyncio.subprocess.DEVNULL
    )
    async with aiohttp.ClientSession() as http:

        async def ready():
            try:
                async with http.get(f"http://127.0.0.1:{port}/readyz") as answer:
                    return answer.status == 200
            except aiohttp.ClientError:
                return False

        await until(ready, 30)
    return server


async def test_it_serves_the_page_and_everything_that_the_page_names(paiju, tmp_path):
    port = free_port()
    server = await _served(paiju, tmp_path, port)
    try:
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as http:
            async with http.get("/") as answer:
                page = await answer.text()
            named = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
            assert any("/dist/" in address for address in named)
            for address in named:
                async with http.get(address) as answer:
                    assert answer.status == 200, address
    finally:
        server.terminate()
        assert await asyncio.wait_for(server.wait(), 20) == 0


async def test_a_room_is_there_again_after_the_server_was_killed(paiju, tmp_path):
    port = free_port()
    server = await _served(paiju, tmp_path, port)
    address = f"http://127.0.0.1:{port}"
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{address}/api/v1/ws") as door:
        await door.send_json({"id": 1, "kind": "hello", "protocol": 1})
        await door.receive_json()
        await door.send_json({"id": 2, "kind": "create", "game": "uno", "name": "Ann", "bots": 3, "start": True})
        code = (await door.receive_json())["ok"]["code"]
    server.kill()
    await server.wait()
    server = await _served(paiju, tmp_path, port)
    try:
        async with aiohttp.ClientSession() as http, http.get(f"{address}/api/v1/rooms/{code}") as answer:
            assert (answer.status, (await answer.json())["phase"]) == (200, "playing")
    finally:
        server.terminate()
        assert await asyncio.wait_for(server.wait(), 20) == 0


def _refused(paiju, folder, **environ):
    run = subprocess.run(
        [paiju, "serve", "--quiet"], cwd=folder, env=_clean() | environ, capture_output=True, text=True, timeout=60
    )
    assert run.returncode != 0
    assert "Traceback" not in run.stderr
    return run.stderr.strip().splitlines()[-1]


def test_a_port_that_is_taken_is_one_sentence(paiju, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = _refused(paiju, tmp_path, PAIJU_PORT=str(port), PAIJU_HOST="127.0.0.1", PAIJU_DATA=str(tmp_path / "d"))
    assert told == f"cannot listen on 127.0.0.1 port {port}: Address already in use"


def test_a_data_folder_that_cannot_be_is_one_sentence(paiju, tmp_path):
    Path(tmp_path / "file").touch()
    told = _refused(paiju, tmp_path, PAIJU_PORT="0", PAIJU_DATA=str(tmp_path / "file" / "data"))
    assert told.startswith(f"The data folder {tmp_path}/file/data cannot be used: ")


def test_a_missing_store_is_one_sentence(paiju, tmp_path):
    told = _refused(paiju, tmp_path, PAIJU_PORT="0", PAIJU_STORE=f"redis://127.0.0.1:{free_port()}")
    assert "store" in told.lower()
