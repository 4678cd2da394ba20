"""Imports go one way; the contracts stand in pyproject.toml."""

import ast

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.architecture.tree import ROOT, files


def test_the_import_contracts_are_kept(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    status = lint_imports(config_filename="pyproject.toml", no_cache=True)
    assert status == EXIT_STATUS_SUCCESS, capsys.readouterr().out


def test_rules_use_no_clock_no_files_no_network_and_no_chance_of_their_own():
    banned = {"asyncio", "datetime", "os", "pathlib", "random", "secrets", "socket", "subprocess", "threading", "time"}
    rules = [p for p in files(".py") if p.parts[:2] in (("games", "uno"), ("games", "shandong")) or _surface(p)]
    assert len(rules) > 30
    found = {str(path): wrong for path in rules if (wrong := _imports(path) & banned)}
    assert found == {}


def _surface(path):
    return path.parts in (("games", "api.py"), ("games", "chance.py"), ("games", "views.py"))


def _imports(path):
    names = set()
    for node in ast.walk(ast.parse((ROOT / path).read_bytes())):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names
