"""Squares in the notation that was chosen: the same in every text, and never in data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from plyscope import load
from plyscope.export import export
from plyscope.messages import InputError
from plyscope.model.conditions import parse
from plyscope.model.cursor import Cursor
from plyscope.model.steps import Steps
from plyscope.text.explanation import sentences
from plyscope.text.inline_values import InlineValues
from plyscope.text.listing import as_text, listing, step_facts
from plyscope.text.narration import sentence

from tests.full_traces import Trace, record

BOARD = "tictactoe:.OO/XXO/.X. o"
SHOWN = {"a3": "c1", "number": "9", "[x,y]": "[2,2]", "row,column": "2,2"}
DRAWN = ("svg", "tex", "dot", "txt", "mmd")
DATA = ("json", "csv", "graphml")


def recorded(coordinates: str) -> Trace:
    return record(load(BOARD, max="o", coordinates=coordinates), "alphabeta")


def texts(trace: Trace) -> list[str]:
    steps, cursor = Steps(trace), Cursor(trace)
    found = [*as_text(trace, listing(trace))]
    found += [str(sentence(trace, steps.at(number))) for number in range(steps.count)]
    found += [str(reason) for frame in range(len(trace)) for reason in sentences(trace, frame)]
    values = InlineValues(trace, cursor.lines)
    for number in range(steps.count):
        cursor.go(number)
        found += [str(value.message) for value in values.at(cursor.now, cursor.line)]
    return found


def exported(trace: Trace, ending: str, folder: Path) -> str:
    export(trace, folder / f"x.{ending}")
    return (folder / f"x.{ending}").read_text(encoding="utf-8")


@pytest.mark.parametrize("coordinates", SHOWN)
def test_sentences_listing_and_values_have_one_notation(coordinates: str) -> None:
    found = "\n".join(texts(recorded(coordinates)))
    others = {shown for name, shown in SHOWN.items() if name != coordinates and not shown.isdigit()}
    others -= {"2,2"} if coordinates == "[x,y]" else set()
    assert SHOWN[coordinates] in found
    assert not [shown for shown in others if shown in found]


@pytest.mark.parametrize("ending", DRAWN)
def test_what_is_drawn_has_the_notation(ending: str, tmp_path: Path) -> None:
    found = {name: exported(recorded(name), ending, tmp_path) for name in ("a3", "[x,y]")}
    assert "c1" in found["a3"]
    assert "[2,2]" in found["[x,y]"].replace("{[}", "[").replace("{]}", "]").replace("#91;", "[").replace("#93;", "]")
    assert "c1" not in found["[x,y]"].replace("#fc1", "")


@pytest.mark.parametrize("ending", DATA)
def test_data_keeps_the_squares_by_file_and_rank(ending: str, tmp_path: Path) -> None:
    assert exported(recorded("[x,y]"), ending, tmp_path) == exported(recorded("a3"), ending, tmp_path)


def test_paths_facts_and_files_keep_them_too(tmp_path: Path) -> None:
    plain, trace = recorded("a3"), recorded("[x,y]")
    assert trace.path(4) == plain.path(4) == ["a1", "a3", "c1"]
    assert trace.shown_path(4) == ["[0,2]", "[0,0]", "[2,2]"]
    assert trace.signature == plain.signature
    facts = [
        [{name: value for name, value in row.items() if name != "sentence"} for row in step_facts(one, 0, 16)]
        for one in (trace, plain)
    ]
    assert json.dumps(facts[0]) == json.dumps(facts[1])
    trace.save(tmp_path / "t.plytrace")
    again = Trace.open(tmp_path / "t.plytrace")
    assert again.path(4) == plain.path(4)
    assert again.coordinates == "[x,y]", "how the source shows its moves is kept with it"


def test_conditions_take_any_notation() -> None:
    trace = recorded("number")
    found = [parse(f'move == "{shown}"').frames(trace).tolist() for shown in SHOWN.values()]
    assert found[0]
    assert found == [found[0]] * len(found)


def test_a_search_from_a_page_writes_squares_as_the_page_does() -> None:
    assert record(load(BOARD, max="o"), "maxmin").coordinates == "[x,y]"
    assert record("tictactoe:XOX/OXO/...", "notebook").coordinates == "number"
    assert record(load(BOARD, max="o", coordinates="a3"), "maxmin").coordinates == "a3"
    assert record("tree:[1,2]", "maxmin").coordinates == ""
    assert load("sample:hebrew").coordinates == "[x,y]"


def test_a_recording_can_be_shown_in_another_notation() -> None:
    trace = recorded("a3")
    trace.choose_coordinates("row,column")
    assert trace.shown_move_to(1) == "0,0"
    assert trace.shown_text("c1") == "2,2"
    assert trace.shown_text("") == ""


@pytest.mark.parametrize(
    ("name", "square"), [(None, "a2"), ("a3", "a2"), ("number", "4"), ("[x,y]", "[0,1]"), ("row,column", "1,0")]
)
def test_an_unreadable_board_names_its_squares_in_the_chosen_notation(
    tmp_path: Path, name: str | None, square: str
) -> None:
    said = f"square {square} (row 2, column 1) holds 'Z'; a square is X, O or empty, written as a dot"
    with pytest.raises(InputError) as found:
        load("tictactoe:.../Z../...", coordinates=name)
    assert str(found.value) == said
    path = tmp_path / "board.toml"
    path.write_text(f'game = "tictactoe"\nposition = ".../Z../..."\ncoordinates = "{name or "a3"}"\n', encoding="utf-8")
    with pytest.raises(InputError) as found:
        load(path)
    assert str(found.value) == f"{path}: {said}"
