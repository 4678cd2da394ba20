"""`paiju check-game` at the command line, on games that are really installed."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.support.plugins import install, install_as_guest
from tests.support.served import PAIJU, RELEASE, clean_environment

BEFORE_MATCHES = "ok      asks nobody but the host\n"

RULES = """
    from dataclasses import replace
    from crazy_eights import GAME as EIGHTS

    def setup(options, seats, chance, now):
        {setup}
        return EIGHTS.setup(options, seats, chance, now)

    def apply(state, seat, action, chance, now):
        {apply}
        return EIGHTS.apply(state, seat, action, chance, now)

    GAME = replace(EIGHTS, id="whist", setup=setup, apply=apply, package="crazy_eights")
    """


def check_game(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, (str(folder), RELEASE)))
    env = clean_environment(PYTHONPATH=path, PYTHONHASHSEED="0")
    return subprocess.run(
        [PAIJU, "check-game", *words], env=env, capture_output=True, text=True, timeout=240, check=False
    )


@pytest.fixture
def check(tmp_path: Path):
    """Runs the command on Crazy Eights with these lines in its rules."""

    def run(*words: str, setup: str = "pass", apply: str = "pass") -> subprocess.CompletedProcess[str]:
        if not (tmp_path / "whist.py").exists():
            install(
                tmp_path, "cards-whist", "whist", "whist:GAME", {"whist.py": RULES.format(setup=setup, apply=apply)}
            )
        return check_game(tmp_path, "whist", *words)

    return run


def test_the_command_that_a_finding_names_shows_it_again_with_its_line(check) -> None:
    run = check("--seconds", "1", apply='{}["ace"] if now > 60_000 else None')
    assert (run.returncode, run.stderr) == (1, "")
    found = [line for line in run.stdout.splitlines() if "KeyError" in line]
    assert len(found) == 1, run.stdout
    assert "`apply`, given " in found[0]
    assert "whist.py, line 10, in apply)" in found[0]
    again = next(line for line in run.stdout.splitlines() if line.startswith("        again: "))
    program, command, game, *words = shlex.split(again.partition("again: ")[2])
    assert (program, command, game) == ("paiju", "check-game", "whist")
    shown = check(*words)
    assert shown.returncode == 1
    assert found[0].partition(" (")[0].strip() in shown.stdout
    assert 'whist.py", line 10, in apply' in shown.stdout
    assert "nothing is wrong" not in shown.stdout
    for output in (run, shown):
        assert "Traceback" not in output.stdout + output.stderr


def test_a_step_at_which_nothing_is_wrong_says_so(check) -> None:
    run = check("--match", "3", "--step", "2")
    assert (run.returncode, run.stdout.splitlines()[-1]) == (0, "nothing is wrong here now")
    assert "preset timed, 2 players" in run.stdout
    assert sum(line.startswith("> ") for line in run.stdout.splitlines()) == 2


def test_a_match_that_depends_on_the_order_of_a_set_is_found(check) -> None:
    run = check(
        "--seconds", "1", setup='[chance.below(9) for _ in range([*{"a", "b", "c", "d", "e", "f"}].index("a"))]'
    )
    assert run.returncode == 1
    assert "BROKEN  plays the same elsewhere" in run.stdout
    assert "another process" in run.stdout


def test_a_warning_fails_where_it_is_asked_to(tmp_path: Path) -> None:
    install_as_guest(tmp_path, "whist")
    with (tmp_path / "whist_guest" / "__init__.py").open("a") as module:
        module.write("\nimport random\n")
    lenient, strict = (check_game(tmp_path, "whist", "--seconds", "1", *more) for more in ((), ("--strict",)))
    assert (lenient.returncode, strict.returncode) == (0, 1)
    said = "warning whist_guest/__init__.py, line 5 imports random: chance comes only from the `chance` it is given\n"
    assert said in lenient.stdout
    assert lenient.stdout.endswith("whist keeps every promise\n")


def test_findings_come_as_json(check) -> None:
    run = check("--seconds", "1", "--json", apply='{}["ace"] if now > 60_000 else None')
    told = json.loads(run.stdout)
    assert (run.returncode, told["game"]) == (1, "whist")
    assert [finding["check"] for finding in told["findings"]] == ["ends"]
    assert told["findings"][0]["again"].startswith("paiju check-game whist --seed kit --match ")
    assert told["met"]["events"]["of"] >= 3


def test_a_run_that_is_interrupted_tells_what_it_has_found() -> None:
    code = (
        "from server.__main__ import main;raise SystemExit(main(['check-game', 'crazy-eights', '--seconds', '3600']))"
    )
    # An interrupt within coverage's own lock would leave it locked for ever.
    unmeasured = clean_environment()
    with subprocess.Popen([sys.executable, "-c", code], stdout=PIPE, stderr=PIPE, text=True, env=unmeasured) as run:
        assert run.stdout is not None
        for line in run.stdout:
            if line == BEFORE_MATCHES:
                break
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=120)
    assert (run.returncode, err) == (0, "")
    assert out.endswith("crazy-eights keeps every promise\n")


def test_a_new_version_is_held_against_an_older_one(check, tmp_path: Path) -> None:
    """As an author does it: take down the version that is installed, change the rules, and look."""
    kept = tmp_path / "one.kept"
    run = check("--keep", str(kept))
    assert (run.returncode, run.stderr) == (0, "")
    run = check("--against", str(kept))
    assert run.returncode == 0, run.stdout
    assert run.stdout.endswith("whist, version 1, keeps every promise to rooms of version 1\n")
    rules = (tmp_path / "whist.py").read_text()
    (tmp_path / "whist.py").write_text(rules.replace('id="whist"', 'id="whist", presets={"other": {}}'))
    run = check("--against", str(kept))
    assert run.returncode == 1
    assert "BROKEN  knows the choices of hosts" in run.stdout
    run = check("--against", str(tmp_path / "whist.py"))
    assert (run.returncode, run.stdout) == (2, "")
    assert "not one that" in run.stderr
