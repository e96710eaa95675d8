"""A window that ends while a program runs: the recordings are kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.full_traces import Trace

pytestmark = pytest.mark.qt

TIMEOUT = 60
PROGRAM = (
    "import os, time\ndef f(n):\n    return f(n - 1) if n else 0\n"
    "open('number', 'w').write(str(os.getpid()))\nf(5)\nf(6)\ntime.sleep(600)\n"
)
WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from plyscope_window.app.application import open_window
from plyscope_window.pages.usercode.requests import RunRequest
from plyscope_window.pages.usercode.usercode_commands import show_program
from plyscope_window.widgets import questions

questions.confirm = lambda *asked: True
questions.ask_to_save = lambda *asked: "save"
questions.ask_folder = lambda *asked: Path(sys.argv[1]).parent

def then(window):
    page = show_program(window)
    page._start(RunRequest(target=sys.argv[1], folder=str(Path(sys.argv[1]).parent)))
    timer = QTimer(window, interval=50)
    def look():
        if sum(bool(row.decision.path) for row in page.list.decisions.rows) == 2 and page.current is not None:
            timer.stop()
            print("ready", flush=True)
            if sys.argv[2] == "close":
                QTimer.singleShot(0, window.close)
    timer.timeout.connect(look)
    timer.start()

sys.exit(open_window([], then))
"""


def comes_true(condition: Callable[[], bool]) -> bool:
    """Whether a condition is met within the time there is: a process ends after its window."""
    until = time.monotonic() + TIMEOUT
    while not condition() and time.monotonic() < until:
        time.sleep(0.05)
    return condition()


def is_over(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.full
@pytest.mark.spread(2)
@pytest.mark.parametrize("how", ["terminated", "close"])
def test_recordings_are_kept_when_the_window_ends(tmp_path: Path, how: str) -> None:
    state, temporary, folder = (tmp_path / name for name in ("state", "temporary", "program"))
    for one in (state, temporary, folder):
        one.mkdir()
    (folder / "own.py").write_text(PROGRAM, encoding="utf-8")
    places = {"PLYSCOPE_STATE": str(state), "TMPDIR": str(temporary), "XDG_STATE_HOME": str(state), "HOME": str(state)}
    window = subprocess.Popen(
        [sys.executable, "-c", WINDOW, str(folder / "own.py"), how],
        env={**os.environ, **places, "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert window.stdout is not None
        assert window.stdout.readline() == "ready\n"
        if how == "terminated":
            window.send_signal(signal.SIGTERM)
        assert window.wait(TIMEOUT) is not None
        window.stdout.close()
        program = int((folder / "number").read_text())
        assert comes_true(lambda: is_over(program))
        # Where the system ends the window, they are offered at the next start; where the user does, they are saved.
        place = state if how == "terminated" else folder
        assert {Trace.open(path).user_code.call for path in place.rglob("*.plytrace")} == {"f(5)", "f(6)"}
        assert (how == "terminated") == bool(list(state.rglob("*.plytrace")))
        assert comes_true(lambda: not list(temporary.iterdir())), f"left behind: {list(temporary.rglob('*'))}"
    finally:
        window.kill()
        window.wait()
