"""`paiju gallery GAME`: finds, for each phase and seat, the first state in which each action or event happens."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from pathlib import Path
from time import monotonic
from typing import Final

import msgspec

from games.kit.gallery import Gallery

from .choice import game_named

EVERY_S: Final = 1.0
"""Seconds between writes of the file."""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game")
    parser.add_argument("--seconds", type=float, default=10, help="how long to play (default: 10)")
    parser.add_argument("--seed", default="gallery", help="seed of the matches")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put what is found there, as msgpack")


def run(chosen: Namespace) -> int:
    gallery = Gallery(game_named(chosen.game), chosen.seed)
    began = written = monotonic()
    for _ in gallery.more():
        now = monotonic()
        if chosen.write and now - written > EVERY_S:
            _write(gallery, chosen.write)
            written = now
        if now - began > chosen.seconds:
            break
    if chosen.write:
        _write(gallery, chosen.write)
        return 0
    _tell(gallery)
    return 0


def _write(gallery: Gallery, file: Path) -> None:
    """Replace the file in one step, because another process may read it."""
    beside = file.with_suffix(".new")
    beside.write_bytes(msgspec.msgpack.encode([*gallery.found.values()]))
    beside.replace(file)


def _tell(gallery: Gallery) -> None:
    phases: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for phase, what, _ in gallery.found:
        phases[phase][what] += 1
    for phase, found in phases.items():
        print(f"{phase}: {', '.join(f'{what} ({seats})' for what, seats in sorted(found.items()))}")
    print(
        f"{len(gallery.found)} states, {len(gallery.pairs)} pairs of phase and action, {gallery.matches} matches",
        file=sys.stderr,
    )
