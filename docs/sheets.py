"""Makes contact sheets: many states of the window, in four sizes and both themes, for looking at.

python docs/sheets.py -o FOLDER                  every picture, and a sheet for each state
python docs/sheets.py -o FOLDER cut probes       these states only
python docs/sheets.py -o FOLDER --against OLD    and names each picture that differs from the one in OLD

A picture is FOLDER/STATE-SIZE-THEME.png; a sheet, FOLDER/STATE.png, has all eight of a state. Nothing of it is kept in
the repository.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from plyscope.exercises.answers import Answers
    from plyscope.model.position import Position
    from plyscope.model.trace import Trace
    from plyscope_window.app.main_window import MainWindow
    from PySide6.QtGui import QPixmap

SIZES = {"1024x700": (1.0, 1024, 700), "1280x720": (1.0, 1280, 720), "1600x1000": (1.0, 1600, 1000),
         "fine": (2.0, 3200, 2000)}  # fmt: skip
"""Name -> scale, and width and height in pixels of the picture."""
THEMES = ("light", "dark")
SHEET_CELL = 760
"""The width of one picture on a sheet."""

TEXTBOOK = "sample:tree/textbook"
WIDE = "[[3,12,8,4,9],[2,4,6,7,1],[14,5,2,8,3],[5,7,9,1,2],[6,4,3,8,9],[11,2,5,7,1],[9,8,7,6,5],[1,2,3,4,5]]"
LONG = "[[99999,-3400,0.5],[-99999,1200,0.30000000000000004],[123456,-0.1,7]]"
ALPHABETA, FIBONACCI = "sample:recursion/alphabeta", "sample:recursion/fibonacci"
FIRST_CALL = "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)"
PAIRS = '''"""Pairs are compared, and the second item decides ties, so that it is not known which item is the value."""


def best(tree, is_max):
    if not isinstance(tree, list):
        return tree % 4, tree
    found = None
    for child in tree:
        result = best(child, not is_max)
        if found is None or (result > found if is_max else result < found):
            found = result
    return found
'''
CUT = ("next_cut",)
SETTLING = 200
"""How often events are processed until a lesson has its recording, which the first prompt of some asks for."""


@dataclass(frozen=True)
class State:
    """One state of the window."""

    subject: Callable[[], Trace | Position | Path]
    step: int | None = None
    """None for the last."""
    looks: dict[str, Any] = field(default_factory=dict)
    """Further fields of the request for a picture; what is a function gives the field."""
    then: tuple[str, ...] = ()
    """The keys of actions that are triggered at the end."""
    panel: str = ""
    """The name of the panel that is brought to the front."""
    corners: tuple[str, ...] = ()
    """What a presentation shows in corners."""
    text_scale: float = 1.0
    other: str = ""
    """The search that it is compared with."""
    menu: str = ""
    """The title of a menu that is open."""


@cache
def search(source: str, **options: Any) -> Trace:
    from plyscope.files.sources import load
    from plyscope.recording.plan import plan
    from plyscope.recording.record import run

    return run(plan(load(source), options))


@cache
def program(file: str, call: str) -> Trace:
    from plyscope.tracer.running import debug
    from plyscope.usercode.reading import read_as_search

    return read_as_search(debug(file, call))


@cache
def pairs() -> Trace:
    from plyscope.tracer.running import debug
    from plyscope.usercode.reading import read_as_search

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pairs.py"
        path.write_text(PAIRS)
        return read_as_search(debug(path, "best([[3, 12, 8], [2, 4, 6], [14, 5, 2]], True)"))


@cache
def position(source: str) -> Position:
    import plyscope

    return plyscope.load(source)


@cache
def match() -> Path:
    """A small match between two versions of a search."""
    path = Path(tempfile.mkdtemp()) / "versions.plymatch"
    who = ["tictactoe", "alphabeta:depth=1", "alphabeta:depth=3", "--games", "20", "--openings", "random:2"]
    command = [sys.executable, "-m", "plyscope", "match", *who, "--jobs", "1", "-o", str(path)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return path


@cache
def exercise() -> Path:
    """The file of an exercise on the textbook's tree."""
    folder = Path(tempfile.mkdtemp())
    command = [sys.executable, "-m", "plyscope", "exercise", "make", TEXTBOOK, "-o", str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return next(path for path in folder.glob("*.json") if not path.stem.endswith("-key"))


def answers() -> Answers:
    """A student's answers, of which some are wrong, and one follows from a branch that is pruned too much."""
    from plyscope.exercises.answers import Answers, Entry
    from plyscope.exercises.exercise import read_exercise

    no = float("inf")
    out = {"B": (-no, 3.0), "C": (3.0, 2.0), "D": (3.0, 5.0)}
    called = {"A": (-no, no), "B": (-no, no), "C": (3.0, no), "D": (3.0, no)}
    values = {"B": Entry(3.0), "C": Entry(2.0, "≤"), "D": Entry(5.0)}
    return Answers(read_exercise(exercise()).id, "Dana", values, called, out, ["C2", "C3", "D3"], None)


def of(source: str, **options: Any) -> Callable[[], Trace]:
    return lambda: search(source, **options)


def textbook(**looks: Any) -> dict[str, Any]:
    return {"subject": of(TEXTBOOK, algorithm="alphabeta"), "looks": looks}


STATES = {
    "begin": State(**textbook(), step=0),
    "leaf": State(**textbook(), step=4),
    "cut": State(**textbook(), step=0, then=CUT),
    "ghost": State(**textbook(), step=0, then=(*CUT, "all_ghosts")),
    "end": State(**textbook()),
    "whole": State(**textbook(future="whole"), step=9),
    "hidden": State(**textbook(future="hidden"), step=9),
    "large-text": State(**textbook(), step=0, then=CUT, text_scale=1.6),
    "right-to-left": State(**textbook(direction="rtl"), step=0, then=CUT),
    "wide": State(of(f"tree:{WIDE}", algorithm="alphabeta"), 0, then=CUT),
    "wide-end": State(of(f"tree:{WIDE}", algorithm="alphabeta")),
    "long": State(of(f"tree:{LONG}", algorithm="alphabeta"), 0, then=CUT),
    "minimax": State(of(TEXTBOOK, algorithm="minimax"), 20),
    "probes": State(of("sample:tree/probes"), 30),
    "deep": State(of("sample:tree/deep-cutoff", algorithm="alphabeta"), 0, then=CUT),
    "named": State(of("sample:tree/horizon", algorithm="alphabeta"), 8),
    "hebrew": State(of("sample:tictactoe/hebrew", algorithm="alphabeta"), 0, then=CUT),
    "chess": State(of("sample:chess/mate-in-two"), 0, then=CUT),
    "chess-pawn": State(of("sample:chess/exchange-at-the-horizon")),
    "kalah": State(of("sample:kalah/three-in-turn"), 55),
    "chance": State(of("sample:tree/coins"), 20),
    "star1": State(of("sample:tree/star1"), 0, then=CUT),
    "deepening": State(of("sample:tree/deeper-and-deeper"), 60),
    "mtdf": State(of("sample:tictactoe/is-it-at-least"), 250),
    "table": State(of("sample:tictactoe/same-board"), 80),
    "rounds": State(of("sample:connectfour/line-first"), 12000, panel="statistics"),
    "why": State(**textbook(), step=0, then=CUT, panel="why"),
    "steps": State(**textbook(), step=0, then=CUT, panel="steps"),
    "outline": State(**textbook(), step=0, then=CUT, panel="outline"),
    "predict": State(**textbook(), step=9, panel="predict"),
    "breakpoints": State(**textbook(), step=9, then=("breakpoint",), panel="breakpoints"),
    "find": State(**textbook(), step=9, then=("find",)),
    "focus": State(of("tictactoe:", algorithm="alphabeta"), 16386),
    "tree": State(of("tictactoe:", algorithm="alphabeta"), 16386, {"view": "tree"}),
    "icicle": State(of("tictactoe:", algorithm="alphabeta"), 16386, {"view": "icicle"}),
    "connectfour": State(of("sample:connectfour/empty", algorithm="alphabeta", depth=4), 150),
    "hexline": State(of("sample:hexline/endgame-8", algorithm="alphabeta"), 0, then=CUT),
    "fibonacci": State(lambda: program(FIBONACCI, "fib(10)"), 69),
    "user-code": State(lambda: program(ALPHABETA, FIRST_CALL), 30),
    "finding": State(lambda: program("sample:recursion/bugs/swapped_window", FIRST_CALL), 30),
    "not-known": State(pairs, 9),
    "merged": State(**textbook(look="merged"), step=0, other="minimax", then=CUT),
    "side-by-side": State(**textbook(look="side by side"), step=0, other="minimax", then=CUT),
    "statistics": State(**textbook(look="statistics"), other="minimax"),
    "presentation": State(**textbook(), step=0, then=(*CUT, "presentation")),
    "start": State(lambda: position(TEXTBOOK), looks={"page": "start"}),
    "record": State(**textbook(), step=4, then=("record_again",)),
    "export": State(**textbook(), step=4, then=("export",)),
    "growth": State(**textbook(), step=4, then=("growth",)),
    "debug": State(lambda: position(TEXTBOOK), looks={"page": "start"}, then=("own_code",)),
    "program": State(lambda: position(TEXTBOOK), looks={"page": "start"}, then=("own_program",)),
    "play-game": State(lambda: position(TEXTBOOK), looks={"page": "start"}, then=("play_game",)),
    "make-match": State(lambda: position(TEXTBOOK), looks={"page": "start"}, then=("match",)),
    "editor": State(lambda: position(TEXTBOOK), looks={"page": "editor"}),
    "play": State(lambda: position("tictactoe:"), looks={"page": "play"}),
    "match": State(match, looks={"page": "match"}),
    "exercise": State(exercise, looks={"page": "exercise"}),
    "exercise-done": State(exercise, looks={"page": "exercise", "answers": answers}),
    "exercise-from-right": State(exercise, looks={"page": "exercise", "answers": answers, "direction": "rtl"}),
    "make-exercise": State(**textbook(), step=0, then=("make_exercise",)),
    "lesson": State(lambda: position(TEXTBOOK), looks={"page": "start"}, then=("lesson", "into")),
    "lesson-cut": State(lambda: position(TEXTBOOK), looks={"page": "start"}, then=("lesson", "into", "next_cut")),
    **{
        f"lesson-{name}": State(lambda: position(TEXTBOOK), looks={"page": "start"}, then=(f"lesson_{name}",))
        for name in ("recursion", "minimax-by-hand", "blind-brain", "nine-leaves", "depth", "rule-of-five")
    },
    "lesson-from-right": State(
        lambda: position(TEXTBOOK), looks={"page": "start", "direction": "rtl"}, then=("lesson", "into")
    ),
    "start-from-right": State(lambda: position(TEXTBOOK), looks={"page": "start", "direction": "rtl"}),
    "merged-from-right": State(**textbook(look="merged", direction="rtl"), step=0, other="minimax", then=CUT),
    "merged-whole": State(**textbook(look="merged", future="whole"), other="minimax"),
    "presentation-corners": State(
        of("sample:tictactoe/hebrew", algorithm="alphabeta"),
        0,
        then=(*CUT, "presentation"),
        corners=("source", "board"),
    ),
    "presentation-from-right": State(
        **textbook(direction="rtl"), step=0, then=(*CUT, "presentation"), corners=("source",)
    ),
    "presentation-large": State(
        of("tictactoe:", algorithm="alphabeta"), 16386, {"view": "tree"}, then=("presentation",)
    ),
    "settings": State(**textbook(), step=4, then=("settings",)),
    "settings-from-right": State(**textbook(direction="rtl"), step=4, then=("settings",)),
    "settings-keys": State(**textbook(), step=4, then=("shortcuts",)),
    "menu": State(**textbook(), step=9, menu="File"),
    "menu-of-panels": State(**textbook(), step=9, menu="Window"),
    "menu-from-right": State(**textbook(direction="rtl"), step=9, menu="Run"),
    "legend": State(**textbook(), step=4, then=("help",)),
    "legend-from-right": State(**textbook(direction="rtl"), step=4, then=("help",)),
}


def step_of(state: State, trace: Trace) -> int:
    """The step at which a state shows its recording, which has to have it: a later one would show its end instead."""
    from plyscope.model.steps import Steps

    last = Steps(trace).count - 1
    if state.step is not None and state.step > last:
        raise ValueError(f"The last step is {last}, not {state.step}.")
    return last if state.step is None else state.step


def take(state: State, size: tuple[float, int, int], theme_name: str, path: Path) -> None:
    """One picture, of a window made for it."""
    from plyscope.model.trace import Trace
    from plyscope_window.app import screenshot
    from plyscope_window.app.application import application, make_window
    from plyscope_window.jobs.recovery import Recovery
    from plyscope_window.look import theme
    from plyscope_window.settings import Settings
    from PySide6.QtCore import Qt

    subject = state.subject()
    scale, width, height = size
    looks = {name: look() if callable(look) else look for name, look in state.looks.items()}
    request = screenshot.Request(size=(width, height), scale=scale, theme=theme_name, **looks)
    if isinstance(subject, Trace):
        other = search(TEXTBOOK, algorithm=state.other) if state.other else None
        request = replace(request, step=step_of(state, subject), other=other)
    sides = Qt.LayoutDirection
    application().setLayoutDirection(sides.RightToLeft if request.direction == "rtl" else sides.LeftToRight)
    settings = Settings()
    # What an earlier picture left, such as how far a lesson has come, belongs to no other.
    settings.remove("")
    settings.set("text_scale", state.text_scale)
    theme.use(theme.THEMES[theme_name], state.text_scale)
    window = make_window(settings, Recovery(Path(os.environ["PLYSCOPE_STATE"]) / "recovery"))
    window.resize(round(width / scale), round(height / scale))
    window.show()
    screenshot.show(window, subject, request)
    for key in state.then:
        window.actions_by_key[key].trigger()
        screenshot.run_event_loop()
        for _ in range(SETTLING):
            if window.session is None and key.startswith("lesson"):
                screenshot.run_event_loop()
    if state.panel:
        window.docks.bring_to_front(state.panel)
        screenshot.run_event_loop()
    for what in state.corners:
        window.presentation.show_or_hide(what)
        screenshot.run_event_loop()
    if state.menu:
        open_menu(window, state.menu)
    picture_of(window).save(str(path))
    close(window)


def open_menu(window: MainWindow, title: str) -> None:
    bar = window.menuBar()
    entry = next(one for one in bar.actions() if one.text().replace("&", "") == title)
    entry.menu().popup(bar.mapToGlobal(bar.actionGeometry(entry).bottomLeft()))  # type: ignore[attr-defined]


def picture_of(window: MainWindow) -> QPixmap:
    """The window, with the menu that is open, and in the middle of it the dialog."""
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QPainter
    from PySide6.QtWidgets import QApplication, QDialog, QMenu

    picture = window.grab()
    painter = QPainter(picture)
    for dialog in QApplication.topLevelWidgets():
        if isinstance(dialog, QDialog) and dialog.isVisible():
            corner = window.rect().center() - dialog.rect().center()
            painter.drawPixmap(QPoint(max(0, corner.x()), max(0, corner.y())), dialog.grab())
            dialog.close()
        elif isinstance(dialog, QMenu) and dialog.isVisible():
            painter.drawPixmap(window.mapFromGlobal(dialog.pos()), dialog.grab())
            dialog.close()
    painter.end()
    return picture


def close(window: MainWindow) -> None:
    from PySide6.QtWidgets import QApplication

    window.hide()
    window.deleteLater()
    QApplication.processEvents()


def take_all(names: list[str], folder: Path, size_name: str) -> None:
    """The pictures of one size: a process has only one scale, and one screen."""
    from plyscope_window.app.application import application
    from PySide6.QtCore import qInstallMessageHandler

    # The offscreen platform warns about features that only a real display has.
    qInstallMessageHandler(lambda kind, context, words: None)
    application()
    for name in names:
        for theme_name in THEMES:
            take(STATES[name], SIZES[size_name], theme_name, folder / f"{name}-{size_name}-{theme_name}.png")
        print(name, size_name, flush=True)


def screen(folder: Path, size_name: str) -> Path:
    """A file that describes a screen of a size, which a presentation fills."""
    _, width, height = SIZES[size_name]
    made = {"name": "screen", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96,
            "logicalBaseDpi": 96, "dpr": 1.0}  # fmt: skip
    path = folder / "screen.json"
    path.write_text(json.dumps({"screens": [made]}))
    return path


def write_sheet(name: str, folder: Path) -> None:
    """All pictures of a state on one sheet: a row for each size, with both themes."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtGui import QImage, QPainter

    images = [[QImage(str(folder / f"{name}-{size}-{theme}.png")) for theme in THEMES] for size in SIZES]
    rows = [
        [one.scaledToWidth(SHEET_CELL, Qt.TransformationMode.SmoothTransformation) for one in row] for row in images
    ]
    sheet = QImage(len(THEMES) * SHEET_CELL, sum(row[0].height() for row in rows), QImage.Format.Format_RGB32)
    painter, y = QPainter(sheet), 0
    for row in rows:
        for place, one in enumerate(row):
            painter.drawImage(QPoint(place * SHEET_CELL, y), one)
        y += row[0].height()
    painter.end()
    sheet.save(str(folder / f"{name}.png"))


def changed_pictures(folder: Path, old: Path) -> list[str]:
    """The pictures of two folders that differ, with the part of the pixels that does; one alone is not compared."""
    from PySide6.QtGui import QImage

    found = []
    for path in sorted(folder.glob("*-*-*.png")):
        if not (old / path.name).exists():
            continue
        first, second = (
            QImage(str(one)).convertToFormat(QImage.Format.Format_RGB32) for one in (old / path.name, path)
        )
        if first.size() != second.size():
            found.append(f"{path.name}: another size")
        elif first != second:
            pixels = [np.frombuffer(one.constBits(), np.uint32) for one in (first, second)]
            found.append(f"{path.name}: {np.mean(pixels[0] != pixels[1]):.2%} of the pixels")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="STATE", help=", ".join(STATES))
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--size", action="append", choices=list(SIZES), help="these sizes only, and no sheets")
    parser.add_argument("--against", type=Path, metavar="OLD", help="name the pictures that differ from those of OLD")
    options = parser.parse_args()
    names, folder = options.names or list(STATES), options.output
    folder.mkdir(parents=True, exist_ok=True)
    if options.size and len(options.size) == 1 and options.against is None:
        os.environ["QT_SCALE_FACTOR"] = str(SIZES[options.size[0]][0])
        with tempfile.TemporaryDirectory() as state:
            os.environ["PLYSCOPE_STATE"] = state
            os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screen(Path(state), options.size[0])}"
            take_all(names, folder, options.size[0])
        return
    for size in options.size or SIZES:
        subprocess.run([sys.executable, __file__, "-o", str(folder), "--size", size, *names], check=True)
    if not options.size:
        for name in names:
            write_sheet(name, folder)
    if options.against is not None:
        changed = changed_pictures(folder, options.against)
        print(*changed, f"{len(changed)} pictures differ", sep="\n")


if __name__ == "__main__":
    main()
