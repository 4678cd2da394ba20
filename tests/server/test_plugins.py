"""Doors and commands of other packages: found by entry points, and harmless to everybody if they are broken."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.support.served import PAIJU, RELEASE, clean_environment, serve

DOORS = """
from aiohttp import web

async def open_doors(doors):
    async def games(_):
        return web.json_response(sorted(doors.rooms.games))
    doors.app.router.add_get("/their/games", games)
"""
COMMAND = """
ABOUT = "say something"

def arguments(parser):
    parser.add_argument("--what", default="hello")

def run(chosen):
    print(chosen.what)
    return 3
"""


def package(folder: Path, *, doors: str = DOORS, command: str = COMMAND) -> dict[str, str]:
    """A package as an installer lays it down; the environment in which it is installed."""
    (folder / "their_doors.py").write_text(doors)
    (folder / "their_command.py").write_text(command)
    about = folder / "their_package-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: their-package\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[paiju.doors]\ntheirs = their_doors:open_doors\n\n[paiju.commands]\ntheirs = their_command\n"
    )
    return {"PYTHONPATH": os.pathsep.join(filter(None, [str(folder), RELEASE]))}


def paiju(*words: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PAIJU, *words], env=clean_environment(**env), capture_output=True, text=True, timeout=60)


def asked(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=5) as answer:
        return answer.read()


def test_the_doors_of_a_package_are_opened(tmp_path: Path):
    with serve(tmp_path / "served", env=package(tmp_path)) as one:
        assert b"crazy-eights" in asked(f"{one.url}/their/games")


@pytest.mark.parametrize("doors", ["import nowhere", "async def open_doors(doors):\n    raise OSError('no')"])
def test_doors_that_cannot_be_opened_are_left_out(tmp_path: Path, doors: str):
    with serve(tmp_path / "served", env=package(tmp_path, doors=doors)) as one:
        assert asked(f"{one.url}/api/rooms/list?sandbox=true").startswith(b"[")  # the arena's are open
        assert len(one.errors()) == 1
        assert "theirs" in one.errors()[0]


def test_the_command_of_a_package_is_run_and_listed(tmp_path: Path):
    env = package(tmp_path)
    said = paiju("theirs", "--what", "hi", env=env)
    assert (said.returncode, said.stdout) == (3, "hi\n")
    assert "say something" in paiju("--help", env=env).stdout


def test_a_command_that_cannot_be_loaded_is_one_sentence(tmp_path: Path):
    said = paiju("theirs", env=package(tmp_path, command="import nowhere"))
    assert said.returncode == 2
    assert said.stderr.startswith("theirs (their_command of their-package) cannot be loaded: ModuleNotFoundError")
    assert "Traceback" not in said.stderr


def test_without_uno_and_its_doors_everything_else_is_served(tmp_path: Path):
    """Its folder is taken out of what is served, as if it had never been written."""
    served, tree = Path(RELEASE) if RELEASE else ROOT, tmp_path / "tree"
    parts = [*served.glob("*.so"), *(served / name for name in ("server", "games", "static"))]
    for part in parts:
        if part.is_dir():
            shutil.copytree(part, tree / part.name, ignore=shutil.ignore_patterns("__pycache__"))
        elif part.exists():
            tree.mkdir(exist_ok=True)
            shutil.copy(part, tree)
    shutil.rmtree(tree / "server" / "uno")
    with serve(tmp_path / "one", env={"PYTHONPATH": str(tree), "PAIJU_GAMES": "shandong"}) as one:
        assert [game["id"] for game in json.loads(asked(f"{one.url}/api/v1/games"))["games"]] == ["shandong"]
        assert [json.loads(line)["text"].split()[0] for line in one.errors()] == ["uno-arena"]
