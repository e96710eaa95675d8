"""Marks that calls have left behind: a board that is not undone still shows them when the next move is tried."""

from __future__ import annotations

import ast
from itertools import islice

from plyscope.model.board_texts import Cells, cell_name, changes
from plyscope.model.declaration import MAX, MIN, NO_SIDE
from plyscope.model.position import Cell
from plyscope.model.roles import BOARD, Proposal
from plyscope.model.trace import Trace
from plyscope.usercode.boards import BoardColumn
from plyscope.usercode.evidence import RunEvidence
from plyscope.usercode.search_text import FunctionText, end_of, is_item_set, is_piece_call, line_of, names_in

MAX_COMPARED_FRAMES = 200
"""Frames whose children's boards are compared."""
NONE_LEFT: frozenset[Cell] = frozenset()


def left_marks_of(trace: Trace) -> LeftMarks | None:
    """The marks that calls leave on the boards of a recording; None where moves are undone, or that is not known."""
    proposal = Proposal.of(trace)
    if proposal is None:
        return None
    run = RunEvidence(trace, trace.user_code, proposal)
    kinds = sides_without_undo(run)
    return LeftMarks(trace, run.boards, frozenset(kinds)) if run.boards is not None and kinds else None


def sides_without_undo(run: RunEvidence) -> dict[int, int]:
    """The kinds of frames whose moves are never undone, each with the first child that begins with such a move.

    It shows on the boards that the children were given: each has all changes of the one before it. Where each move
    takes all cells of the one before it, as in a row that is taken from one end, the boards alone do not show it: then
    the marks have to be there still when the frame's caller makes its next call, or the text has nothing that could
    take them back.
    """
    boards = run.boards
    if boards is None:
        return {}
    first = {MAX: -1, MIN: -1, NO_SIDE: -1}
    is_undone: set[int] = set()
    is_left: set[int] = set()
    for frame in islice(run.inner_frames(), MAX_COMPARED_FRAMES):
        children, kind = list(run.trace.children(frame)), run.trace.kinds[frame]
        if len(children) < 2 or kind in is_undone:
            continue
        if not keeps_growing(boards, frame, children):
            is_undone.add(kind)
        if kind not in is_left and (
            stays_behind(run, boards, frame, children[-1]) or is_never_undone(run, children[1])
        ):
            is_left.add(kind)
        first[kind] = children[1] if first[kind] < 0 else first[kind]
    return {kind: child for kind, child in first.items() if kind in is_left and kind not in is_undone}


def stays_behind(run: RunEvidence, boards: BoardColumn, frame: int, last: int) -> bool:
    """Whether all that stood on the board of a frame's last child is still there at its caller's next call."""
    parent, following = run.trace.parents[frame], frame + run.trace.sizes[frame]
    if parent < 0 or following >= len(run.trace) or run.trace.parents[following] != parent:
        return False
    above, below, now = (boards.cells(one) for one in (frame, last, following))
    if above is None or below is None or now is None:
        return False
    return all(now[y][x] == below[y][x] for x, y in changes(above, below))


def is_never_undone(run: RunEvidence, child: int) -> bool:
    """Whether the text passes on the board that it has changed, and has nothing after the call that takes it back."""
    parent = run.trace.parents[child]
    function, call = run.text.function_of(parent), run.text.call_of(child)
    name = run.proposal.parameter(run.user_code.function_of(child).name, BOARD)
    if function is None or call is None or name is None:
        return False
    given = run.text.argument(call, child, name)
    if given is not None and not (isinstance(given, ast.Name) and is_bound_to_names(function, given.id)):
        return False
    changing = {"self", *(names_in(given) if given is not None else function.names)}
    after = [one for one in function.nodes if line_of(one) > end_of(call) and changes_board(one, function)]
    return not any(changing & names_in(one) for one in after if function.may_run(one, run.text.names_of(parent)))


def is_bound_to_names(function: FunctionText, name: str) -> bool:
    """Whether a name holds what the function was given, under this name or another: no copy of it."""
    return all(isinstance(value, ast.Name) for value, _ in function.assigned(name))


def changes_board(node: ast.AST, function: FunctionText) -> bool:
    """Whether a statement sets or deletes an item, or calls something for its effect."""
    is_set = isinstance(node, ast.Delete | ast.AugAssign) or is_item_set(node)
    return is_set or is_piece_call(node, function)


def keeps_growing(boards: BoardColumn, frame: int, children: list[int]) -> bool:
    """Whether each child's board has all changes of the previous one, and more."""
    above = boards.cells(frame)
    before: set[Cell] = set()
    for child in children:
        cells = boards.cells(child)
        if above is None or cells is None:
            return False
        changed = set(changes(above, cells))
        if not changed or not before < changed:
            return False
        before = changed
    return True


class LeftMarks:
    """The cells of each call's board on which marks stand that no move on the way to the call has put there."""

    def __init__(self, trace: Trace, boards: BoardColumn, kinds: frozenset[int]) -> None:
        self.trace, self.boards, self.kinds = trace, boards, kinds
        self._found: dict[int, frozenset[Cell]] = {0: NONE_LEFT}

    def on(self, frame: int) -> frozenset[Cell]:
        """The cells with such marks on the board that a call was given."""
        way = []
        while frame not in self._found:
            way.append(frame)
            frame = self.trace.parents[frame]
        for below in reversed(way):
            self._found[below] = self._left(below)
        return self._found[way[0] if way else frame]

    def is_new_on(self, frame: int) -> bool:
        """Whether a call is the first one on its way that was given such marks."""
        parent = self.trace.parents[frame]
        return bool(self.on(frame)) and parent >= 0 and not self.on(parent)

    def _left(self, frame: int) -> frozenset[Cell]:
        """The marks of its caller's board that are still there, and those of the calls made before it from there."""
        parent = self.trace.parents[frame]
        above, cells = self.boards.cells(parent), self.boards.cells(frame)
        if above is None or cells is None:
            return NONE_LEFT
        left = {(x, y) for x, y in self._found[parent] if cells[y][x] == above[y][x]}
        before = self.boards.cells(frame - 1)
        if self.trace.kinds[parent] in self.kinds and frame != parent + 1 and before is not None:
            # Where the call made last had the same mark already, the move of this call did not put it there.
            left |= {(x, y) for x, y in changes(above, cells) if before[y][x] == cells[y][x]}
        return frozenset(left)


def names_of_cells(cells: Cells, places: frozenset[Cell]) -> str:
    """Cells by name, from the top left."""
    return " ".join(cell_name(cells, x, y) for x, y in sorted(places, key=lambda place: (place[1], place[0])))
