"""Processes that do a piece of work, whatever becomes of it."""

from __future__ import annotations

import errno
import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope import plugins
from plyscope.messages import Message
from plyscope.processes import (
    DIED,
    DONE,
    FAILED,
    NO_ANSWER,
    RESULT,
    Child,
    Pace,
    Parent,
    outcome,
    packets,
    portable,
    write_packet,
)

from tests import children
from tests.examples import texts
from tests.places import ROOT

TIMEOUT = 60
"""Seconds: far more than anything here takes."""


class Started:
    """A child and what it has delivered."""

    def __init__(self, work: Callable[..., object], *args: object, is_trusted: bool = True) -> None:
        self.child = Child(is_trusted=is_trusted)
        self.inbox: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self.child.begin(lambda kind, value: self.inbox.put((kind, value)), work, *args)

    def next(self) -> tuple[str, Any]:
        return self.inbox.get(timeout=TIMEOUT)

    def all(self) -> list[tuple[str, Any]]:
        found = [self.next()]
        while found[-1][0] == RESULT:
            found.append(self.next())
        return found


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children can import the tests."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))


@pytest.mark.parametrize("is_trusted", [True, False])
def test_results_come_in_order_and_then_it_is_done(is_trusted: bool) -> None:
    started = Started(children.echo, ["one", "two"], is_trusted=is_trusted)
    assert started.all() == [(RESULT, "one"), (RESULT, "two"), (DONE, None)]
    assert started.child.status == 0


def test_orders_are_received_and_stopping_lets_it_finish() -> None:
    started = Started(children.wait_for_orders)
    assert started.next() == (RESULT, "ready")
    started.child.send({"order": 1})
    assert started.next() == (RESULT, {"order": 1})
    started.child.stop()
    assert started.all() == [(RESULT, "stopped"), (DONE, None)]


def test_the_end_of_orders_means_stop() -> None:
    started = Started(children.wait_for_orders)
    assert started.next() == (RESULT, "ready")
    started.child.close()
    assert started.all() == [(RESULT, "stopped"), (DONE, None)]


def test_ctrl_c_is_not_meant_for_it_and_being_asked_to_end_means_stop() -> None:
    started = Started(children.wait_for_orders)
    assert started.next() == (RESULT, "ready")
    started.child.process.send_signal(signal.SIGINT)
    started.child.send("still there")
    assert started.next() == (RESULT, "still there")
    started.child.process.send_signal(signal.SIGTERM)
    assert started.all() == [(RESULT, "stopped"), (DONE, None)]


@pytest.mark.parametrize("is_trusted", [True, False])
def test_what_is_refused_is_a_message(is_trusted: bool) -> None:
    [(kind, message)] = Started(children.refuse, "this", is_trusted=is_trusted).all()
    assert kind == FAILED
    assert str(message) == "this cannot be done"
    assert not is_trusted or message.pattern == "{what} cannot be done", "which can be translated"


@pytest.mark.parametrize(
    ("work", "words"),
    [(children.be_killed, "signal 9"), (children.exit_with_words, "status 3): what it left behind")],
)
def test_one_that_dies_is_reported(work: Callable[..., object], words: str) -> None:
    [(kind, message)] = Started(work).all()
    assert kind == DIED
    assert words in str(message)


def test_what_it_prints_is_no_result_and_it_loads_no_qt_and_nothing_of_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("json", "socket", "struct", "importlib"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('a module of the current folder')")
    monkeypatch.chdir(tmp_path)
    assert Started(children.print_much).all() == [(RESULT, []), (DONE, None)]


def test_work_that_cannot_be_found_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    [(kind, message)] = Started(children.echo, []).all()
    assert kind == FAILED
    assert "ModuleNotFoundError" in str(message)


def test_it_loads_the_plug_ins_of_its_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "plugin.py"
    path.write_text("")
    monkeypatch.setattr(plugins, "_plugins", {str(path): plugins.Plugin(str(path))})
    assert Started(children.send_plugins).all() == [(RESULT, [str(path)]), (DONE, None)]


def test_it_is_told_which_plug_ins_are_installed() -> None:
    assert Started(children.send_installed).next() == (RESULT, (["nim"], False))


def test_after_its_end_nothing_is_delivered() -> None:
    started = Started(children.wait_for_orders)
    assert started.next() == (RESULT, "ready")
    started.child.end()
    started.child.end()
    assert started.child.status == -signal.SIGKILL
    assert started.inbox.empty()


@pytest.mark.spread(3)
@pytest.mark.parametrize("how", ["end", "close", "killed"])
def test_it_leaves_no_temporary_files(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    started = Started(children.leave_files)
    made = Path(started.next()[1])
    assert made.is_relative_to(tmp_path)
    assert made.exists()
    if how == "end":
        started.child.end()
    else:
        if how == "close":
            started.child.close()
        else:
            os.kill(started.child.process.pid, signal.SIGKILL)
        assert started.next()[0] == (DONE if how == "close" else DIED)
    assert not list(tmp_path.iterdir())


def test_one_without_work_ends() -> None:
    child = Child()
    child.end()
    assert child.status is not None


def test_a_missing_answer_is_a_failure() -> None:
    started = Started(forge, is_trusted=False)
    assert started.next() == (FAILED, NO_ANSWER)
    started.child.end()


def forge(parent: Parent) -> None:
    for descriptor in range(3, 30):
        try:
            os.write(descriptor, b"nonsense" * 2)
        except OSError:
            continue
    parent.next_order()


def test_nothing_of_a_process_that_is_not_trusted_is_unpickled() -> None:
    started = Started(send_pickle, is_trusted=False)
    assert started.next() == (FAILED, NO_ANSWER)
    started.child.end()


def send_pickle(parent: Parent) -> None:
    for descriptor in range(3, 30):
        try:
            write_packet(descriptor, pickle.dumps((RESULT, "unpickled")))
        except OSError:
            continue
    parent.next_order()


PARENT = """
import sys, time
from plyscope.processes import Child
from tests import children

child = Child()
child.begin(lambda kind, value: print(value, flush=True), children.sleep_at_once_ended)
time.sleep(600)
"""


def test_a_worker_ends_with_its_parent_whatever_it_is_busy_with() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert is_alive(worker)
        parent.kill()
        # It has standard output of its parent no more, so that its end is seen from the process table.
        wait_until(lambda: not is_alive(worker))


def is_alive(process: int) -> bool:
    """Whether a process runs; one that is only remembered does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_until(condition: Callable[[], bool]) -> None:
    until = monotonic() + TIMEOUT
    while not condition():
        assert monotonic() < until
        sleep(0.02)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (MemoryError(), "there is not enough memory"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "there is not enough memory"),
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (OSError(errno.ENOSPC, "No space left on device", "columns"), "columns: No space left on device"),
        (KeyError("x"), "it failed: KeyError: 'x'"),
        (RecursionError("too deep"), "it failed: RecursionError: too deep"),
    ],
)
def test_nothing_ends_in_silence(error: Exception, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    kind, message = outcome(Parent(lambda kind, value: None), iter([pickle.dumps((children.fail, (error,)))]))
    assert (kind, str(message)) == (FAILED, words)
    assert ("Traceback" in capsys.readouterr().err) == ("failed" in words)


def test_a_parent_that_is_gone_stops_the_work() -> None:
    def refuse(kind: str, value: object) -> None:
        raise BrokenPipeError

    parent = Parent(refuse)
    parent.send(1)
    assert parent.is_stopped
    assert list(parent.orders()) == []


@pytest.mark.parametrize("sent", [[b"one"], [b"", b"x" * 300_000, b"two"]])
def test_packets_are_found_in_what_arrives_in_pieces(sent: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "packets"
    with path.open("wb") as file:
        for packet in sent:
            write_packet(file.fileno(), packet)
        os.write(file.fileno(), b"half")
    with path.open("rb") as file:
        assert list(packets(file.fileno())) == sent
    with path.open("rb") as file, pytest.raises(ValueError, match="so large"):
        list(packets(file.fileno(), 2))


names = st.text("abcdefgh", min_size=1)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts()
messages = st.recursive(
    st.builds(lambda pattern, values: Message(pattern, **values), texts(), st.dictionaries(names, scalars)),
    lambda inner: st.builds(lambda pattern, value: Message(pattern, here=value), texts(), inner),
)


@given(messages)
def test_a_message_crosses_over_whole(message: Message) -> None:
    assert pickle.loads(pickle.dumps(portable(message))) == message


def test_a_message_with_something_else_in_it_reads_the_same() -> None:
    message = Message("{what} and {where}", what=[1, 2], where=Path("/x"))
    assert str(portable(message)) == str(message)
    assert all(isinstance(value, str) for value in portable(message).values.values())


def test_a_pace_is_due_now_and_then() -> None:
    assert [Pace(3600).is_due for _ in range(2)] == [True, True]
    pace = Pace(3600)
    assert [pace.is_due, pace.is_due] == [True, False]
