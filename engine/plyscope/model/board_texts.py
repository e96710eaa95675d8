"""Boards among the arguments of user code: rows of cells, read from the recorded text of a value.

A board may be a list, a list of lists, a string with or without line ends, an array, a dictionary with squares as
keys, or an object with such an attribute, or with one for each side. An object that is no such board may draw itself:
its text is shown as it is, in a box, and nothing is read from it.
"""

from __future__ import annotations

import ast
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import isqrt, nan
from typing import Any, NamedTuple

from plyscope.model.position import FIRST, SECOND, Board, dark_squares

Cells = tuple[tuple[str, ...], ...]
"""Rows of cells from the top, each with its text."""

MIN_CELLS, MAX_CELLS = 4, 400
MAX_KEPT_BOARDS, MAX_KEPT_CHANGES = 10_000, 20_000
"""How many parsed boards, and how many differences between two boards, are kept."""
MAX_CELL_TEXT = 3
"""The most characters in a cell; what has longer texts in it is no board."""
BOARD_NAMES = (
    "board",
    "grid",
    "state",
    "position",
    "field",
    "game",
    "squares",
    "cells",
    "spielfeld",
    "brett",
    "matrix",
)
"""Parts of names that variables with a board have; the target process, which imports nothing of ours, has the same."""
EMPTY_CELLS = ("", " ", ".", "-", "_", "0", "None", "*", "□", "+", "False")


CHESS_PIECES = "KQRBNP"
FEN = re.compile(r"((?:[KQRBNPkqrbnp1-8]{1,8}/){7}[KQRBNPkqrbnp1-8]{1,8})(?: [wb] \S+ \S+.*)?")
"""A chess position as Forsyth-Edwards notation has it: the board, then whose move it is and more."""


SQUARE = re.compile(r"[A-Za-z][1-9]\d?")
COLUMN, ROW = "column", "row"


class BoardForm(NamedTuple):
    """How the boards of a program are written, as far as the text of one board does not say it."""

    first: str = ""
    """What the first part of a key or the first index is: `COLUMN` or `ROW`; empty if the program does not say it."""
    is_upward: bool = False
    """Whether the first row is the lowest."""
    attribute: str = ""
    """The attribute of objects on a board that says what a cell holds."""
    is_printed: bool = False
    """Whether the program prints its boards, which says which row is on top."""
    height: int = 0
    """The rows of a board that is a list of columns, to which cells are added at the top; 0 of any other."""

    @staticmethod
    def read(written: Mapping[str, str]) -> BoardForm:
        """Return the form that is stored with the roles, as `written` gives it."""
        rows = written.get("rows", "")
        first, attribute, height = (str(written.get(name, "")) for name in ("first", "attribute", "height"))
        return BoardForm(first, rows == "up", attribute, rows != "", int(height) if height.isdecimal() else 0)

    @property
    def written(self) -> dict[str, str]:
        """The form as it is stored with the roles, without what the program does not say."""
        rows = "up" if self.is_upward else "down" if self.is_printed else ""
        height = str(self.height or "")
        found = {"first": self.first, "rows": rows, "attribute": self.attribute, "height": height}
        return {name: text for name, text in found.items() if text}


USUAL_FORM = BoardForm()


@dataclass(frozen=True)
class Record:
    """An object in the text of a value: its items without a name, and its attributes."""

    items: tuple[Any, ...]
    attributes: Mapping[str, Any]


@lru_cache(MAX_KEPT_BOARDS)
def find_cells(text: str, form: BoardForm = USUAL_FORM) -> Cells | None:
    """Return the board in the recorded text of a value; None if it holds none."""
    return cells_in(value_of_text(text), form)


def number_in(text: str) -> float:
    """Return the number that the text of a value is; NaN where it is none."""
    if text in ("inf", "-inf"):
        return float(text)
    if not text or text[-1] not in "0123456789.":
        return nan
    try:
        return float(text)
    except ValueError:
        return nan


def value_of_text(text: str) -> Any:
    """Return the Python value of a recorded text, a `Record` for each object; None if it cannot be read."""
    if LIST_OF_NUMBERS.fullmatch(text):
        with suppress(ValueError, RecursionError):
            return json.loads(text)
    for one in (text, repaired):
        try:
            tree = ast.parse(one if isinstance(one, str) else one(text), mode="eval").body
            return value_of(tree)
        except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
            continue
    return None


def value_of(node: ast.expr) -> Any:
    """Return the value of a syntax node, a `Record` of a call, `...` where it cannot be read.

    Of a member of an enumeration that is its name, empty where the name says so.
    """
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Call):
        items = tuple(value_of(one) for one in node.args)
        return Record(items, {one.arg: value_of(one.value) for one in node.keywords if one.arg})
    if isinstance(node, ast.List):
        return [value_of(one) for one in node.elts]
    if isinstance(node, ast.Tuple):
        return tuple(value_of(one) for one in node.elts)
    if isinstance(node, ast.Dict):
        return {value_of(key): value_of(one) for key, one in zip(node.keys, node.values, strict=True) if key}
    if isinstance(node, ast.Attribute):
        return "" if node.attr.lower() in EMPTY_NAMES else node.attr
    if isinstance(node, ast.Name):
        return float(node.id) if node.id in ("inf", "nan") else ...
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = value_of(node.operand)
        return -number if type(number) in (int, float) else ...
    try:
        return ast.literal_eval(node)
    except ValueError:
        return ...


LIST_OF_NUMBERS = re.compile(r"\[[-0-9., \[\]]+")
"""Texts that are tried as JSON first, which reads lists of numbers as Python does in a tenth of the time."""
EMPTY_NAMES = ("empty", "blank", "free", "none")
"""Names of the member of an enumeration that stands for an empty cell, in lower case."""
VALUE_TOKENS = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|<the same as [^<>]*>|<[^<>'"]*>|[…()\[\]{},]""")
CLOSING = {"(": ")", "[": "]", "{": "}"}
CUT_CLOSING = {"(": ", *...)", "[": ", ...]", "{": "}"}
"""How brackets are closed whose last items were cut off: with an item that cannot be read. They are no board."""


def repaired(text: str) -> str:
    """Return the text of a value as Python: `...` for what cannot be read, without a last part that was cut off."""
    made: list[str] = []
    open_signs: list[str] = []
    cut: tuple[int, str] = 0, ""
    at = 0
    for token in VALUE_TOKENS.finditer(text):
        made.append(text[at : token.start()])
        at, sign = token.end(), token[0]
        if sign == ",":
            cut = len(made), "".join(map(CUT_CLOSING.__getitem__, reversed(open_signs)))
        elif sign in CLOSING:
            open_signs.append(sign)
        elif sign in CLOSING.values() and open_signs:
            open_signs.pop()
        made.append("..." if sign == "…" or sign[0] == "<" else sign)
    made.append(text[at:])
    return "".join(made) if not open_signs else "".join(made[: cut[0]]) + cut[1]


def cells_in(value: Any, form: BoardForm = USUAL_FORM) -> Cells | None:
    """Return the board in a value, as the texts of its cells; None if it is none."""
    if isinstance(value, Record):
        return cells_of_object(value, form)
    rows = rows_in(value, form)
    if rows is None or len({len(row) for row in rows}) != 1:
        return None
    kinds = {*map(type, chain.from_iterable(rows))}
    if Record in kinds:
        rows = rows_of_objects(rows, form.attribute or attribute_of([rows]))
        if rows is None:
            return None
    written = str if kinds <= WRITTEN_AS_THEY_ARE else cell_text
    cells = tuple(tuple(map(written, row)) for row in rows)
    if not MIN_CELLS <= sum(map(len, cells)) <= MAX_CELLS:
        return None
    if any(len(cell) > MAX_CELL_TEXT and cell not in EMPTY_CELLS for cell in {*chain.from_iterable(cells)}):
        return None
    return cells


def cells_of_object(record: Record, form: BoardForm) -> Cells | None:
    """Return the board in an array or in an attribute of an object, one with a board's name first; None without.

    Of an object that was cut off, a word in an attribute is no board: that may be what is missing.
    """
    is_cut = ... in record.items
    for value in possible_boards(record):
        if is_cut and isinstance(value, str) and value.isalpha():
            continue
        cells = cells_in(value, form)
        if cells is not None:
            return cells
    return None


def has_board_name(name: str) -> bool:
    """Whether a name has one of the words in it that variables with a board have."""
    return any(word in name.lower() for word in BOARD_NAMES)


def possible_boards(record: Record) -> Iterator[Any]:
    """Yield what of an object may be a board, the likeliest first: its items and attributes, two planes as one.

    A dictionary comes with its free squares first, where another attribute lists these.
    """
    yield from record.items
    for is_named in (True, False):
        values = [value for name, value in record.attributes.items() if has_board_name(name) == is_named]
        yield merged_planes(values)
        for value in values:
            if isinstance(value, Mapping) and all(map(is_square, value)):
                for other in record.attributes.values():
                    if isinstance(other, list | tuple) and all(map(is_square, other)) and not value.keys() & set(other):
                        yield {**value, **dict.fromkeys(other, "")}
            yield value


def merged_planes(values: Iterable[Any]) -> Rows | None:
    """Return the board of two planes that say of each cell whether a side has it: 1 and 2 for the sides; else None."""
    planes = [value for value in values if is_plane(value)]
    if len(planes) != 2 or [*map(len, planes[0])] != [*map(len, planes[1])]:
        return None
    rows = [[one + 2 * other for one, other in zip(*pair, strict=True)] for pair in zip(*planes, strict=True)]
    return None if any(3 in row for row in rows) else rows


def is_plane(value: Any) -> bool:
    """Whether a value is a list of rows of which each cell is 0 or 1."""
    return isinstance(value, list | tuple) and all(
        isinstance(row, list | tuple) and all(type(cell) in (int, bool) and 0 <= cell <= 1 for cell in row)
        for row in value
    )


def is_square(key: Any) -> bool:
    """Whether a key names a square by two numbers."""
    return isinstance(key, tuple) and len(key) == 2 and all(type(part) is int for part in key)


def rows_of_objects(rows: Rows, attribute: str) -> Rows | None:
    """Return rows with the attribute in place of each object, other cells as they are; None without attribute."""
    if not attribute:
        return None
    return [[cell.attributes.get(attribute, ...) if isinstance(cell, Record) else cell for cell in row] for row in rows]


def attribute_of(boards: Sequence[Rows]) -> str:
    """Return the attribute of the objects on boards that says what a cell holds; empty if there is none.

    It is the one that changes from board to board and is not the place of the object; on a single board the one that
    differs between cells and does not follow from their row or column alone.
    """
    records = [cell for rows in boards[:1] for row in rows for cell in row if isinstance(cell, Record)]
    names = [name for name in records[0].attributes if all(name in one.attributes for one in records)]
    grids = {name: [rows_of_objects(rows, name) or [] for rows in boards] for name in names}
    grids = {name: found for name, found in grids.items() if all(map(is_short, cells_of_rows(found)))}
    grids = {name: found for name, found in grids.items() if not is_place(boards, name)}
    changing = [name for name, found in grids.items() if any(one != found[0] for one in found)]
    differing = [name for name, (first, *_) in grids.items() if not follows_from_place(first)]
    return next(iter((*changing, *differing)), "")


def is_place(boards: Sequence[Rows], attribute: str) -> bool:
    """Whether an attribute of objects on boards is their row or column: each value stands in one, and one in each."""
    values = {
        (x, y, str(cell.attributes[attribute]))
        for rows in boards
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
        if isinstance(cell, Record) and attribute in cell.attributes
    }
    return any(
        len({(place[axis], value) for *place, value in values})
        == len({place[axis] for *place, _ in values})
        == len({value for *_, value in values})
        for axis in (0, 1)
    )


def cells_of_rows(boards: Iterable[Rows]) -> Iterator[Any]:
    """Yield the cells of all boards, row by row."""
    for rows in boards:
        for row in rows:
            yield from row


def is_short(cell: Any) -> bool:
    """Whether a value can be the text of a cell."""
    return cell is None or (isinstance(cell, str | int | float) and len(str(cell)) <= MAX_CELL_TEXT)


def follows_from_place(rows: Rows) -> bool:
    """Whether cells are equal in each row, or in each column."""
    return all(len(set(row)) == 1 for row in rows) or all(len(set(column)) == 1 for column in zip(*rows, strict=True))


def objects_in(value: Any) -> Rows | None:
    """Return the rows of a board whose cells are objects; None where a value is no such board."""
    if isinstance(value, Record):
        return next((rows for one in possible_boards(value) if (rows := objects_in(one)) is not None), None)
    rows = rows_in(value)
    if rows is None or len({len(row) for row in rows}) != 1 or sum(map(len, rows)) < MIN_CELLS:
        return None
    return rows if any(isinstance(cell, Record) for row in rows for cell in row) else None


Rows = Sequence[Sequence[Any]]
WRITTEN_AS_THEY_ARE = frozenset({int, bool, str, type(None)})
"""Types of cells whose `str` is the text of the cell."""
PLAIN_CELLS = WRITTEN_AS_THEY_ARE | {float}


def rows_in(value: Any, form: BoardForm = USUAL_FORM) -> Rows | None:
    """Return the rows of a board in a list, string or dictionary, from the top; None if it is none."""
    if isinstance(value, str):
        fen = FEN.fullmatch(value)
        if fen is not None:
            return rows_of_fen(fen[1])
        if "\n" in value:
            return without_border(value.strip("\n").split("\n"))
        return value.split("/") if "/" in value else rows_of_flat_list(value)
    if isinstance(value, Mapping):
        return rows_of_dict(value, form)
    if not isinstance(value, list | tuple) or not value:
        return None
    if form.height and is_list_of_columns(value):
        return turned([[*column, *[""] * (form.height - len(column))] for column in value], True, True)
    kinds = {*map(type, value)}
    if kinds <= {list, tuple} or (kinds == {str} and all(row[1:] for row in value)):
        return turned(value, form.first == COLUMN, form.is_upward)
    return rows_of_flat_list(value) if kinds <= PLAIN_CELLS else None


def is_list_of_columns(value: Any) -> bool:
    """Whether a value is a list of lists of cells, which may have different lengths."""
    return (
        isinstance(value, list | tuple)
        and len(value) > 1
        and all(isinstance(column, list) and all(map(is_short, column)) for column in value)
    )


EARLY_BOARDS = 4
"""After so many boards some columns have different lengths, if a move adds a cell to a column."""


def height_of_columns(texts: Sequence[str]) -> int:
    """Return the longest column of boards that are lists of columns of different lengths; 0 for any other boards."""
    heights = list[list[int]]()
    for number, text in enumerate(texts):
        value = value_of_text(text)
        values = possible_boards(value) if isinstance(value, Record) else (value,)
        heights.append([*map(len, next(filter(is_list_of_columns, values), ()))])
        if not heights[number] or len(heights[number]) != len(heights[0]):
            return 0
        if number + 1 in (EARLY_BOARDS, len(texts)) and all(len({*one}) == 1 for one in heights):
            return 0
    return max(map(max, heights), default=0)


def turned(rows: Rows, by_column: bool, is_upward: bool) -> Rows:
    """Return the rows of a board from the top, which is given by columns or from the bottom."""
    if by_column and len({len(row) for row in rows}) == 1:
        rows = list(zip(*rows, strict=True))
    return rows[::-1] if is_upward else rows


def without_border(lines: Sequence[str]) -> Sequence[str]:
    """Return the lines of a board without empty lines and blanks around it; as they are if blanks may be its cells."""
    if not any(sign in line for line in lines for sign in ".-_"):
        return lines
    lines = [line.rstrip() for line in lines if line.strip()]
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    return [line[indent:] for line in lines]


def rows_of_fen(board: str) -> Sequence[str] | None:
    """Return the ranks of a FEN from the eighth down, with a dot for every empty square; None unless each has eight."""
    ranks = [re.sub("[1-8]", lambda found: "." * int(found[0]), rank) for rank in board.split("/")]
    return ranks if all(len(rank) == 8 for rank in ranks) else None


def rows_of_flat_list(value: Sequence[Any]) -> Rows | None:
    """Return a flat list of cells as rows: a square if their number is one, six rows of seven, else one; or None."""
    count = len(value)
    side = isqrt(count)
    width = side if side * side == count else 7 if count == 42 else count
    return [value[start : start + width] for start in range(0, count, width)] if count else None


def rows_of_dict(value: Mapping[Any, Any], form: BoardForm = USUAL_FORM) -> Rows | None:
    """Return the cells of a dictionary as rows: its keys are pairs, squares such as d3, or numbers in order.

    Where the program does not say which part of a pair is the column, it is the first part if that runs faster.
    """
    if value and all(map(is_square, value)):
        by_column = form.first == COLUMN or (not form.first and is_filled_by_rows(list(value)))
        found: dict[int, list[Any]] = {}
        for key in sorted(value):
            found.setdefault(key[0], []).append(value[key])
        return turned(list(found.values()), by_column, form.is_upward)
    squares = {key: square_text(key) for key in value}
    if all(map(SQUARE.fullmatch, squares.values())):
        ranks = sorted({int(square[1:]) for square in squares.values()}, reverse=True)
        return [[value[key] for key in sorted(value) if int(squares[key][1:]) == rank] for rank in ranks]
    try:
        return rows_of_flat_list([value[key] for key in sorted(value)])
    except TypeError:
        return None


def square_text(key: Any) -> str:
    """Return a key as text, d3 for the pair ("d", 3)."""
    return "".join(map(str, key)) if isinstance(key, tuple) else str(key)


def is_filled_by_rows(keys: Sequence[tuple[int, int]]) -> bool:
    """Whether pairs with the column first stand in reading order, row by row."""
    return len(keys) >= MIN_CELLS and keys == sorted(keys, key=lambda key: key[::-1])


def keys_of(text: str, form: BoardForm = USUAL_FORM) -> dict[tuple[int, int], Any]:
    """Return the keys of a board that is a dictionary, by column and row from the top; nothing for another value."""
    value = board_value(text, form)
    rows = rows_of_dict({key: key for key in value}, form) if isinstance(value, Mapping) else None
    return {(x, y): key for y, row in enumerate(rows or ()) for x, key in enumerate(row)}


def own_names(text: str, form: BoardForm = USUAL_FORM) -> dict[tuple[int, int], Any]:
    """Return how the program itself addresses the cells: column and row from the top -> key, number or pair.

    A list of all cells does not say where a row begins; one of rows does not say which of them is on top.
    """
    value = board_value(text, form)
    if isinstance(value, Mapping):
        keys = keys_of(text, form)
        return {place: key if is_square(key) else square_text(key) for place, key in keys.items()}
    rows: Rows | None = None
    if isinstance(value, list | tuple | str) and rows_in(value, form) == rows_of_flat_list(value):
        rows = rows_of_flat_list([str(number) for number in range(len(value))])
    elif isinstance(value, list | tuple):
        is_growing = bool(form.height and is_list_of_columns(value))
        lengths = [form.height if is_growing else len(line) for line in value]
        pairs = [[(first, second) for second in range(length)] for first, length in enumerate(lengths)]
        rows = turned(pairs, form.first == COLUMN, form.is_upward or is_growing)
    return {(x, y): key for y, row in enumerate(rows or ()) for x, key in enumerate(row)}


def board_value(text: str, form: BoardForm) -> Any:
    """Return the value of a recorded text; of an object the attribute or item that is a board, or None."""
    value = value_of_text(text)
    while isinstance(value, Record):
        value = next((one for one in possible_boards(value) if cells_in(one, form) is not None), None)
    return value


def cell_text(cell: Any) -> str:
    """Return the text of a cell, 1 for 1.0."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    return str(cell)


@lru_cache(MAX_KEPT_CHANGES)
def changes(before: Cells, after: Cells) -> tuple[tuple[int, int], ...]:
    """Return the cells that differ, as columns and rows; nothing where the boards have different sizes."""
    if [len(row) for row in before] != [len(row) for row in after]:
        return ()
    return tuple(
        (x, y)
        for y, (row, other) in enumerate(zip(before, after, strict=True))
        if row != other
        for x, (cell, now) in enumerate(zip(row, other, strict=True))
        if cell != now
    )


def cell_name(cells: Cells, x: int, y: int) -> str:
    """Return the name of a cell as in chess: files from a, ranks from 1 at the bottom; beyond 26 files by numbers."""
    return f"{chr(97 + x)}{len(cells) - y}" if x < 26 else f"{x + 1},{len(cells) - y}"


def board_of(cells: Cells, before: Cells | None, marks: Mapping[str, int]) -> Board:
    """Return the cells as a board for display, with those that differ from `before`; `marks` says whose a text is."""
    changed = changes(before, cells) if before is not None else ()
    places = list(cells_with_places(cells))
    labels = {place: "" if cell in EMPTY_CELLS else cell for place, cell in places}
    chess = is_chess(cells)
    if chess:
        marks = dict.fromkeys(CHESS_PIECES, FIRST) | {letter.lower(): SECOND for letter in CHESS_PIECES}
        labels = {place: label.upper() for place, label in labels.items()}
    return Board(
        shape="square",
        columns=len(cells[0]),
        rows=len(cells),
        owners={place: marks.get(cell, 0) for place, cell in places},
        labels=labels,
        last_move=frozenset(changed),
        winning_line=(),
        pieces="chess" if chess else "marks" if marks else "texts",
        shaded=dark_squares(len(cells[0]), len(cells)) if chess else frozenset(),
    )


def size_of_text(text: str) -> tuple[int, int]:
    """Return the columns and rows of a text in a font of fixed width; an ideograph or emoji is two columns wide."""
    lines = text.split("\n")
    return max(sum(map(width_of, line)) for line in lines), len(lines)


def width_of(sign: str) -> int:
    """Return how many columns a character takes in a font of fixed width: 0, 1 or 2."""
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def signs_of(text: str) -> dict[tuple[int, int], str]:
    """Return the characters of a text by column and row, without blanks; combining marks join the one before."""
    found: dict[tuple[int, int], str] = {}
    for y, line in enumerate(text.split("\n")):
        x = 0
        for sign in line:
            wide = width_of(sign)
            if not wide and (x - 1, y) in found:
                found[x - 1, y] += sign
            elif wide and not sign.isspace():
                found[x, y] = sign
            x += wide
    return found


def text_board(text: str, before: str | None, size: tuple[int, int]) -> Board:
    """Return a text as a board of characters, of so many columns and rows, with those that differ from `before`."""
    labels, old = signs_of(text), signs_of(text if before is None else before)
    columns, rows = size
    places = [(x, y) for y in range(rows) for x in range(columns)]
    return Board(
        shape="text",
        columns=columns,
        rows=rows,
        owners=dict.fromkeys(places, 0),
        labels=labels,
        last_move=frozenset(place for place in places if labels.get(place) != old.get(place)),
        winning_line=(),
        pieces="texts",
    )


def is_chess(cells: Cells) -> bool:
    """Whether a board holds chess pieces: eight rows of eight, one king on either side, and no other letters."""
    if len(cells) != 8 or any(len(row) != 8 for row in cells):
        return False
    letters = [cell for _, cell in cells_with_places(cells) if cell not in EMPTY_CELLS]
    kings = letters.count("K"), letters.count("k")
    return kings == (1, 1) and all(len(letter) == 1 and letter.upper() in CHESS_PIECES for letter in letters)


def cells_with_places(cells: Cells) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield the column and row of each cell, and its text."""
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            yield (x, y), cell


def diagram_of(cells: Cells) -> str:
    """Return the board on one line, its rows divided by slashes; what is empty is a dot."""
    rows = [["." if cell in EMPTY_CELLS else cell for cell in row] for row in cells]
    sign = "" if all(len(cell) == 1 for row in rows for cell in row) else " "
    return "/".join(map(sign.join, rows))


def marks_in(boards: Sequence[Cells]) -> dict[str, int]:
    """Return which side the texts in cells belong to, guessed from many boards; nothing with more than two texts."""
    seen: dict[str, int] = {}
    for cells in boards:
        for _, cell in cells_with_places(cells):
            seen[cell] = seen.get(cell, 0) + 1
    taken = [cell for cell in seen if cell not in EMPTY_CELLS]
    first = [cell for cell in taken if cell.upper() in ("X", "1", "R", "●")]
    order = [*first, *(cell for cell in taken if cell not in first)]
    if len(order) > 2:
        return {}
    return dict(zip(order, (FIRST, SECOND), strict=False))
