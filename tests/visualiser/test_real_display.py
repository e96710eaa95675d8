"""The main walk on a real X server, by the keys of a keyboard, seen from outside by the pixels of the screen.

Without a window manager the window gets the keyboard by hand. The server writes its screen to a file.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.places import SOURCE_ROOTS

pytestmark = [pytest.mark.qt, pytest.mark.full]

TIMEOUT_S = 120.0
"""After so many seconds a test has failed; nothing is expected to be quick."""
STILL_S = 1.5
"""Seconds without a change after which a picture counts as finished."""
RUN = "from plyscope.cli.main import main; main()"


class Screen:
    """An X server of its own with the window of one process on it."""

    def __init__(self, folder: Path) -> None:
        # Without -noreset it starts anew when xdotool has asked for a window, and may then refuse the window itself.
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1800x1500x24", "-fbdir", str(folder), "-noreset",
             "-nolisten", "tcp"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.server.stdout is not None
        self.display = f":{self.server.stdout.readline().strip()}"
        self.pixels = folder / "Xvfb_screen0"
        self.window = ""
        self.process: subprocess.Popen[str] | None = None

    def do(self, *command: str) -> str:
        environment = {**os.environ, "DISPLAY": self.display}
        done = subprocess.run(["xdotool", *command], capture_output=True, text=True, env=environment, timeout=TIMEOUT_S)
        return done.stdout.strip()

    def find_window(self) -> None:
        """The window, when it shows the recording."""
        self.wait_until(lambda: self.do("search", "--onlyvisible", "--name", "·.*Plyscope") != "", "no window appears")
        self.window = self.do("search", "--onlyvisible", "--name", "·.*Plyscope").splitlines()[0]
        # So large that nothing has to be scrolled: how far it is would depend on the way to it.
        self.do("windowsize", "--sync", self.window, "1780", "1480")
        self.do("mousemove", "1799", "1499")
        self.do("windowfocus", "--sync", self.window)

    def shot(self) -> str:
        """What is on the screen now."""
        return hashlib.sha256(self.pixels.read_bytes()).hexdigest()

    def picture(self) -> str:
        """What is on the screen when the process has had nothing to do for a while.

        On a busy machine a picture can stand still because the process waits for a processor.
        """
        last, since = ("", 0.0), monotonic()

        def is_still() -> bool:
            nonlocal last, since
            now = (self.shot(), self.processor_time())
            if now != last or self.is_waiting_for_processor():
                last, since = now, monotonic()
            return monotonic() - since > STILL_S

        self.wait_until(is_still, "the picture never stands still")
        return last[0]

    def processor_time(self) -> float:
        """Seconds of processor time that the process has used, to a tenth: timers that do nothing take less."""
        assert self.process is not None
        ticks = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return round(sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), 1)

    def is_waiting_for_processor(self) -> bool:
        """Whether a thread of the process could go on at once."""
        assert self.process is not None
        states = set[str]()
        for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(OSError):  # it has just ended
                states.add((thread / "stat").read_text().rpartition(")")[2].split()[0])
        return "R" in states

    def wait_until(self, is_so: Callable[[], bool], otherwise: str) -> None:
        """Waits until something is so; else says where each thread of the process is."""
        start = monotonic()
        while not is_so():
            if monotonic() - start > TIMEOUT_S:
                assert self.process is not None
                self.process.send_signal(signal.SIGABRT)
                raise AssertionError(f"{otherwise}:\n{self.process.communicate()[1]}")
            sleep(0.05)

    def press(self, key: str) -> str:
        """A key that changes the picture, and the picture after it."""
        before = self.shot()
        self.do("key", key)
        self.wait_until(lambda: self.shot() != before, f"{key} changes nothing")
        return self.picture()

    def press_to(self, key: str, picture: str) -> None:
        """A key that leads to a picture seen before."""
        self.do("key", key)
        self.wait_until(lambda: self.shot() == picture, f"{key} does not lead back to the same picture")

    def close(self) -> None:
        self.server.terminate()
        self.server.wait()
        assert self.server.stdout is not None
        self.server.stdout.close()


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    missing = [program for program in ("Xvfb", "xdotool") if shutil.which(program) is None]
    if missing:
        pytest.skip(f"the walk on a real display needs {' and '.join(missing)}")
    made = Screen(tmp_path)
    yield made
    made.close()


@pytest.fixture
def plyscope(screen: Screen, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    environment = {
        **os.environ, "DISPLAY": screen.display, "QT_QPA_PLATFORM": "xcb", "PLYSCOPE_STATE": str(tmp_path / "state"),
        "PYTHONPATH": SOURCE_ROOTS, "XDG_RUNTIME_DIR": str(tmp_path), "QT_IM_MODULE": "compose",
        "PYTHONFAULTHANDLER": "1",
    }  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-c", RUN, "open", "sample:tictactoe/hebrew"],
        env=environment, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        screen.process = process
        yield process
        if process.poll() is None:
            process.kill()


def test_the_main_walk_by_keys(screen: Screen, plyscope: subprocess.Popen[str]) -> None:
    screen.find_window()
    first = screen.picture()
    there = [screen.press("F11") for _ in range(4)]
    assert len({first, *there}) == 5, "every step looks different"
    for picture in (*there[-2::-1], first):
        screen.press_to("ctrl+F11", picture)
    for key, picture in (("n", there[0]), ("n", there[1]), ("p", there[0]), ("p", first)):
        screen.press_to(key, picture)
    screen.press_to("F10", there[2])  # over the first leaf
    screen.press_to("ctrl+F10", first)
    last = screen.press("End")
    assert last not in (first, *there)
    screen.press_to("Home", first)
    screen.press_to("greater", last)  # keys that need Shift on this keyboard
    screen.press_to("less", first)
    focus, icicle = screen.press("1"), screen.press("3")
    assert len({first, focus, icicle}) == 3
    assert screen.press("F11") != icicle
    screen.press_to("ctrl+F11", icicle)
    screen.press_to("2", first)  # small trees begin there
    screen.do("key", "ctrl+q")
    _, errors = plyscope.communicate(timeout=TIMEOUT_S)
    assert plyscope.returncode == 0
    assert errors == ""


def test_tabs_are_closed_by_key(screen: Screen, plyscope: subprocess.Popen[str]) -> None:
    screen.find_window()
    assert "Plyscope" in screen.do("getwindowname", screen.window)
    title = screen.do("getwindowname", screen.window)
    screen.do("key", "ctrl+w")
    screen.wait_until(lambda: screen.do("getwindowname", screen.window) != title, "the tab stays")
    assert screen.do("getwindowname", screen.window).startswith("Start")
    screen.do("key", "ctrl+q")
    _, errors = plyscope.communicate(timeout=TIMEOUT_S)
    assert (plyscope.returncode, errors) == (0, "")
