"""The page of an exercise marks as the command does, and is done in a browser by keys and by mouse."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from plyscope import load
from plyscope.exercises.answers import Answers, Entry, answers_from, read_code, read_entry
from plyscope.exercises.exercise import Exercise, exercise_of
from plyscope.exercises.hints import card_of_box
from plyscope.exercises.making import Request, random_exercise
from plyscope.exercises.marking import mark, right_answers
from plyscope.exercises.work import Box, Field, Work
from plyscope.games.random_trees import Constraints
from plyscope.worksheets.html_page import page, page_facts

from tests.programs.chromium import Chromium
from tests.programs.needs import program, run

pytestmark = pytest.mark.full
FIGURE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"


CALLS = [
    Exercise('calls:["fib(3)", [["fib(2)", [["fib(1)", 1], ["fib(0)", 0]]], ["fib(1)", 1]]]', "fib", {}, ("values",),
             results={"A": 2.0, "B": 1.0}),
    Exercise('calls:["fact(2)", [["fact(1)", [["fact(0)", 1]]]]]', "fact", {}, ("values",),
             results={"A": 2.0, "B": 1.0}),
]  # fmt: skip
"""One whose step is a sum, and one whose step is not known."""


def some_exercises(count: int) -> list[Exercise]:
    made = []
    for seed in range(count):
        draw = random.Random(seed)
        request = Request(
            Constraints((1, draw.choice([2, 3, 4])), (1, 3), (-3, 6)),
            algorithm=draw.choice(["alphabeta", "negamax", "minimax"]),
            cut=draw.choice([">=", ">"]),
            fail=draw.choice(["soft", "hard"]),
            order=draw.choice(["given", "reverse"]),
        )
        made.append(replace(random_exercise(request, seed), any=draw.choice([(), (), ("cut",), ("cut", "fail")])))
    return [*made, exercise_of(load("tictactoe:.OO/XXO/.X. o", max="o"), {"algorithm": "alphabeta"}), *CALLS]


def spoilt(exercise: Exercise, draw: random.Random) -> dict[str, Any]:
    """The right answers with some of them changed or missing."""
    answers = right_answers(exercise, "a student").json
    inner = [node.name for node in exercise.tree.nodes if node.given is None]
    for name in list(answers["values"]):
        if draw.random() < 0.3:
            answers["values"][name] = draw.choice(["", "≤", "<=", "≥ "]) + str(draw.randint(-3, 6))
        elif draw.random() < 0.3:
            answers["values"][name] = draw.choice(["≤", ">="]) + str(answers["values"][name])
    for key in ("windows_in", "windows_out"):
        for name, ends in answers[key].items():
            if draw.random() < 0.3:
                answers[key][name] = [draw.choice([*ends, None, "inf", "-inf", draw.randint(-3, 6)]) for _ in ends]
    names = [node.name for node in exercise.tree.nodes[1:]]
    if answers["pruned"] is not None:
        kept = [name for name in answers["pruned"] if draw.random() < 0.7]
        more = draw.sample(names, k=draw.choice([0, 0, 1, 2])) if len(names) > 2 else []
        answers["pruned"] = draw.choice([kept, [*dict.fromkeys(kept + more)], None])
    answers["best"] = draw.choice([answers["best"], *inner[1:], None])
    return answers


def test_the_page_marks_as_the_command_does() -> None:
    draw = random.Random(1)
    tasks = [(exercise, spoilt(exercise, draw)) for exercise in some_exercises(60) for _ in range(5)]
    given = json.dumps([[page_facts(exercise), answers] for exercise, answers in tasks])
    printed = run(program("node"), Path(__file__).with_name("marks_exercises.mjs"), text=given)
    for (exercise, answers), found in zip(tasks, json.loads(printed), strict=True):
        expected = mark(exercise, answers_from(answers)).json
        del expected["exercise"], expected["student"]
        assert found == expected, exercise.json


ENTRIES = [
    "2", " 2 ", "+2", "2.", ".5", "2,5", "2e3", "≤2", "<=2", "=<2", "≥ 2", "=>2", "≦2", "⩾2", "＜＝２",
    "－２", "–2", "−2", "٢", "۳",
    "\u200f2", "2\u00a0", "\u30002", "inf", "-INF", "−∞", "≤ ∞", "infinity",
    "", "-", "≤", "3²", "½", "1/2", "0x2", "1_0", "2 000", "--2", "<2", "2≤", "nan", "1e999", "x", "9" * 41,
]  # fmt: skip


def test_the_page_reads_entries_as_the_command_does() -> None:
    script = Path(__file__).with_name("reads_entries.mjs")
    for text, found in zip(ENTRIES, json.loads(run(program("node"), script, text=json.dumps(ENTRIES))), strict=True):
        entry = read_entry(text)
        expected = None if entry is None else (entry.number, entry.sign)
        assert (None if found is None else (float(found[0]), found[1])) == expected, text


@pytest.fixture(scope="module")
def browser() -> Any:
    program("chromium")
    with Chromium() as found:
        yield found


@pytest.fixture
def figure(browser: Any, tmp_path: Path) -> Exercise:
    exercise = exercise_of(load(FIGURE), {}, title="Three times three leaves")
    path = tmp_path / "exercise.html"
    path.write_text(page(exercise), encoding="utf-8")
    browser.open(path, ready="document.querySelector('.score')")
    browser.value("localStorage.clear()")
    browser.open(path, ready="document.querySelector('.score')")
    browser.troubles.clear()
    return exercise


SCORE = "document.querySelector('.score').textContent"
FOCUS = "(label) => document.querySelector(`[aria-label='${label}']`).focus()"
LABEL = "document.activeElement.getAttribute('aria-label')"


def typed(browser: Any, text: str) -> None:
    browser.ask("Input.insertText", text=text)


def handed_in(browser: Any) -> Answers:
    code = browser.value("(async () => { await document.getElementById('code').click(); return true; })()")
    assert code
    until = "new Promise((done) => setTimeout(() => done(document.getElementById('shown-code').value), 300))"
    return read_code(browser.value(until))


def test_it_is_done_by_keys_in_the_order_of_the_search(browser: Any, figure: Exercise) -> None:
    answers = right_answers(figure).json
    browser.value(f"({FOCUS})('A: α as it is called')")
    for _ in range(60):
        label = browser.value(LABEL)
        if label is None or label.startswith("The best move"):
            break
        name, _, what = label.partition(": ")
        if "value" in what:
            typed(browser, str(answers["values"][name]))
        else:
            ends = answers["windows_in" if "called" in what else "windows_out"][name]
            typed(browser, str(ends["αβ".index(what[0])]))
        if label == "C: the value that it returns":
            for key in ("ArrowDown", "ArrowRight", " ", "ArrowRight", " ", "ArrowUp"):
                browser.press(key)
            browser.value(f"({FOCUS})('{label}')")
        browser.press("Tab")
    browser.value("{const s = document.querySelector('select'); s.value = '1'; s.dispatchEvent(new Event('change'))}")
    assert browser.value(SCORE) == "100"
    assert browser.troubles == []
    assert mark(figure, handed_in(browser)).score == 100


def test_a_wrong_prune_by_mouse_is_marked_and_answers_are_kept(browser: Any, figure: Exercise, tmp_path: Path) -> None:
    middle = "(() => {const r = document.querySelector(`[aria-label='The edge to D3']`).getBoundingClientRect();"
    x, y = browser.value(middle + "return [r.x + r.width / 2, r.y + r.height / 2];})()")
    browser.click(x, y)
    remarks = browser.value("document.getElementById('remarks').textContent")
    assert "Pruned too much: D3" in remarks
    browser.value(f"({FOCUS})('D: the value that it returns')")
    typed(browser, "5")
    browser.press("Enter")
    browser.value(f"({FOCUS})('D: the value that it returns')")
    assert "follows" in browser.value("document.activeElement.parentElement.className")
    browser.value(f"({FOCUS})('C: the value that it returns')")
    typed(browser, "<=2")
    assert "right" not in browser.value("document.activeElement.parentElement.className"), "it is still being typed"
    browser.press("Tab")
    browser.value(f"({FOCUS})('C: the value that it returns')")
    assert "right" in browser.value("document.activeElement.parentElement.className")
    browser.press("?")
    assert "C is MIN" in browser.value("document.getElementById('hint-text').textContent")
    browser.value("{const s = document.querySelector('select'); s.value = '3'; s.dispatchEvent(new Event('change'))}")
    assert "follows" in browser.value("document.querySelector('select').parentElement.className")
    browser.value(f"({FOCUS})('B: the value that it returns')")
    typed(browser, "0.0000001")
    browser.open(tmp_path / "exercise.html", ready="document.querySelector('.score')")
    kept = "['B', 'C'].map((name) => document.querySelector(`[aria-label='${name}: the value that it returns']`).value)"
    assert browser.value(kept) == ["1e−7", "≤2"]
    assert browser.troubles == []


def shown_value(browser: Any, label: str) -> Any:
    return browser.value(f"document.querySelector(`[aria-label='{label}']`).value")


def text(browser: Any, name: str) -> Any:
    return browser.value(f"document.getElementById('{name}').textContent")


def enter(browser: Any, label: str, entry: str) -> None:
    browser.value(f"({FOCUS})('{label}')")
    browser.value("document.activeElement.select()")
    typed(browser, entry)
    browser.press("Tab")
    browser.value(f"({FOCUS})('{label}')")


def test_a_wrong_entry_says_why_in_the_words_of_the_window(browser: Any, figure: Exercise) -> None:
    work = Work(figure)
    labels = {
        Field.VALUE: "the value that it returns", Field.IN_ALPHA: "α as it is called",
        Field.IN_BETA: "β as it is called",
        Field.OUT_ALPHA: "α as it returns", Field.OUT_BETA: "β as it returns",
    }  # fmt: skip
    for name, field, entry in (
        ("B", Field.VALUE, "12"), ("C", Field.VALUE, "5"), ("C", Field.VALUE, ">=2"), ("A", Field.VALUE, "8"),
        ("A", Field.IN_ALPHA, "inf"), ("A", Field.IN_BETA, "-inf"), ("C", Field.IN_ALPHA, "4"),
        ("D", Field.OUT_BETA, "9"), ("D", Field.OUT_ALPHA, "1"),
    ):  # fmt: skip
        box = Box(figure.tree.by_name[name], field)
        work.type(box, entry)
        enter(browser, f"{name}: {labels[field]}", entry)
        card = card_of_box(work, box, work.verdicts(mark(figure, work.answers())).get(box))
        assert card is not None
        assert text(browser, "why").endswith(f": wrong. {str(card.text).replace('-', '−')}")
    assert browser.troubles == []


def test_a_number_is_shown_with_six_digits_and_typed_so(browser: Any, tmp_path: Path) -> None:
    exercise = exercise_of(load("tree:[[0.3333333333333333,1],[0.16666666666666666,0.5]]"), {})
    path = tmp_path / "thirds.html"
    path.write_text(page(exercise), encoding="utf-8")
    browser.open(path, ready="document.querySelector('.score')")
    shown = browser.value("[...document.querySelectorAll('svg text')].map((one) => one.textContent)")
    assert {"0.333333", "0.166667", "1", "0.5"} <= set(shown)
    for name, text in (("B", "0.333333"), ("A", "0.33333333"), ("C", "≤0.166667")):
        enter(browser, f"{name}: the value that it returns", text)
        assert "right" in browser.value("document.activeElement.parentElement.className"), name
    assert handed_in(browser).values == {"B": Entry(1 / 3), "A": Entry(1 / 3), "C": Entry(1 / 6, "≤")}


def test_giving_up_shows_the_answers_of_a_node(browser: Any, figure: Exercise) -> None:
    browser.value(f"({FOCUS})('C: the value that it returns')")
    browser.press("?")
    assert text(browser, "give-up") == "Show C, and give up its points"
    browser.value("document.getElementById('give-up').click()")
    assert shown_value(browser, "C: the value that it returns") == "≤2"
    assert browser.value("document.querySelectorAll('.edge-line.pruned').length") == 2
    assert browser.value(LABEL) == "A: α as it is called"
    kept = browser.value("JSON.parse(localStorage.getItem(localStorage.key(0)))")
    assert (kept["given_up"], kept["values"], kept["pruned"]) == (["C"], {}, [])
    assert browser.troubles == []


def test_as_the_search_goes_the_page_locks_what_is_passed(browser: Any, figure: Exercise) -> None:
    browser.value("document.querySelector('[name=order][value=search]').click()")
    browser.value(f"({FOCUS})('A: α as it is called')")
    for entry in ("-inf", "inf", "-inf"):
        typed(browser, entry)
        browser.press("Tab")
    assert browser.value(LABEL) == "B: β as it is called"
    unlocked = "[...document.querySelectorAll('.entry:not(.locked) input')].map((one) => one.ariaLabel)"
    assert browser.value(unlocked) == ["B: α as it is called", "B: β as it is called"]
    browser.value("document.querySelector(`[aria-label='The edge to C']`).click()")
    assert text(browser, "say") == "The search has not come to C yet."
    browser.press("Backspace")
    assert browser.value(LABEL) == "B: α as it is called"
    assert browser.troubles == []


def test_as_the_search_goes_all_is_done_by_keys(browser: Any, figure: Exercise) -> None:
    answers = right_answers(figure).json
    browser.value("document.querySelector('[name=order][value=search]').click()")
    browser.value(f"({FOCUS})('A: α as it is called')")
    for _ in range(20):
        label = browser.value(LABEL)
        name, _, what = label.partition(": ")
        if label == "C: α as it returns":
            for key in ("ArrowDown", "ArrowRight", " ", "ArrowRight", " ", "ArrowUp"):
                browser.press(key)
            assert browser.value("document.querySelectorAll('[aria-pressed=true]').length") == 2
            assert browser.value(LABEL) == label, "the first box of C that is not answered"
        if "value" in what:
            typed(browser, str(answers["values"][name]))
        else:
            ends = answers["windows_in" if "called" in what else "windows_out"][name]
            typed(browser, str(ends["αβ".index(what[0])]))
        browser.press("Enter")
    assert browser.value(LABEL) == "The best move of A"
    browser.value("{const s = document.activeElement; s.value = '1'; s.dispatchEvent(new Event('change'))}")
    assert browser.value(SCORE) == "100"
    assert browser.troubles == []


def test_a_page_for_a_test_marks_nothing_and_is_handed_in(browser: Any, tmp_path: Path) -> None:
    exercise = exercise_of(load(FIGURE), {}, feedback="never")
    path = tmp_path / "test.html"
    path.write_text(page(exercise), encoding="utf-8")
    browser.open(path, ready="document.querySelector('#points p')")
    browser.troubles.clear()
    enter(browser, "B: the value that it returns", "12")
    browser.press("?")
    assert "1 of 21 boxes" in text(browser, "points")
    assert "wrong" not in browser.value("document.activeElement.parentElement.className")
    assert browser.value("document.querySelector('.practice, .score')") is None
    assert mark(exercise, handed_in(browser)).values[1].given is not None
    assert browser.troubles == []


def test_calls_are_done_in_the_page(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "calls.html"
    path.write_text(page(CALLS[0]), encoding="utf-8")
    browser.open(path, ready="document.querySelector('.score')")
    browser.troubles.clear()
    enter(browser, "B: the value that it returns", "5")
    enter(browser, "A: the value that it returns", "6")
    assert "follows" in browser.value("document.activeElement.parentElement.className")
    assert browser.value(SCORE) == "50"
    assert browser.troubles == []


def test_a_game_shows_the_board_of_the_node_at_the_keyboard(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "exercise.html"
    path.write_text(page(exercise_of(load("tictactoe:.OO/XXO/.X. o"), {})), encoding="utf-8")
    browser.open(path, ready="document.querySelector('.score')")
    browser.troubles.clear()
    shown = "[document.querySelector('#position-name').textContent, document.querySelectorAll('#board svg').length]"
    assert browser.value(shown) == ["A: O to move", 1]
    browser.value(f"({FOCUS})('B: the value that it returns')")
    assert browser.value(shown) == ["B: after a1, X to move", 1]
    assert not browser.troubles
