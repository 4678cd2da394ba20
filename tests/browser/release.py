"""The client as released: built into a copy of the packages, and served from there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.architecture.tree import ROOT

UNWANTED = shutil.ignore_patterns("__pycache__", "dist", "node_modules")


@dataclass
class Release:
    """A copy of the packages with `server/static/dist`, as in a wheel."""

    folder: Path

    @property
    def program(self) -> Sequence[str]:
        return (sys.executable, str(self.folder / "bench" / "servers" / "paiju.py"))

    @property
    def env(self) -> dict[str, str]:
        return {"PYTHONPATH": str(self.folder)}


def build(folder: Path, changes: Mapping[str, tuple[str, str]] | None = None) -> Release:
    """`changes`: by path in the tree, what is written instead of what."""
    for name in ("server", "games", "static", "tools", "bench"):
        shutil.copytree(ROOT / name, folder / name, ignore=UNWANTED)
    shutil.copy(ROOT / "package.json", folder)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    for path, (old, new) in (changes or {}).items():
        file = folder / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
    subprocess.run(
        [folder / "tools" / "npm", "run", "--silent", "release"], cwd=folder, check=True, capture_output=True
    )
    shutil.move(folder / "static", folder / "server" / "static")
    return Release(folder)
