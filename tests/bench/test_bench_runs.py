"""The load generator and every one of our servers that it measures: they run, and every room plays."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.tree import ROOT
from tests.support.served import RELEASE

pytestmark = pytest.mark.alone

TARGETS = ("raw-echo", "edge-echo", "uno", "uno-disk", "uno-two-workers", "uno-gathered", "shandong")


def measured(tmp_path: Path, *words: str) -> list[dict[str, Any]]:
    out = tmp_path / "runs.jsonl"
    command = [sys.executable, str(ROOT / "bench" / "run.py"), "--reps", "1", "--out", str(out), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in out.read_text().splitlines()]


def test_every_target_moves(tmp_path: Path):
    words = ("--rooms", "8", "--warmup", "0.5", "--duration", "1")
    rows = measured(tmp_path, "--targets", ",".join(TARGETS), *words)
    assert [row["target"] for row in rows] == list(TARGETS)
    for row in rows:
        assert row["moves"] > 50, row
        assert (row["rejected"], row["closed"], row["stalled_rooms"]) == (0, 0, 0), row


def test_connections_in_seats_are_weighed(tmp_path: Path):
    [row] = measured(tmp_path, "--mode", "idle", "--targets", "uno", "--conns", "40")
    assert row["idle"] == 40
    assert row["closed"] == 0


def test_the_tables_of_the_documentation_are_measured_by_one_command():
    script = ROOT / "bench" / "figures.py"
    told = subprocess.run(
        [sys.executable, script, "--quick"], capture_output=True, text=True, timeout=200, check=True
    ).stdout
    tables = re.findall(r"(?:^\|.*\|\n)+", told, re.MULTILINE)
    assert [table.count("\n") for table in tables] == [3, 3, 3]


def test_people_do_not_wait_for_rooms_of_bots_that_think(tmp_path: Path):
    """A thought takes a tenth of a second: on the worker's own loop it would show."""
    out = tmp_path / "thinking.jsonl"
    code = ["--release", RELEASE] if RELEASE else ["--source"]
    sizes = ("--rooms", "20", "--people", "6", "--warmup", "10", "--seconds", "15", "--reps", "1")
    command = [sys.executable, str(ROOT / "bench" / "thinking.py"), *code, *sizes, "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=150, check=False,
                          env=os.environ | {"PYTHONPATH": str(ROOT)})  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(out.read_text())
    assert found["alone"]["moves"] > 50, found
    assert found["beside"]["moves"] > found["alone"]["moves"] / 2, found
    assert found["beside"]["steps_s"] > found["alone"]["steps_s"] + 5, "the bots hardly played"
    assert found["beside"]["p99_ms"] < 50, found
    assert found["beside"]["lag_p99_ms"] <= 50, found


def test_a_move_is_timed_by_itself():
    assert shutil.which("taskset"), "the machine pins no processes"
    script = ROOT / "bench" / "micro" / "decide.py"
    for game in ("uno", "shandong"):
        told = subprocess.run([sys.executable, script, game, "300"], cwd=ROOT, env={"PYTHONPATH": str(ROOT)},
                              capture_output=True, text=True, timeout=60, check=True).stdout  # fmt: skip
        assert told.startswith("300 moves, ")
