"""The main walk on a real X server, by the keys of a keyboard, seen from outside by the pixels of the screen.

Without a window manager the window gets the keyboard by hand. The server writes its screen to a file.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.places import ROOT

pytestmark = [pytest.mark.qt, pytest.mark.full]

PATIENCE = 20.0
STILL = 0.35
"""Seconds without a change after which a picture counts as finished."""
RUN = "from plyscope.cli.main import main; main()"


class Screen:
    """An X server of our own with one window on it."""

    def __init__(self, folder: Path) -> None:
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "1800x1500x24", "-fbdir", str(folder), "-nolisten", "tcp"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.server.stdout is not None
        self.display = f":{self.server.stdout.readline().strip()}"
        self.pixels = folder / "Xvfb_screen0"
        self.window = ""

    def do(self, *command: str) -> str:
        environment = {**os.environ, "DISPLAY": self.display}
        done = subprocess.run(["xdotool", *command], capture_output=True, text=True, env=environment, timeout=PATIENCE)
        return done.stdout.strip()

    def find_window(self) -> None:
        """The window, when it shows the recording."""
        wait_until(lambda: self.do("search", "--onlyvisible", "--name", "·.*Plyscope") != "", "no window appears")
        self.window = self.do("search", "--onlyvisible", "--name", "·.*Plyscope").splitlines()[0]
        # So large that nothing has to be scrolled: how far it is would depend on the way one came.
        self.do("windowsize", "--sync", self.window, "1780", "1480")
        self.do("mousemove", "1799", "1499")
        self.do("windowfocus", "--sync", self.window)

    def picture(self) -> str:
        """What is to be seen when nothing moves any more."""
        last, since = "", monotonic()
        start = monotonic()
        while monotonic() - start < PATIENCE:
            now = hashlib.sha256(self.pixels.read_bytes()).hexdigest()
            if now != last:
                last, since = now, monotonic()
            elif monotonic() - since > STILL:
                return now
            sleep(0.02)
        raise AssertionError("the picture never stands still")

    def press(self, key: str) -> str:
        """A key, and what is to be seen then."""
        self.do("key", key)
        return self.picture()

    def close(self) -> None:
        self.server.terminate()
        self.server.wait()
        assert self.server.stdout is not None
        self.server.stdout.close()


def wait_until(is_so: Callable[[], bool], otherwise: str) -> None:
    start = monotonic()
    while not is_so():
        assert monotonic() - start < PATIENCE, otherwise
        sleep(0.05)


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
        "PYTHONPATH": str(ROOT), "XDG_RUNTIME_DIR": str(tmp_path), "QT_IM_MODULE": "compose",
    }  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-c", RUN, "open", "sample:tictactoe/hebrew"],
        env=environment, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        yield process
        if process.poll() is None:
            process.kill()


def test_the_main_walk_by_keys(screen: Screen, plyscope: subprocess.Popen[str]) -> None:
    screen.find_window()
    first = screen.picture()
    there = [screen.press("F11") for _ in range(4)]
    assert len({first, *there}) == 5, "every step looks different"
    assert [screen.press("ctrl+F11") for _ in range(4)] == [*there[-2::-1], first]
    assert [screen.press(key) for key in ("n", "n", "p", "p")] == [*there[:2], there[0], first]
    assert screen.press("F10") == there[2], "over the first leaf"
    assert screen.press("ctrl+F10") == first
    last = screen.press("End")
    assert last not in (first, *there)
    assert screen.press("Home") == first
    assert screen.press("greater") == last, "keys that need Shift on this keyboard"
    assert screen.press("less") == first
    tree, icicle = screen.press("2"), screen.press("3")
    assert len({first, tree, icicle}) == 3
    stepped = screen.press("F11")
    assert screen.press("ctrl+F11") == icicle != stepped
    assert screen.press("1") == first
    screen.do("key", "ctrl+q")
    _, errors = plyscope.communicate(timeout=PATIENCE)
    assert plyscope.returncode == 0
    assert errors == ""


def test_tabs_are_closed_by_key(screen: Screen, plyscope: subprocess.Popen[str]) -> None:
    screen.find_window()
    assert "Plyscope" in screen.do("getwindowname", screen.window)
    title = screen.do("getwindowname", screen.window)
    screen.press("ctrl+w")
    wait_until(lambda: screen.do("getwindowname", screen.window) != title, "the tab stays")
    assert screen.do("getwindowname", screen.window).startswith("Start")
    screen.do("key", "ctrl+q")
    _, errors = plyscope.communicate(timeout=PATIENCE)
    assert (plyscope.returncode, errors) == (0, "")
