"""What operators see when they start and stop `paiju serve`, and what they are told when it fails."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from server.store.embedded.launcher import RESTARTS, Embedded, answer_of
from tests.support.served import PAIJU, Served, clean_environment, serve
from tests.support.stores import free_port

PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_FOWNER = 24, 1, 3


def told(*words: str, preexec_fn: Callable[[], None] | None = None, **settings: str) -> tuple[int, str, str]:
    """Exit code, output and errors of a start that is to fail."""
    run = subprocess.run(
        [PAIJU, "serve", "--quiet", *words],
        env=clean_environment(**settings),
        capture_output=True,
        text=True,
        timeout=30,
        preexec_fn=preexec_fn,
    )
    return run.returncode, run.stdout, run.stderr


def one_sentence(text: str) -> bool:
    return text.count("\n") == 1 and "Traceback" not in text and len(text) < 300


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_control_c_ends_it_cleanly(tmp_path: Path, workers: int, number: signal.Signals):
    with serve(tmp_path, workers=workers) as server:
        assert server.interrupt(number) == 0
        written = server.log.read_text()
        assert "Traceback" not in written
        assert not server.errors()
        assert answer_of(tmp_path / "data" / "db.sock") == "", "the store that came along has gone with it"


@pytest.mark.parametrize("workers", [1, 2])
def test_a_store_that_keeps_dying_ends_it_with_the_reason(tmp_path: Path, workers: int):
    store = Embedded(tmp_path / "data")
    with serve(tmp_path, workers=workers) as server:
        for _ in range(RESTARTS + 1):
            while (pid := store.pid()) is None:
                time.sleep(0.01)
            os.kill(pid, signal.SIGKILL)
            while store.pid() == pid:
                time.sleep(0.01)
        assert server.process.wait(30) == 1
        assert f"The store has died {RESTARTS} times in half an hour" in server.log.read_text().splitlines()[-1]


def test_control_c_while_it_starts_leaves_nothing_behind(tmp_path: Path):
    server = Served(tmp_path).spawn()
    try:
        while not (tmp_path / "data").exists() and server.process.poll() is None:
            pass
        assert server.interrupt() in (0, 130)
        assert "Traceback" not in server.log.read_text()
        assert answer_of(tmp_path / "data" / "db.sock") == ""
    finally:
        server.end()


def test_the_second_start_takes_less_than_three_seconds(tmp_path: Path):
    with serve(tmp_path) as server:
        server.interrupt()
        took = server.start()
        if took >= 3:  # a busy machine; what is slow by itself is slow twice
            server.interrupt()
            took = server.start()
        assert took < 3


def test_it_says_where_the_table_is(tmp_path: Path):
    server = Served(tmp_path, port=free_port())
    with subprocess.Popen(
        [PAIJU, "serve", "--port", str(server.port), "--host", "127.0.0.1", "--data", str(tmp_path / "data")],
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout.readline() == "\n"
        assert f"http://localhost:{server.port}" in process.stdout.readline()
        while not server.ready:
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path):
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen()
        port = str(other.getsockname()[1])
        code, out, err = told("--port", port, "--data", str(tmp_path))
    assert (code, out) == (1, "")
    assert one_sentence(err)
    assert f"port {port}" in err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_port_that_another_paiju_holds_is_one_sentence(tmp_path: Path, workers: str):
    """Workers share their port among themselves, not with another host's server."""
    with serve(tmp_path / "a", workers=2) as server:
        code, _, err = told("--port", str(server.port), "--data", str(tmp_path / "b"), "--workers", workers)
    assert code == 1
    assert one_sentence(err)
    assert f"port {server.port}" in err


def as_anybody() -> None:
    """Runs in the child: not even root may write where the folder's mode says no."""
    libc = ctypes.CDLL(None)
    for capability in (CAP_DAC_OVERRIDE, CAP_FOWNER):
        libc.prctl(PR_CAPBSET_DROP, capability)


def test_a_folder_that_may_not_be_written_is_one_sentence(tmp_path: Path):
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o555)
    code, out, err = told("--port", "0", "--data", str(folder / "data"), preexec_fn=as_anybody)
    assert (code, out) == (1, "")
    assert one_sentence(err)
    assert str(folder) in err
    assert "Permission denied" in err


def test_a_file_where_the_folder_should_be_is_one_sentence(tmp_path: Path):
    file = tmp_path / "file"
    file.touch()
    code, _, err = told("--port", "0", "--data", str(file))
    assert code == 1
    assert one_sentence(err)
    assert str(file) in err


@pytest.mark.parametrize(
    "address", ["redis://127.0.0.1:{port}", "unix:///nowhere/db.sock", "redis://no.such.host.invalid:6379"]
)
@pytest.mark.parametrize("words", [(), ("--workers", "2")], ids=["alone", "two workers"])
def test_a_store_that_cannot_be_reached_is_one_sentence(address: str, words: Sequence[str]):
    address = address.format(port=free_port())
    code, out, err = told("--port", "0", *words, PAIJU_STORE=address)
    assert (code, out) == (1, "")
    assert one_sentence(err)
    assert "store" in err


def test_an_invalid_address_is_one_sentence():
    code, _, err = told("--port", "0", PAIJU_STORE="mysql://x")
    assert code in (1, 2)
    assert one_sentence(err)


def test_workers_find_one_another_where_temporary_files_have_long_paths(tmp_path: Path):
    folder = tmp_path / ("x" * 100)
    folder.mkdir()
    with serve(tmp_path, workers=2, env={"TMPDIR": str(folder)}) as server:
        assert server.interrupt() == 0
        assert not server.errors()


def test_two_hosts_may_share_a_data_folder(tmp_path: Path):
    """The second one joins the store, and keeps it when the first one leaves."""
    with serve(tmp_path / "a") as first:
        env = {"PAIJU_DATA": str(tmp_path / "a" / "data")}
        second = Served(tmp_path / "b", store=" ", env=env)
        try:
            second.start()
            assert first.interrupt() == 0
            with urllib.request.urlopen(f"{second.url}/readyz", timeout=5) as answer:
                assert answer.status == 200
            assert second.interrupt() == 0
            assert answer_of(tmp_path / "a" / "data" / "db.sock") == ""
        finally:
            second.end()
