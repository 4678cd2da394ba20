"""What `tools/walk.py` counts in a real worker is what docs/a-move.md tells."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.architecture.a_move import told_way
from tests.architecture.test_a_move import MOST_CALLS, MOST_CHANGES
from tests.architecture.tree import ROOT


def test_a_move_in_a_real_worker_goes_the_way_that_is_told():
    shown = subprocess.run(
        [sys.executable, "-m", "tools.walk"], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    *way, figures = shown.stdout.splitlines()
    files = list(dict.fromkeys(call.partition(" ")[0] for call in way))
    assert files == told_way()
    calls, passed, changes = map(
        int, re.fullmatch(r"(\d+) calls, (\d+) files, (\d+) changes of package", figures).groups()
    )
    assert (calls, passed) == (len(way), len(files))
    assert calls <= MOST_CALLS + 10, "which moves are made differs, and a card that is drawn is told to each seat"
    assert changes <= MOST_CHANGES
