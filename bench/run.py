#!/usr/bin/env python3
"""Measures servers: runs each on one core, drives it from the other, repeats this in turns, and prints ratios.

bench/run.py                                    every target at full speed, with ratios to raw-echo
bench/run.py --source                           the sources, not the compiled release
bench/run.py --targets uno --mode paced --rate 1000
bench/run.py --targets raw-echo,edge-echo --mode idle --conns 2000
bench/run.py --targets uno --peers DIR --peers-home HOME     beside boardgame.io and Colyseus (see README)
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import peers
from targets import TARGETS, Target

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SERVER_CORE, CLIENT_CORE = "0", "1"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--targets", default="raw-echo,edge-echo,uno,uno-two-workers")
    parser.add_argument("--source", action="store_true", help="measure the sources; otherwise run `make release` first")
    parser.add_argument("--mode", default="saturate", choices=["saturate", "paced", "idle"])
    parser.add_argument("--reps", type=int, default=3)
    parser.add_argument("--rooms", type=int, default=64)
    parser.add_argument("--duration", type=float, default=6)
    parser.add_argument("--warmup", type=float, default=2)
    parser.add_argument("--rate", type=float, default=1000, help="paced: moves per second over all rooms")
    parser.add_argument("--conns", type=int, default=2000, help="idle: connections")
    parser.add_argument("--base", default="", help="the target that ratios refer to; the first one by default")
    parser.add_argument("--peers", type=Path, help="a folder with other servers' targets and load adapters")
    parser.add_argument("--peers-home", type=Path, help="where their packages are installed")
    parser.add_argument("--out", type=Path, help="append each run as a line of JSON")
    a = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    load = {
        "saturate": ["--rooms", a.rooms, "--warmup", a.warmup, "--duration", a.duration],
        "paced": ["--rooms", a.rooms, "--warmup", a.warmup, "--duration", a.duration, "--rate", a.rate],
        "idle": ["--idle", a.conns],
    }[a.mode]
    if not a.source:
        subprocess.run(["make", "--silent", "release"], cwd=ROOT, check=True)
    code = ROOT if a.source else ROOT / "build" / "release"
    names = a.targets.split(",")
    rows: list[dict[str, Any]] = []
    for rep in range(a.reps):
        for name in names:
            if name in TARGETS:
                row = run_one(TARGETS[name], [str(word) for word in load], code)
            else:
                row = peers.run_one(name, a.peers, a.peers_home, [str(word) for word in load])
            rows.append({"target": name, "rep": rep, "mode": a.mode, **row})
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
            if a.out:
                with a.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(rows[-1]) + "\n")
    report(rows, names, a.base or names[0], idle=a.mode == "idle")
    return int(any(row.get("stalled_rooms") or row.get("rejected") for row in rows))


def run_one(target: Target, load: list[str], code: Path) -> dict[str, Any]:
    with ExitStack() as stack:
        fill = {"python": sys.executable, "servers": str(HERE / "servers")}
        env = {**os.environ, **target.env, "PYTHONPATH": f"{code}:{HERE / 'servers'}"}
        aux: list[str] = []
        if target.store:
            folder = stack.enter_context(folder_in(target.store))
            env["PAIJU_DATA"] = str(folder)
        ports = [free_port() for _ in range(target.workers)]
        processes = []
        for port in ports:
            words = [word.format(**fill, port=port) for word in target.command]
            processes.append(stack.enter_context(running(words, env, port)))
        if target.store:
            aux = [(Path(env["PAIJU_DATA"]) / "db.pid").read_text().strip()]
            subprocess.run(["taskset", "-acp", CLIENT_CORE, aux[0]], check=True, stdout=subprocess.DEVNULL)
        options = list(target.options)
        if target.workers > 1:
            options.append("urls=" + ",".join(f"http://127.0.0.1:{port}" for port in ports))
        words = [
            "node",
            str(HERE / "loadgen" / "main.mjs"),
            "--adapter",
            target.adapter,
            "--url",
            f"http://127.0.0.1:{ports[0]}",
        ]
        words += ["--server-pids", ",".join(str(process.pid) for process in processes), *load]
        words += ["--aux-pids", ",".join(aux)] if aux else []
        for option in options:
            words += ["--opt", option]
        done = subprocess.run(
            ["taskset", "-c", CLIENT_CORE, *words], capture_output=True, text=True, timeout=300, check=False
        )
        if done.returncode:
            raise SystemExit(done.stderr[-2000:])
        found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
        return found


@contextmanager
def folder_in(where: str) -> Iterator[Path]:
    """A folder for a store, in memory or on disk."""
    base = "/dev/shm" if where == "memory" and Path("/dev/shm").is_dir() else None
    folder = Path(tempfile.mkdtemp(prefix="paiju-bench-", dir=base))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(words: list[str], env: dict[str, str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run the server until the block ends."""
    process = subprocess.Popen(["taskset", "-c", SERVER_CORE, *words], env=env, cwd=ROOT)
    try:
        wait_for(port, process)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise SystemExit(f"the server ended with {process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise SystemExit("the server does not listen")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def report(rows: list[dict[str, Any]], names: list[str], base: str, *, idle: bool) -> None:
    """Print medians over the repetitions. Ratios are computed within each repetition."""

    def median(name: str, key: str) -> float:
        return statistics.median(row[key] for row in rows if row["target"] == name)

    if idle:
        for name in names:
            ratio = median(name, "kb_per_conn") / median(base, "kb_per_conn")
            print(f"{name:24} {median(name, 'kb_per_conn'):7.1f} KB a connection {ratio:6.2f} x {base}")
        return
    by_rep = {(row["target"], row["rep"]): row for row in rows}
    print(
        f"\n{'target':24} {'moves/s':>9} {'us/move':>9} {'x cpu':>7} {'p50 ms':>8} {'p99 ms':>8}"
        f" {'down B':>8} {'store us':>9}"
    )
    for name in names:
        reps = [row["rep"] for row in rows if row["target"] == name]
        ratio = statistics.median(
            by_rep[base, rep]["server_us_move"] / by_rep[name, rep]["server_us_move"] for rep in reps
        )
        print(
            f"{name:24} {median(name, 'moves_s'):9.0f} {median(name, 'server_us_move'):9.1f} {ratio:7.2f}"
            f" {median(name, 'p50_ms'):8.2f} {median(name, 'p99_ms'):8.2f} {median(name, 'down_b_move') / 4:8.1f}"
            f" {median(name, 'aux_us_move'):9.1f}"
        )


if __name__ == "__main__":
    sys.exit(main())
