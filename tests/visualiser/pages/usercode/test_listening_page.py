"""An engine in another language sends its recording to the window while it searches."""

from __future__ import annotations

import shutil
import socket
import subprocess
from typing import Any

import pytest
from plyscope_window.pages.record.recording_page import RecordingPage
from plyscope_window.pages.usercode.listening_page import LINES, Listening, ListeningPage
from PySide6.QtTest import QTest

from tests.places import ROOT
from tests.visualiser.driving import settle

WRITER = ROOT / "samples" / "recursion" / "writer.js"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def listening(window: Any, qtbot: Any) -> tuple[RecordingPage, int]:
    """By the keys that a person has; on a port that nobody uses."""
    window.activateWindow()
    QTest.keySequence(window, "Ctrl+Alt+L")
    page = window.page
    assert isinstance(page, ListeningPage)
    port = free_port()
    page.port.setValue(port)
    page.go.click()
    following = window.page
    assert isinstance(following, RecordingPage)
    assert isinstance(following.recording, Listening)
    assert following.headline.text() == "No program has connected yet"
    return following, port


def connected(qtbot: Any, port: int) -> socket.socket:
    """As engines do: until there is somebody who listens."""
    for _ in range(1000):
        try:
            return socket.create_connection(("127.0.0.1", port))
        except ConnectionRefusedError:
            qtbot.wait(50)
    raise AssertionError("nobody listens")


def recorded(window: Any, qtbot: Any) -> Any:
    qtbot.waitUntil(lambda: window.session is not None)
    settle(window)
    return window.session.trace


def test_lines_as_they_come(window: Any, qtbot: Any) -> None:
    page, port = listening(window, qtbot)
    with connected(qtbot, port) as engine:
        engine.sendall("\n".join(LINES.splitlines()[:3]).encode() + b"\n")
        qtbot.waitUntil(lambda: page.recording.frames > 0)
        assert page.headline.text() == "Recording"
        engine.sendall("\n".join(LINES.splitlines()[3:]).encode() + b"\n")
    trace = recorded(window, qtbot)
    assert (len(trace), trace.complete, trace.best_move) == (2, True, "take 1")


def test_stopping_keeps_what_has_come_from_an_engine_that_says_no_more(window: Any, qtbot: Any) -> None:
    page, port = listening(window, qtbot)
    with connected(qtbot, port) as engine:
        engine.sendall("\n".join(LINES.splitlines()[:3]).encode() + b"\n")
        qtbot.waitUntil(lambda: page.recording.frames > 0)
        page.cancel.click()
        trace = recorded(window, qtbot)
    assert (len(trace), trace.complete) == (2, False)


def test_a_port_that_is_taken_is_refused_in_a_sentence(window: Any, qtbot: Any, answers: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        window.actions_by_key["listen"].trigger()
        window.page.port.setValue(server.getsockname()[1])
        window.page.go.click()
        qtbot.waitUntil(lambda: not isinstance(window.page, RecordingPage))
    assert window.session is None


@pytest.mark.full
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_the_writer_that_comes_along(window: Any, qtbot: Any) -> None:
    _, port = listening(window, qtbot)
    for _ in range(40):
        if subprocess.run(["node", str(WRITER), str(port)], capture_output=True, check=False).returncode == 0:
            break
        qtbot.wait(100)
    assert len(recorded(window, qtbot)) == 20
