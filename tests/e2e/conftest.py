"""Whole products: real processes, a real store, and clients of every kind."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.support.doors import Official, Plain, Script
from tests.support.players import Player
from tests.support.served import Served, serve

Make = Callable[[str, str, Sequence[str]], Player]


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The JavaScript client, beside the packages that the repository installs."""
    folder = tmp_path_factory.mktemp("js")
    assert (ROOT / "node_modules" / "socket.io-msgpack-parser").is_dir(), "`make check` installs the client's packages"
    shutil.copy(Path(__file__).with_name("official.mjs"), folder)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    return folder / "official.mjs"


@pytest.fixture
def make(rng: random.Random, program: Path) -> Make:
    """A player of some kind: `python`, `js` or `json`."""

    def made(kind: str, name: str, urls: Sequence[str]) -> Player:
        own = random.Random(rng.random())
        if kind == "js":
            return Script(name, urls, own, program)
        return (Official if kind == "python" else Plain)(name, urls, own)

    return made


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Served]]:
    """Two `paiju serve` on one store: the first one's own."""
    folder = tmp_path_factory.mktemp("two")
    with serve(folder / "a") as first, serve(folder / "b", store=f"unix://{folder}/a/data/db.sock") as second:
        yield [first, second]


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Served]]:
    """One `paiju serve --workers 2`."""
    with serve(tmp_path_factory.mktemp("pair"), workers=2) as one:
        yield [one]
