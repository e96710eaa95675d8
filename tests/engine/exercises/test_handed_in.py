"""A class's answers: variants found by id, bad files named in one line, all else marked."""

from __future__ import annotations

import csv
import json
import os
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from plyscope.exercises.answers import answers_from, code_of, codes_in, read_code
from plyscope.exercises.exercise import exercise_of
from plyscope.exercises.handed_in import group_of, known_exercises
from plyscope.files.sources import load

from tests.command_line import plyscope, printed

FIGURE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"


@pytest.fixture(scope="module")
def monday(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty variants as a lecturer makes them."""
    folder = tmp_path_factory.mktemp("made") / "monday"
    made = ["make", "--random", "--depth", "3", "--branching", "2-3", "--prunes", "3", "--distinct", "--variants", "30"]
    printed("exercise", *made, "-o", str(folder))
    return folder


def key_of(folder: Path, number: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / f"exercise-{number:02}-key.json").read_text())
    return found


def checked(*arguments: object) -> tuple[int, str, list[str]]:
    done = plyscope("exercise", "check", *map(str, arguments))
    return done.returncode, done.stdout, done.stderr.splitlines()


def test_a_class_of_a_hundred(monday: Path, tmp_path: Path) -> None:
    """A folder for each student, names of any kind, files and codes; the table opens in a spreadsheet."""
    names = ['דנה, "x"', "=HYPERLINK(1)", "two\nlines", ""]
    for number in range(100):
        answers = {**key_of(monday, number % 30 + 1), "student": names[number % 4]}
        folder = tmp_path / "class" / f"student {number:03}"
        folder.mkdir(parents=True)
        if number % 10:
            (folder / "answers.json").write_text(json.dumps({**answers, "best": None}), encoding="utf-8")
        else:
            (folder / "mail.txt").write_text(f"Dear teacher,\n\n{code_of(answers_from(answers))}\n\nBest wishes")
    table = tmp_path / "marks.csv"
    status, out, complaints = checked(monday, tmp_path / "class", "--json", "-o", table)
    assert (status, complaints) == (0, [])
    found = json.loads(out)
    assert [one["out_of"] - one["score"] for one in found] == [10 * (number % 10 > 0) for number in range(100)]
    with open(table, encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["variant"]) for row in rows] == [number % 30 + 1 for number in range(100)]
    assert {row["student"] for row in rows} == {names[0], "'" + names[1], "two\\nlines", ""}


@pytest.mark.spread(2)
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "7bit"])
@pytest.mark.parametrize("kind", ["plain", "html", "both", "attached"])
def test_mails_as_mail_programs_write_them(monday: Path, tmp_path: Path, encoding: str, kind: str) -> None:
    answers = {**key_of(monday, 3), "student": "Dana"}
    code, mail = code_of(answers_from(answers)), EmailMessage()
    mail["Subject"] = "Exercise 3"
    words = f"Hello,\n\n{code}\n"
    if kind in ("plain", "both"):
        mail.set_content(words, cte=encoding)
    if kind == "html":
        mail.set_content(f"<p>Hello,</p><div>{code[:50]}<br>{code[50:]}</div>", subtype="html", cte=encoding)
    if kind == "both":
        mail.add_alternative(f"<p>{code}</p>", subtype="html", cte=encoding)
    if kind == "attached":
        mail.set_content("Here it is.")
        content = json.dumps(answers, indent=1).encode()
        mail.add_attachment(content, maintype="application", subtype="json", filename="dana.json")
    (tmp_path / "dana.eml").write_bytes(mail.as_bytes())
    status, out, complaints = checked(monday, tmp_path, "--json")
    assert (status, complaints) == (0, [])
    assert [(one["student"], one["out_of"] - one["score"]) for one in json.loads(out)] == [("Dana", 0)]


def test_the_groups_of_a_course_are_marked_together(tmp_path: Path) -> None:
    for place, group in enumerate(("a", "b")):
        (tmp_path / group).mkdir()
        exercise_of(load(FIGURE), {"cut": (">=", ">")[place]}).save(tmp_path / group / "exercise.json", force=False)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "damaged.json").write_text("{")
    for group in ("a", "b"):
        found = json.loads((tmp_path / group / "exercise.json").read_text())
        (tmp_path / "in" / f"{group}.json").write_text(json.dumps({"exercise": found["id"], "student": group}))
    table = tmp_path / "marks.csv"
    status, out, complaints = checked(tmp_path, tmp_path / "in", "--json", "-o", table)
    assert [one["student"] for one in json.loads(out)] == ["a", "b"]
    assert (status, len(complaints)) == (1, 1)
    with open(table, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["group"] for row in rows] == ["a", "b"]
    for row in rows:
        parts = [row[f"{part}_out_of"] for part in ("values", "windows", "pruned", "best")]
        assert sum(map(float, parts)) == float(row["out_of"])


def test_the_same_exercise_in_two_groups_is_told_apart_by_the_folder(tmp_path: Path) -> None:
    exercise = exercise_of(load(FIGURE), {})
    for group in ("a", "b"):
        (tmp_path / "made" / group).mkdir(parents=True)
        exercise.save(tmp_path / "made" / group / "exercise.json", force=False)
    known = known_exercises(tmp_path / "made")
    assert group_of(known, exercise, tmp_path / "in" / "b" / "dana.json") == "b"
    assert group_of(known, exercise, tmp_path / "in" / "dana.json") == "a or b"


BAD = {
    "empty": (b"", "empty"),
    "no json": (b"hello", "not JSON"),
    "unknown node": ({"values": {"ZZ": 1}}, "ZZ is no node"),
    "unknown pruned": ({"pruned": ["Q9"]}, "Q9 is no node"),
    "wrong id": ({"exercise": "deadbeef00"}, "is not here"),
    "no id": ({"exercise": None}, "exercise is a text"),
    "digits": (b'{"exercise": "x", "values": {"A": ' + b"9" * 400 + b"}}", "beyond the range"),
    "more digits": (b'{"exercise": "x", "values": {"A": ' + b"9" * 5000 + b"}}", "too many digits"),
    "exponent": ({"values": {"A": "1e999"}}, "is no number"),
    "nan": (b'{"exercise": "x", "values": {"A": NaN}}', "NaN"),
    "surrogate": ({"student": "\ud800"}, "half a character"),
    "surrogate name": ({"values": {"\ud800": 1}}, "is no node"),
    "latin": (b'{"exercise": "\xff"}', "not UTF-8"),
    "twice": (b'{"exercise": "x", "exercise": "y"}', "exercise occurs twice"),
    "deep": (b"[" * 100_000, "nested too deeply"),
    "large": (b" " * (2 << 20), "larger than"),
    "list": (b"[]", "are an object"),
    "true": ({"values": {"A": True}}, "is no number"),
    "one end": ({"windows_in": {"A": [1]}}, "in brackets"),
    "unknown key": ({"answers": {}}, "answers is not a key"),
}


def test_bad_files_are_a_line_each_and_the_rest_is_marked(monday: Path, tmp_path: Path) -> None:
    key = key_of(monday, 1)
    for name, (content, _) in BAD.items():
        text = content if isinstance(content, bytes) else json.dumps({**key, **content}).encode()
        (tmp_path / f"{name}.json").write_bytes(text)
    expected = {f"{name}.json": reason for name, (_, reason) in BAD.items()}
    (tmp_path / "a folder.json").mkdir()
    (tmp_path / "gone.json").symlink_to("nowhere")
    (tmp_path / "no code.txt").write_text("Dear teacher")
    (tmp_path / "damaged.txt").write_text(code_of(answers_from(key))[:-9])
    expected |= {"a folder.json": "no file", "gone.json": "cannot be read"}
    expected |= {"no code.txt": "neither", "damaged.txt": "damaged"}
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.json")
        expected["pipe.json"] = "no file"
    (tmp_path / "good.JSON").write_text(json.dumps(key))
    status, out, complaints = checked(monday, tmp_path, "--json")
    assert status == 1
    assert [one["student"] for one in json.loads(out)] == ["key"]
    assert len(complaints) == len(expected)
    for name, reason in expected.items():
        [complaint] = [line for line in complaints if f"{os.sep}{name}:" in line]
        assert reason in complaint


def test_a_code_survives_mail_programs() -> None:
    """Lines broken anywhere, quoted, or in quoted-printable; several codes in one text; letters after a code."""
    exercise = exercise_of(load(FIGURE), {})
    for student in ("a", "ab", "abc", "abcd", "abcde"):
        answers = answers_from({"exercise": exercise.id, "student": student, "values": {"B": 3, "C": "≤2"}})
        code = code_of(answers)
        pieces = [code[at : at + 17] for at in range(0, len(code), 17)]
        for text in (
            "\r\n".join(pieces),
            "> " + "\n> ".join(pieces),
            "=\r\n".join(pieces),
            f'<p>"{code}"</p>',
            f"{code}\nBest wishes",
        ):
            assert [read_code(found) for found in codes_in(f"Dear teacher,\n{text}\n")] == [answers]
    assert len(codes_in(f"{code}\n\n{code}, and\n{code}")) == 3


def test_exercises_and_keys_beside_the_answers_are_no_answers(monday: Path, tmp_path: Path) -> None:
    for name in ("exercise-01.json", "exercise-01-key.json"):
        (tmp_path / name).write_bytes((monday / name).read_bytes())
    (tmp_path / "dana.json").write_text(json.dumps({**key_of(monday, 1), "student": "Dana"}))
    (tmp_path / "bad.json").write_text("{")
    status, out, complaints = checked(tmp_path, tmp_path, "--json")
    assert (status, len(complaints)) == (1, 1)
    assert [one["student"] for one in json.loads(out)] == ["Dana"]


def test_one_file_gives_one_result(monday: Path) -> None:
    path = monday / "exercise-07"
    status, out, _ = checked(f"{path}.json", f"{path}-key.json", "--json")
    found = json.loads(out)
    assert (status, found["student"], found["score"]) == (0, "key", found["out_of"])


def test_a_folder_without_answers_is_named(monday: Path) -> None:
    status, out, complaints = checked(monday, monday)
    assert (status, out, len(complaints)) == (1, "", 1)
    assert "no answers here" in complaints[0]
