"""Pictures of the window are made without a display, as large as asked, of the state that was asked for."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.trace_file import save_trace
from plyscope_window.app.main_window import MainWindow
from plyscope_window.look import theme
from plyscope_window.look.theme import DARK, LIGHT
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from tests.command_line import COMMAND
from tests.command_line import plyscope as run_plyscope
from tests.places import SOURCE_ROOTS
from tests.visualiser.driving import close_pages
from tests.visualiser.user_code_sessions import user_code_trace

pytestmark = pytest.mark.qt


@pytest.fixture(autouse=True)
def _application(qapp: QApplication, answers: Any) -> Iterator[None]:
    """After each test the application is as it was: no window, the light theme, from left to right."""
    yield
    delete_windows()
    theme.use(LIGHT)
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def delete_windows() -> None:
    for window in QApplication.topLevelWidgets():
        if isinstance(window, MainWindow):
            close_pages(window)
            window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def plyscope(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return run_plyscope("screenshot", *arguments, folder=folder)


def picture_of(done: subprocess.CompletedProcess[str], folder: Path) -> QImage:
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    picture = QImage(str(folder / "x.png"))
    assert not picture.isNull()
    return picture


def taken(folder: Path, *arguments: str) -> QImage:
    picture = picture_of(plyscope(*arguments, "-o", "x.png", "--force", folder=folder), folder)
    delete_windows()
    return picture


def share_of(picture: QImage, colour: QColor) -> float:
    places = [(x, y) for x in range(0, picture.width(), 7) for y in range(0, picture.height(), 7)]
    return sum(picture.pixelColor(x, y) == colour for x, y in places) / len(places)


@pytest.mark.full
def test_sizes_scales_and_themes(tmp_path: Path) -> None:
    light = taken(tmp_path, "sample:tictactoe/hebrew", "--size", "1000x640")
    assert (light.width(), light.height()) == (1000, 640)
    assert share_of(light, LIGHT.paper) > 0.3
    assert share_of(light, LIGHT.now) > 0.001, "the cursor is to be seen"
    arguments = ["screenshot", "sample:tictactoe/hebrew", "-o", "x.png", "--force"]
    arguments += ["--size", "1600x1200", "--scale", "2", "--theme", "dark"]
    environment = {"PYTHONPATH": SOURCE_ROOTS, "HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, env=environment, cwd=tmp_path, check=False
    )
    dark = picture_of(done, tmp_path)
    assert (dark.width(), dark.height()) == (1600, 1200)
    assert share_of(dark, DARK.paper) > 0.3


@pytest.mark.full
def test_steps_views_and_pages_look_different(tmp_path: Path) -> None:
    sample = "sample:tree/nine-leaves"
    pictures = [
        taken(tmp_path, sample, *arguments)
        for arguments in (
            ("--step", "3"), ("--step", "9", "--view", "icicle", "--right-to-left"), ("--page", "editor"),
        )
    ]  # fmt: skip
    assert all(one != other for place, one in enumerate(pictures) for other in pictures[:place])


@pytest.mark.full
def test_a_game_in_which_the_brain_has_moved_and_the_lab(tmp_path: Path) -> None:
    sample = "sample:connectfour/chapter-7-story"
    pages = ("editor", "play", "lab")
    pictures = [taken(tmp_path, sample, "--page", page) for page in pages]
    assert all(one != other for place, one in enumerate(pictures) for other in pictures[:place])
    _, play, lab = pictures
    assert share_of(play, LIGHT.for_min) > 0.001, "bars"
    assert share_of(lab, LIGHT.for_min) > 0.005, "trees"
    done = plyscope("tree:[1,2]", "-o", "y.png", "--page", "play", folder=tmp_path)
    assert (done.returncode, "no game can go on" in done.stderr) == (1, True)


@pytest.mark.full
def test_equal_calls_folded_into_one(tmp_path: Path) -> None:
    save_trace(user_code_trace("fibonacci", "fib(6)", lines=False), tmp_path / "fib.plytrace")
    tree, folded = (taken(tmp_path, "fib.plytrace", *more) for more in ((), ("--fold",)))
    assert tree != folded
    assert share_of(folded, LIGHT.now) > 0.001, "the cursor is to be seen"
    none = plyscope("tree:[1,2]", "--fold", "-o", "x.png", "--force", folder=tmp_path)
    assert (none.returncode, "user code" in none.stderr) == (2, True)


@pytest.mark.full
def test_a_match_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "small.plymatch"
    players = ["tutorial-block", "tutorial-random"]
    done = run_plyscope("match", "connectfour", *players, "--games", "4", "--jobs", "1", "-o", str(path))
    assert done.returncode == 0, done.stderr
    match, start = taken(tmp_path, str(path), "--page", "match"), taken(tmp_path, "tictactoe:", "--page", "start")
    assert match != start
    assert share_of(match, LIGHT.paper) > 0.3
    none = plyscope("nowhere.plymatch", "--page", "match", "-o", "y.png", folder=tmp_path)
    assert none.returncode == 1
    assert "nowhere.plymatch" in none.stderr
    assert not (tmp_path / "y.png").exists()


def test_an_exercise_empty_and_with_the_answers_of_a_student(tmp_path: Path) -> None:
    done = run_plyscope("exercise", "make", "tree:[[3,12,8],[2,4,6],[14,5,2]]", "-o", str(tmp_path))
    assert done.returncode == 0, done.stderr
    path, key = str(tmp_path / "exercise.json"), str(tmp_path / "exercise-key.json")
    empty, answered = taken(tmp_path, path), taken(tmp_path, path, "--answers", key)
    assert share_of(empty, LIGHT.right) < 0.0005, "in the legend"
    assert share_of(answered, LIGHT.right) > 0.001, "all of it is right, as a bar says too"
    assert not list((tmp_path / ".local").rglob("exercises")), "the student's own work is left alone"
    for source, words in (("tree:[1,2]", "--answers is for exercises"), (path, "nowhere.json")):
        none = plyscope(source, "--answers", "nowhere.json", "-o", "y.png", folder=tmp_path)
        assert words in none.stderr
        assert none.returncode in (1, 2)


@pytest.mark.full
def test_the_same_picture_twice_is_the_same(tmp_path: Path) -> None:
    assert taken(tmp_path, "sample:tictactoe/hebrew", "--step", "5") == taken(
        tmp_path, "sample:tictactoe/hebrew", "--step", "5"
    )


def test_a_language_that_is_not_there_yet_is_english_with_a_word(tmp_path: Path) -> None:
    done = plyscope("tree:[1,2]", "-o", "x.png", "--language", "he", folder=tmp_path)
    assert done.returncode == 0
    assert "English" in done.stderr
    assert (tmp_path / "x.png").exists()


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (("tree:[1,2]", "--size", "12"), 2, "--size is width x height"),
        (("tree:[1,2]", "--step", "99"), 2, "there is no step 99, the last is 7"),
        (("tree:[1,",), 1, "a node is expected"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said(tmp_path: Path, arguments: tuple[str, ...], status: int, words: str) -> None:
    done = plyscope(*arguments, "-o", "x.png", folder=tmp_path)
    assert done.returncode == status
    assert words in done.stderr
    assert not (tmp_path / "x.png").exists()


def test_a_picture_that_is_there_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(b"mine")
    done = plyscope("tree:[1,2]", "-o", "x.png", folder=tmp_path)
    assert done.returncode == 1
    assert (tmp_path / "x.png").read_bytes() == b"mine"


@pytest.mark.full
def test_two_searches_beside_each_other_merged_and_counted(tmp_path: Path) -> None:
    both = ("sample:tictactoe/hebrew", "--compare", "minimax")
    looks = [
        ("--look", "side-by-side"), ("--look", "merged"), ("--look", "statistics"),
        ("--step", "3", "--future", "outlines"), ("--view", "icicle"),
    ]  # fmt: skip
    pictures = [taken(tmp_path, *both, *look) for look in looks]
    pictures.append(taken(tmp_path, "sample:tictactoe/hebrew"))
    for place, picture in enumerate(pictures):
        assert all(picture != other for other in pictures[:place])


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (("--look", "merged"), "--look is for --compare"),
        (("--compare", "minimax", "--page", "editor"), "--compare is for the page of a recording"),
        (("--compare", "nobody"), "nobody"),
    ],
)
def test_what_cannot_be_compared_is_said(tmp_path: Path, asked: tuple[str, ...], complaint: str) -> None:
    done = plyscope("sample:tictactoe/hebrew", *asked, "-o", "x.png", folder=tmp_path)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert list(tmp_path.glob("*.png")) == []
