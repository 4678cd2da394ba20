"""`paiju new-game NAME` writes a package that is checked, typed, tidy and playable as it is."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
import venv
from pathlib import Path

import pytest

from server.__main__ import main
from server.commands.new_game import LAYERS, contents
from tests.architecture.tree import ROOT
from tests.support.served import clean_environment
from tests.support.tidy import assert_typed_and_tidy

PAGE = (ROOT / "docs" / "your-first-game.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One of its own, in which our packages are, as if they had been installed there."""
    made = tmp_path_factory.mktemp("environment")
    venv.create(made, with_pip=True)
    folder = next((made / "lib").glob("python*/site-packages"))
    (folder / "lent.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    return made


def run(folder: Path, environment: Path, *words: str) -> str:
    program = [str(environment / "bin" / "python"), "-m", *words]
    told = subprocess.run(program, cwd=folder, env=clean_environment(), capture_output=True, text=True, timeout=240)
    assert told.returncode == 0, f"{words}\n{told.stdout}\n{told.stderr}"
    return told.stdout


@pytest.mark.parametrize("kind", LAYERS)
def test_it_is_installed_and_keeps_every_promise(
    tmp_path: Path, environment: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kind: str
):
    monkeypatch.chdir(tmp_path)
    name = f"whist-{kind}"
    assert main(["new-game", name, *([] if kind == "tested" else [f"--{kind}"])]) == 0
    assert capsys.readouterr().out.endswith(f"paiju check-game {name} && paiju serve\n")
    run(tmp_path, environment, "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "-e", name)
    assert run(tmp_path, environment, "server", "check-game", name, "--seconds", "1").endswith(
        f"{name} keeps every promise\n"
    )
    assert "over: won by" in run(tmp_path, environment, "server", "playthrough", name, "--seats", "3")
    if kind != "minimal":
        run(tmp_path / name, environment, "pytest", "-q", "-p", "no:cacheprovider", "tests")


@pytest.mark.parametrize("kind", LAYERS)
def test_its_code_is_typed_and_tidy(tmp_path: Path, kind: str):
    for place, text in contents("my-game", "my_game", kind).items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(text, encoding="utf-8")
    assert_typed_and_tidy(tmp_path, "my_game", tidy=".")


def test_the_smallest_one_is_that_of_the_page():
    files = dict(re.findall(r"^`([\w./-]+)`\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
    assert contents("high-card", "high_card", "minimal") == {
        name: text.replace("比大小", "High Card") for name, text in files.items()
    }


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Whist", "Whist is no name for a game"),
        ("../whist", "is no name for a game"),
        ("x" * 33, "is no name for a game"),
        ("taken", "taken is there already"),
        ("class", "Python has a module class already"),
        ("json", "Python has a module json already"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, said: str
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    assert main(["new-game", name]) == 2
    assert said in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["taken"]
