"""Games on a real X server, by its mouse and keyboard; what came of them is read from the files that are saved."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import pytest
from plyscope.play.game_file import load_game

from tests.places import SOURCE_ROOTS
from tests.visualiser.test_real_display import RUN, TIMEOUT_S, Screen, screen

__all__ = ["screen"]

pytestmark = [pytest.mark.qt, pytest.mark.full]

BETWEEN_SAVES_S = 0.3
"""Seconds that a save may take before the file is read; it is saved again until the file is as expected."""
BEGUN = 'game = "{game}"\nstart = "{start}"\nmoves = ""\nfirst = "{first}"\nsecond = "{second}"\nseed = 1\n'


class Table:
    """A window with a game that is in a file."""

    def __init__(self, screen: Screen, folder: Path, **game: str) -> None:
        self.screen, self.path = screen, folder / "mine.plygame"
        self.path.write_text(BEGUN.format(**game))
        environment = {
            **os.environ, "DISPLAY": screen.display, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": SOURCE_ROOTS,
            "PLYSCOPE_STATE": str(folder / "state"), "XDG_RUNTIME_DIR": str(folder), "QT_IM_MODULE": "compose",
            "PYTHONFAULTHANDLER": "1",
        }  # fmt: skip
        command = [sys.executable, "-c", RUN, "open", str(self.path)]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        screen.process = self.process

    def show(self) -> None:
        """Waits for the window, and gives it the keyboard."""
        screen = self.screen
        find = ("search", "--onlyvisible", "--name", "Play: .*Plyscope")
        screen.wait_until(lambda: screen.do(*find) != "", "no game appears")
        window = screen.do(*find).splitlines()[0]
        screen.do("windowsize", "--sync", window, "1280", "900")
        screen.do("windowmove", window, "0", "0")
        screen.do("windowfocus", "--sync", window)
        screen.picture()

    def save(self, number: int) -> list[str]:
        """Saves the game until it has so many moves: the machine may still be thinking."""

        def are_there() -> bool:
            # No wait for a still picture here: the clock of a person to move changes it every second.
            self.screen.do("key", "ctrl+s")
            sleep(BETWEEN_SAVES_S)
            return len(load_game(self.path).game.moves) == number

        self.screen.wait_until(are_there, f"there are never {number} moves")
        return load_game(self.path).game.moves

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


@pytest.fixture
def table(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., Table]]:
    made: list[Table] = []

    def make(**game: str) -> Table:
        made.append(Table(screen, tmp_path, **game))
        made[-1].show()
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_connect_four_by_mouse_and_by_key(screen: Screen, table: Callable[..., Table]) -> None:
    game = table(game="connectfour", start="", first="human", second="tutorial-block")
    screen.do("key", "7")
    before = game.save(2)
    assert before[0] == "7"
    screen.do("mousemove", "460", "450", "click", "1")
    assert game.save(4)[:2] == before
    screen.do("key", "BackSpace")
    assert game.save(2) == before


def test_hexline_by_dragging(screen: Screen, table: Callable[..., Table]) -> None:
    game = table(game="hexline", start="...", first="human", second="human")
    screen.do("mousemove", "300", "450", "mousedown", "1")
    for place in ("460", "640"):
        screen.do("mousemove", place, "450")
        screen.picture()
    screen.do("mouseup", "1")
    assert len(game.save(1)) == 1
    assert not load_game(game.path).game.legal_moves, "all three cells are taken at once"
    ending = load_game(game.path).game.ending
    assert ending is not None
    assert ending.winner == 2, "whoever takes the last cell loses"


def test_the_window_is_closed_by_key_while_the_machine_thinks(screen: Screen, table: Callable[..., Table]) -> None:
    game = table(game="connectfour", start="", first="alphabeta:depth=40", second="human")
    screen.do("key", "alt+n")

    def thinks() -> bool:
        listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        parents = dict(line.split() for line in listed.splitlines())
        return str(game.process.pid) in parents.values()

    screen.wait_until(thinks, "nobody thinks")
    screen.do("key", "ctrl+q")
    _, errors = game.process.communicate(timeout=TIMEOUT_S)
    assert (game.process.returncode, errors) == (0, "")
