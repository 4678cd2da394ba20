"""A game's time budget ends where the game's code does."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.architecture.tree import ROOT
from tests.support.served import RELEASE, clean_environment


def test_an_alarm_while_the_guard_is_at_work_leaves_it_as_it_was() -> None:
    """It came in the moment at which the game was done: every later alarm hit code that had no budget.

    In a process of its own, because alarms also break into what measures coverage.
    """
    env = clean_environment(PYTHONPATH=os.pathsep.join(filter(None, (RELEASE, str(ROOT)))))
    program = [sys.executable, "-m", "tests.server.rooms.alarmed_guard"]
    run = subprocess.run(program, cwd=ROOT, env=env, capture_output=True, text=True, timeout=60)
    assert (run.stdout, run.stderr) == ("True 0 0.0\n", "")
