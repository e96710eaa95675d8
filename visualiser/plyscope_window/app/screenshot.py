"""Pictures of the window, made without a display."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from plyscope.files.atomic import replacing
from plyscope.messages import InputError
from plyscope.model.position import FIRST, SECOND, Position
from plyscope.model.trace import Trace

if TYPE_CHECKING:
    from plyscope.exercises.answers import Answers

    from plyscope_window.app.main_window import MainWindow


@dataclass(frozen=True)
class Request:
    """What the picture shows, and how."""

    size: tuple[int, int] = (1280, 720)
    """In pixels of the picture."""
    scale: float = 1.0
    """Pixels of the picture for each pixel of the window."""
    theme: str = "light"
    view: str | None = None
    """None: as the window would open it."""
    future: str | None = None
    """How what happens after the step is shown; None as the window would show it."""
    step: int | None = None
    page: str = "recording"
    is_folded: bool = False
    """Whether equal calls are folded into one."""
    direction: str = "ltr"
    zoom: float = 1.0
    other: Trace | None = None
    """The recording to compare with."""
    look: str | None = None
    """How the two are shown; None as the window would show them."""
    answers: Answers | None = None
    """What stands in the boxes of an exercise."""


def take(subject: Trace | Position | Path, request: Request, path: Path, *, force: bool) -> None:
    """Write a picture of the window on a recording, a position or a file; this process shows no other window."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = str(request.scale)
    with tempfile.TemporaryDirectory() as folder, replacing(path, force=force) as temporary:
        os.environ["PLYSCOPE_STATE"] = folder
        from PySide6.QtCore import QByteArray, Qt, qInstallMessageHandler
        from PySide6.QtGui import QImageWriter

        from plyscope_window.app.application import application, make_window
        from plyscope_window.jobs.recovery import Recovery
        from plyscope_window.look import theme
        from plyscope_window.settings import Settings

        # The offscreen platform warns about features that only a real display has.
        qInstallMessageHandler(lambda kind, context, words: None)
        running = application()
        theme.use(theme.THEMES[request.theme])
        if request.direction == "rtl":
            running.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        window = make_window(Settings(), Recovery(Path(folder) / "recovery"))
        window.resize(round(request.size[0] / request.scale), round(request.size[1] / request.scale))
        window.show()
        show(window, subject, request)
        picture = window.grab().toImage()
        # The temporary file has another ending than the picture, so the format is given.
        if not QImageWriter(str(temporary), QByteArray(b"png")).write(picture):
            raise InputError("{path}: the picture could not be written", path=str(path))


def show(window: MainWindow, subject: Trace | Position | Path, request: Request) -> None:
    """Bring the window into the requested state."""
    from PySide6.QtWidgets import QApplication

    from plyscope_window.jobs.background import wait_for_all
    from plyscope_window.pages.editor.editor_page import edit_position
    from plyscope_window.pages.match.match_commands import open_match
    from plyscope_window.pages.play.play_commands import show_lab
    from plyscope_window.pages.start.start_page import StartPage

    if isinstance(subject, Trace):
        show_recording(window, subject, request)
    elif isinstance(subject, Path) and request.page == "exercise":
        show_exercise(window, subject, request.answers)
    elif isinstance(subject, Path):
        open_match(window, subject)
    elif request.page != "start":
        edit_position(window, subject)
        if request.page == "play":
            play(window)
        elif request.page == "lab":
            lab = show_lab(window)
            while lab.is_asking:
                run_event_loop()
    run_event_loop()
    wait_for_all()
    run_event_loop()
    while isinstance(window.page, StartPage) and window.page.is_filling:
        run_event_loop()
    QApplication.processEvents()


def show_recording(window: MainWindow, trace: Trace, request: Request) -> None:
    """Show a recording, or two compared, as requested."""
    from plyscope_window.jobs.background import wait_for_all
    from plyscope_window.pages.compare import comparisons
    from plyscope_window.pages.trace_page import recording_title, show_session
    from plyscope_window.session.limits import Future
    from plyscope_window.session.session import Session

    if request.other is not None:
        window.docks.arrange()
        comparisons.compare(window, trace, request.other)
        wait_for_all()
        run_event_loop()
        page = comparisons.in_front(window)
        if request.look is not None:
            page.set_look(request.look)
        session: Session = page.session
        if request.step is not None:
            page.pair.begin_at("a", request.step)
            page.pair.show_future(Future(request.future or Future.WHOLE.value))
    else:
        session = Session(trace, recording_title(trace, None), None, window)
        session.is_saved = True
        show_session(window, session)
        session.lay_out(session.make_rows())
        window.docks.arrange()
    if request.step is not None and request.other is None:
        session.go(request.step)
    assert window.canvas is not None
    if request.view is not None:
        window.canvas.set_mode(request.view)
    if request.future is not None and request.other is None:
        window.canvas.set_option("future", Future(request.future))
    run_event_loop()
    window.canvas.zoom(request.zoom)
    if request.zoom != 1.0:
        window.canvas.finish_easing()
        window.canvas.show_frame(session.selected, at_once=True)
    window.canvas.finish_easing()
    if request.is_folded:
        window.actions_by_key["fold"].trigger()


def show_exercise(window: MainWindow, path: Path, answers: Answers | None) -> None:
    """Open an exercise; what was handed in is first kept as its student's work, so that the page shows it."""
    from plyscope.exercises.exercise import read_exercise
    from plyscope.exercises.handed_in import with_key
    from plyscope.exercises.work import work_of_answers

    from plyscope_window.pages.exercise.exercise_commands import open_exercise
    from plyscope_window.pages.exercise.kept_answers import keep_work

    if answers is not None:
        window.settings.set("exercises/student", answers.student)
        keep_work(work_of_answers(with_key(read_exercise(path), path), answers), 1)
    open_exercise(window, path)


def play(window: MainWindow) -> None:
    """Show a game that goes on from the position in front, with the first move of the default opponent made."""
    from plyscope.play.game_session import usual_players

    from plyscope_window.pages.play.play_commands import show_play

    page = show_play(window)
    position = page.setup.start_field.given
    if position is None:
        raise InputError("no game can go on from this position")
    has_chance = position.game.rules.chance is not None
    machine = next(who for who in usual_players(position.game.name, has_chance=has_chance) if who != "human")
    page.setup.sides[position.side_to_move].set_who(machine)
    page.setup.sides[FIRST + SECOND - position.side_to_move].set_who("human")
    page.setup.seed.setValue(1)
    page.setup.begin.click()
    while page.play is not None and not page.play.is_persons_turn and page.play.ending is None:
        run_event_loop()


def run_event_loop() -> None:
    """Run the event loop for 450 ms, in which everything is laid out and painted."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(450, loop.quit)
    loop.exec()
