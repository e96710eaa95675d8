"""The commands that need the window, added to the command line by the entry point `plyscope.commands`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from plyscope.cli.commands import command_line
from plyscope.cli.group import json_option
from plyscope.cli.options import SearchRequest, load_position, open_or_record, search_options
from plyscope.cli.play import SHOWN_IN
from plyscope.cli.running import BAD_INPUT, remark
from plyscope.messages import InputError, Message, OptionError

import plyscope_window.export  # noqa: F401  registers the painters
from plyscope_window.app.integration import integrate

if TYPE_CHECKING:
    from plyscope.exercises.answers import Answers
    from plyscope.model.position import Position
    from plyscope.model.trace import Trace
    from plyscope.play.game_session import Play

    from plyscope_window.app.main_window import MainWindow

command_line.add_command(integrate)
LOOKS = ("side-by-side", "merged", "statistics")
"""How two recordings can be shown, on the command line."""
__all__ = ["command_line"]


@command_line.command()
@json_option
def doctor(as_json: bool) -> int:
    """Show what is missing on this machine, and the command that fixes it."""
    from plyscope.cli.tables import print_json, print_table

    from plyscope_window.app.doctor import examine

    findings = examine()
    if as_json:
        print_json(
            [
                {
                    "what": str(finding.subject),
                    "well": finding.is_well,
                    "needed": finding.is_needed,
                    "detail": finding.detail,
                    "mend": finding.fix,
                }
                for finding in findings
            ]
        )
    else:
        marks = {(True, True): "ok", (True, False): "ok", (False, True): "MISSING", (False, False): "not there"}
        rows = [
            (marks[finding.is_well, finding.is_needed], finding.subject, finding.detail, finding.fix)
            for finding in findings
        ]
        print_table(None, ("", "looked for", "found", "fixed by"), rows)
    return BAD_INPUT if any(finding.is_needed and not finding.is_well for finding in findings) else 0


@command_line.command()
def demo() -> int:
    """Record a sample, print its calls and what pruning saves, and write both to files.

    Where there is a display, the window then opens on the sample.
    """
    from plyscope.cli.demo import TRACED_SAMPLE, demonstrate

    demonstrate(Path("plyscope-demo"))
    if not qt_is_missing() and has_display():
        return show_window([TRACED_SAMPLE])
    remark(Message("with a display the window would open now; plyscope samples lists more to look at"))
    return 0


@command_line.command(name="open")
@click.argument("sources", nargs=-1, metavar="[SOURCE|TRACE]...")
def open_(sources: tuple[str, ...]) -> int:
    """Open the window on recordings, positions, exercises, lessons and programs; without any, on its start page."""
    return show_window(sources)


@command_line.command()
@click.argument("source")
@click.option("-o", "output", required=True, type=click.Path(path_type=Path), metavar="FILE.png")
@click.option("--step", type=click.IntRange(min=0), metavar="N", help="the step to show; else the last")
@click.option("--size", default="1280x720", metavar="WxH", help="of the picture, in pixels")
@click.option("--scale", type=click.FloatRange(0.5, 4), default=1.0, help="pixels of the picture for one of the window")
@click.option("--theme", type=click.Choice(["light", "dark"]), default="light")
@click.option("--language", type=click.Choice(["en", "he", "zh_Hans", "zh_Hant"]), default="en")
@click.option("--view", type=click.Choice(["focus", "tree", "icicle"]), help="default: tree where that is small")
@click.option(
    "--future", type=click.Choice(["outlines", "hidden", "whole"]), help="how what happens after the step is shown"
)
@click.option("--zoom", type=click.FloatRange(0.5, 1e6), default=1.0, help="of the view, about the cursor")
@click.option("--fold", "is_folded", is_flag=True, help="equal calls of user code, or of simulations, folded into one")
@click.option(
    "--page",
    type=click.Choice(["recording", "editor", "start", "play", "lab", "match"]),
    default="recording",
    help="what of the window; of a FILE.plymatch its match. An exercise is shown on its own page",
)
@click.option("--compare", "other", metavar="WHO", help="beside another search of it: minimax, alphabeta:cut='>' …")
@click.option("--look", type=click.Choice(LOOKS), help="how the two are shown; default: merged where both are small")
@click.option("--answers", type=click.Path(path_type=Path), metavar="FILE", help="what stands in an exercise's boxes")
@click.option("--right-to-left", "rtl", is_flag=True, help="the layout of languages written so")
@click.option("--force", is_flag=True, help="replace an existing file")
@search_options
def screenshot(source: str, output: Path, request: SearchRequest, force: bool, **look: Any) -> None:
    """Write a picture of the window, made without a display."""
    from plyscope.files.atomic import check_writable
    from plyscope.model.steps import Steps
    from plyscope.model.trace import Trace

    from plyscope_window.app.screenshot import Request, take

    size = re.fullmatch(r"([1-9][0-9]{1,4})x([1-9][0-9]{1,4})", look["size"])
    if size is None:
        raise OptionError("--size is width x height in pixels, such as 1280x720, not {size}", size=look["size"])
    check_writable(output, force=force)
    if look["language"] != "en":
        remark(Message("the window does not speak {language} yet: English", language=look["language"]))
    page = page_of(source, look["page"])
    subject = subject_of(page, source, request)
    step, other = look["step"], None
    if look["answers"] is not None and page != "exercise":
        raise OptionError("--answers is for exercises")
    if look["other"] is not None:
        if not isinstance(subject, Trace):
            raise OptionError("--compare is for the page of a recording")
        other = compared_with(subject, look["other"], request)
    elif look["look"] is not None:
        raise OptionError("--look is for --compare")
    if isinstance(subject, Trace):
        last = Steps(subject).count - 1
        if step is not None and step > last:
            raise OptionError("there is no step {step}, the last is {last}", step=step, last=last)
        step = last if step is None else step
    can_fold = isinstance(subject, Trace) and (subject.origin.is_user_code or subject.search.simulates)
    if look["is_folded"] and not can_fold:
        raise OptionError("--fold is for recordings of user code, and of simulations")
    picture = Request(
        size=(int(size[1]), int(size[2])), scale=look["scale"], theme=look["theme"], view=look["view"], step=step,
        future=look["future"],
        page=page, is_folded=look["is_folded"], zoom=look["zoom"], direction="rtl" if look["rtl"] else "ltr",
        other=other, look=look["look"] and look["look"].replace("-", " "),
        answers=look["answers"] and answers_to(Path(source), look["answers"]),
    )  # fmt: skip
    take(subject, picture, output, force=force)


def page_of(source: str, page: str) -> str:
    """The page that shows a source: a file with an exercise has a page of its own."""
    from plyscope.exercises.exercise import is_exercise_file

    return "exercise" if page == "recording" and is_exercise_file(Path(source)) else page


def answers_to(exercise: Path, path: Path) -> Answers:
    """Read the answers to an exercise from a file; InputError where they belong to another one."""
    from plyscope.exercises.answers import read_answers
    from plyscope.exercises.exercise import read_exercise
    from plyscope.exercises.work import work_of_answers

    answers = next(read_answers(path))
    if isinstance(answers, InputError):
        raise answers
    work_of_answers(read_exercise(exercise), answers)
    return answers


def subject_of(page: str, source: str, request: SearchRequest) -> Trace | Position | Path:
    """Load what a page shows: a recording, a position, or the path of a match or an exercise."""
    if page == "exercise":
        return Path(source)
    if page == "match":
        from plyscope.play.match_file import load_match

        load_match(Path(source))
        return Path(source)
    return open_or_record(source, request, False).trace if page == "recording" else load_position(source, request)


def compared_with(trace: Trace, who: str, request: SearchRequest) -> Trace:
    """Record another search of the root of a recording."""
    from dataclasses import replace

    from plyscope.cli.options import record_verified
    from plyscope.recording.who import read_who

    return record_verified(trace.position, replace(request, **read_who(who)), False).trace


def show_in_window(play: Play, path: Path | None) -> int:
    """Open the window on a game; `path` is its file, if it has one."""
    from plyscope.play.game_file import load_game

    game = load_game(path) if path is not None else None
    title, notes = (game.title, game.notes) if game is not None else ("", "")

    def show(window: MainWindow) -> None:
        from plyscope_window.pages.play.play_commands import show_game

        show_game(window, play, path, title=title, notes=notes)

    return show_window((), show)


def show_window(sources: Sequence[str], then: Callable[[MainWindow], object] | None = None) -> int:
    """Run the window on some sources, and `then` on it; InputError if Qt or a display is missing."""
    missing = qt_is_missing()
    if missing:
        raise InputError("the window cannot be opened: {reason}; plyscope doctor tells what fixes it", reason=missing)
    if not has_display():
        raise InputError("there is no display to open a window on; plyscope --help lists what works without one")
    from plyscope_window.app.application import open_window

    return open_window(sources, then)


def qt_is_missing() -> str:
    """Why Qt cannot be loaded; empty where it can."""
    try:
        import PySide6.QtWidgets  # noqa: F401
    except ImportError as error:
        return str(error)
    return ""


def has_display() -> bool:
    """Whether a window can be shown. On systems other than Linux there is always a screen."""
    if os.environ.get("QT_QPA_PLATFORM") in ("offscreen", "minimal"):
        return False
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


SHOWN_IN["window"] = show_in_window
