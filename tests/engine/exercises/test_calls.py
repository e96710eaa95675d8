"""Exercises on calls of user code: no answers in the file, the key beside it, and one step of the recursion."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from plyscope.cli.main import run_command
from plyscope.exercises.answers import answers_from
from plyscope.exercises.calls import folds_of, step_of, tree_of_text
from plyscope.exercises.exercise import Exercise, exercise_from, exercise_of_calls, task
from plyscope.exercises.handed_in import known_exercises
from plyscope.exercises.marking import Outcome, mark
from plyscope.export.marks import Text
from plyscope.messages import InputError
from plyscope.worksheets.worksheet import worksheet

from tests import full_traces

PROGRAM = """
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

def fact(n):
    return 1 if n == 0 else n * fact(n - 1)

def turned(text):
    return text if len(text) < 2 else turned(text[1:]) + text[0]
"""


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("calls")
    (folder / "program.py").write_text(PROGRAM)
    for call in ("fib(4)", "fact(4)", "turned('abc')"):
        path = folder / f"{call.split('(')[0]}.plytrace"
        assert run_command(["debug", str(folder / "program.py"), call, "-o", str(path)]) == 0
    return folder


@pytest.fixture(scope="module")
def fibonacci(recorded: Path) -> Exercise:
    return exercise_of_calls(full_traces.Trace.open(recorded / "fib.plytrace"))


def marked(exercise: Exercise, **values: Any) -> dict[str, tuple[bool, bool]]:
    marks = mark(exercise, answers_from({"exercise": exercise.id, "values": values}))
    return {one.node: (one.outcome is Outcome.RIGHT, one.outcome is Outcome.FOLLOWS) for one in marks.values}


def test_the_file_holds_the_calls_and_no_answers(fibonacci: Exercise) -> None:
    found = fibonacci.json
    assert found["source"] == (
        'calls:["fib(4)", [["fib(3)", [["fib(2)", [["fib(1)", 1], ["fib(0)", 0]]], ["fib(1)", 1]]], '
        '["fib(2)", [["fib(1)", 1], ["fib(0)", 0]]]]]'
    )
    assert (found["algorithm"], found["options"], found["asks"]) == ("fib", {}, ["values"])
    assert [node.name for node in fibonacci.tree.nodes] == ["A", "B", "C", "D", "B2", "C1", "C2", "D1", "D2"]
    again = exercise_from(json.loads(json.dumps(found)))
    assert again.results is None
    assert [node.given for node in again.tree.nodes] == [None, None, None, None, 1, 1, 0, 1, 0]
    assert "fib" in str(task(again)[0])
    with pytest.raises(InputError, match="in the key"):
        marked(again, A=3)


def test_a_step_follows_where_a_fold_explains_the_run(fibonacci: Exercise, recorded: Path) -> None:
    assert marked(fibonacci, A=3, B=2, C=1, D=1) == dict.fromkeys("ABCD", (True, False))
    assert marked(fibonacci, A=8, B=7) == {
        "A": (False, True),
        "B": (False, False),
        "C": (False, False),
        "D": (False, False),
    }
    factorial = exercise_of_calls(full_traces.Trace.open(recorded / "fact.plytrace"))
    assert not factorial.folds
    assert marked(factorial, A=4, B=1)["A"] == (False, False)


def test_folds_that_do_not_agree_say_nothing() -> None:
    tree = tree_of_text('calls:["f", [["g", [["h", 2], ["i", 2]]], ["j", 0]]]')
    folds = folds_of(tree, {0: 4, 1: 4})
    assert len(folds) == 1
    tree = tree_of_text('calls:["g", [["h", 2], ["i", 2]]]')
    folds = folds_of(tree, {0: 4})
    assert (step_of(folds, 0, [2, 2]), step_of(folds, 0, [3, 2]), step_of([], 0, [2])) == (4, None, None)
    tree = tree_of_text('calls:["m", [["n", [["o", 3], ["p", 1]]], ["q", [["r", 2], ["s", 5]]]]]')
    assert step_of(folds_of(tree, {0: 2, 1: 1, 2: 2}), 1, [7, 6]) == 6


def test_what_returns_no_number_is_refused(recorded: Path) -> None:
    with pytest.raises(InputError, match="needs numbers"):
        exercise_of_calls(full_traces.Trace.open(recorded / "turned.plytrace"))


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("calls:", "not JSON"),
        ("calls:[]", "a list of its text"),
        ('calls:["f", []]', "a list of its text"),
        ('calls:["f", [["g", NaN]]]', "NaN"),
        ('calls:["f", [["g", "inf"]]]', "infinite"),
        ('calls:["f", 3]', "nothing to find out"),
        ('calls:["\\ud800", [["g", 1]]]', "half a character"),
        ("calls:" + '["f", [' * 50_000, "nested too deeply"),
        ('calls:["f", [' + ", ".join(['["g", 1]'] * 300) + "]]", "200 nodes"),
    ],
)
def test_a_source_that_cannot_be_read(source: str, reason: str) -> None:
    exercise = Exercise(source, "f", {}, ("values",))
    with pytest.raises(InputError, match=reason):
        exercise_from(exercise.json)


def test_check_needs_the_key_beside_the_exercise(
    recorded: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["exercise", "make", str(recorded / "fib.plytrace"), "-o", str(tmp_path)]) == 0
    exercise, key = tmp_path / "exercise.json", tmp_path / "exercise-key.json"
    answers = tmp_path / "dana.json"
    answers.write_text(json.dumps({**json.loads(key.read_text()), "student": "Dana"}))
    capfd.readouterr()
    assert run_command(["exercise", "check", str(exercise), str(answers), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["score"] == 100
    found = json.loads(key.read_text())
    for changed, reason in (
        ({**found, "exercise": "another"}, "another exercise"),
        ({**found, "values": {"A": 3}}, "does not fit"),
        ({**found, "values": {**found["values"], "C1": 1}}, "does not fit"),
    ):
        key.write_text(json.dumps(changed))
        with pytest.raises(InputError, match=reason):
            known_exercises(exercise)
    key.unlink()
    with pytest.raises(InputError, match="is missing"):
        known_exercises(exercise)
    assert [str(error) for error in known_exercises(tmp_path).errors.values()]


def test_a_recorded_search_is_an_exercise_as_it_was_searched(tmp_path: Path) -> None:
    path = tmp_path / "x.plytrace"
    full_traces.record("tree:[[3,5],[3,9]]", cut=">", fail="hard", order="reverse").save(path)
    assert run_command(["exercise", "make", str(path), "-o", str(tmp_path / "made")]) == 0
    found = json.loads((tmp_path / "made" / "exercise.json").read_text())
    assert found["source"] == "tree:[[3,5],[3,9]]"
    assert [found["options"][name] for name in ("cut", "fail", "order")] == [">", "hard", "reverse"]


def test_calls_are_written_in_every_form(recorded: Path, tmp_path: Path) -> None:
    made = ["exercise", "make", str(recorded / "fib.plytrace"), "--as", "json,html,tex,moodle"]
    assert run_command([*made, "-o", str(tmp_path / "made")]) == 0
    texts = {path.name: path.read_text() for path in (tmp_path / "made").iterdir()}
    assert set(texts) == {"exercise.json", "exercise-key.json", "exercise.html", "moodle.xml", "worksheet.tex",
                          "worksheet-key.tex"}  # fmt: skip
    for name in ("exercise.html", "moodle.xml", "worksheet.tex", "exercise.json"):
        assert "return n if n" in texts[name].replace("~", " "), f"the program can be read in {name}"
    assert texts["moodle.xml"].count("NUMERICAL") == 4
    assert '"results"' in texts["exercise.html"]
    assert texts["worksheet-key.tex"] != texts["worksheet.tex"]


def test_a_test_says_nothing_of_what_is_right(recorded: Path, tmp_path: Path) -> None:
    made = ["exercise", "make", str(recorded / "fib.plytrace"), "--as", "json,html", "--feedback", "never"]
    assert run_command([*made, "-o", str(tmp_path)]) == 0
    written = (tmp_path / "exercise.html").read_text()
    assert "results" not in written.split('type="application/json">')[1].split("</script>")[0]
    assert "function solve(" not in written
    found = json.loads((tmp_path / "exercise.json").read_text())
    assert found["feedback"] == "never"
    del found["feedback"]
    with pytest.raises(InputError, match="has been changed"):
        exercise_from(found)


def test_calls_that_have_no_room_in_the_tree_stand_in_a_table() -> None:
    for source, has_table in (
        ('calls:["f(2)", [["f(1)", 1], ["f(0)", 0]]]', False),
        (f'calls:["f({"x" * 190})", [["f(1)", 1], ["f(0)", 0]]]', True),
    ):
        results = {"A": 1.0}
        exercise = Exercise(source, "f", {}, ("values",), results=results)
        texts = [mark.text for page in worksheet(exercise).pages for mark in page.marks if isinstance(mark, Text)]
        assert ("Write what each call returns." in texts) is has_table
        assert "f(0)" in texts
