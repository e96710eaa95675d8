"""What exercises are written as: a line for each form, and the folder that they are written into."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from plyscope.exercises.exercise import Exercise
from plyscope.exercises.marking import right_answers
from plyscope.files.atomic import write_file
from plyscope.messages import InputError, OptionError
from plyscope.worksheets import tex
from plyscope.worksheets.html_page import page
from plyscope.worksheets.moodle import quiz
from plyscope.worksheets.pages import Page, pdf
from plyscope.worksheets.worksheet import worksheet

Texts = dict[str, str | bytes]
"""Names of files and what they hold."""


def name_of(exercise: Exercise) -> str:
    """Return the name of an exercise's files without suffix; variants have numbers that sort."""
    if not exercise.variant:
        return "exercise"
    return f"exercise-{exercise.variant:0{len(str(exercise.variants))}}"


def as_json(exercises: Sequence[Exercise]) -> Texts:
    """Return the files of exercises and their keys, which are answers that earn every point."""
    texts: Texts = {}
    for exercise in exercises:
        for suffix, content in ((".json", exercise.json), ("-key.json", right_answers(exercise, "key").json)):
            texts[name_of(exercise) + suffix] = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    return texts


def pages_of(exercises: Sequence[Exercise]) -> dict[str, list[Page]]:
    """Return the pages of worksheets and of keys, by the names of their files."""
    names = {"worksheet": False, "worksheet-key": True} if len(exercises) == 1 else {"worksheets": False, "key": True}
    return {
        name: [page for exercise in exercises for page in worksheet(exercise, with_key=with_key).pages]
        for name, with_key in names.items()
    }


FORMS: Mapping[str, Callable[[Sequence[Exercise]], Texts]] = {
    "json": as_json,
    "html": lambda exercises: {f"{name_of(exercise)}.html": page(exercise) for exercise in exercises},
    "pdf": lambda exercises: {f"{name}.pdf": pdf(pages) for name, pages in pages_of(exercises).items()},
    "tex": lambda exercises: {f"{name}.tex": tex.document(pages) for name, pages in pages_of(exercises).items()},
    "moodle": lambda exercises: {"moodle.xml": quiz(exercises)},
}
"""The name of a form -> a function that returns its files."""


def write_exercises(exercises: Sequence[Exercise], folder: Path, forms: Sequence[str], *, force: bool) -> list[Path]:
    """Write exercises in some forms into a folder, which is made if missing; return the files."""
    for form in forms:
        if form not in FORMS:
            raise OptionError("{name} is no form of exercises; the forms are {known}",
                              name=form, known=", ".join(FORMS))  # fmt: skip
    texts = {name: text for form in forms for name, text in FORMS[form](exercises).items()}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("{path}: cannot be written: {reason}", path=str(folder), reason=error.strerror) from error
    for name, text in texts.items():
        write_file(folder / name, text, force=force)
    return [folder / name for name in texts]
