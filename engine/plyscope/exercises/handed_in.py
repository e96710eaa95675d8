"""A class's answers: which files there are, to which exercise each belongs, and the marks of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from plyscope.exercises.answers import read_answers
from plyscope.exercises.exercise import Exercise, exercise_from, is_exercise, read_exercise, read_json
from plyscope.exercises.marking import Marks, mark
from plyscope.messages import InputError

SUFFIXES = (".json", ".txt")
"""Of files of answers in a folder."""


def known_exercises(place: Path) -> dict[str, Exercise]:
    """The exercise in a file, or all those in a folder, by their ids."""
    if not place.is_dir():
        exercise = read_exercise(place)
        return {exercise.id: exercise}
    found: dict[str, Exercise] = {}
    for path in sorted(place.glob("*.json")):
        try:
            content = read_json(path)
            if is_exercise(content):
                read = exercise_from(content)
                found[read.id] = read
        except InputError as error:
            raise error.inside(str(path)) from None
    if not found:
        raise InputError("{path}: there is no exercise in this folder", path=str(place))
    return found


def files_in(place: Path) -> list[Path]:
    """The file itself; of a folder all files that may hold answers."""
    return sorted(path for path in place.iterdir() if path.suffix in SUFFIXES) if place.is_dir() else [place]


def marked_files(known: Mapping[str, Exercise], places: Sequence[Path]) -> Iterator[Marks | InputError]:
    """The marks of every file, or what is wrong with it. Exercises that lie in the same folder are passed over."""
    for place in places:
        for path in files_in(place):
            try:
                if place.is_dir() and path.suffix == ".json" and is_exercise(read_json(path)):
                    continue
                answers = read_answers(path)
            except InputError as error:
                yield error if str(path) in str(error) else error.inside(str(path))
                continue
            exercise = known.get(answers.exercise)
            try:
                if exercise is None:
                    raise InputError("it answers the exercise {id}, which is not here", id=answers.exercise)
                yield mark(exercise, answers)
            except InputError as error:
                yield error.inside(str(path))
