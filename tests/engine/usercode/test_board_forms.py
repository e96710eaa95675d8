"""Which index of a board is the column, where its first row is, and what its cells hold."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.model.board_texts import BoardForm, Record, diagram_of, find_cells, is_chess, own_names, value_of_text
from plyscope.usercode.board_forms import board_form, cell_attribute

BY_X = "{(0, 0): 'a', (0, 1): 'b', (1, 0): 'c', (1, 1): 'd'}"


def drawn(text: str, form: BoardForm | None = None) -> str | None:
    cells = find_cells(text, form or BoardForm())
    return None if cells is None else diagram_of(cells)


def test_a_key_whose_first_part_runs_faster_has_the_column_first() -> None:
    assert drawn("{(0, 0): 'a', (1, 0): 'b', (0, 1): 'c', (1, 1): 'd'}") == "ab/cd"
    assert drawn(BY_X) == "ab/cd", "the first part is the row, unless something says that it is not"


@pytest.mark.parametrize(
    ("program", "first", "picture"),
    [
        ("b[(x, y)] = 1", "column", "ac/bd"),
        ("b[row, col] = 1", "row", "ab/cd"),
        ("b[(i, j)] = 1", "", "ab/cd"),
        ("b[(x, y)] = b[(y, x)]", "", "ab/cd"),
        ("for x in range(2):\n    for y in range(2):\n        print(b.get((x, y), '.'), end=' ')", "row", "ab/cd"),
        ("for j in range(2):\n    for i in range(2):\n        print(b[i, j], end='')", "column", "ac/bd"),
    ],
)
def test_the_program_says_which_part_of_a_key_is_the_column(program: str, first: str, picture: str) -> None:
    form = board_form(program, [BY_X])
    assert (form.first, drawn(BY_X, form)) == (first, picture)


def test_x_and_y_of_lists_say_nothing_but_col_and_row_do() -> None:
    text = "[['a', 'b'], ['c', 'd']]"
    assert board_form("b[x][y] = 1", [text]).first == ""
    assert drawn(text, board_form("b[col][row] = 1", [text])) == "ac/bd"


def test_a_board_that_is_printed_from_its_last_row_has_that_on_top() -> None:
    text = "[['a', 'b'], ['c', 'd']]"
    program = "for r in reversed(range(2)):\n    for c in range(2):\n        print(b[r][c], end='')"
    assert drawn(text, board_form(program, [text])) == "cd/ab"


@pytest.mark.parametrize(
    ("program", "picture"),
    [
        ("for r in range(1, -1, -1):\n    print(r, ' '.join(board[r]))", "cd/ab"),
        ("for r in range(2):\n    print(r, ' '.join(board[r]))", "ab/cd"),
        ("for row in reversed(self.grid):\n    print(*row)", "cd/ab"),
        ("print('\\n'.join(''.join(row) for row in board[::-1]))", "cd/ab"),
        ("def __str__(self):\n    return '\\n'.join(''.join(row) for row in reversed(self.board))", "cd/ab"),
        ("def __str__(self):\n    return '\\n'.join(''.join(row) for row in self.board)", "ab/cd"),
        ("for move in reversed(moves):\n    print(move)", "ab/cd"),
        ("for row in reversed(board):\n    if row[0] == ' ':\n        row[0] = 'x'", "ab/cd"),
    ],
)
def test_rows_that_are_printed_say_which_is_on_top(program: str, picture: str) -> None:
    for text in ("[['a', 'b'], ['c', 'd']]", "['ab', 'cd']"):
        assert drawn(text, board_form(program, [text])) == picture


def test_a_form_is_read_as_it_is_written() -> None:
    form = BoardForm("column", True, "value", is_printed=True)
    assert BoardForm.read(form.written) == form
    assert BoardForm().written == {}


def test_cells_of_objects_are_what_changes() -> None:
    def board(text: str) -> str:
        cells = [f"Cell(row={n // 3}, column={n % 3}, size=5, mark={text[n]!r})" for n in range(9)]
        rows = ", ".join(f"[{', '.join(cells[start : start + 3])}]" for start in (0, 3, 6))
        return f"Game(cells=[{rows}], best=<the same as the whole>, log=[1, 2, Entry(na…"

    texts = [board("XO  X    "), board("XO  X   O")]
    assert cell_attribute(texts) == "mark"
    assert drawn(texts[1], BoardForm(attribute="mark")) == "XO./.X./..O"
    assert drawn(texts[1]) == "XO./.X./..O", "on one board it is what does not follow from the place"


def test_where_an_object_stands_is_not_what_a_cell_holds() -> None:
    piece = "Piece(row={}, col={}, color={})".format
    texts = [
        f"[[{piece(0, 0, 1)}, 0, 0], [0, 0, 0], [0, {piece(2, 1, 2)}, 0]]",
        f"[[0, 0, 0], [0, {piece(1, 1, 1)}, 0], [0, {piece(2, 1, 2)}, 0]]",
        f"[[{piece(0, 0, 1)}, 0, 0], [{piece(1, 0, 2)}, 0, 0], [0, 0, 0]]",
    ]
    assert cell_attribute(texts) == "color"


def test_keys_that_name_squares_say_where_they_are() -> None:
    board = "Game(best=None, board={'a1': 'X', 'b1': '.', 'a2': '.', 'b2': 'O', 'a3': '.', 'b3': '.'})"
    assert drawn(board) == "../.O/X."
    assert own_names(board) == {(x, y): f"{'ab'[x]}{3 - y}" for x in range(2) for y in range(3)}
    assert drawn("{('a', 1): 'X', ('b', 1): '.', ('a', 2): '.', ('b', 2): 'O'}") == ".O/X."


def test_the_cells_of_one_list_are_called_by_their_numbers() -> None:
    assert own_names("'X.O......'")[0, 1] == "3"
    assert own_names("{1: 'X', 2: '.', 3: '.', 4: 'O'}") == {(0, 0): "1", (1, 0): "2", (0, 1): "3", (1, 1): "4"}
    assert own_names("[2, 0, 1, 4, 4]")[3, 0] == "3"


def test_the_cells_of_rows_are_called_by_their_indices() -> None:
    board, keys = "[['X', '.'], ['.', 'O']]", "{(0, 0): 'X', (0, 1): '.', (1, 0): '.', (1, 1): 'O'}"
    for text in (board, keys):
        assert own_names(text)[1, 0] == (0, 1)
        assert own_names(text, BoardForm("column"))[1, 0] == (1, 0)
        assert own_names(text, BoardForm(is_upward=True))[1, 0] == (1, 1)
    assert not own_names("'X..\\n.O.'"), "a text of lines says what is on top"


def test_squares_that_are_taken_with_those_that_are_free_are_a_board() -> None:
    text = "State(to_move='X', board={(1, 1): 'X', (2, 2): 'O'}, moves=[(1, 2), (2, 1)])"
    assert drawn(text) == "X./.O"
    assert drawn("State(to_move='X', board={(1, 1): 'X'}, moves=[(1, 2)])") is None


def test_the_planes_of_both_sides_are_one_board() -> None:
    assert drawn("Game(mine=[[1, 0], [0, 0]], theirs=[[0, 0], [1, 1]])") == "1./22"
    assert drawn("Game(board=[['a', 'b'], ['c', 'd']], mine=[[1, 0], [0, 0]], theirs=[[0, 0], [1, 1]])") == "ab/cd"
    assert drawn("Game(walls=[[1, 0], [0, 0]], seen=[[1, 1], [0, 0]])") == "1./.."


def test_a_list_of_columns_that_grow_is_a_board() -> None:
    boards = ["[['R'], [], ['Y']]", "[['R', 'Y'], [], ['Y']]", "[['R', 'Y', 'R'], [], ['Y']]"]
    form = board_form("", boards)
    assert (form.height, form.first) == (3, "column")
    assert BoardForm.read(form.written) == form
    cells = find_cells(boards[1], form)
    assert cells is not None
    assert diagram_of(cells) == ".../Y../R.Y"
    assert own_names(boards[1], form)[0, 1] == (0, 1)
    assert not board_form("", ["[[1, 2], [3, 4]]", "[[1, 2], [3, 5]]"]).height
    assert not board_form("", ["[[1, 2], [3]]", "[[1, 2], [3], []]"]).height
    assert find_cells("Game(columns=[[1], [], [2, 1], []])", BoardForm(height=2)) is not None


def test_members_of_an_enumeration_are_cells() -> None:
    assert drawn("[[Piece.X, Piece.EMPTY], [Piece.O, Piece.EMPTY]]") == "X./O."


def test_a_border_of_blanks_is_no_part_of_the_board() -> None:
    border = "         \n"
    rows = ["rnbqkbnr", "pppppppp", *["........"] * 4, "PPPPPPPP", "RNBQKBNR"]
    cells = find_cells(repr(border * 2 + "".join(f" {row}\n" for row in rows) + border * 2))
    assert cells is not None
    assert is_chess(cells)
    assert drawn(repr("X  \n   \n  O\n")) == "X../.../..O"


@given(st.text("[[[]]]0123,,.-  ", max_size=12).map("[{}]".format))
def test_a_list_is_read_as_python_reads_it(text: str) -> None:
    try:
        due = ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return
    assert repr(value_of_text(text)) == repr(due)


def test_what_only_python_reads_is_read() -> None:
    assert value_of_text("[00, .5, 2., - 1,]") == [0, 0.5, 2.0, -1]
    assert value_of_text("[1, 2, 3") == [1, 2, ...]
    assert value_of_text("(Piece(x=1, board=[2, 3") == (Record((...,), {"x": 1, "board": [2, ...]}), ...)
