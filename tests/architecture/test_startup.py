"""`server` and `games` are common names: the command refuses to run with somebody else's."""

import subprocess
import sys

from server.__main__ import main


def test_a_stranger_s_games_package_is_noticed(tmp_path):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "__init__.py").touch()
    run = subprocess.run(
        [sys.executable, "-m", "server", "games"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 2
    assert run.stderr.startswith(f"the package games comes from {tmp_path}")
    assert "its own environment" in run.stderr
    assert "Traceback" not in run.stderr


def test_with_our_own_packages_the_command_runs(capsys):
    assert main(["config"]) == 0
    assert "PAIJU_PORT=" in capsys.readouterr().out
