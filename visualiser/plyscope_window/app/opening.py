"""Opening the start page, and files, samples, texts from the clipboard and dropped ones, each in its kind of page."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

from plyscope.files.lessons import is_lesson_file
from plyscope.files.recognition import is_recording_file
from plyscope.files.sources import (
    AmbiguousGame,
    SeveralPositions,
    is_position_file,
    is_source,
    load,
    matching,
    program_paths,
    read_any,
)
from plyscope.games import EDITED_FIRST, GAMES
from plyscope.messages import InputError
from plyscope.model.position import Position
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from plyscope_window.app.action import command
from plyscope_window.pages.page import Host
from plyscope_window.pages.start.first_lesson import lesson_progress
from plyscope_window.pages.start.start_page import StartPage
from plyscope_window.widgets import questions
from plyscope_window.widgets.game_names import game_title
from plyscope_window.words import localized, tr

OPENERS = {
    ".plytrace": "pages.trace_page:open_trace_file",
    ".plygame": "pages.play.play_commands:open_game",
    ".plymatch": "pages.match.match_commands:open_match",
}
"""The commands that open files, by suffix."""


def show_start(host: Host) -> None:
    """Show the start page: the existing one, or a new one."""
    page = next((page for page in host.pages if isinstance(page, StartPage)), None)
    if page is None:
        page = StartPage()
        page.sample_chosen.connect(lambda name: host.open_source(f"sample:{name}"))
        page.program_chosen.connect(lambda name: run_sample(host, f"sample:{name}"))
        page.lesson.requested.connect(lambda: host.actions_by_key["lesson"].trigger())
        page.lessons.requested.connect(lambda name: host.actions_by_key[f"lesson_{name}"].trigger())
        page.file_chosen.connect(host.open_source)
        page.paste_requested.connect(lambda: paste(host))
        page.new_requested.connect(lambda game: show_new(host, game))
        page.play_requested.connect(lambda game: show_play(host, game))
        page.command_requested.connect(lambda key: host.actions_by_key[key].trigger())
        page.text_dropped.connect(lambda text: show_text(host, text))
        host.add_page(page, front=False)
    page.recent.show_paths(host.settings.recent)
    show_lesson_progress(host)
    host.show_page(page)
    page.setFocus()


def show_lesson_progress(host: Host) -> None:
    """Show on the start page how far the reader has come in each lesson."""
    for page in host.pages:
        if isinstance(page, StartPage):
            page.lesson.show_progress(lesson_progress(host.settings, page.lesson.lesson))
            page.lessons.show_progress(lambda lesson: lesson_progress(host.settings, lesson))


def run_sample(host: Host, source: str) -> None:
    """Run the call that a sample program suggests, on the user's click on its card."""
    from plyscope_window.pages.usercode.usercode_commands import show_user_code

    show_user_code(host, source).run()


def ask_open(host: Host) -> None:
    """Ask which files to open, and open them."""
    for path in questions.ask_open_paths(host, host.settings.folder):
        host.open_source(str(path))


def open_source(host: Host, source: str) -> bool:
    """Open anything that can be opened; False where it cannot be, which the user has been told then."""

    def open_it() -> None:
        if not open_as_it_is(host, source):
            record_source(host, source)

    return questions.succeeds(host, open_it, tr("This cannot be opened."))


def open_as_it_is(host: Host, source: str) -> bool:
    """Open a file or sample that is no position; False where it is one, to be searched."""
    path = Path(source)
    if path.suffix == ".json" and open_if_exercise(host, path):
        return True
    if is_lesson_file(path):
        host.open_lesson(path)
        host.settings.add_recent(path)
    elif is_recording_file(source):
        command("pages.trace_page:open_imported", path)(host)
    elif path.suffix in OPENERS:
        command(OPENERS[path.suffix], path)(host)
    elif path.suffix == ".py" or is_sample_program(source):
        command("pages.usercode.usercode_commands:show_user_code", source)(host)
    elif path.suffix == ".ipynb":
        command("pages.usercode.usercode_commands:show_program", source)(host)
    else:
        return False
    return True


def open_if_exercise(host: Host, path: Path) -> bool:
    """Open a file of JSON if it is an exercise; False if it is anything else."""
    from plyscope.exercises.exercise import is_exercise_file

    from plyscope_window.pages.exercise import exercise_commands

    is_exercise = is_exercise_file(path)
    if is_exercise:
        exercise_commands.open_exercise(host, path)
    return is_exercise


def is_sample_program(source: str) -> bool:
    """Whether a source is a sample that is a program."""
    start, _, name = source.partition("sample:")
    return not start and matching(name, program_paths()) is not None


def record_source(host: Host, source: str) -> None:
    """Load a position, and record its search on a page of its own; a game that was played is shown move by move."""
    from plyscope_window.pages.editor.editor_page import search_position

    def read(game: str | None, number: int | None) -> Position:
        return load(source if number is None else f"{source}#{number}", game)

    position = read_asking(host, read)
    if position is None:
        return
    path = Path(source)
    if path.is_file():
        host.settings.add_recent(path)
    for warning in position.warnings:
        host.say(localized(warning))
    if position.walk is None:
        search_position(host, position)
    else:
        show_walk(host, position)


def read_asking(host: Host, read: Callable[[str | None, int | None], Position]) -> Position | None:
    """Read a position, and ask of which game it is, and which of several, where that is not clear; None for no answer.

    `read` takes the game and the number of the position; None for either until it has been asked.
    """
    game: str | None = None
    number: int | None = None
    while True:
        try:
            return read(game, number)
        except AmbiguousGame as error:
            game = questions.ask_game_of_text(host, {name: game_title(name) for name in error.choices})
            if game is None:
                return None
        except SeveralPositions as error:
            number = questions.ask_which(host, error.choices)
            if number is None:
                return None


def show_walk(host: Host, position: Position) -> None:
    """Show the game that led to a position, to be walked through, played on and searched from any of its moves."""
    from plyscope.play.game_session import Play

    from plyscope_window.pages.play.play_commands import show_game

    play = Play(next(position.walked()), moves=position.walked_moves())
    show_game(host, play, title=position.title, notes=position.notes).is_saved = True


def open_dropped(host: Host, dropped: QMimeData) -> None:
    """Open what was dropped on the window: files, or else a text."""
    files = [url.toLocalFile() for url in dropped.urls() if url.isLocalFile()]
    for file in files:
        host.open_source(file)
    if not files and dropped.hasText():
        show_text(host, dropped.text())


def paste(host: Host) -> None:
    """Open the text on the clipboard."""
    text = QGuiApplication.clipboard().text()
    if text.strip():
        show_text(host, text)
    else:
        host.say(tr("There is no text to paste."))


def show_text(host: Host, text: str) -> None:
    """Open a pasted or dropped text: a Python program as one that can be run, anything else as a position."""
    if is_program(text):
        from plyscope_window.pages.usercode.usercode_commands import show_program

        show_program(host, text=text)
        return
    questions.succeeds(host, lambda: show_position(host, text), tr("This cannot be opened."))


def show_position(host: Host, text: str) -> None:
    """Open the editor on the position in a text, also where that is wrong; a game that was played, move by move."""
    from plyscope_window.pages.editor.editor_page import edit_position, edit_text

    try:
        position = read_asking(host, lambda game, number: read_any(text, game, number=number))
    except InputError:
        if not is_source(text) and not is_position_file(text):
            raise
        edit_text(host, text)
        return
    if position is not None and position.walk is not None:
        show_walk(host, position)
    elif position is not None:
        edit_position(host, position)


def is_program(text: str) -> bool:
    """Whether a text is Python with a function in it, which no position is."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in ast.walk(tree))


def show_new(host: Host, game: str = "") -> None:
    """Open the editor on a new position, of a game or of the one in front."""
    from plyscope_window.pages.editor.editor_page import new_position

    new_position(host, game or game_in_front(host))


def game_in_front(host: Host) -> str:
    """The game of the position in front; the one that is edited first where there is none that can be edited."""
    position = host.page.position_to_play
    return position.game.name if position is not None and position.game.name in GAMES else EDITED_FIRST


def show_play(host: Host, game: str = "") -> None:
    """Open the page on which a game is played."""
    from plyscope_window.pages.play import play_commands

    play_commands.show_play(host, game)
