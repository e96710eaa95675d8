"""What students have entered, and their results: one file for each exercise and student in the state folder."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from plyscope.exercises.exercise import Exercise
from plyscope.exercises.marking import Marks
from plyscope.exercises.work import Work, work_from
from plyscope.files.atomic import write_file
from plyscope.files.records import read_record
from plyscope.messages import InputError

from plyscope_window.settings import state_folder

MAX_RESULTS = 2000


@dataclass(frozen=True)
class Result:
    """How one attempt at an exercise ended."""

    exercise: str
    title: str
    variant: int
    student: str
    attempt: int
    score: int
    out_of: int
    date: str
    """Day and time, as in ISO 8601."""


def folder() -> Path:
    return state_folder() / "exercises"


def path_of(exercise: str, student: str) -> Path:
    """The file of one student's work; a name is no name of a file."""
    return folder() / f"{exercise}-{sha256(student.encode()).hexdigest()[:10]}.json"


def read(path: Path) -> Any:
    """The JSON in a file; None where it cannot be read."""
    with suppress(OSError, ValueError):
        return json.loads(path.read_text(encoding="utf-8"))
    return None


def write(path: Path, found: Any) -> None:
    """Write a file; where the state folder cannot be written to, nothing is kept."""
    with suppress(OSError, InputError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, json.dumps(found, ensure_ascii=False), force=True)


def kept_work(exercise: Exercise, student: str) -> tuple[Work, int]:
    """A student's work as it was left, or new work; and which attempt it is."""
    found = read(path_of(exercise.id, student))
    if isinstance(found, dict):
        with suppress(InputError):
            attempt = found.get("attempt", 1)
            return work_from(exercise, found), attempt if type(attempt) is int else 1
    return Work(exercise, student), 1


def keep(work: Work, attempt: int) -> None:
    write(path_of(work.exercise.id, work.student), {**work.json, "attempt": attempt})


def results() -> list[Result]:
    """All results, in the order in which they came."""
    found = read(folder() / "results.json")
    kept = []
    for line in found if isinstance(found, list) else []:
        with suppress(ValueError):
            kept.append(read_record(Result, line))
    return kept


def add_result(work: Work, marks: Marks, attempt: int, date: str) -> None:
    """Add a result, instead of an earlier one of the same attempt."""
    exercise = work.exercise
    result = Result(
        exercise.id, exercise.title, exercise.variant, work.student, attempt, marks.score, marks.out_of, date
    )
    others = [
        other
        for other in results()
        if (other.exercise, other.student, other.attempt) != (result.exercise, result.student, result.attempt)
    ]
    write(folder() / "results.json", [asdict(one) for one in (*others, result)][-MAX_RESULTS:])
