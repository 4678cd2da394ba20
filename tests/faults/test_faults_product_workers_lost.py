"""Workers that are alive but do not serve are killed and replaced, and every process that is told to end does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from server.store.embedded.launcher import answer_of
from tests.support.served import PAIJU, Served

PROGRAM = (sys.executable, str(Path(__file__).with_name("broken_worker.py")))
LOST, OVER = 4.0, 3.0  # in place of the product's patience: tests have less


@pytest.fixture
def tmp() -> Iterator[Path]:
    """Where programs put what they need for a while. The names of tests' own folders are too long for sockets."""
    with tempfile.TemporaryDirectory(prefix="lost-") as name:
        yield Path(name)


@pytest.fixture
def broken(tmp_path: Path, tmp: Path) -> Iterator[Callable[..., Served]]:
    """Starts a server that breaks in some way; whatever happens, nothing of it is left."""
    served = []

    def start(how: str, *, workers: int = 2, ready: bool = True, **times: float) -> Served:
        env = {name: str(value) for name, value in ({"LOST_S": LOST, "END_S": OVER, "START_S": 20} | times).items()}
        env |= {"BREAK": how, "TMPDIR": str(tmp)}
        one = Served(tmp_path, workers=workers, program=PROGRAM, env=env)
        served.append(one)
        if not ready:
            return one.spawn()
        one.start()
        wait(lambda: len(told(one, "worker ready")) == workers)
        return one

    yield start
    for one in served:
        one.end()


def wait(condition: Callable[[], object], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def told(server: Served, text: str) -> list[dict[str, Any]]:
    """The lines of its log that say so."""
    lines = [json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{")]
    return [line for line in lines if text in line["text"]]


def has_started(server: Served, workers: int) -> bool:
    """Have so many been ready by now, replaced ones among them?"""
    return len(told(server, "worker ready")) == workers


def all_new(server: Served, before: list[int]) -> bool:
    now = server.workers_pids()
    return len(now) == len(before) and not set(now) & set(before)


def answers(server: Served) -> bool:
    """Whichever worker the system hands a connection to."""
    return all(server.ready for _ in range(8))


@pytest.mark.parametrize("how", ["listener closed", "listener shut"])
def test_workers_that_have_lost_their_listeners_end_and_are_replaced(broken, how: str):
    """Both at once, and once more: nobody listened, and nobody was replaced."""
    server = broken(how)
    for turn in (1, 2):
        before = server.workers_pids()
        for pid in before:
            os.kill(pid, signal.SIGUSR1)
        wait(partial(all_new, server, before))
        wait(partial(has_started, server, 2 * turn + 2))
        assert answers(server)
    assert [line["exitcode"] for line in told(server, "replacing it")] == [70] * 4
    assert server.terminate() == 0


@pytest.mark.parametrize(
    ("how", "number", "code"),
    [
        ("asleep", signal.SIGUSR1, 71),
        ("held", signal.SIGUSR1, -signal.SIGKILL),
        ("held", signal.SIGSTOP, -signal.SIGKILL),
    ],
    ids=["asleep", "held", "stopped"],
)
def test_a_worker_whose_loop_is_lost_is_replaced(broken, how: str, number: signal.Signals, code: int):
    server = broken(how)
    first, second = server.workers_pids()
    os.kill(first, number)
    wait(lambda: len(server.workers_pids()) == 2 and first not in server.workers_pids())
    wait(lambda: len(told(server, "worker ready")) == 3)
    assert answers(server)
    assert second in server.workers_pids(), "the other one has gone on"
    assert [line["exitcode"] for line in told(server, "replacing it")] == [code]
    if how == "asleep":
        (line,) = told(server, "event loop is stuck")
        assert "sleep_for_ever" in line["stack"], "it says where it hangs"


def test_what_takes_long_is_no_loss(broken):
    """A game at the end of its budget, and a whole server that was stopped for longer than its patience."""
    server = broken("slow")
    before = server.workers_pids()
    for pid in before:
        os.kill(pid, signal.SIGUSR1)
    wait(lambda: answers(server))
    os.killpg(server.process.pid, signal.SIGSTOP)
    time.sleep(LOST + 1)
    os.killpg(server.process.pid, signal.SIGCONT)
    began = time.monotonic()
    while time.monotonic() < began + 2:
        assert server.workers_pids() == before
        assert answers(server)
    assert not server.errors()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_worker_that_does_not_end_is_killed(tmp_path: Path, tmp: Path, broken, workers: int, number: signal.Signals):
    server = broken("never closes", workers=workers)
    pids = server.workers_pids()
    began = time.monotonic()
    assert server.interrupt(number) == 72
    assert time.monotonic() - began < OVER + 8
    assert told(server, "did not stop")
    assert answer_of(tmp_path / "data" / "db.sock") == "", "the store that came along has gone with it"
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
    assert not list(tmp.iterdir())


@pytest.mark.parametrize("how", ["held", "asleep"])
def test_a_lost_loop_does_not_keep_a_server_from_ending(broken, how: str):
    server = broken(how, LOST_S=60)
    os.kill(server.workers_pids()[0], signal.SIGUSR1)
    began = time.monotonic()
    assert server.terminate() == 72
    assert time.monotonic() - began < OVER + 8


@pytest.mark.parametrize(("how", "code"), [("listener closed", 70), ("asleep", 71)])
def test_a_single_worker_that_does_not_serve_ends_with_a_code(tmp_path: Path, broken, how: str, code: int):
    """Who has started it sees that, and starts it again."""
    server = broken(how, workers=1)
    server.process.send_signal(signal.SIGUSR1)
    assert server.process.wait(LOST + 15) == code
    assert answer_of(tmp_path / "data" / "db.sock") == ""


def test_workers_that_keep_dying_are_replaced_ever_more_slowly(broken):
    server = broken("dies at once", ready=False)
    wait(lambda: len(told(server, "replacing it")) >= 6, 60)
    lines = [line for line in told(server, "replacing it") if line["number"] == 1]
    pauses = [line["seconds"] for line in lines]
    assert pauses[:3] == [0, 1, 2]
    assert all(line["exitcode"] == 3 for line in lines)
    began = time.monotonic()
    assert server.terminate() == 0
    assert time.monotonic() - began < 10, "a pause holds nothing up"


def test_a_worker_that_never_becomes_ready_is_replaced(broken):
    server = broken("never ready", ready=False, START_S=5)
    wait(lambda: len(told(server, "replacing it")) >= 2, 60)
    assert {line["exitcode"] for line in told(server, "replacing it")} == {-signal.SIGKILL}
    assert told(server, "does not serve")


def test_workers_end_with_their_parent_and_leave_nothing_behind(tmp_path: Path, tmp: Path):
    server = Served(tmp_path, workers=2, program=(PAIJU, "serve"), env={"TMPDIR": str(tmp)})
    try:
        server.start()
        wait(lambda: len(told(server, "worker ready")) == 2)
        pids = server.workers_pids()
        assert list(tmp.iterdir())
        server.process.kill()
        server.process.wait(10)
        wait(lambda: not [pid for pid in pids if Path(f"/proc/{pid}").exists()])
        assert not list(tmp.iterdir())
        assert "Traceback" not in server.log.read_text()
    finally:
        server.end()


POOL = """
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from server.rooms.bot_pool import _undisturbed
if __name__ == "__main__":
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_undisturbed)
    print(pool.submit(os.getpid).result(), flush=True)
    os._exit(3)  # as a worker ends that is killed
"""


def test_what_thinks_for_a_worker_ends_with_it(tmp_path: Path):
    """It would wait for work forever: one more process for each worker that was replaced."""
    program, said = tmp_path / "pool.py", tmp_path / "said"
    program.write_text(POOL)
    with said.open("wb") as out:
        subprocess.run([sys.executable, str(program)], stdout=out, timeout=30, check=False)
    thinker = int(said.read_text())
    try:
        wait(lambda: not Path(f"/proc/{thinker}").exists(), 10)
    finally:
        with suppress(ProcessLookupError):
            os.kill(thinker, signal.SIGKILL)
