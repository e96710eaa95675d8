"""Which known game user code may search: a game with such boards, or a tree written as nested lists.

Marks, rows and sides of a board can be read in several ways; each reading is tried. A tree is searched by passing on
items of nested lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import permutations
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.files.sources import read_text
from plyscope.games import GAMES, TREE
from plyscope.games.entry import GameEntry
from plyscope.games.grid import GridRules
from plyscope.messages import InputError, Message
from plyscope.model.board_texts import EMPTY_CELLS, Cells, cells_with_places
from plyscope.model.declaration import MAX, MIN
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.judged_values import judged_values
from plyscope.model.position import Cell, Position
from plyscope.model.roles import Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode
from plyscope.tracer.build_trace import literal
from plyscope.usercode.boards import BoardColumn, distinct_changes
from plyscope.usercode.chess_boards import CHESS, cells_of_fen, move_between

Columns = Mapping[str, NDArray[Any]]
Reading = tuple[Position, NDArray[np.int32], list[str], BoardColumn | None]
"""A position, the move of each frame, the texts of moves as its game writes them, and its boards, if it has any."""
BOARD_ORIENTATIONS = ((False, False), (False, True), (True, False), (True, True))
"""Whether a board has columns for rows, and whether its first row is below."""


def game_readings(trace: Trace, columns: Columns, boards: BoardColumn) -> Iterator[Reading]:
    """Yield the readings of boards as positions of known games, one for each game, orientation and use of marks."""
    root = boards.cells(0)
    if root is None:
        return
    mover = first_mark(boards, columns)
    for entry in GAMES.values():
        if entry.grid is None or not entry.grid.has_marks:
            continue
        for by_column, is_upward in BOARD_ORIENTATIONS:
            size = (len(root), len(root[0])) if by_column else (len(root[0]), len(root))
            if entry.grid.usual_size is None:
                if size[0] > entry.grid.max_size[0] or size[1] > entry.grid.max_size[1] or is_upward:
                    continue
            elif size != entry.grid.usual_size[:2]:
                continue
            turned = boards.turned(by_column, is_upward)
            move, changed, frames = distinct_changes(trace, turned)
            # Where any board will do, only moves that take several free cells at once tell the game.
            if entry.grid.usual_size is None and not takes_several_free_cells(trace, turned, changed, frames):
                break
            top, marks = turned.cells(0), marks_placed(turned, changed, frames)
            texts = [entry.grid.move_of(len(top or ()), cells) for cells in changed]
            for position in positions_by_marks(
                entry.name, entry.grid, top or root, (mover, marks), columns["kind"][0] == MAX, turned.empty_cell
            ):
                yield position, move, texts, turned


def chess_readings(trace: Trace, columns: Columns, boards: BoardColumn) -> Iterator[Reading]:
    """Yield the one reading of boards of the package chess; none if a call is made after no legal move."""
    try:
        position = read_text(CHESS, boards.fen) if boards.fen else None
    except InputError:
        return
    if position is None or (boards.numbers[0] < 0 and not leads_to_boards_below(position, trace, boards)):
        return
    move, _, frames = distinct_changes(trace, boards)
    pairs = [(boards.cells(int(trace.parents[frame])), boards.cells(frame)) for frame in frames]
    named = ["" if above is None or after is None else move_between(above, after) for above, after in pairs]
    yield position.with_max("mover" if columns["kind"][0] == MAX else other_side(position)), move, named, boards


def leads_to_boards_below(position: Position, trace: Trace, boards: BoardColumn) -> bool:
    """Whether one legal move each leads from a position to the boards below the first frame."""
    for child in trace.children(0):
        after = boards.cells(child)
        move = position.game.read_move(move_between(boards.cells(0) or (), after or ()), list(position.state))
        if after is None or move not in position.legal_moves():
            return False
        state = list(position.state)
        position.game.rules.play(state, move)
        if cells_of_fen(position.game.text(state)) != after:
            return False
    return True


def why_no_game(trace: Trace, boards: BoardColumn | None) -> Message:
    """Return why boards show no position of a known game: no move was made, the size or the side is another."""
    root = None if boards is None else boards.cells(0)
    if len(trace) == 1:
        return Message("its search has made no move")
    if boards is None or root is None or not puts_marks(trace, boards):
        return Message("Plyscope recognises no game in the arguments of its calls")
    size = len(root[0]), len(root)
    usual = {one.grid.usual_size[:2]: one for one in GAMES.values() if one.grid is not None and one.grid.usual_size}
    for columns_rows, entry in usual.items():
        if size in (columns_rows, columns_rows[::-1]):
            return why_no_position(entry, boards, first_mark(boards, trace.columns))
    known = [
        Message("{game} on {columns} by {rows}", game=entry.title, columns=columns, rows=rows)
        for (columns, rows), entry in usual.items()
    ]
    return Message(
        "its boards are {columns} by {rows}, and of games like it only these are compared: {known}",
        columns=size[0],
        rows=size[1],
        known=reduce(lambda before, one: Message("{before}, {one}", before=before, one=one), known),
    )


def puts_marks(trace: Trace, boards: BoardColumn) -> bool:
    """Whether each move puts one mark on a free cell, and there are two marks at most."""
    _, changed, frames = distinct_changes(trace, boards)
    free = (*EMPTY_CELLS, boards.empty_cell)
    before = (boards.cells(int(trace.parents[frame])) for frame in frames)
    puts = all(
        len(cells) == 1 and above is not None and above[cells[0][1]][cells[0][0]] in free
        for cells, above in zip(changed, before, strict=True)
    )
    marks = marks_placed(boards, changed, frames) | {cell for _, cell in cells_with_places(boards.cells(0) or ())}
    return puts and len(marks.difference(free)) <= 2


def why_no_position(entry: GameEntry, boards: BoardColumn, mover: str) -> Message:
    """Return why a board of a game's size is no position of it with the turn of this mark."""
    assert entry.grid is not None
    assert entry.grid.usual_size is not None
    why = Message("its boards look like {game}, but are none of it", game=entry.title)
    for by_column, is_upward in BOARD_ORIENTATIONS:
        root = boards.turned(by_column, is_upward).cells(0) or ((),)
        is_sized = (len(root[0]), len(root)) == entry.grid.usual_size[:2]
        for letters in letters_of_marks(root, mover, entry.grid.symbols, set(), boards.empty_cell) if is_sized else ():
            try:
                position = read_text(entry.name, board_text(root, letters))
            except InputError as error:
                why = Message("its first board is none of {game}: {reason}", game=entry.title, reason=error.message)
                continue
            mark_to_move = next((mark for mark, letter in letters.items() if letter == position.to_move.upper()), "")
            if mark_to_move != mover:
                return Message(
                    "on its first board it is the turn of {due} in {game}, and {mover} moves",
                    due=mark_to_move or position.mover, game=entry.title, mover=mover,
                )  # fmt: skip
    return why


def board_text(root: Cells, letters: Mapping[str, str]) -> str:
    """Return a board as a game writes it: rows of the letters of its marks, with slashes between them."""
    return "/".join("".join(letters.get(cell, ".") for cell in row) for row in root)


def takes_several_free_cells(
    trace: Trace, boards: BoardColumn, changed: list[tuple[Cell, ...]], frames: list[int]
) -> bool:
    """Whether some moves take several cells at once, and all moves free cells only.

    Tiles that slide over a board leave cells, too.
    """
    parent = trace.column("parent")
    for cells, frame in zip(changed, frames, strict=True):
        before = boards.cells(int(parent[frame]))
        if before is not None and any(before[y][x] not in (*EMPTY_CELLS, boards.empty_cell) for x, y in cells):
            return False
    return any(len(cells) > 1 for cells in changed)


def marks_placed(boards: BoardColumn, changed: list[tuple[Cell, ...]], frames: list[int]) -> set[str]:
    """Return the marks that moves put on the board."""
    marks: set[str] = set()
    for cells, frame in zip(changed, frames, strict=True):
        after = boards.cells(frame)
        if after is not None:
            marks |= {after[y][x] for x, y in cells}
    return marks


def positions_by_marks(
    game: str, grid: GridRules, root: Cells, marks: tuple[str, set[str]], is_max: bool, empty: str
) -> Iterator[Position]:
    """Yield the positions of one game that a board may show, for all readings of its marks.

    `marks` are the mark that the first move puts on the board, and all that moves put there.
    """
    mover, placed_marks = marks
    for letters in letters_of_marks(root, mover, grid.symbols, placed_marks, empty):
        side = f" {letters[mover].lower()}" if grid.turns and mover in letters else ""
        try:
            position = read_text(game, board_text(root, letters) + side)
        except InputError:
            continue
        if mover in letters and position.to_move.upper() != letters[mover]:
            continue
        yield position.with_max("mover" if is_max else other_side(position))


def other_side(position: Position) -> str:
    """Return the letter of the side that is not to move."""
    sides = position.game.sides
    return sides[1] if position.to_move == sides[0] else sides[0]


def first_mark(boards: BoardColumn, columns: Columns) -> str:
    """Return the mark that the first move puts on the board; empty if there is no move."""
    if len(columns["parent"]) < 2:
        return ""
    before, after = boards.cells(0), boards.cells(1)
    if before is None or after is None:
        return ""
    for (_, cell), (_, now) in zip(cells_with_places(before), cells_with_places(after), strict=False):
        if cell != now:
            return now
    return ""


def letters_of_marks(
    root: Cells, mover: str, symbols: str, placed_marks: set[str], empty: str
) -> Iterator[dict[str, str]]:
    """Yield the letters that marks may stand for in a game, by mark: the usual ones first, then all others.

    In a game with places outside the board, a mark that no move puts there may stand for these.
    """
    letters = symbols[1:3]
    marks = {cell for _, cell in cells_with_places(root)} | {mover}
    taken = sorted(mark for mark in marks if mark and mark not in (*EMPTY_CELLS, empty))
    outside = [mark for mark in taken if mark not in placed_marks and mark != mover] if len(symbols) > 3 else []
    if len(outside) == 1:
        taken.remove(outside[0])
    beyond = {outside[0]: symbols[3]} if len(outside) == 1 else {}
    if len(taken) > 2:
        return
    usual = {"1": letters[0], "-1": letters[1], "2": letters[1], letters[0]: letters[0], letters[1]: letters[1]}
    known = {mark: usual[mark.upper()] for mark in taken if mark.upper() in usual}
    if len(known) == len(taken) == len(set(known.values())):
        yield known | beyond
    for order in permutations(letters, len(taken)):
        yield dict(zip(taken, order, strict=True)) | beyond


MAX_TREE_FRAMES = 100_000
"""Frames of a recording that may be a tree of nested lists; larger trees are not written by hand."""


def tree_readings(user_code: UserCode, columns: Columns, proposal: Proposal | None) -> Iterator[Reading]:
    """Yield for each parameter that may be a tree its position, the item of each frame, and the moves' texts.

    Where every leaf has the value of its number with the other sign, as MIN sees it, the position has it as MAX does.
    """
    if user_code.has_caller or len(columns["parent"]) > MAX_TREE_FRAMES:
        return
    for name in user_code.function_of(0).parameters:
        numbers = user_code.texts_given(dict.fromkeys((function.name for function in user_code.functions), name))
        root = literal(user_code.texts[int(numbers[0])]) if np.all(numbers >= 0) else None
        if not isinstance(root, list | tuple):
            continue
        items = items_passed(user_code, numbers, columns["parent"])
        leaves = [] if items is None else list(leaf_numbers_with_values(user_code, columns, numbers, proposal))
        if any(number for number, _ in leaves) and all(value == -number for number, value in leaves):
            root = negated_tree(root)
        position = None if items is None else tree_position(root)
        if position is not None and items is not None:
            texts = [str(item + 1) for item in range(int(items.max()) + 1)]
            yield position.with_max("mover" if columns["kind"][0] == MAX else "second"), items, texts, None


def leaf_numbers_with_values(
    user_code: UserCode, columns: Columns, numbers: NDArray[np.int64], proposal: Proposal | None
) -> Iterator[tuple[float, float]]:
    """Yield the numbers of a tree that calls were given or a loop has judged, each with its value as MAX sees it."""
    value, kind, facts = columns["value"], columns["kind"], user_code.facts
    nodes = {number: literal(user_code.texts[number]) for number in distinct_numbers(numbers).tolist()}
    for frame in np.flatnonzero(columns["size"] == 1).tolist():
        if isinstance(number := nodes[int(numbers[frame])], int | float) and not isnan(value[frame]):
            yield number, float(value[frame])
    judged = judged_values(facts, columns["parent"], columns["ply"])
    for row, place in zip(judged.rows.tolist(), judged.numbers.tolist(), strict=True):
        parent, own = int(facts.frame[row]), float(facts.value[row])
        node = nodes[int(numbers[parent])]
        if isinstance(node, list | tuple) and place < len(node) and isinstance(number := node[place], int | float):
            is_turned = proposal is not None and proposal.negated and kind[parent] == MIN
            yield number, proposal.total - own if is_turned and proposal is not None else own


def negated_tree(tree: Any) -> Any:
    """Return a tree with the other sign before each number."""
    if isinstance(tree, list | tuple):
        return [negated_tree(item) for item in tree]
    return -tree if isinstance(tree, int | float) else tree


def items_passed(user_code: UserCode, numbers: NDArray[np.int64], parent: NDArray[Any]) -> NDArray[np.int32] | None:
    """Return which item of its parent's list each frame was given; None if a frame was given anything else.

    Of equal items each is passed on once before one is passed on again.
    """
    values = {number: literal(user_code.texts[number]) for number in distinct_numbers(numbers).tolist()}
    items = np.full(len(numbers), -1, np.int32)
    used: dict[int, set[int]] = {}
    for frame in range(1, len(numbers)):
        above = int(parent[frame])
        nodes, node = values[int(numbers[above])], values[int(numbers[frame])]
        places = [place for place, item in enumerate(nodes) if item == node] if isinstance(nodes, list | tuple) else []
        if not places or node is None:
            return None
        used_here = used.setdefault(above, set())
        items[frame] = next((place for place in places if place not in used_here), places[-1])
        used_here.add(int(items[frame]))
    return items


def tree_position(root: Any) -> Position | None:
    """Return the position of a tree written as nested lists; None for any other value."""
    try:
        return read_text(TREE, repr(root).replace("(", "[").replace(",)", "]").replace(")", "]"))
    except InputError:
        return None
