"""What follows from a finding, as far as the same run shows it: where a wrong value or a mark left behind leads."""

from __future__ import annotations

from math import isnan

import numpy as np

from plyscope.games import GAMES
from plyscope.messages import Message
from plyscope.model.position import Position
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run as search
from plyscope.usercode.chosen_search import move_played
from plyscope.usercode.evidence import BUG, Finding, RunEvidence
from plyscope.usercode.left_marks import left_marks_of, names_of_cells

MAX_CALLS = 60_000
"""Calls of the search that says whether the move played loses."""


def consequence(run: RunEvidence, found: Finding) -> Message | None:
    """What follows from a finding; None where the run shows nothing that does."""
    if found.kind != BUG:
        return None
    if found.name == "board not undone":
        return marks_left(run, found.frame)
    if found.name == "depth not decreased":
        return deepest_call(run)
    if found.step == run.text.steps.leave(found.frame):
        return value_taken_over(run, found.frame)
    return None


def marks_left(run: RunEvidence, frame: int) -> Message | None:
    left = left_marks_of(run.trace)
    cells = None if run.boards is None else run.boards.cells(frame)
    places = frozenset() if left is None else left.on(frame)
    if cells is None or not places:
        return None
    marks = {cells[y][x] for x, y in places}
    return Message(
        "frame {frame} starts with {mark} on {cells}, which no move on the way to it has put there",
        frame=frame, mark=" ".join(sorted(marks)), cells=names_of_cells(cells, places),
    )  # fmt: skip


def deepest_call(run: RunEvidence) -> Message | None:
    plies = run.trace.column("ply")
    frame = int(np.argmax(plies))
    if isnan(run.depth[frame]) or plies[frame] <= max(0.0, run.depth[run.first]):
        return None
    return Message(
        "frame {frame}, {plies} plies below the first call, still has the depth {depth}",
        frame=frame, plies=int(plies[frame]) - run.first, depth=float(run.depth[frame]),
    )  # fmt: skip


def value_taken_over(run: RunEvidence, frame: int) -> Message | None:
    """The frames above that return the same value, which no other of their children has; and the move at the root."""
    trace, top = run.trace, frame
    while top > run.first and (parent := trace.parents[top]) >= run.first:
        same = [child for child in run.called(parent) if trace.values[child] == trace.values[top]]
        if trace.values[parent] != trace.values[top] or same != [top]:
            break
        top = parent
    if top <= run.first or trace.parents[top] < run.first:
        return move_that_follows(run, frame, top)
    if top == frame:
        return None
    return Message("frame {top} above it returns this value too", top=top)


def move_that_follows(run: RunEvidence, frame: int, top: int) -> Message | None:
    """The move that is played with the value of an outermost call; and where that is known, that the move loses."""
    trace = run.trace
    move = move_played(trace)
    if run.first and run.called(0) != [top] and trace.move_text(top) != move:
        move = None
    if move is None:
        return None if top == frame else Message("the first call returns this value too")
    if loses(trace, move):
        return Message("the program chooses {move}, which loses, although another move does not", move=move)
    if top == frame:
        return None
    return Message("the first call returns this value too, and the program chooses {move}", move=move)


def loses(trace: Trace, move: str) -> bool:
    """Whether a move loses in a known game although another one does not, by searches of both positions to the end."""
    if trace.position.game.name not in GAMES or not trace.position.game.has_winner:
        return False
    numbers = [trace.moves[child] for child in trace.children(0) if trace.move_text(child) == move]
    if not numbers:
        return False
    best, chosen = outcome(trace.position), outcome(trace.position.after(numbers[0]))
    mover = trace.position.side_to_move == trace.position.max_side
    return best is not None and chosen is not None and (chosen < 0 <= best if mover else chosen > 0 >= best)


def outcome(position: Position) -> float | None:
    """The value of a position at the end of the game, from MAX's side; None if that takes too long."""
    found = search(plan(position, {"algorithm": "alphabeta"}), MAX_CALLS)
    return float(found.values[0]) if found.complete else None
