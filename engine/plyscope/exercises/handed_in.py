"""A class's answers: which files there are, to which exercise each belongs, and the marks of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from plyscope.exercises.answers import Answers, read_answers
from plyscope.exercises.exercise import Exercise, exercise_from, is_exercise, key_of_calls, read_exercise, read_json
from plyscope.exercises.marking import Marks, mark
from plyscope.messages import InputError

ANSWER_SUFFIXES = (".json", ".txt", ".eml")
"""Of files of answers in a folder."""


@dataclass
class Exercises:
    """The exercises that answers may belong to, and the files that are none of answers."""

    by_id: dict[str, Exercise] = field(default_factory=dict)
    files: set[Path] = field(default_factory=set)
    """Where they and their keys stand, so that these are not taken for answers."""
    groups: dict[str, list[str]] = field(default_factory=dict)
    """By id, the folders below the chosen one that an exercise lies in; empty for the chosen one."""
    errors: dict[Path, InputError] = field(default_factory=dict)
    """What is wrong with files of the folder that cannot be read."""


@dataclass(frozen=True)
class Marked:
    """The marks of one student, with their file and exercise."""

    path: Path
    exercise: Exercise
    marks: Marks
    group: str = ""
    """The folder of the exercise, where a course has one for each group."""


def known_exercises(place: Path) -> Exercises:
    """Return the exercise in a file, or all below a folder, such as those of two groups."""
    found = Exercises()
    if not place.is_dir():
        try:
            add_exercise(found, place, with_key(read_exercise(place), place))
        except InputError as error:
            raise error if str(place) in str(error) else error.inside(str(place)) from None
        return found
    for path in sorted(place.glob("*.json")):
        try:
            content = read_json(path)
            if is_exercise(content):
                add_exercise(found, path, with_key(exercise_from(content), path))
        except InputError as error:
            found.errors[path.resolve()] = error if str(path) in str(error) else error.inside(str(path))
    for path in sorted(place.rglob("*/*.json")):
        # What lies deeper may be anything, answers too: only what is an exercise is taken.
        with suppress(InputError):
            content = read_json(path)
            if is_exercise(content):
                group = path.parent.relative_to(place).as_posix()
                add_exercise(found, path, with_key(exercise_from(content), path), group)
    if not found.by_id and not found.errors:
        raise InputError("{path}: there is no exercise in this folder", path=str(place))
    return found


def add_exercise(found: Exercises, path: Path, exercise: Exercise, group: str = "") -> None:
    """Add an exercise with its file and group."""
    found.by_id[exercise.id] = exercise
    found.groups.setdefault(exercise.id, []).append(group)
    found.files |= {path.resolve(), key_path(path).resolve()}


def key_path(path: Path) -> Path:
    """Return the path of the key beside an exercise."""
    return path.with_name(f"{path.stem}-key.json")


def with_key(exercise: Exercise, path: Path) -> Exercise:
    """Return an exercise on calls with the key beside its file; others need none."""
    if not exercise.is_of_calls:
        return exercise
    key = key_path(path)
    if not key.exists():
        raise InputError("what the calls return stands in {key}, which is missing", key=key.name)
    for answers in read_answers(key):
        if isinstance(answers, InputError):
            raise answers
        if answers.exercise != exercise.id:
            raise InputError("it is the key of another exercise").inside(str(key))
        exercise = replace(exercise, results={name: entry.number for name, entry in answers.values.items()})
    check_key(exercise, key)
    return exercise


def check_key(exercise: Exercise, key: Path) -> None:
    """Raise InputError for a file that is no key of the exercise."""
    try:
        key_of_calls(exercise)
    except InputError as error:
        raise error.inside(str(key)) from None


def files_in(place: Path) -> Iterator[Path]:
    """Iterate over the files of a place that may hold answers: itself, or all in a folder and below.

    Courses hand over a folder for each student. A folder that is named like a file of answers is listed as one, so that
    it is complained about.
    """
    if not place.is_dir():
        yield place
        return
    for path in sorted(place.iterdir()):
        if path.suffix.lower() in ANSWER_SUFFIXES:
            yield path
        elif path.is_dir() and not path.is_symlink() and not path.name.startswith("."):
            yield from files_in(path)


def marked_files(known: Exercises, places: Sequence[Path]) -> Iterator[Marked | InputError]:
    """Iterate over the marks of all answers, or their errors; files of exercises and keys are skipped."""
    yield from known.errors.values()
    for place in places:
        for path in files_in(place):
            is_chosen = path == place
            if not is_chosen and (path.resolve() in known.files or path.resolve() in known.errors):
                continue
            if not is_chosen and path.exists() and not path.is_file():
                yield InputError("{path}: this is no file", path=str(path))
                continue
            for answers in read_answers(path):
                yield answers if isinstance(answers, InputError) else marks_of_answers(known, answers, path)


def marks_of_answers(known: Exercises, answers: Answers, path: Path) -> Marked | InputError:
    """Return the marks of answers; the error if they belong to no known exercise."""
    exercise = known.by_id.get(answers.exercise)
    try:
        if exercise is None:
            raise InputError("it answers the exercise {id}, which is not here", id=answers.exercise)
        return Marked(path, exercise, mark(exercise, answers), group_of(known, exercise, path))
    except InputError as error:
        return error.inside(str(path))


def group_of(known: Exercises, exercise: Exercise, path: Path) -> str:
    """Return the group of answers; where several have the exercise, the one that the path names."""
    groups = known.groups.get(exercise.id, [""])
    named = [group for group in groups if group and set(Path(group).parts) <= set(path.parts)]
    return " or ".join(filter(None, named if len(groups) > 1 and named else groups))
