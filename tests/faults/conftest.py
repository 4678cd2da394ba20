"""Fixtures for the tests of faults."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.faults.crew import Crew


@pytest.fixture
async def crew(tmp_path: Path) -> AsyncIterator[Crew]:
    one = Crew(tmp_path)
    yield one
    await one.end()


@pytest.fixture(scope="session")
def shim(tmp_path_factory) -> Path:
    """The library that knows what was synced, compiled here."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    assert compiler, "power cuts are simulated by a small C library: install a C compiler"
    library = tmp_path_factory.mktemp("shim") / "fsync_shim.so"
    source = Path(__file__).with_name("fsync_shim.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library
