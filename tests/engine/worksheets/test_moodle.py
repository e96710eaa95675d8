"""The questions for Moodle are read back by a reader of their own, and their answers are the key's."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from base64 import b64decode
from html import unescape
from html.parser import HTMLParser

import pytest
from plyscope import load
from plyscope.exercises.exercise import Exercise, exercise_of
from plyscope.exercises.marking import right_answers
from plyscope.worksheets.moodle import number_box, quiz

EXERCISES = {
    "figure": ("tree:[[3,12,8],[2,4,6],[14,5,2]]", {}),
    "strict": ("tree:[[[3,4],[5,6]],[[1,2],[-7,8.5]]]", {"cut": ">", "fail": "hard", "order": "reverse"}),
    "minimax": ("tictactoe:.OO/XXO/.X. o", {"algorithm": "minimax", "max": "o"}),
}


class Cells(HTMLParser):
    """The texts of table cells, row by row."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.is_open = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.is_open = True
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        self.is_open = self.is_open and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.is_open:
            self.rows[-1][-1] += data


def accepted(cell: str) -> set[float]:
    """The numbers that a box takes."""
    kind, answers = re.fullmatch(r"\{\d+:(NUMERICAL|SHORTANSWER):(.*)\}", cell).groups()  # type: ignore[union-attr]
    texts = [
        answer.removeprefix("=").removesuffix(":0" if kind == "NUMERICAL" else "") for answer in answers.split("~")
    ]
    return {float(text.replace("∞", "inf").replace("−", "-")) for text in texts}


@pytest.mark.parametrize("name", EXERCISES)
def test_an_independent_reader_finds_the_key(name: str) -> None:
    source, options = EXERCISES[name]
    position = load(source, max=options.get("max"))
    exercise: Exercise = exercise_of(position, {key: one for key, one in options.items() if key != "max"})
    root = ElementTree.fromstring(quiz([exercise]))
    [question] = root.findall("question")
    assert question.get("type") == "cloze"
    text = question.findtext("questiontext/text") or ""
    picture = question.find("questiontext/file")
    assert picture is not None
    assert ElementTree.fromstring(b64decode(picture.text or "")).tag.endswith("svg")
    key = right_answers(exercise)
    cells = Cells()
    cells.feed(text)
    called = [row for row in cells.rows[1:] if row[0] in key.values]
    for name_of, *entries in called:
        assert key.values[name_of].number in accepted(entries[0])
        if len(entries) > 1:
            ends = [*key.windows_in[name_of], *key.windows_out[name_of]]
            assert all(end in accepted(entry) for end, entry in zip(ends, entries[1:], strict=True))
    never = [row for row in cells.rows[1:] if row[0] not in key.values]
    assert {row[0] for row in cells.rows[1:]} == {node.name for node in exercise.tree.nodes if node.given is None}
    assert {entry for row in never for entry in row[1:]} <= {"{0:SHORTANSWER:=-}"}
    for box in re.findall(r"\{\d+:MULTIRESPONSE_H:([^}]*)\}", text):
        shares = {name: float(share) for share, name in re.findall(r"%([-\d.]+)%([^~]*)", box)}
        assert {name for name, share in shares.items() if share > 0} == set(key.pruned or ["none"])
        assert sum(share for share in shares.values() if share > 0) == pytest.approx(100, abs=0.001)
        assert all(share < 0 for name, share in shares.items() if name in key.values)
    [best] = re.findall(r"best move of \w+: \{\d+:MULTICHOICE:([^}]*)\}", text)
    assert f"={key.best}" in best.split("~")


def choices(box: str) -> list[tuple[bool, str]]:
    """The answers of a box as Moodle reads them: whether each is right, and how it is shown."""
    found = []
    for answer in re.split(r"(?<!&)~", box):
        assert not re.search(r"(?<!&)[#}{]|^%", answer), "it would begin something else"
        found.append((answer.startswith("="), unescape(unescape(answer.removeprefix("=")))))
    return found


def test_names_are_choices_whatever_letters_they_have() -> None:
    names = ["a~b#}", '<i>\\ "x"/', "=%50%q", "{1:NUMERICAL:=1}"]
    children = [{"name": name, "children": [{"value": place}]} for place, name in enumerate(names)]
    [box] = re.findall(r"best move of \w+: \{\d+:MULTICHOICE:([^}]*)\}", quiz([exercise_of(load(tree(children)), {})]))
    assert choices(box) == [(place == 3, name) for place, name in enumerate(names)]


def test_one_move_is_no_choice() -> None:
    written = quiz([exercise_of(load("tree:[[3,12,8]]"), {})])
    assert "best move" not in written
    assert "MULTIRESPONSE" in written


def tree(children: list[dict[str, object]]) -> str:
    return f"tree:{json.dumps({'children': children})}"


def test_an_answer_may_be_as_far_off_as_what_is_shown() -> None:
    assert number_box([1 / 3, 2.0, 0.25], 500) == "{500:NUMERICAL:=0.3333333333333333:2e-06~=2:0~=0.25:0}"
