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
"""The largest number of results that are kept."""


@dataclass(frozen=True)
class Result:
    """How one attempt at an exercise ended."""

    exercise: str
    title: str
    variant: int
    student: str
    attempt: int
    score: float
    out_of: int
    date: str
    """Day and time, as in ISO 8601."""


def exercises_folder() -> Path:
    """Return the folder in which work and results are kept."""
    return state_folder() / "exercises"


def work_path(exercise: str, student: str) -> Path:
    """Return the file of one student's work; the name is hashed, since it need not be a file's name."""
    return exercises_folder() / f"{exercise}-{sha256(student.encode()).hexdigest()[:10]}.json"


def read_json_or_none(path: Path) -> Any:
    """Return the JSON in a file; None where it cannot be read."""
    with suppress(OSError, ValueError):
        return json.loads(path.read_text(encoding="utf-8"))
    return None


def write_if_possible(path: Path, content: Any) -> None:
    """Write JSON into a file; where the state folder cannot be written to, nothing is kept."""
    with suppress(OSError, InputError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, json.dumps(content, ensure_ascii=False), force=True)


def kept_work(exercise: Exercise, student: str) -> tuple[Work, int]:
    """Return a student's work as it was left, or new work; and which attempt it is."""
    saved = read_json_or_none(work_path(exercise.id, student))
    if isinstance(saved, dict):
        with suppress(InputError):
            attempt = saved.get("attempt", 1)
            return work_from(exercise, saved), attempt if type(attempt) is int else 1
    return Work(exercise, student), 1


def keep_work(work: Work, attempt: int) -> None:
    """Keep a student's work, and which attempt it is."""
    write_if_possible(work_path(work.exercise.id, work.student), {**work.json, "attempt": attempt})


def kept_results() -> list[Result]:
    """Return all results, in the order in which they came."""
    content = read_json_or_none(exercises_folder() / "results.json")
    kept = []
    for line in content if isinstance(content, list) else []:
        with suppress(ValueError):
            kept.append(read_record(Result, line))
    return kept


def add_result(work: Work, marks: Marks, attempt: int, date: str) -> None:
    """Keep a result, in place of an earlier one of the same attempt."""
    exercise = work.exercise
    result = Result(
        exercise.id, exercise.title, exercise.variant, work.student, attempt, marks.score, marks.out_of, date
    )
    others = [
        other
        for other in kept_results()
        if (other.exercise, other.student, other.attempt) != (result.exercise, result.student, result.attempt)
    ]
    write_if_possible(exercises_folder() / "results.json", [asdict(kept) for kept in (*others, result)][-MAX_RESULTS:])
