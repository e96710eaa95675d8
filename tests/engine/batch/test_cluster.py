"""A batch done by a real scheduler with several worker processes, one of which is killed in the middle."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plyscope.batch.batch import prepare
from plyscope.batch.cluster import ClusterRun
from plyscope.batch.measuring import do_task
from plyscope.cli.main import run_command
from plyscope.files.sources import load
from plyscope.messages import InputError

from tests.places import SOURCE_ROOTS

pytestmark = pytest.mark.full
WORKERS = 3
TIMEOUT = 60
"""Seconds."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its workers."""
    pytest.importorskip("distributed")
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    environment = {**os.environ, "PYTHONPATH": SOURCE_ROOTS, "TMPDIR": str(folder)}

    def start(*command: str) -> subprocess.Popen[bytes]:
        module = [sys.executable, "-m", *command, "--scheduler-file", str(file), "--no-dashboard"]
        return subprocess.Popen(
            module, cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    scheduler = start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0")
    while not file.exists() or not file.read_text(encoding="utf-8"):
        assert scheduler.poll() is None, "the scheduler does not start"
        time.sleep(0.1)
    address = json.loads(file.read_text(encoding="utf-8"))["address"]
    workers = [start("distributed.cli.dask_worker", "--no-nanny", "--nthreads", "1") for _ in range(WORKERS)]
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


def without_times(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    ordered = sorted(results, key=lambda result: int(result["number"]))
    return [{**one, "rows": [{**row, "seconds": 0} for row in one["rows"]]} for one in ordered]


def test_nothing_is_lost_or_counted_twice_when_a_worker_is_killed(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    address, workers = cluster
    positions = [
        (text, load(text)) for text in (f"connectfour:{column}{other}" for column in "1234" for other in "147")
    ]
    batch = prepare(positions, ["minimax", "alphabeta", "alphabeta:order=center"], (1, 5), 100_000)
    results: list[dict[str, Any]] = []
    with ClusterRun(address, batch.settings, batch.tasks) as run:
        while not run.is_done:
            result = run.poll(0.1)
            if result is not None:
                results.append(result)
                if len(results) == 5:
                    os.kill(workers[0].pid, signal.SIGKILL)
    assert len(results) == len(batch.tasks)
    assert without_times(results) == without_times([do_task(batch.settings, task) for task in batch.tasks])


def test_the_command_gives_its_work_to_the_scheduler(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, _ = cluster
    command = ["batch", "tictactoe:", "nim:3,4,5", "--depths", "1-3", "--algorithms", "minimax alphabeta", "--json"]
    assert run_command([*command, "--cluster", address, "-o", str(tmp_path / "there.csv")]) == 0
    there = json.loads(capsys.readouterr().out)
    assert run_command([*command, "-o", str(tmp_path / "here.csv")]) == 0
    here = json.loads(capsys.readouterr().out)
    for facts in (there, here):
        for line in facts["summary"]:
            line["seconds"] = 0
    assert there == here


def test_a_result_that_is_lost_with_its_process_is_waited_for_again(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    batch = prepare([("tictactoe:", load("tictactoe:"))], ["alphabeta"], (1, 1), 100_000)
    with ClusterRun(cluster[0], batch.settings, batch.tasks) as run:
        (future,) = run._waiting
        future.result()
        future._state.lose()
        ends = time.monotonic() + TIMEOUT
        while run._done.empty():
            assert time.monotonic() < ends
            time.sleep(0.05)
        assert run.poll(0.1) is None
        assert not run.is_done
        future._state.finish()
        assert run.poll(TIMEOUT)
        assert run.is_done


@pytest.fixture
def collected() -> Iterator[None]:
    """A client that could not begin is collected before the next one begins, not by chance in the thread of that one.

    There it would end itself, and wait for a lock that is held until that thread has begun.
    """
    yield
    gc.collect()


@pytest.mark.usefixtures("collected")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense:", "http://x"])
def test_an_address_without_a_scheduler_is_one_line(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("plyscope.batch.cluster.CONNECT_TIMEOUT", 1)
    with pytest.raises(InputError, match="there is no scheduler at"):
        ClusterRun(address, {}, [])
    gc.collect()
    assert run_command(["batch", "tictactoe:", "--depths", "1", "--cluster", address]) == 1
    assert capsys.readouterr().err.count("\n") == 1
