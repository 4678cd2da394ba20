"""`paiju check-game NAME`: play a game in every way, look for faults, and say how to repeat them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final

import msgspec

from games.kit.elsewhere import plays_the_same_elsewhere
from games.kit.kept import promises, read, taken_down
from games.kit.met import coverage
from games.kit.playthrough import lines_of
from games.kit.promise import Broken
from games.kit.search import Finding, Search, answers_at_once
from games.kit.suite import CHECKS, OF_GAMES
from games.simple.fields import who_sees
from server.offered_games import look

from .choice import game_named

AT_ONCE: Final = answers_at_once.__name__
ELSEWHERE: Final = plays_the_same_elsewhere.__name__
BEFORE: Final = 4
"""Lines of a match to print before the repeated step."""
FEW: Final = 12
"""The most names to print of things that never occurred."""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=60, help="how long to play (default: 60)")
    parser.add_argument("--seed", default="kit", help="seed of the matches")
    parser.add_argument("--match", type=int, help="only this match of them, as a finding names it")
    parser.add_argument("--step", type=int, help="only this step of it")
    parser.add_argument("--strict", action="store_true", help="fail for warnings, too")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="take down what rooms keep of this version")
    parser.add_argument("--against", type=Path, metavar="FILE", help="check what rooms of that version would meet")
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(chosen: Namespace) -> int:
    search = Search(game_named(chosen.game), chosen.seed)
    if chosen.match is not None:
        return _once_more(search, chosen.match, chosen.step)
    if chosen.keep is not None:
        chosen.keep.write_bytes(taken_down(search.game, chosen.seed))
        print(f"{chosen.keep} has what rooms keep of {search.game.id}, version {search.game.version}")
        return 0
    if chosen.against is not None:
        return _against(search, chosen.against)
    search.try_one("can_be_offered", lambda: look(search.game))
    search.before()
    began = monotonic()
    with suppress(KeyboardInterrupt):
        if not chosen.json:
            _tell(search, ["can_be_offered", *OF_GAMES])
        for _ in search.run(chosen.seconds):
            _progress(search, monotonic() - began, chosen.seconds)
    search.after()
    search.try_one(ELSEWHERE, lambda: plays_the_same_elsewhere(search.game, search.seed))
    _progress(search, 0, 0)
    if chosen.json:
        print(_json(search))
    else:
        _tell(search, [*(name for name in CHECKS if name not in OF_GAMES), AT_ONCE, ELSEWHERE])
        _summary(search)
    return 1 if any(chosen.strict or found.grade == "broken" for found in search.findings.values()) else 0


def _against(search: Search, file: Path) -> int:
    """Check the rooms that are open now against the new version."""
    game = search.game
    try:
        kept = read(game, file.read_bytes())
    except (OSError, Broken) as problem:
        print(problem, file=sys.stderr)
        return 2
    owed = dict(promises(game, kept))
    for name, promise in owed.items():
        search.try_one(name, promise)
    _tell(search, [*owed])
    broken = len(search.findings)
    told = f"breaks {broken} of {len(owed)} promises" if broken else "keeps every promise"
    print(f"{game.id}, version {game.version}, {told} to rooms of version {kept.version}")
    return 1 if broken else 0


def _tell(search: Search, names: list[str]) -> None:
    for name in names:
        found = [finding for finding in search.findings.values() if finding.check == name]
        broken = any(finding.grade == "broken" for finding in found)
        said = name.replace("_", " ")
        if name in search.tried:
            print(f"{'BROKEN' if broken else 'ok':<7} {said}", flush=True)
        else:
            print(f"{'-':<7} {said}: not checked", flush=True)
        for finding in found:
            print("\n".join(_lines(search, finding)))


def _lines(search: Search, finding: Finding) -> Iterator[str]:
    times = f" ({finding.times} times)" if finding.times > 1 else ""
    yield f"{'warning' if finding.grade == 'doubt' else '':<7} {finding.text}{times}"
    if finding.setting is not None:
        at = f", action {finding.step}" if finding.step else ""
        yield f"        {finding.setting}{at}"
    if again := finding.again(search.game.id):
        yield f"        again: {again}"


def _summary(search: Search) -> None:
    for line in who_sees(search.game):
        print(f"seen    {line}")
    print(f"played  {search.matches} matches, {search.actions} actions")
    with suppress(Exception):  # faults in the declarations have already been reported
        for kind, met, there, never in coverage(search.game, search.tally):
            few = ", ".join(never[:FEW]) + (f" and {len(never) - FEW} more" if len(never) > FEW else "")
            print(f"met     {met} of {there} {kind}{f'; never {few}' if never else ''}")
    broken = {finding.check for finding in search.findings.values() if finding.grade == "broken"}
    name = search.game.id
    print(f"{name} breaks {len(broken)} of its promises" if broken else f"{name} keeps every promise")


def _progress(search: Search, passed: float, seconds: float) -> None:
    """Show the progress in one line, which is overwritten and finally erased."""
    if sys.stderr.isatty():
        found = f", {len(search.findings)} found" if search.findings else ""
        text = f"{search.matches} matches, {search.actions} actions{found}; {passed:.0f} of {seconds:.0f} s"
        print(f"\r\x1b[K{text if seconds else ''}", end="", file=sys.stderr, flush=True)


def _json(search: Search) -> str:
    found = [
        {
            "check": finding.check, "grade": finding.grade, "text": finding.text, "times": finding.times,
            "setting": str(finding.setting or ""), "match": finding.match, "step": finding.step,
            "again": finding.again(search.game.id),
        }
        for finding in search.findings.values()
    ]  # fmt: skip
    met = {}
    with suppress(Exception):
        met = {
            kind: {"met": met, "of": there, "never": never}
            for kind, met, there, never in coverage(search.game, search.tally)
        }
    whole = {"game": search.game.id, "matches": search.matches, "actions": search.actions}
    return msgspec.json.encode({**whole, "findings": found, "met": met}).decode()


def _once_more(search: Search, number: int, step: int | None) -> int:
    """Repeat one match up to the step, and print the findings there, with the game's own lines that led to them."""
    match = search.again(number, step)
    if match is not None:
        print(f"{search.game.id}: {match.setting}")
        with suppress(Broken):
            upto = len(match.moments) if step is None else min(step, len(match.moments))
            for line in list(lines_of(match))[max(0, upto - BEFORE) : upto + 1]:
                print(line)
    for finding in search.findings.values():
        print(f"{'warning' if finding.grade == 'doubt' else 'BROKEN'}  {finding.check.replace('_', ' ')}")
        print(f"        {finding.text}")
        if finding.trace:
            print(finding.trace.rstrip())
    if not search.findings:
        print("nothing is wrong here now")
    return 1 if search.findings else 0
