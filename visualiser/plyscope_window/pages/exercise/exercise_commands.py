"""The commands for exercises: open one, make some, watch the search, hand in, see the results."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from plyscope.exercises.exercise import (
    Exercise,
    exercise_from,
    exercise_of_recording,
    is_exercise,
    read_exercise,
    read_json,
)
from plyscope.exercises.handed_in import key_path, with_key
from plyscope.files.atomic import write_json
from plyscope.messages import InputError
from plyscope.worksheets.forms import name_of

from plyscope_window.pages.exercise.exercise_page import ExercisePage
from plyscope_window.pages.page import Host, Page
from plyscope_window.pages.trace_page import TracePage, show_trace
from plyscope_window.widgets import questions
from plyscope_window.words import tr

MAX_SIBLINGS = 1000
"""The largest number of files of a folder that are looked at for other variants."""


def open_exercise(host: Host, path: Path, instead_of: Page | None = None) -> ExercisePage:
    """Open the exercise in a file, with the work on it that was kept, or show the tab that has it; return its page.

    A tab on the file that shows what was in it before is replaced.
    """
    path = path.absolute()
    there = next((page for page in host.pages if isinstance(page, ExercisePage) and page.path == path), None)
    exercise = read_exercise(path)
    if there is not None and there.exercise.id == exercise.id:
        host.show_page(there)
        return there
    # A student has an exercise on calls without its key, and works through it without marks.
    if key_path(path).exists():
        exercise = with_key(exercise, path)
    page = ExercisePage(exercise, host.settings, path, siblings_of(path, exercise))
    host.settings.add_recent(path)
    show_page(host, page, instead_of or there)
    host.show_page(page)
    return page


def show_exercise(host: Host, exercise: Exercise) -> ExercisePage:
    """Show an exercise that is in no file; return its page."""
    return show_page(host, ExercisePage(exercise, host.settings))


def show_page(host: Host, page: ExercisePage, instead_of: Page | None = None) -> ExercisePage:
    """Add the page of an exercise to the window, and connect it; return it."""
    page.watch_requested.connect(lambda frame: watch(host, page, frame))
    page.other_requested.connect(lambda path: go_to_other(host, page, path))
    page.save_requested.connect(lambda is_final: write_answers(host, page, is_final=is_final))
    page.results_requested.connect(lambda: show_results(host))
    host.add_page(page, instead_of=instead_of)
    page.setFocus()
    return page


def make_exercise(host: Host) -> None:
    """Ask what exercises are to be made of, make them, and open the first."""
    from plyscope_window.pages.exercise.make_dialog import MakeDialog

    if questions.raise_open_dialog(host, MakeDialog) is not None:
        return
    dialog = MakeDialog(host)
    dialog.finished.connect(dialog.deleteLater)
    dialog.accepted.connect(lambda: show_new_exercises(host, dialog.exercises, dialog.folder_written))
    dialog.open()


def show_exercise_of_recording(host: Host) -> None:
    """Make an exercise of the recording in front, and open it."""
    assert host.session is not None
    trace = host.session.trace

    def show() -> None:
        show_exercise(host, exercise_of_recording(trace, title=trace.position.title))

    questions.succeeds(host, show, tr("No exercise can be made of this."))


def show_new_exercises(host: Host, made: list[Exercise], folder: Path | None) -> None:
    """Open the first of some new exercises: from its file, if it was written into one."""
    path = None if folder is None else folder / f"{name_of(made[0])}.json"
    if path is not None and path.is_file():
        open_exercise(host, path)
    else:
        show_exercise(host, made[0])
    if folder is not None:
        host.say(tr("Written into {folder}", folder=str(folder)))


def siblings_of(path: Path, exercise: Exercise) -> list[Path]:
    """Return the exercises of a folder that were made together, by their numbers; none for an exercise of its own."""
    numbered = []
    for other in sorted(path.parent.glob("*.json"))[:MAX_SIBLINGS] if exercise.variant else []:
        with suppress(InputError):
            content = read_json(other)
            if is_exercise(content) and content.get("variants") == exercise.variants:
                numbered.append((exercise_from(content).variant, other))
    return [other for _, other in sorted(numbered)]


def go_to_other(host: Host, page: ExercisePage, path: Path) -> None:
    """Open another exercise of the folder in place of a page."""
    questions.succeeds(host, lambda: open_exercise(host, path, instead_of=page), tr("This cannot be opened."))


def watch(host: Host, page: ExercisePage, frame: int) -> None:
    """Show the recording of an exercise at a frame: in the tab that has it, or in a new one."""
    trace = page.exercise.trace
    there = next((other for other in host.pages if isinstance(other, TracePage) and other.session.trace is trace), None)
    if there is None:
        show_trace(host, trace, page.title)
    else:
        host.show_page(there)
    if host.session is not None:
        host.session.go_to_frame(frame)


def write_answers(host: Host, page: ExercisePage, *, is_final: bool) -> None:
    """Ask for a file, and write the answers into it; handed in, they are marked for the results too."""
    answers = page.work.answers(is_final=is_final)
    name = "".join(letter if letter.isalnum() else "-" for letter in answers.student).strip("-")
    proposed = host.settings.folder / "-".join(filter(None, ["answers", answers.exercise, name]))
    title = tr("Hand in the answers") if is_final else tr("Save the answers")
    path = questions.ask_new_path(
        host, title, proposed.with_suffix(".json"), tr("Answers ({patterns})", patterns="*.json")
    )
    refusal = tr("The answers could not be written.")
    if path is None or not questions.succeeds(host, lambda: write_json(path, answers.json, force=True), refusal):
        return
    if is_final:
        page.mark_all()
    host.say(tr("Written: {path}", path=str(path)))


def show_results(host: Host) -> None:
    """Show the table of results."""
    from plyscope_window.pages.exercise.results_dialog import ResultsDialog

    dialog = questions.raise_open_dialog(host, ResultsDialog) or ResultsDialog(host)
    dialog.show()
