from __future__ import annotations

from collections.abc import Callable
from typing import Any

import plyscope
import pytest
from plyscope.files.sources import available_samples
from plyscope.games import GAMES, TREE, available_games
from plyscope.recording.plan import needs_depth
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.pages.editor.editor_page import EditorPage
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

pytestmark = pytest.mark.qt

Make = Callable[..., EditorPage]


@pytest.fixture
def make(qtbot: Any) -> Make:
    def page(source: str | None = None) -> EditorPage:
        made = EditorPage(None if source is None else plyscope.load(source))
        qtbot.addWidget(made)
        made.resize(1100, 700)
        made.show()
        return made

    return page


def click(page: EditorPage, qtbot: Any, cell: tuple[int, int], button: Any = Qt.MouseButton.LeftButton) -> None:
    board = page.editor.board
    qtbot.mouseClick(board, button, pos=board.plan().centre(cell).toPoint())


def text(page: EditorPage) -> str:
    assert page.editor.text.toPlainText() == page.editor.document.text
    return page.editor.document.text


def test_the_button_that_records_says_its_keys_and_takes_none_of_a_menu(make: Make) -> None:
    page = make("tree:[[3,5],[2,9]]")
    words = page.record_button.text()
    assert words == "Record (Ctrl+Return)"
    assert QKeySequence.mnemonic(words).isEmpty()


@pytest.mark.spread(12)
@pytest.mark.parametrize("name", available_samples())
def test_every_sample_is_shown_and_recorded_as_its_file_says(make: Make, name: str, qtbot: Any) -> None:
    position = plyscope.load(f"sample:{name}")
    page = make(f"sample:{name}")
    assert page.problem is None
    assert page.title == position.title
    with qtbot.waitSignal(page.record_requested) as asked:
        page.request_recording()
    edited, options = asked.args
    assert edited.state == position.state
    assert edited.max_side == position.max_side
    from plyscope.recording.plan import plan

    assert plan(edited, options).options == plan(position, {}).options
    assert plan(edited, options).search == plan(position, {}).search


def test_the_board_writes_the_text_and_the_text_the_board(make: Make, qtbot: Any) -> None:
    page = make()
    click(page, qtbot, (0, 0))
    click(page, qtbot, (1, 1))
    assert text(page) == "X../.O./..."
    page.editor.text.setPlainText("X../.O./..X")
    grid = page.editor.board.grid
    assert grid is not None
    assert grid.owner((2, 2)) == 1
    click(page, qtbot, (2, 2), Qt.MouseButton.RightButton)
    assert text(page) == "X../.O./..."


def test_an_impossible_board_says_why_and_cannot_be_recorded(make: Make, qtbot: Any) -> None:
    page = make()
    page.editor.text.setPlainText("XXX/X../...")
    assert not page.record_button.isEnabled()
    assert "cannot stand together" in page.record_button.toolTip()
    assert "cannot stand together" in page.reason.text
    assert page.reason.isVisible()
    assert page.editor.notice.is_problem
    with qtbot.assertNotEmitted(page.record_requested):
        qtbot.keyClick(page.editor.board, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    page.editor.text.setPlainText("XX./OO./...")
    assert page.record_button.isEnabled()
    assert not page.reason.isVisible()


@pytest.mark.parametrize(
    ("source", "impossible", "faults"),
    [
        ("tictactoe:", "XXX/X../..O", {(0, 0), (1, 0), (2, 0), (0, 1)}),
        ("connectfour:", "......./......./......./......./..R..../.......", {(2, 4)}),
    ],
)
def test_what_is_wrong_is_said_beside_the_board_and_marked_on_it(
    make: Make, qtbot: Any, source: str, impossible: str, faults: set[tuple[int, int]]
) -> None:
    page = make(source)
    board, notice = page.editor.board, page.editor.notice
    plain = board.grab().toImage()
    page.editor.text.setPlainText(impossible)
    qtbot.wait(1)
    assert board.faults == faults
    assert notice.mapTo(page, QPoint(0, 0)).x() >= board.mapTo(page, QPoint(board.width(), 0)).x()
    assert notice.mapTo(page, QPoint(0, 0)).y() == board.mapTo(page, QPoint(0, 0)).y()
    marked = board.grab().toImage()
    column, row = next(iter(faults))
    area = board.plan().cell((column, row))
    corner = QPoint(round(area.right() - 8), round(area.top() + 5))
    assert marked.pixelColor(corner) != plain.pixelColor(corner), "a sign, and not the colour of the piece"
    board.cursor_cell = (column, row)
    board.setFocus()
    board.show_grid(board.grid, (), 1, faults=tuple(faults), is_stale=False)
    assert board.accessibleDescription().endswith("which cannot be")
    page.editor.history.undo()
    assert board.faults == frozenset()
    assert "cannot be" not in board.accessibleDescription()


def test_a_text_that_cannot_be_read_keeps_the_last_board_and_undo_brings_it_back(make: Make, qtbot: Any) -> None:
    page = make("tictactoe:X../.../...")
    page.editor.text.setPlainText("X../..")
    assert page.problem is not None
    click(page, qtbot, (1, 0))
    assert text(page) == "XO./.../..."
    page.editor.history.undo()
    page.editor.history.undo()
    assert text(page) == "X../.../..."


def test_keys_edit_undo_redo_and_record_from_wherever_one_is(make: Make, qtbot: Any) -> None:
    page = make()
    board = page.editor.board
    board.setFocus()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Up, Qt.Key.Key_X, Qt.Key.Key_Right, Qt.Key.Key_O, Qt.Key.Key_Down):
        qtbot.keyClick(board, key)
    qtbot.keyClick(board, Qt.Key.Key_Space)
    assert text(page) == "XO./.X./..."
    qtbot.keyClick(board, Qt.Key.Key_Delete)
    assert text(page) == "XO./.../..."
    for place in (board, page.editor.text, page.record_button):
        qtbot.keyClick(place, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert text(page) == "XO./.X./..."
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        qtbot.keyClick(place, Qt.Key.Key_Z, both)
        assert text(page) == "XO./.../..."
        with qtbot.waitSignal(page.record_requested):
            qtbot.keyClick(place, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


@pytest.mark.parametrize(
    "tag", ["hexline:../.. 2", "tree:[[1,2],3]", "[[1,2],3]", '{"children":[{"name":"a","value":1}]}']
)
def test_any_notation_can_be_pasted(make: Make, tag: str) -> None:
    page = make()
    page.editor.text.setPlainText(tag)
    assert page.position is not None
    game, colon, rest = tag.partition(":")
    expected = (game, rest) if colon and game in ("hexline", "tree") else ("tree", tag)
    assert (page.editor.document.game, text(page)) == expected
    assert page.editor.game.currentData() == expected[0]


def test_sizes_turn_and_max(make: Make) -> None:
    page = make()
    page.editor.size_bar.columns.setValue(4)
    assert text(page) == "4,3,3 ..../..../...."
    page.editor.sides_bar.turn.setCurrentIndex(2)
    page.editor.sides_bar.turn.activated.emit(2)
    assert text(page) == "4,3,3 ..../..../.... o"
    page.editor.sides_bar.max.setCurrentIndex(1)
    page.editor.sides_bar.max.activated.emit(1)
    assert page.position is not None
    assert (page.position.to_move, page.position.max) == ("o", "o")


def test_a_game_is_found_again_as_it_was_left(make: Make, qtbot: Any) -> None:
    page = make()
    click(page, qtbot, (0, 0))
    for game in ("connectfour", "hexline", "tree", "tictactoe"):
        page.editor.choose_game(game)
        assert page.editor.document.game == game
        assert page.problem is None
    assert text(page) == "X../.../..."


def test_a_random_hexline_board_is_written_out(make: Make) -> None:
    page = make("hexline:..")
    page.editor.random_bar.cells.setValue(20)
    page.editor.random_bar.seed.setValue(7)
    page.editor.random_bar.draw.click()
    assert text(page).count(".") == 20
    assert page.position is not None
    assert page.position.state == plyscope.load("hexline:random 20 7").state


def test_a_finished_position_can_be_recorded(make: Make) -> None:
    page = make("tictactoe:XXX/OO./...")
    assert page.problem is None
    assert "over" in page.editor.notice.text


@pytest.mark.full
def test_options_that_do_not_fit_disable_recording_with_the_reason(make: Make) -> None:
    page = make("tree:[[1,2],3]")
    page.form.depth_box.setValue(1)
    assert not page.record_button.isEnabled()
    assert "no value of its own" in page.reason.text
    page = make("tictactoe:")
    page.form.algorithm.setCurrentIndex(page.form.algorithm.findData("notebook"))
    page.editor.sides_bar.max_chosen.emit(2)
    assert "for notebook MAX is always x" in page.record_button.toolTip()


def test_the_size_is_estimated_and_a_depth_that_is_set_is_named(make: Make, qtbot: Any) -> None:
    page = make("tictactoe:")
    page.form.algorithm.setCurrentIndex(page.form.algorithm.findData("minimax"))
    qtbot.waitUntil(lambda: page.size_words.text().startswith("About 5"))
    page.editor.use_text("connectfour:")
    qtbot.waitUntil(lambda: "searched to depth" in page.size_words.text())
    assert wait_for_all()


def test_a_stale_estimate_is_not_told_and_a_closed_page_hears_nothing(make: Make, qtbot: Any) -> None:
    page = EditorPage(plyscope.load("tictactoe:"))
    page.estimate._timer.setInterval(0)
    page.form.depth_box.setValue(5)
    qtbot.wait(5)
    page.deleteLater()
    qtbot.wait(5)
    assert wait_for_all()
    qtbot.wait(20)


def test_within_a_budget_of_seconds_deepening_needs_no_depth(make: Make) -> None:
    pytest.importorskip("chess", reason="the extra chess is not installed")
    page = make("chess:")
    page.form.set_options({"algorithm": "deepening"})
    assert page.problem is not None
    assert page.form.seconds.number is None
    page.form.seconds.setValue(3)
    assert (page.problem, page.form.seconds.number) == (None, 3)
    assert page.size_words.text() == "It ends after 3 s at the latest."
    page.form.set_options({"algorithm": "alphabeta"})
    assert "a depth is needed" in str(page.problem)


def test_titles_follow_the_position(make: Make, qtbot: Any) -> None:
    page = make("sample:tictactoe/hebrew")
    with qtbot.waitSignal(page.title_changed) as renamed:
        page.editor.clear()
    assert renamed.args == ["New position: Tic-tac-toe"]
    page.editor.history.undo()
    assert page.title == plyscope.load("sample:tictactoe/hebrew").title


def test_a_large_tree_is_edited_as_text(make: Make) -> None:
    page = make("tree:[" + ",".join(["1"] * 3000) + "]")
    assert page.problem is None
    assert page.editor.stack.currentWidget() is page.editor.too_large
    assert "2,000" in page.editor.too_large.text()
    page.editor.text.setPlainText("[1,2]")
    assert page.editor.stack.currentWidget() is page.editor.tree


@pytest.mark.spread(4)
@pytest.mark.parametrize("game", [entry.name for entry in available_games()])
def test_every_game_is_begun_edited_and_recorded(make: Make, qtbot: Any, game: str) -> None:
    page = make()
    page.editor.choose_game(game)
    entry = GAMES[game]
    if page.position is not None and needs_depth(page.position):
        assert str(page.problem).startswith("a depth is needed")
        page.form.depth_box.setValue(1)
    assert page.problem is None
    assert page.title.endswith(str(entry.title))
    assert page.editor.palette_bar.isVisibleTo(page) == (entry.grid is not None)
    assert page.editor.size_bar.isVisibleTo(page) == (entry.grid is not None and not entry.grid.has_one_size)
    assert page.editor.switch_bar.isVisibleTo(page) == (entry.grid is not None and bool(entry.grid.switches))
    assert page.editor.tree_bar.isVisibleTo(page) == (game == TREE)
    assert page.editor.random_bar.isVisibleTo(page) == (entry.random is not None)
    shown = page.editor.stack.currentWidget()
    editors = (page.editor.board, page.editor.tree, page.editor.picture)
    assert editors.index(shown) == (0 if entry.grid is not None else 1 if game == TREE else 2)
    assert not page.grab().isNull()
    with qtbot.waitSignal(page.record_requested) as asked:
        page.request_recording()
    assert asked.args[0].game.name == game


def test_a_game_without_a_grid_is_edited_as_text_beside_its_board(make: Make) -> None:
    page = make("nim:1,2 b")
    assert text(page) == "|,|| b"
    assert page.editor.picture.position is page.position
    assert not page.editor.sides_bar.turn.isEnabled()
    assert page.editor.sides_bar.turn.currentText() == "B"
    page.editor.text.setPlainText("3,4 a")
    assert page.position is not None
    assert page.position.text == "|||,|||| a"
    page.editor.text.setPlainText("3,?")
    assert page.problem is not None
    assert "heap 2" in str(page.problem)
    assert page.editor.picture.position is None
    page.editor.clear()
    assert text(page) == GAMES["nim"].start


def drag(widget: QWidget, qtbot: Any, *places: QPoint) -> None:
    """Press at the first place, move with the button held, and let go at the last."""
    qtbot.mousePress(widget, Qt.MouseButton.LeftButton, pos=places[0])
    for place in places[1:]:
        moved = QMouseEvent(
            QEvent.Type.MouseMove, QPointF(place), widget.mapToGlobal(QPointF(place)),
            Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(widget, moved)
    qtbot.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=places[-1])


def test_drawing_with_the_button_held_makes_a_board(make: Make, qtbot: Any) -> None:
    page = make("hexline:####/####/###.")
    board = page.editor.board
    drag(board, qtbot, *(board.plan().centre((column, 1)).toPoint() for column in range(4)))
    assert text(page) == "####/..../###."


@pytest.mark.full
def test_stones_of_kalah_are_added_taken_and_typed(make: Make, qtbot: Any) -> None:
    page = make("kalah:3,2")
    board, edit = page.editor.board, page.editor.history
    click(page, qtbot, (2, 0))
    assert text(page) == "0 2 3 2/2 2 2 0 south"
    qtbot.mouseClick(board, Qt.MouseButton.RightButton, pos=board.plan().centre((4, 1)).toPoint())
    assert text(page) == "0 2 3 2/2 2 2 0 south", "an empty store stays empty"
    board.setFocus()
    board.cursor_cell = (3, 1)
    qtbot.keyClicks(board, "12")
    assert text(page) == "0 2 3 2/2 2 12 0 south", "two digits are one number"
    qtbot.keyClick(board, Qt.Key.Key_Right)
    qtbot.keyClicks(board, "3++-")
    assert text(page) == "0 2 3 2/2 2 12 4 south"
    assert board.accessibleDescription() == "South’s store: 4 stones"
    qtbot.keyClick(board, Qt.Key.Key_Up)
    assert board.cursor_cell == (4, 1), "above the store there is nothing"
    page.editor.sides_bar.turn_chosen.emit(2)
    assert page.position is not None
    assert page.position.side_to_move == 2
    qtbot.keyClicks(board, "96")
    assert str(page.problem) == "a board has at most 96 stones, not 119"
    while edit.undo():
        pass
    assert page.position.text == "0 2 2 2/2 2 2 0 south"


@pytest.mark.full
def test_a_turned_board_is_edited_where_one_sees_it(make: Make, qtbot: Any) -> None:
    pytest.importorskip("chess", reason="the extra chess is not installed")
    page = make("chess:4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    board, button = page.editor.board, page.editor.turn_button
    rook, free = (board.plan().centre(cell).toPoint() for cell in ((0, 7), (0, 4)))
    button.click()
    drag(board, qtbot, board.plan().centre((0, 7)).toPoint(), board.plan().centre((0, 4)).toPoint())
    assert text(page) == "4k3/8/8/8/R7/8/8/4K2R w K - 0 1"
    assert board.plan().centre((7, 0)).toPoint() == rook != free
    board.setFocus()
    board.cursor_cell = (4, 4)
    qtbot.keyClick(board, Qt.Key.Key_Up)
    assert board.cursor_cell == (4, 5)
    page.editor.choose_game("tictactoe")
    assert not board.is_turned
    assert button.isHidden()


def test_chess_pieces_are_dragged_placed_and_removed(make: Make, qtbot: Any) -> None:
    pytest.importorskip("chess", reason="the extra chess is not installed")
    page = make("chess:4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    board, edit = page.editor.board, page.editor.history

    def at(square: str) -> QPoint:
        return board.plan().centre(("abcdefgh".index(square[0]), 8 - int(square[1]))).toPoint()

    drag(board, qtbot, at("a1"), at("c3"), at("a4"))
    assert text(page) == "4k3/8/8/8/R7/8/8/4K2R w K - 0 1", "a right to castle ends with its rook"
    assert [box.isEnabled() for box in page.editor.switch_bar.boxes] == [True, False, False, False]
    drag(board, qtbot, at("a4"), QPoint(2, 2))
    assert text(page) == "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "off the board"
    tray = next(one for one in page.editor.palette_bar.group.buttons() if one.accessibleName() == "black queen")
    drag(tray, qtbot, QPoint(5, 5), tray.mapFromGlobal(board.mapToGlobal(at("d4"))))
    assert text(page) == "4k3/8/8/8/3q4/8/8/4K2R w K - 0 1", "from the row of pieces"
    page.editor.switch_bar.boxes[0].click()
    assert text(page) == "4k3/8/8/8/3q4/8/8/4K2R w - - 0 1"
    for square in ("d4", "e2"):
        click(page, qtbot, ("abcdefgh".index(square[0]), 8 - int(square[1])))
    assert text(page) == "4k3/8/8/8/8/8/4q3/4K2R w - - 0 1", "a click, and another one"
    page.editor.sides_bar.turn_chosen.emit(2)
    assert str(page.problem) == "this position of chess cannot be: the side that is not to move is in check"
    assert board.faults == {(4, 7)}
    while edit.undo():
        pass
    assert text(page) == "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    board.setFocus()
    board.cursor_cell = (0, 7)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_Space, Qt.Key.Key_Right):
        qtbot.keyClick(board, key)
    qtbot.keyClicks(board, "n")
    qtbot.keyClick(board, Qt.Key.Key_Right)
    qtbot.keyClicks(board, "N")
    assert text(page) == "4k3/8/8/8/8/8/RnN5/4K2R w K - 0 1"
    for key in (Qt.Key.Key_Enter, Qt.Key.Key_Escape, Qt.Key.Key_Delete):
        qtbot.keyClick(board, key)
    assert text(page) == "4k3/8/8/8/8/8/Rn6/4K2R w K - 0 1"
    assert board.accessibleDescription() == "c2: empty"


@pytest.mark.full
@pytest.mark.spread(8, 4)
@pytest.mark.parametrize("size", [(1280, 720), (900, 600)])
@pytest.mark.parametrize("source", ["chess:", "connectfour:", "sample:hexline/start-33", "sample:tree/horizon"])
def test_it_fits_into_a_small_window_also_mirrored_and_with_larger_text(
    make: Make, qtbot: Any, source: str, size: tuple[int, int]
) -> None:
    from plyscope_window.look import theme

    theme.use(theme.LIGHT, 1.25)
    try:
        page = make(source)
        page.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        page.resize(*size)
        qtbot.wait(1)
        assert (page.width(), page.height()) == size
        assert page.record_button.mapTo(page, QPoint(0, page.record_button.height())).y() <= size[1]
    finally:
        theme.use(theme.LIGHT)


def test_the_text_of_a_position_has_a_whole_line_in_a_low_window(make: Make, qtbot: Any) -> None:
    pytest.importorskip("chess", reason="the extra chess is not installed")
    from plyscope_window.look import theme

    theme.use(theme.LIGHT)
    page = make("chess:")
    page.resize(1024, 480)
    qtbot.wait(1)
    field = page.editor.text
    assert field.viewport().height() >= field.cursorRect().bottom()


def test_cells_are_named_in_the_notation_of_the_position_or_the_chosen_one(make: Make) -> None:
    page = make("sample:tictactoe/hebrew")
    board = page.editor.board
    board.cursor_cell, said = (0, 2), []
    for name in ("", "a3", "number", "row,column"):
        page.show_coordinates(name)
        said.append(board.accessibleDescription().split(":")[0])
    assert said == ["[0,2]", "a1", "square 7", "2,0"]
    assert page.position is not None
    assert page.position.coordinates == "[x,y]", "the notation of its file"
    page = make("connectfour:")
    page.show_coordinates("[x,y]")
    assert page.editor.board.accessibleDescription().startswith("4: ")
    assert page.position is not None
    assert page.position.coordinates == ""
