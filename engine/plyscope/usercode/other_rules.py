"""Leaves that speak for or against the rules of the game that the boards look like.

Boards of a size say little: where every free cell is a move, only an end of the game tells which game it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import isnan

import numpy as np

from plyscope.games import GAMES
from plyscope.model.board_texts import EMPTY_CELLS, Cells, cells_with_places, changes
from plyscope.model.columns import HORIZON, INNER, TERMINAL
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.position import FIRST, SECOND, Cell, State
from plyscope.model.roles import Proposal
from plyscope.model.trace import Trace
from plyscope.usercode.boards import BoardColumn
from plyscope.usercode.evidence import RunEvidence
from plyscope.usercode.win_values import even_value

MAX_CHECKED_LEAVES, MAX_CHECKED_WINS = 3, 12
"""Leaves that are searched, and won leaves from which all moves are tried."""
MAX_CHECKED_FRAMES = 500
"""Calls whose moves are compared with those of pieces that drop."""
MAX_CALLS_OF_LEAF = 20_000
"""Calls of a search that finds the value of one leaf."""


def values_open_leaf_as_win(trace: Trace, proposal: Proposal) -> bool:
    """Whether a leaf has the value of a win although no move from there wins by the rules, as in hex on nine cells.

    What a table gives, and an end of the window, is the value of more than the leaf.
    """
    status, even = trace.column("status"), even_value(trace)
    value = trace.column("value") - even
    over = (status == TERMINAL) & np.isfinite(value) & (value != 0)
    win_leaves: list[int] = []
    for sign in (1, -1):
        worth = sign * value[over & (sign * value > 0)]
        if len(worth):
            is_win = (status == HORIZON) & np.isfinite(value) & (sign * value >= worth.max())
            win_leaves += np.flatnonzero(is_win).tolist()
    if not win_leaves:
        return False
    evidence = RunEvidence(trace, proposal)
    searched = [leaf for leaf in win_leaves if not trace.origin.is_saved(leaf) and not evidence.is_looked_up(leaf)]
    positions = {tuple(trace.state(leaf)): leaf for leaf in leaves_with_own_values(trace, searched)}
    for leaf in list(positions.values())[:MAX_CHECKED_WINS]:
        if not wins_at_once(trace, leaf, 1 if value[leaf] > 0 else -1):
            return True
    return False


def leaves_with_own_values(trace: Trace, leaves: list[int]) -> list[int]:
    """Return the leaves whose value is theirs, and not an end of the window that stands for what lies beyond it."""
    value, alpha, beta = (trace.column(name) for name in ("value", "alpha", "beta"))
    if np.any((trace.column("size") == 1) & ((value < alpha) | (value > beta))):
        return leaves  # the search is not confined to the window
    return [leaf for leaf in leaves if alpha[leaf] < value[leaf] < beta[leaf]]


def wins_at_once(trace: Trace, frame: int, sign: int) -> bool:
    """Whether the side to move wins by one move from a leaf; it has to be MAX for sign 1, MIN for -1."""
    rules, own = trace.position.game.rules, 1 if trace.position.max_side == FIRST else -1
    for move in rules.moves(trace.state(frame)):
        after = trace.state(frame)
        rules.play(after, move)
        if rules.is_over(after) and np.sign(rules.outcome(after)) == own * sign:
            return True
    return False


def contradicts_game(trace: Trace, proposal: Proposal, boards: BoardColumn | None) -> bool:
    """Whether moves or leaves of the run are those of another game than the one of its positions."""
    if values_open_leaf_as_win(trace, proposal):
        return True
    if boards is None or not any_cell_is_a_move(trace, boards):
        return False
    return pieces_drop(trace, boards) or lines_do_not_count(trace, proposal)


def shows_game(trace: Trace, proposal: Proposal, boards: BoardColumn | None) -> bool:
    """Whether the run shows the game of its positions: by moves that only it has, or by a win by its rules.

    Cells are free there, and either the search ends although it is to go deeper, or it values a win for that side.
    A program that looks for wins before it calls itself shows it by the moves without a call. Where it goes on and ends
    as Hex on these cells does, too, it may be either.
    """
    if boards is None or not any_cell_is_a_move(trace, boards):
        return True
    without_call = ends_without_call(trace)
    if may_be_hex(trace, [*ends_with_winners(trace, proposal), *without_call]):
        return False
    if any(winner for _, winner in without_call):
        return True
    evidence, even = RunEvidence(trace, proposal), even_value(trace)
    won = wins_with_free_cells(trace)
    return any(
        not evidence.depth_left(leaf) <= 0 or np.sign(trace.values[leaf] - even) == sign for leaf, sign in won.items()
    )


def may_be_hex(trace: Trace, ends: list[tuple[State, int]]) -> bool:
    """Whether the run fits Hex: it ends, won by that side, where one has connected its edges, and only there.

    Calls go on where no side has connected its edges of the board, as hexagons.
    """
    grid = GAMES[trace.position.game.name].grid
    if grid is None or grid.usual_size is None or grid.usual_size[0] != grid.usual_size[1]:
        return False
    columns, readings = grid.usual_size[0], [*product((False, True), repeat=2)]
    for state, winner in (*ends, *positions_that_go_on(trace)):
        readings = [reading for reading in readings if winner == hex_winner(state, columns, *reading)]
        if not readings:
            return False
    return True


def ends_with_winners(trace: Trace, proposal: Proposal) -> Iterator[tuple[State, int]]:
    """Yield each position at which the game has ended for the program, with the side that its value favours.

    That is FIRST, SECOND, or 0 for a draw. Where the depth may have ended the search, the value is no estimate if no
    leaf that is not over has so large a one.
    """
    evidence, table = RunEvidence(trace, proposal), trace.facts.position_table
    value = trace.column("value") - even_value(trace)
    estimates = np.abs(value[(trace.column("status") == HORIZON) & np.isfinite(value)]).max(initial=0)
    leaves = np.flatnonzero((trace.column("status") == TERMINAL) & np.isfinite(value)).tolist()
    leaves = [leaf for leaf in leaves if not evidence.depth_left(leaf) <= 0 or abs(value[leaf]) > estimates]
    own, other = (FIRST, SECOND) if trace.position.max_side == FIRST else (SECOND, FIRST)
    for place, sign in sorted({(int(table.of_frame[leaf]), float(np.sign(value[leaf]))) for leaf in leaves}):
        yield list(table.states[place]), own if sign > 0 else other if sign < 0 else 0


def positions_that_go_on(trace: Trace) -> Iterator[tuple[State, int]]:
    """Yield the positions of calls that go on, each with 0, for nobody has won there."""
    table, inner = trace.facts.position_table, trace.column("status") == INNER
    yield from ((list(table.states[place]), 0) for place in distinct_numbers(table.of_frame[inner]).tolist())


def hex_winner(state: State, columns: int, first_goes_down: bool, leans: bool) -> int:
    """Return the side whose cells connect its two edges of a board of hexagons; 0 where none does.

    The first numbers of a state are the cells. FIRST joins top and bottom, or else left and right; the rows of hexagons
    lean to one side or the other.
    """
    size, step = columns * columns, 1 if leans else -1
    near = ((0, 1), (0, -1), (1, 0), (-1, 0), (step, 1), (-step, -1))
    for side in (FIRST, SECOND):
        goes_down = first_goes_down == (side == FIRST)
        mine = {(at % columns, at // columns) for at in range(size) if state[at] == side}
        waiting = [cell for cell in mine if cell[goes_down] == 0]
        while waiting:
            x, y = waiting.pop()
            mine.discard((x, y))
            if (x, y)[goes_down] == columns - 1:
                return side
            waiting += mine.intersection((x + right, y + down) for right, down in near)
    return 0


def ends_without_call(trace: Trace) -> list[tuple[State, int]]:
    """Return the positions after moves for which no call is made, each with its winner or 0.

    None are returned where these moves are not exactly those that win by the rules, or fill the board.
    """
    rules, ends = trace.position.game.rules, list[tuple[State, int]]()
    for frame in np.flatnonzero(trace.column("status") != TERMINAL)[:MAX_CHECKED_FRAMES].tolist():
        state, ending = trace.state(frame), set[int]()
        for move in rules.moves(state):
            after = list(state)
            rules.play(after, move)
            if rules.is_over(after):
                ending.add(move)
                ends.append((after, rules.to_move(state) if rules.outcome(after) and rules.longest(after) else 0))
        if ending != set(rules.moves(state)) - {trace.moves[child] for child in trace.children(frame)}:
            return []
    return ends


def any_cell_is_a_move(trace: Trace, boards: BoardColumn) -> bool:
    """Whether every free cell of the first board is a move of the game, as in many other games."""
    root = boards.cells(0)
    if root is None or not trace.position.game.has_winner:
        return False
    return len(trace.position.legal_moves()) == len(free_cells(root, boards))


def lines_do_not_count(trace: Trace, proposal: Proposal) -> bool:
    """Whether some wins by the rules are valued as draws, and others with as much depth left are not."""
    evidence, even = RunEvidence(trace, proposal), even_value(trace)
    saved = {*trace.origin.saved_frames.tolist()}
    leaves = [leaf for leaf in wins_with_free_cells(trace) if leaf not in saved]
    leaves = leaves_with_own_values(trace, leaves)
    kinds = {(bool(evidence.depth_left(leaf) <= 0), bool(trace.values[leaf] != even)) for leaf in leaves}
    return len(kinds) != len({is_last for is_last, _ in kinds})


def wins_with_free_cells(trace: Trace) -> dict[int, float]:
    """Return the leaves that are wins by the rules before the board is full: 1 for MAX, -1 for MIN."""
    rules, sign = trace.position.game.rules, 1 if trace.position.max_side == FIRST else -1
    over = np.flatnonzero((trace.column("status") == TERMINAL) & np.isfinite(trace.column("value")))
    table = trace.facts.position_table
    won = np.zeros(len(table.states))
    for place in distinct_numbers(table.of_frame[over]).tolist():
        state = list(table.states[place])
        won[place] = sign * rules.outcome(state) if rules.longest(state) else 0
    over = over[won[table.of_frame[over]] != 0]
    return dict(zip(over.tolist(), won[table.of_frame[over]].tolist(), strict=True))


def free_cells(cells: Cells, boards: BoardColumn) -> set[Cell]:
    """Return the free cells of a board."""
    return {place for place, cell in cells_with_places(cells) if cell in (*EMPTY_CELLS, boards.empty_cell)}


DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0))
"""The steps on a board in which pieces may drop."""


def pieces_drop(trace: Trace, boards: BoardColumn) -> bool:
    """Whether pieces drop: without a cutoff, calls try the free cells that have no free one below, and not all."""
    waiting, leaves_some = list(DIRECTIONS), False
    frames = np.flatnonzero((trace.column("status") == INNER) & (trace.column("skipped") == 0))
    for frame in frames[:MAX_CHECKED_FRAMES].tolist():
        cells = boards.cells(frame)
        below = [(child, boards.cells(child)) for child in trace.children(frame)]
        if cells is None or any(after is None for _, after in below):
            return False
        free = free_cells(cells, boards)
        tried = {cell for _, after in below if after is not None for cell in changes(cells, after)}
        waiting = [
            (x, y) for x, y in waiting if tried == {cell for cell in free if (cell[0] + x, cell[1] + y) not in free}
        ]
        leaves_some |= tried != free
    return leaves_some and bool(waiting)


def leaf_of_early_end(trace: Trace, proposal: Proposal) -> int:
    """Return a leaf with depth left whose value the rules do not give it, as far as a short search finds; else -1.

    A value from a table, an end of the window and a win that is found without a call are all what the rules give.
    """
    evidence = RunEvidence(trace, proposal)
    status, value, ply = (trace.column(name) for name in ("status", "value", "ply"))
    is_early = (status == HORIZON) & ~np.isnan(value) & (ply < ply.max())
    is_early &= (value > trace.column("alpha")) & (value < trace.column("beta"))
    depths, early = evidence.depth, np.flatnonzero(is_early).tolist()
    leaves = [leaf for leaf in early if isnan(depths[leaf]) or evidence.depth_left(leaf) > 0]
    leaves = [leaf for leaf in leaves if not trace.origin.is_saved(leaf) and not evidence.is_looked_up(leaf)]
    return next((leaf for leaf in leaves[:MAX_CHECKED_LEAVES] if not favours_winner(trace, leaf)), -1)


def favours_winner(trace: Trace, frame: int) -> bool:
    """Whether the value of a leaf is good for the side that wins from there by the rules."""
    return searched_outcome(trace, frame) == float(np.sign(trace.values[frame] - even_value(trace)))


def searched_outcome(trace: Trace, frame: int) -> float | None:
    """Return who wins from a leaf by the rules: 1 for MAX, -1 for MIN, 0 for neither; None if that takes too long."""
    from plyscope.recording.plan import plan
    from plyscope.recording.record import run

    position = replace(trace.position, state=tuple(trace.state(frame)), as_played="", options={})
    searched = run(plan(position, {"algorithm": "alphabeta"}), MAX_CALLS_OF_LEAF)
    return float(np.sign(searched.value or 0.0)) if searched.complete else None
