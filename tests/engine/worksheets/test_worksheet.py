"""Worksheets: everything stands on the paper, the blank one tells nothing, and the key says what the key says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from plyscope import load
from plyscope.exercises import exercise as exercise_module
from plyscope.exercises.exercise import Exercise, exercise_of
from plyscope.exercises.making import Request, random_exercise
from plyscope.export.marks import Box, Stroke, Text
from plyscope.export.node_texts import width_of
from plyscope.games.random_trees import Constraints
from plyscope.messages import InputError, OptionError
from plyscope.worksheets import html_page
from plyscope.worksheets.board_marks import PALETTE
from plyscope.worksheets.forms import write_exercises
from plyscope.worksheets.html_page import page_facts
from plyscope.worksheets.node_boards import NodeBoards
from plyscope.worksheets.pages import MARGIN, PAGE_HEIGHT, PAGE_WIDTH, Sheet
from plyscope.worksheets.tex import document
from plyscope.worksheets.worksheet import Writer, tree_alone, worksheet

from tests.engine.export.page.test_html import Reader

FIGURE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"


def figure() -> Exercise:
    return exercise_of(load(FIGURE), {}, title="Three times three leaves")


def texts_of(sheet: Sheet) -> list[str]:
    return [mark.text for page in sheet.pages for mark in page.marks if isinstance(mark, Text)]


SQUARES = "tictactoe:.OO/XXO/.X. o"
GAMES = {
    SQUARES: None,
    "tictactoe:.O./XXO/.X. o": None,
    "connectfour:44": 2,
    "sample:hexline/three-left": None,
    "tictactoe:": 1,
}
"""Positions, and the depth of the search on them."""


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_everything_stands_on_the_paper(depth: int) -> None:
    check_paper(random_exercise(Request(Constraints((depth, depth), (2, 3), (-99, 99))), 2))


@pytest.mark.parametrize("source", GAMES)
def test_the_boards_of_games_stand_on_the_paper(source: str) -> None:
    check_paper(exercise_of(load(source), {"depth": GAMES[source], "algorithm": "alphabeta"}))


def check_paper(exercise: Exercise) -> None:
    for with_key in (False, True):
        for page in worksheet(exercise, with_key=with_key).pages:
            for mark in page.marks:
                match mark:
                    case Text():
                        width = width_of(mark.text, mark.size, bold=mark.bold)
                        left = mark.x - {"left": 0, "center": width / 2, "right": width}[mark.align]
                        assert left > MARGIN / 2, mark
                        assert left + width < PAGE_WIDTH - MARGIN / 2, mark
                        assert 0 < mark.y < PAGE_HEIGHT
                    case Stroke():
                        assert all(0 < x < PAGE_WIDTH and 0 < y < PAGE_HEIGHT for x, y in mark.points)
                    case Box():
                        assert mark.x > 0
                        assert mark.x + mark.width < PAGE_WIDTH
                        assert mark.y + mark.high < PAGE_HEIGHT


def test_the_key_is_on_the_key_and_not_on_the_worksheet() -> None:
    blank, key = texts_of(worksheet(figure())), texts_of(worksheet(figure(), with_key=True))
    assert "≤2" in key
    assert "C2, C3" in key
    assert "2 or ∞" in key
    assert not {"≤2", "C2, C3", "2 or ∞", "Key"} & set(blank)
    assert {"Name", "of 100", "50 points", "40 points", "10 points"} <= set(blank)


def test_the_picture_of_the_blank_one_tells_nothing() -> None:
    assert not any(mark.dashes for page in worksheet(figure()).pages for mark in page.marks if isinstance(mark, Stroke))


def test_a_tree_that_is_too_wide_is_refused() -> None:
    exercise = exercise_of(load("tree:" + str([[leaf] for leaf in range(60)])), {"algorithm": "minimax"})
    with pytest.raises(InputError, match="room for 54 leaves, and this tree has 60"):
        worksheet(exercise)


def test_latex_holds_every_text() -> None:
    source = document(worksheet(figure()).pages)
    assert source.count(r"\begin{tikzpicture}") == 1
    assert "Three times three leaves" in source
    assert r"$\geq$" in source
    assert "△" not in source


def test_files_of_a_class(tmp_path: Path) -> None:
    exercise = figure()
    written = write_exercises([exercise], tmp_path / "monday", ["json", "tex", "moodle"], force=False)
    assert {path.name for path in written} == {
        "exercise.json", "exercise-key.json", "worksheet.tex", "worksheet-key.tex", "moodle.xml",
    }  # fmt: skip
    assert set(json.loads((tmp_path / "monday" / "exercise.json").read_text())) <= exercise_module.KEYS
    with pytest.raises(InputError, match="--force"):
        write_exercises([exercise], tmp_path / "monday", ["json"], force=False)
    with pytest.raises(OptionError, match="word is no form"):
        write_exercises([exercise], tmp_path, ["word"], force=False)


def test_a_game_has_the_board_of_its_root_and_the_moves_on_the_edges() -> None:
    exercise = exercise_of(load(SQUARES), {}, title="Three free squares")
    sheets = [worksheet(exercise), worksheet(exercise, with_key=True)]
    for sheet in sheets:
        texts = texts_of(sheet)
        assert "A: O to move" in texts
        assert any("MAX, X" in text for text in texts)
        for node in exercise.tree.nodes[1:]:
            assert node.label in texts, node.name
        assert boards_in(sheet) == len(exercise.tree.nodes), "the root's, and a small one at every other node"
    assert len(sheets[1].pages) == 1
    marks, _ = tree_alone(exercise)
    assert "A: O to move" in [mark.text for mark in marks if isinstance(mark, Text)]
    assert "A: O to move" in document(sheets[0].pages)


def boards_in(sheet: Sheet) -> int:
    """How many boards there are, by their grids of two lines each way."""
    lines = [
        mark
        for page in sheet.pages
        for mark in page.marks
        if isinstance(mark, Stroke) and mark.colour == PALETTE.hairline
    ]
    return len(lines) // 4


def test_moves_without_room_on_the_edges_stand_in_a_list() -> None:
    exercise = exercise_of(load("connectfour:44"), {"depth": 2})
    narrow = {number: MARGIN + number for number in range(len(exercise.tree.nodes))}
    assert NodeBoards(exercise, narrow, dict.fromkeys(narrow, (1.0, 1.0))).label is None
    writer = Writer(exercise, with_key=False)
    assert writer.boards is not None
    writer.boards.label = None
    writer.write_all()
    assert any("B1 1; " in text for text in texts_of(writer.sheet))


def test_the_page_of_a_game_has_its_boards() -> None:
    exercise = exercise_of(load(SQUARES), {})
    found = page_facts(exercise)
    assert found["captions"][:3] == ["A: O to move", "A1: after a3", "B: after a1, X to move"]
    boards = [found["board"]["cells"]]
    for node, change in zip(found["nodes"][1:], found["change"][1:], strict=True):
        changed = found["board"]["changes"][change]
        cells = list(boards[node["parent"]])
        for cell, owner in zip(changed[::2], changed[1::2], strict=True):
            cells[cell] = owner
        boards.append(cells)
    for cells, position in zip(boards, exercise.positions, strict=True):
        assert {(x, y): cells[3 * y + x] for x in range(3) for y in range(3)} == position.board().owners
    assert "board" not in page_facts(figure())


def test_names_in_the_page_never_become_tags() -> None:
    evil = "</script><!--<img src=x onerror=alert(1)>"
    tree = {"name": evil, "children": [{"name": f"{evil}1", "value": 1}, {"name": "$id", "value": 2}]}
    text = html_page.page(exercise_of(load("tree:" + json.dumps(tree)), {}, title=evil))
    plain = html_page.page(exercise_of(load("tree:[1,2]"), {}, title="plain"))
    assert [tag for tag, _ in Reader(text).tags] == [tag for tag, _ in Reader(plain).tags]
    assert "innerHTML" not in text
