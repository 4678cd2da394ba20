"""Imports go one way; the contracts are in pyproject.toml."""

import ast
import graphlib
import subprocess
import sys
from pathlib import Path

import grimp

from tests.architecture.tree import ROOT, files


def test_the_import_contracts_are_kept():
    # In a separate process: the linter silences every existing logger.
    linter = Path(sys.executable).with_name("lint-imports")
    linted = subprocess.run([linter, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert linted.returncode == 0, linted.stdout + linted.stderr


def test_no_two_modules_of_the_platform_need_each_other():
    """Imports for annotations and inside functions count too."""
    graph = grimp.build_graph("server")
    ours = {module for module in graph.modules if not module.startswith("server.uno")}
    needs = {module: graph.find_modules_directly_imported_by(module) & ours for module in ours}
    graphlib.TopologicalSorter(needs).prepare()  # raises with the cycle, if there is one


def test_rules_use_no_clock_no_files_no_network_and_no_chance_of_their_own():
    banned = {"asyncio", "datetime", "os", "pathlib", "random", "secrets", "socket", "subprocess", "threading", "time"}
    rules = [p for p in files(".py") if p.parts[:2] in (("games", "uno"), ("games", "shandong")) or _surface(p)]
    assert len(rules) > 30
    found = {str(path): wrong for path in rules if (wrong := _imports(path) & banned)}
    assert found == {}


def _surface(path):
    return path.parts in (("games", "api.py"), ("games", "chance.py"), ("games", "views.py"))


def _imports(path):
    names: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / path).read_bytes())):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names
