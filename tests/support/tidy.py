"""Code that others will start from must pass what ours passes."""

import subprocess
import sys
from pathlib import Path

from tests.architecture.tree import ROOT


def assert_typed_and_tidy(folder: Path, package: str, tidy: str = "") -> None:
    """A package in the folder; `tidy`: more of the folder, which need not be typed."""
    style = ["--config", str(ROOT / "pyproject.toml"), tidy or package]
    for check in (["ruff", "check", *style], ["ruff", "format", "--check", *style], ["mypy", "--strict", package]):
        run = subprocess.run([sys.executable, "-m", *check], cwd=folder, capture_output=True, text=True, timeout=240)
        assert run.returncode == 0, run.stdout + run.stderr
