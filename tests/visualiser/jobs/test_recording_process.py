"""The process that records, driven by its pipes alone, as a window would and as no window would."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plyscope import Trace, record
from plyscope.files.sources import load
from plyscope_window.jobs import recording_process
from plyscope_window.jobs.recording_protocol import Request, message_from

from tests.places import ROOT

LONG = load("connectfour:")


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    started = subprocess.Popen(
        [sys.executable, "-P", "-m", "plyscope_window.jobs.recording_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    with started:
        yield started
        started.kill()


def send(process: subprocess.Popen[bytes], line: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(line)
    process.stdin.flush()


def heard(process: subprocess.Popen[bytes]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None
    yield from map(json.loads, process.stdout)


def heard_until(process: subprocess.Popen[bytes], key: str) -> dict[str, Any]:
    return next(facts for facts in heard(process) if key in facts)


def test_it_loads_nothing_of_qt() -> None:
    code = (
        "import sys, plyscope_window.jobs.recording_process; print([name for name in sys.modules if 'PySide6' in name])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert found.stdout == "[]\n"


def test_it_records_what_it_is_asked_for(process: subprocess.Popen[bytes], tmp_path: Path) -> None:
    position = load("sample:tictactoe/hebrew")
    send(process, Request.of(position, {}, (tmp_path / "x.plytrace",)).line)
    said = list(heard(process))
    assert said[0]["remark"] is None
    assert said[0]["estimate"] == pytest.approx(8, abs=2)
    assert [list(facts) for facts in said[1:]] == [
        ["frames", "seconds"],
        ["saving"],
        ["ended", "frames", "complete", "seconds"],
    ]
    assert process.wait() == 0
    record(position).save(tmp_path / "y.plytrace")
    assert (tmp_path / "x.plytrace").read_bytes() == (tmp_path / "y.plytrace").read_bytes()


def test_without_a_request_it_just_ends(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    process.stdin.close()
    assert list(heard(process)) == []
    assert process.wait() == 0


@pytest.mark.parametrize("how", ["order", "end of orders", "both ends gone", "asked to end"])
def test_stopped_in_whatever_way_it_keeps_what_there_is(
    process: subprocess.Popen[bytes], tmp_path: Path, how: str
) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    path = tmp_path / "x.plytrace"
    send(process, Request.of(LONG, {"depth": 30}, (path,)).line)
    heard_until(process, "frames")
    process.send_signal(signal.SIGINT)
    heard_until(process, "frames")
    if how == "order":
        send(process, b"stop\n")
    elif how == "asked to end":
        process.send_signal(signal.SIGTERM)
    else:
        process.stdin.close()
        if how == "both ends gone":
            process.stdout.close()
    assert process.wait(10) == 0
    trace = Trace.open(path)
    assert not trace.complete
    assert len(trace) > 1000
    assert list(tmp_path.iterdir()) == [path]


def test_it_asks_again_and_again(process: subprocess.Popen[bytes], tmp_path: Path) -> None:
    send(process, Request.of(LONG, {"depth": 30}, (tmp_path / "x.plytrace",), ask_at=10_000).line)
    first = heard_until(process, "asks")["asks"]
    assert first >= 10_000
    send(process, b"go on\n")
    second = heard_until(process, "asks")["asks"]
    assert second >= first + 10_000
    assert process.stdin is not None
    process.stdin.close()
    done = heard_until(process, "ended")
    assert (done["complete"], done["frames"] >= second) == (False, True)


def test_a_limit_is_kept_to(process: subprocess.Popen[bytes], tmp_path: Path) -> None:
    send(process, Request.of(LONG, {"depth": 30}, (tmp_path / "x.plytrace",), limit=777).line)
    done = heard_until(process, "ended")
    assert (done["frames"], done["complete"]) == (777, False)
    assert Trace.open(tmp_path / "x.plytrace").limit == 777


def test_what_is_wrong_is_said_in_a_message(process: subprocess.Popen[bytes], tmp_path: Path) -> None:
    send(process, Request.of(LONG, {"algorithm": "magic"}, (tmp_path / "x.plytrace",)).line)
    message = message_from(heard_until(process, "error")["error"])
    assert message.pattern == "{name} is not an algorithm; the algorithms are {names}"
    assert message.values["name"] == "magic"


class Listening(recording_process.Window):
    """A window that only notes what it is told."""

    def __init__(self) -> None:
        super().__init__(-1, iter(()), None)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "there is not enough memory for so many frames"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "there is not enough memory for so many frames"),
        (KeyError("x"), "the recording failed: KeyError: 'x'"),
        (RecursionError("too deep"), "the recording failed: RecursionError: too deep"),
    ],
)
def test_nothing_ends_in_silence(
    error: Exception, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(*arguments: object) -> None:
        raise error

    monkeypatch.setattr(recording_process, "run", failing)
    request = Request.of(load("tree:[1,2]"), {}, ())
    said = recording_process.outcome(lambda: recording_process.recorded(request, Listening()))
    assert str(message_from(said["error"])) == words
    assert ("Traceback" in capsys.readouterr().err) == ("failed" in words)


def test_where_a_depth_was_set_it_says_so() -> None:
    remark = recording_process.remark_on(recording_process.fit(load("tictactoe:4,4,4"), {}))
    assert "searched to depth 10, about 1.9 million" in str(remark)
    assert recording_process.remark_on(recording_process.fit(load("tictactoe:"), {})) is None


def test_a_place_that_cannot_be_written_is_no_reason_to_lose_it(tmp_path: Path) -> None:
    trace = record("tree:[1,2]")
    missing, there = str(tmp_path / "missing" / "x.plytrace"), str(tmp_path / "x.plytrace")
    assert recording_process.save(trace, (missing, there)) == there
    assert Trace.open(there).signature == trace.signature
    with pytest.raises(recording_process.InputError, match="no such folder") as refused:
        recording_process.save(trace, (missing, str(tmp_path)))
    assert missing in str(refused.value)
