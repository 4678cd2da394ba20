"""Finds the files of a game that have been saved since the last look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

SKIPPED: Final = ("__pycache__", "node_modules")


class SavedFiles:
    """The files below a folder, or a single one, as they were at the last look."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known = self._look()

    def since(self) -> set[Path]:
        """The files that are new, gone or changed since then."""
        now = self._look()
        was, self._known = self._known, now
        return {file for file, _ in was.items() ^ now.items()}

    def _look(self) -> dict[Path, tuple[int, int]]:
        found = {}
        for file in self._files(self._root):
            try:
                stat = file.stat()
            except OSError:
                continue  # it was there a moment ago
            found[file] = (stat.st_mtime_ns, stat.st_size)
        return found

    def _files(self, folder: Path) -> Iterator[Path]:
        if folder.is_file():
            yield folder
            return
        for file in folder.iterdir() if folder.is_dir() else ():
            if file.name.startswith(".") or file.name in SKIPPED:
                continue
            if file.is_dir():
                yield from self._files(file)
            else:
                yield file
