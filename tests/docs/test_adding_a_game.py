"""`docs/adding-a-game.md`, followed word for word in an empty directory, gives an installed, playable game."""

import os
import re
import subprocess
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.support.tidy import assert_typed_and_tidy

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
STEP = re.compile(r"^(Add to )?`([\w./-]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """The page's files in an empty directory, and an environment that has paiju and nothing of ours besides."""
    here = tmp_path_factory.mktemp("author")
    for more, name, text in STEP.findall(PAGE):
        file = here / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if more:
            file.write_text(file.read_text(encoding="utf-8") + "\n\n" + text, encoding="utf-8")
        else:
            file.write_text(text, encoding="utf-8")
    environment = tmp_path_factory.mktemp("environment")
    venv.create(environment, with_pip=True)
    _lend(environment, sysconfig.get_path("purelib"))
    (environment / "bin" / "paiju").write_text(
        f"#!{environment}/bin/python\nimport sys\nfrom server.__main__ import main\nsys.exit(main())\n"
    )
    (environment / "bin" / "paiju").chmod(0o755)
    return here, environment


def _lend(environment, packages):
    """Our own packages, editable ones included, as if they had been installed there."""
    folder = next((environment / "lib").glob("python*/site-packages"))
    (folder / "lent.pth").write_text(f"import site; site.addsitedir({packages!r})\n")


def test_the_page_has_ten_steps_and_names_every_file():
    assert [int(n) for n in re.findall(r"^## (\d+)\.", PAGE, re.MULTILINE)] == list(range(1, 11))
    assert len(STEP.findall(PAGE)) == 11


def test_its_commands_install_a_game_that_keeps_its_promises(followed):
    here, environment = followed
    commands = [line for block in COMMANDS.findall(PAGE) for line in block.splitlines()]
    assert commands[0] == "pip install ."
    told = {}
    for command in commands:
        path = f"{environment}/bin:{os.environ['PATH']}"
        hurried = command.replace("check-game high-card", "check-game high-card --seconds 5")
        run = subprocess.run(
            hurried, shell=True, cwd=here, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=240
        )
        assert run.returncode == 0, f"{command}\n{run.stdout}\n{run.stderr}"
        told[command] = run.stdout
    assert "High Card · 2-8 · standard" in told["paiju games"]
    assert told["paiju check-game high-card"].endswith("high-card keeps every promise\n")
    assert "over: won by" in told["paiju playthrough high-card --seats 3"]


def test_its_code_is_typed_and_tidy(followed):
    here, _ = followed
    assert_typed_and_tidy(here, "high_card")
