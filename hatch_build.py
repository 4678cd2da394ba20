"""`PAIJU_COMPILE=1` puts the pure modules into the wheel as machine code too (mypyc); without it, the wheel is Python.

The sources are the program either way: docs/decisions/0014-a-release-is-compiled.md.
"""

from __future__ import annotations

import ast
import os
import shutil
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS: Final = ("games/uno", "games/shandong", "server/rooms", "server/wire")
"""Their pure modules."""
MESSAGE_PATH: Final = (
    "games/told.py",
    "server/durations.py",
    "server/rooms/keeping.py",
    "server/rooms/service.py",
    "server/rooms/turn.py",
    "server/store/clock.py",
    "server/store/commits.py",
    "server/store/connection.py",
    "server/store/entries.py",
    "server/store/feed.py",
    "server/store/feeds.py",
    "server/store/hearing.py",
    "server/store/link.py",
    "server/store/store.py",
    "server/store/timers.py",
    "server/transport/connection.py",
    "server/transport/door.py",
    "server/transport/line.py",
    "server/transport/socketio_line.py",
    "server/transport/outbox.py",
    "server/transport/parcel.py",
    "server/transport/stock_line.py",
)
"""What else every move goes through, from door to store and back."""
NO_COMPILER: Final = (
    "A release is compiled: it needs a C compiler and Python's headers (on Debian: gcc libc6-dev python3-dev)."
    " Without them: make wheel PAIJU_COMPILE="
)
FLAGS: Final = ("-fvisibility=hidden", "-fno-semantic-interposition", "-Wno-error")
"""Our modules call each other directly, and a compiler's new warning is no reason to have no release."""


class Compile(BuildHookInterface[BuilderConfig]):
    """Lays the compiled modules beside their sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or not os.environ.get("PAIJU_COMPILE"):
            return
        if not (shutil.which(os.environ.get("CC", "cc")) and Path(sysconfig.get_path("include"), "Python.h").exists()):
            raise SystemExit(NO_COMPILER)
        self._folder = TemporaryDirectory(prefix="paiju-compiled-")
        for library, place in compiled(Path(self.root), Path(self._folder.name)):
            build_data["force_include"][str(library)] = place
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def hot_modules(root: Path) -> list[str]:
    """What is compiled. Kinds of data are left out: msgspec makes them, and mypyc would forget how they are stored.

    So are packages' own modules (`_…`) and what runs scenarios (`vector…`).
    """
    found = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py"))]
    found = [path for path in found if not path.name.startswith(("_", "vector"))]
    pure = [path for path in found if is_pure(ast.parse(path.read_text(encoding="utf-8")))]
    return sorted({*MESSAGE_PATH, *(str(path.relative_to(root)) for path in pure)})


def is_pure(module: ast.Module) -> bool:
    """Nothing waits, and no class but an exception derives from another or is made by a decorator."""
    for n in ast.walk(module):
        if isinstance(n, ast.AsyncFunctionDef):
            return False
        if isinstance(n, ast.ClassDef) and (
            n.decorator_list or {ast.unparse(base) for base in n.bases} - {"Exception", "ValueError"}
        ):
            return False
    return True


def compiled(root: Path, into: Path) -> Iterator[tuple[Path, str]]:
    """Compile them; each library, and where it belongs in the tree."""
    from mypyc.build import mypycify  # only a release needs these two
    from setuptools import Distribution

    os.chdir(root)
    modules = ["--config-file", "pyproject.toml", *hot_modules(root)]
    extensions = mypycify(modules, opt_level="3", debug_level="0", target_dir=str(into / "c"), group_name="paiju")
    for extension in extensions:
        extension.extra_compile_args += [*FLAGS]
    command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(into / "lib"), str(into / "o")
    command.ensure_finalized()
    command.run()
    for library in sorted((into / "lib").rglob("*.*")):
        yield library, str(library.relative_to(into / "lib"))
