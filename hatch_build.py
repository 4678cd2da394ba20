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

PLACES: Final = (
    "games/shandong", "games/told.py", "games/uno",
    "server/base/durations.py", "server/doors", "server/protocol", "server/rooms", "server/store",
)  # fmt: skip
"""The places every move goes through, from door to store and back. Their pure, synchronous modules are compiled."""
PARENTS: Final = ("ABC", "Exception", "Protocol", "ValueError", "asyncio.Protocol")
"""Other packages' classes that a compiled class may derive from; our own only if compiled together with it."""
NO_COMPILER: Final = (
    "A release is compiled: it needs a C compiler and Python's headers (on Debian: gcc libc6-dev python3-dev)."
    " Without them: make wheel PAIJU_COMPILE="
)
FLAGS: Final = ("-fvisibility=hidden", "-fno-semantic-interposition", "-Wno-error")
"""Our modules call each other directly, and a compiler's new warning must not prevent a release."""


class Compile(BuildHookInterface[BuilderConfig]):
    """Puts the compiled modules beside their sources."""

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


def compiled_modules(root: Path) -> list[str]:
    """All pure, synchronous modules of those places, except for packages' `__init__` and what runs vectors."""
    places = [root / place for place in PLACES]
    found = [path for place in places for path in ([place] if place.suffix else sorted(place.rglob("*.py")))]
    sources = {path: ast.parse(path.read_text(encoding="utf-8")) for path in found}
    pure = [path for path in found if not path.name.startswith(("_", "vector")) and is_pure(sources[path])]
    while True:
        # A class and its parents are compiled together or not at all.
        classes = set(PARENTS).union(*({node.name for node in _classes(sources[path])} for path in pure))
        kept = [path for path in pure if all(_parents(node) <= classes for node in _classes(sources[path]))]
        if len(kept) == len(pure):
            return [str(path.relative_to(root)) for path in pure]
        pure = kept


def is_pure(module: ast.Module) -> bool:
    """No coroutines, no generator left inside a `try` or `with`, and no class made by a decorator.

    Compiled coroutines have crashed workers. Structs are left to msgspec, which already handles them in machine code;
    mypyc would lose how they are stored, and does not make dataclasses faster.
    """
    for n in ast.walk(module):
        if isinstance(n, (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)):
            return False
        if isinstance(n, (ast.Try, ast.TryStar, ast.With)) and any(
            isinstance(inner, (ast.Yield, ast.YieldFrom)) for inner in ast.walk(n)
        ):
            return False
        if isinstance(n, ast.ClassDef) and n.decorator_list:
            return False
    return True


def _classes(module: ast.Module) -> Iterator[ast.ClassDef]:
    return (node for node in ast.walk(module) if isinstance(node, ast.ClassDef))


def _parents(node: ast.ClassDef) -> set[str]:
    return {ast.unparse(base) for base in node.bases}


def compiled(root: Path, into: Path) -> Iterator[tuple[Path, str]]:
    """Compile the modules; yields each library and where it belongs in the tree."""
    from mypyc.build import mypycify  # only a release needs these
    from setuptools import Distribution

    os.chdir(root)
    modules = ["--config-file", "pyproject.toml", *compiled_modules(root)]
    # A file of C for each module takes the compiler half the time of one for all; the speed is the same (bench/micro).
    c_files = str(into / "c")
    extensions = mypycify(
        modules, opt_level="3", debug_level="0", target_dir=c_files, group_name="paiju", multi_file=True
    )
    for extension in extensions:
        extension.extra_compile_args += [*FLAGS]
    command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = str(into / "lib"), str(into / "o")
    command.ensure_finalized()
    command.run()
    for library in sorted((into / "lib").rglob("*.*")):
        yield library, str(library.relative_to(into / "lib"))
