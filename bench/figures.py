#!/usr/bin/env python3
"""Prints the tables of docs/performance.md: rooms on one core, moves at full speed, and the cost of a million moves.

bench/figures.py             the release, on an otherwise idle machine
bench/figures.py --source    the sources
bench/figures.py --quick     small sizes, to check that it works
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from run import ROOT, run_one
from targets import TARGETS

Row = dict[str, Any]

SECONDS_BETWEEN_MOVES: Final = 4.0  # in a room with people
MILLION: Final = 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", action="store_true", help="measure the sources; otherwise run `make release` first")
    parser.add_argument("--quick", action="store_true", help="small sizes")
    a = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if not a.source:
        subprocess.run(["make", "--silent", "release"], cwd=ROOT, check=True)
    code = ROOT if a.source else ROOT / "build" / "release"
    if a.quick:
        people((16,), 4, code)
        full_speed((8,), 1, code)
        million(("uno",), 8, 1, code)
        return 0
    people((250, 500, 1000, 2000), 6, code)
    full_speed((16, 64, 256, 1024), 6, code)
    million(("uno", "shandong", "uno-gathered", "uno-two-workers"), 64, 6, code)
    return 0


def measured(name: str, rooms: int, seconds: float, code: Path, rate: float = 0) -> Row:
    """One run of a target, with progress on standard error."""
    print(f"{name}, {rooms} rooms …", file=sys.stderr, flush=True)
    load = {"--rooms": rooms, "--warmup": min(2.0, seconds), "--duration": seconds, "--rate": rate}
    return run_one(TARGETS[name], [str(word) for pair in load.items() for word in pair], code)


def people(sizes: tuple[int, ...], seconds: float, code: Path) -> None:
    """Measure rooms of four people who take their time: how many of them one core can serve."""
    print(f"\nA move every {SECONDS_BETWEEN_MOVES:g} s in each room of four:\n")
    print("| rooms | sockets | moves/s | one core | p50 ms | p99 ms | server KB a room | store KB a room |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for rooms in sizes:
        row = measured("uno", rooms, seconds, code, rooms / SECONDS_BETWEEN_MOVES)
        share = row["server_us_move"] * row["moves_s"] / MILLION
        print(
            f"| {rooms:,} | {4 * rooms:,} | {row['moves_s']:,.0f} | {share:.1%} "
            f"| {row['p50_ms']:.2f} | {row['p99_ms']:.2f} "
            f"| {row['server_kb'] / rooms:.0f} | {row['aux_kb'] / rooms:.1f} |",
            flush=True,
        )


def full_speed(sizes: tuple[int, ...], seconds: float, code: Path) -> None:
    """Measure programs that move as soon as it is their turn: the cost of a move by the number of rooms."""
    print("\nAs fast as programs can:\n")
    print("| rooms | moves/s | µs a move | store µs | bytes down, a player |")
    print("|---:|---:|---:|---:|---:|")
    for rooms in sizes:
        row = measured("uno", rooms, seconds, code)
        print(
            f"| {rooms:,} | {row['moves_s']:,.0f} | {row['server_us_move']:.1f} | {row['aux_us_move']:.1f} "
            f"| {row['down_b_move'] / 4:.1f} |",
            flush=True,
        )


def million(names: tuple[str, ...], rooms: int, seconds: float, code: Path) -> None:
    """Print the cost of a million moves of four players."""
    print("\nA million moves, at that speed:\n")
    print("| | server, s of a core | store, s of a core | MB down | MB up |")
    print("|---|---:|---:|---:|---:|")
    for name in names:
        row = measured(name, rooms, seconds, code)
        print(
            f"| {name} | {row['server_us_move']:.0f} | {row['aux_us_move']:.0f} | {row['down_b_move']:.0f} "
            f"| {row['up_b_move']:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    sys.exit(main())
