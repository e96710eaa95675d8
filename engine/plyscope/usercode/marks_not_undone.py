"""Marks that calls have left behind: a board that is not undone still shows them when the next move is tried."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice

from plyscope.model.board_texts import changes
from plyscope.model.declaration import MAX, MIN, NO_SIDE
from plyscope.model.position import Cell
from plyscope.model.roles import BOARD, Proposal
from plyscope.model.trace import Trace
from plyscope.tracer.target.syntax import walk
from plyscope.usercode.boards import BoardColumn
from plyscope.usercode.evidence import RunEvidence
from plyscope.usercode.function_facts import FunctionFacts

MAX_COMPARED_FRAMES = 200
"""Frames whose children's boards are compared."""
STATEMENT_BLOCKS = ("body", "orelse", "handlers", "cases", "finalbody")
"""The parts of a statement that hold statements."""
NEVER_ENTERED = sys.maxsize
"""A number of a frame beyond all that recordings have."""
NO_CELLS: frozenset[Cell] = frozenset()


def find_marks_not_undone(trace: Trace) -> MarksNotUndone | None:
    """Return the marks that calls leave on the boards of a recording; None if they leave none, or it is not known."""
    proposal = Proposal.of(trace)
    if proposal is None:
        return None
    run = RunEvidence(trace, proposal)
    evidence = undo_evidence(run)
    moves_stay = any(of_kind.left_from < NEVER_ENTERED for of_kind in evidence.values())
    return MarksNotUndone(trace, run.boards, evidence) if run.boards is not None and moves_stay else None


@dataclass
class UndoEvidence:
    """Whether moves of one kind of frames are undone, and from which frame on the recording shows it."""

    first: int = -1
    """The first child that begins with a move of another one."""
    left_from: int = NEVER_ENTERED
    """The frame whose begin shows that the moves stay."""
    undone_from: int = NEVER_ENTERED
    """The frame whose begin shows that they are taken back."""

    def moves_stay(self, entered: int) -> bool:
        """Whether moves stay on the board, as far as the first `entered` frames show."""
        return self.left_from < entered <= self.undone_from


def sides_without_undo(run: RunEvidence) -> dict[int, int]:
    """Return the kinds of frames whose moves are never undone, each with the first child that shows it."""
    return {kind: of_kind.first for kind, of_kind in undo_evidence(run).items() if of_kind.moves_stay(NEVER_ENTERED)}


def undo_evidence(run: RunEvidence) -> dict[int, UndoEvidence]:
    """Return for each kind of frames, MAX or MIN, whether the boards of its children show that moves are undone.

    Where a move stays, each child's board has all changes of the one before it.

    Where each move takes all cells of the one before it, as in a row that is taken from one end, the boards alone do
    not show it: then the marks have to be there still when the frame's caller makes its next call, or the text has
    nothing that could take them back.
    """
    boards, evidence = run.boards, {kind: UndoEvidence() for kind in (MAX, MIN, NO_SIDE)}
    if boards is None:
        return {}
    never_undone, facts = cache(partial(is_never_undone, run)), run.user_code.facts
    for frame in islice(run.inner_frames, MAX_COMPARED_FRAMES):
        children, of_kind = list(run.trace.children(frame)), evidence[run.trace.kinds[frame]]
        if len(children) < 2:
            continue
        of_kind.first = children[1] if of_kind.first < 0 else of_kind.first
        different = first_child_without_changes(boards, frame, children)
        of_kind.undone_from = min(of_kind.undone_from, different)
        if children[1] < of_kind.left_from and len(facts.site):
            caller, callee = (run.user_code.function_of(call).name for call in (frame, children[1]))
            if never_undone(caller, callee, int(facts.site[children[1]])):
                of_kind.left_from = children[1]
        following = frame + run.trace.sizes[frame]
        if following < of_kind.left_from and last_move_stays(run, boards, frame, children[-1]):
            of_kind.left_from = following
    return evidence


def last_move_stays(run: RunEvidence, boards: BoardColumn, frame: int, last: int) -> bool:
    """Whether all changes on the board of a frame's last child are still there at its caller's next call."""
    parent, following = run.trace.parents[frame], frame + run.trace.sizes[frame]
    if parent < 0 or following >= len(run.trace) or run.trace.parents[following] != parent:
        return False
    above, below, now = (boards.cells(child) for child in (frame, last, following))
    if above is None or below is None or now is None:
        return False
    return all(now[y][x] == below[y][x] for x, y in changes(above, below))


def is_never_undone(run: RunEvidence, caller: str, callee: str, place: int) -> bool:
    """Whether a call is given the board of its caller, and no copy, and the text behind it never changes that board."""
    function, name = run.functions.get(caller), run.proposal.parameter(callee, BOARD)
    if function is None or name is None or place < 0:
        return False
    site = run.user_code.facts.sites[place]
    given = next((argument.text for argument in site.arguments if argument.parameter == name), None)
    if given is not None:
        values = [assignment.value for assignment in function.assignments if assignment.place == given]
        if not given.isidentifier() or not all(isinstance(value, ast.Name) for value in values):
            return False  # a copy
    call = next((call_site.call for call_site in function.sites if call_site.call.lineno == site.line), None)
    if call is None:
        return False
    node = function.function.node
    statements = statements_after(node, call) if not isinstance(node, ast.Lambda) else []
    after = (node_after for statement in statements for node_after in walk(statement))
    return not any(names_board(node_after, given) for node_after in after if changes_board(node_after, function))


def statements_after(node: ast.AST, call: ast.Call) -> list[ast.stmt]:
    """Return the statements below a node that run after a call in it, up to one that leaves the function."""
    parts: dict[str, list[ast.AST]] = {name: getattr(node, name, []) for name in STATEMENT_BLOCKS}
    for name, block in parts.items():
        for number, statement in enumerate(block):
            if any(part is call for part in walk(statement)):
                after = statements_after(statement, call)
                if after and isinstance(after[-1], ast.Return):
                    return after
                behind = block[number + 1 :] if name not in ("handlers", "cases") else []
                last = parts["finalbody"] if name in ("body", "handlers") else []
                return after + [following for following in (*behind, *last) if isinstance(following, ast.stmt)]
    return []


def changes_board(node: ast.AST, function: FunctionFacts) -> bool:
    """Whether a statement sets or deletes an item, or calls something for its effect, as board.undo(move)."""
    match node:
        case ast.Assign():
            return any(isinstance(target, ast.Subscript) for target in node.targets)
        case ast.Expr(value=ast.Call()):
            return not function.has_call(node)
    return isinstance(node, ast.Delete | ast.AugAssign)


def names_board(node: ast.AST, name: str | None) -> bool:
    """Whether a node names a board, or the object that may hold it; any does where the board has no name."""
    return name is None or any(isinstance(part, ast.Name) and part.id in (name, "self") for part in walk(node))


def first_child_without_changes(boards: BoardColumn, frame: int, children: list[int]) -> int:
    """Return the first child whose board lacks a change of the previous one, or adds none; else NEVER_ENTERED."""
    above = boards.cells(frame)
    before: set[Cell] = set()
    for place, child in enumerate(children):
        cells = boards.cells(child)
        changed = set[Cell]() if above is None or cells is None else set(changes(above, cells))
        if not changed or not before < changed:
            return children[max(place, 1)]
        before = changed
    return NEVER_ENTERED


class MarksNotUndone:
    """The cells of each call's board with marks that no move on the way to the call has put there."""

    def __init__(self, trace: Trace, boards: BoardColumn, evidence: dict[int, UndoEvidence]) -> None:
        self.trace, self.boards, self.evidence = trace, boards, evidence
        self._cells_by_kinds: dict[frozenset[int], dict[int, frozenset[Cell]]] = {}

    def kinds(self, entered: int) -> frozenset[int]:
        """Return the kinds of frames whose moves stay on the board, as far as the first `entered` frames show."""
        return frozenset(kind for kind, of_kind in self.evidence.items() if of_kind.moves_stay(entered))

    def marked_cells(self, frame: int, entered: int) -> frozenset[Cell]:
        """Return the cells of a call's board with marks of earlier calls, as far as `entered` frames show."""
        kinds = self.kinds(entered)
        if not kinds:
            return NO_CELLS
        known = self._cells_by_kinds.setdefault(kinds, {0: NO_CELLS})
        way = []
        while frame not in known:
            way.append(frame)
            frame = self.trace.parents[frame]
        for below in reversed(way):
            known[below] = self._marked_cells(below, kinds, known)
        return known[way[0] if way else frame]

    def _marked_cells(self, frame: int, kinds: frozenset[int], known: dict[int, frozenset[Cell]]) -> frozenset[Cell]:
        """Return the cells of a call's board with marks of earlier calls, from those of its caller's board."""
        parent = self.trace.parents[frame]
        above, cells = self.boards.cells(parent), self.boards.cells(frame)
        if above is None or cells is None:
            return NO_CELLS
        left = {(x, y) for x, y in known[parent] if cells[y][x] == above[y][x]}
        before = self.boards.cells(frame - 1)
        if self.trace.kinds[parent] in kinds and frame != parent + 1 and before is not None:
            # Where the call made last had the same mark already, the move of this call did not put it there.
            left |= {(x, y) for x, y in changes(above, cells) if before[y][x] == cells[y][x]}
        return frozenset(left)
