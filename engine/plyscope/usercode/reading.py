"""Reads a recording of user code as a search, as a proposal says: sides, windows, values, boards and pruned moves.

The columns are made again from the recorded arguments and results; nothing is run. Where the boards are those of a
known game and all moves are legal there, the recording gets positions of that game, and everything that can be asked
of a recording of our searches can be asked of it.

Pruned moves are known where the text leaves the loop of its recursive calls: after a cutoff, they are the legal moves
of the known game that were not tried, or the empty cells where every other frame tries all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, nan
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from plyscope.files.fitting import Fitted, fit, settle_ends
from plyscope.games import GAMES
from plyscope.model import preorder
from plyscope.model.board_texts import cells_with_places
from plyscope.model.columns import COLUMNS, HORIZON, INNER, OPEN, STATUS_NOT_GIVEN, TERMINAL
from plyscope.model.declaration import MAX, MIN, NO_SIDE
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.imported import shown_options, user_code_options, user_code_plan
from plyscope.model.origin import TracedUserCode
from plyscope.model.position import Position
from plyscope.model.recorded_bounds import BoundEvents, RecordedBounds
from plyscope.model.recorded_game import recorded_position
from plyscope.model.roles import ALPHA, AS_FOLDED, BETA, DEPTH, MOVE, Proposal
from plyscope.model.trace import Trace
from plyscope.model.traced_game import traced_position
from plyscope.model.user_code import CallTexts, leaves_loop_early
from plyscope.model.user_code_facts import What
from plyscope.tracer.build_trace import literal, plain_columns, trace_of
from plyscope.usercode.added_results import frames_that_add
from plyscope.usercode.boards import BoardColumn, boards_of, cell_moves, marks_by_kind
from plyscope.usercode.chosen_search import chosen_child, number_kinds_of
from plyscope.usercode.given_roles import roles_of
from plyscope.usercode.judged_leaves import calls_alone, with_judged_leaves
from plyscope.usercode.leaf_sides import set_sides_of_leaves
from plyscope.usercode.matching_games import Reading, chess_readings, game_readings, tree_readings
from plyscope.usercode.move_names import calls_as_moves, moves_given, moves_of_callers, repeats_before
from plyscope.usercode.other_rules import contradicts_game, shows_game
from plyscope.usercode.result_values import argument_values, result_values
from plyscope.usercode.returned_numbers import VALUE, returns_number_of_move
from plyscope.usercode.role_recognition import Given, recognise, searches_one_position, side_texts
from plyscope.usercode.window_places import fold_directions

Columns = dict[str, NDArray[Any]]
MAX_CHECKED_FRAMES = 2_000
"""Calls whose moves are compared with all legal ones."""


def read_as_search(trace: Trace, given: Given | None = None) -> Trace:
    """Return the recording read with the roles that the user gives and those that are recognised; itself without any.

    Without `given` it is read with the roles that are remembered for its functions.
    """
    if given is None and trace.origin.is_user_code:
        given = roles_of(trace)
    proposal = recognise(trace, given)
    return trace if proposal is None else with_proposal(trace, proposal)


def with_proposal(trace: Trace, proposal: Proposal) -> Trace:
    """Return the recording as a proposal reads it, with judged leaves as rows."""
    return with_judged_leaves(calls_with_proposal(as_plain_calls(trace), proposal))


def calls_with_proposal(trace: Trace, proposal: Proposal) -> Trace:
    """Return the calls of a recording as a proposal reads them."""
    user_code = trace.user_code
    columns = {name: trace.column(name).copy() for name in COLUMNS}
    columns["kind"] = kinds_of(trace, proposal)
    columns["value"] = result_values(trace, proposal)
    set_windows(columns, trace, proposal)
    if proposal.negated:
        turn_to_max(columns, proposal.total)
    clear_sides_of_added_results(columns, trace, proposal)
    set_horizon(columns, trace, proposal)
    boards = boards_of(trace, proposal)
    proposal = replace(proposal, chosen=set_value_of_caller(columns, trace, boards))
    if returns_move(columns, trace):
        columns["value"][0] = nan
    on_game = with_known_game(trace, columns, proposal, readings_on_known_games(trace, columns, proposal, boards))
    if (
        on_game is not None
        and not contradicts_game(on_game, proposal, boards)
        and shows_game(on_game, proposal, boards)
    ):
        return on_game
    set_sides_of_leaves(columns, trace, proposal)
    if user_code.has_caller and boards is None and not returns_best_value(columns, trace):
        columns["kind"][0] = NO_SIDE  # nothing that ran shows for whom it has chosen
    texts: list[str] | None
    pruned = Pruned.none(len(trace))
    if boards is None and len(user_code.tables.move):
        columns["move"], texts = moves_of_callers(user_code, columns, proposal)
    elif boards is None:
        columns["move"], texts = calls_as_moves(user_code, columns)
    else:
        columns["move"], texts = cell_moves(trace, boards)
        if cut := cut_frames(trace, columns, proposal):
            pruned, texts = pruned_by_boards(trace, columns, boards, texts, cut)
    if any(MOVE in roles.values() for roles in proposal.roles.values()):
        columns["move"], texts = moves_given(user_code, columns, proposal)
        pruned = Pruned.none(len(trace))
    if texts is not None and searches_one_position(trace, proposal):
        calls = {child: user_code.label(child) for child in trace.children(0)}
        texts = [*texts, *calls.values()]
        columns["move"][[*calls]] = range(len(texts) - len(calls), len(texts))
    columns["skipped"] = pruned.counts
    as_read = replace(user_code, proposal=replace(proposal, game="", position="", max_name="").written)
    origin = TracedUserCode(pruned.moves, CallTexts(as_read) if texts is None else tuple(texts), as_read)
    position = traced_position(recorded_position("own", user_code.call, "", columns, origin), origin)
    return trace_with_reading(trace, columns, position, origin)


def as_plain_calls(trace: Trace) -> Trace:
    """Return the recording as plain calls, however it was read before."""
    trace = calls_alone(trace)
    user_code = trace.user_code
    status, size = trace.column("status"), trace.column("size")
    status = np.where(status == OPEN, OPEN, np.where(size > 1, INNER, TERMINAL))
    columns = plain_columns(size, status, user_code.tables, user_code.texts, has_caller=user_code.has_caller)
    return trace_of(columns, replace(user_code, proposal=None), trace.text, trace.limit)


def trace_with_reading(trace: Trace, columns: Columns, position: Position, origin: TracedUserCode) -> Trace:
    """Return the recording with other columns, position and origin, and the search options that these show."""
    columns = {name: np.ascontiguousarray(columns[name], kind) for name, kind in COLUMNS.items()}
    moves = columns["move"].astype(np.int64)
    if origin.texts is None:
        # Two moves may lead to one position of a game, which is no move searched again.
        moves += repeats_before(moves, columns, origin.user_code.facts) * (int(moves.max()) + 1)
    plan = user_code_plan(position, user_code_options({**columns, "move": moves}, origin.user_code))
    return Trace(**{**trace.parts, "columns": columns, "plan": plan, "origin": origin, "claimed_signature": None})


def kinds_of(trace: Trace, proposal: Proposal) -> NDArray[np.uint8]:
    """Return the side of each frame: MAX, MIN or none.

    The caller of several calls has the other side than all of these, else none; nor has one that may have searched one
    position several times, as deeper and deeper, which is no move of a game.
    """
    user_code, kind = trace.user_code, np.full(len(trace), NO_SIDE, np.uint8)
    sides = side_texts(user_code, proposal)
    if AS_FOLDED in proposal.kinds.values():
        kind = np.array([MIN, NO_SIDE, MAX], np.uint8)[fold_directions(trace, proposal) + 1]
    elif proposal.kinds:
        codes = {"max": MAX, "min": MIN, "": NO_SIDE}
        of_function = [codes.get(proposal.kinds.get(function.name, ""), NO_SIDE) for function in user_code.functions]
        kind = np.array(of_function, np.uint8)[user_code.tables.function]
    elif sides is not None and proposal.max_texts:
        numbers, texts = sides
        is_max = np.isin(numbers, [number for number, text in texts.items() if text in proposal.max_texts])
        kind = np.where(numbers < 0, NO_SIDE, np.where(is_max, MAX, MIN)).astype(np.uint8)
        if proposal.negated and (numbers[user_code.has_caller :] < 0).any():
            fill_in_by_signs(trace, kind, result_signs(trace))
    elif proposal.max_plies >= 0:
        kind = np.where(trace.column("ply") % 2 == proposal.max_plies, MAX, MIN).astype(np.uint8)
        if proposal.negated:
            kind = kinds_by_signs(trace, kind)
    if user_code.has_caller:
        below = kind[list(trace.children(0))]
        has_moves = searches_one_position(trace, proposal) is False
        kind[0] = 1 - below[0] if has_moves and len(set(below.tolist())) == 1 and below[0] != NO_SIDE else NO_SIDE
    return kind


def kinds_by_signs(trace: Trace, kind: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the sides by the signs of results if some are negated and some are not, as at a further turn; else `kind`.

    Where a result is not negated, the side stays. A call of which that is not known has no side, nor have those below.
    """
    signs, first = result_signs(trace), 1 + trace.user_code.has_caller
    if not {1, -1} <= set(distinct_numbers(signs[first:]).tolist()):
        return kind
    outermost = trace.column("ply") <= trace.user_code.has_caller
    kind = np.where(outermost, kind, NO_SIDE).astype(np.uint8)
    fill_in_by_signs(trace, kind, signs)
    return kind


def result_signs(trace: Trace) -> NDArray[np.int8]:
    """Return for each frame the sign that its caller gives its result: 1, -1, or 0 where that is not known."""
    return trace.user_code.facts.result_signs(trace.column("parent"), trace.column("ply"), trace.column("size"))


def fill_in_by_signs(trace: Trace, kind: NDArray[np.uint8], signs: NDArray[np.int8]) -> None:
    """Give calls without a side that of the call above them, or the other one where that negates their result."""
    parent = trace.column("parent")
    for frames in preorder.levels(trace.column("ply")):
        frames = frames[(kind[frames] == NO_SIDE) & (frames > trace.user_code.has_caller)]
        above = kind[parent[frames]]
        other = np.where(above == NO_SIDE, NO_SIDE, MAX + MIN - above)
        kind[frames] = np.where(signs[frames] < 0, other, np.where(signs[frames] > 0, above, NO_SIDE))


def set_windows(columns: Columns, trace: Trace, proposal: Proposal) -> None:
    """Set α and β of each frame to those that it was given; not where no value is known, as they would say nothing."""
    alpha = argument_values(trace, proposal, ALPHA)
    beta = argument_values(trace, proposal, BETA)
    for column, role in ((alpha, ALPHA), (beta, BETA)):
        frames, values = BoundEvents(trace.user_code, proposal).at_entry(role)
        column[frames] = values
    if not proposal.kinds or AS_FOLDED in proposal.kinds.values():
        # Only a function that always moves for the same side, or has a null window, may be given one bound.
        is_whole = ~trace.user_code.has_null_window(proposal.places)
        pairs = ((alpha, beta), (beta, alpha))
        alpha, beta = (np.where(np.isnan(other) & is_whole, nan, bound) for bound, other in pairs)
    if proposal.is_value_known:
        columns["alpha"] = np.where(np.isnan(alpha), -inf, alpha) + 0.0
        columns["beta"] = np.where(np.isnan(beta), inf, beta) + 0.0


def turn_to_max(columns: Columns, total: float) -> None:
    """Convert values and windows from the view of the side to move to MAX's view; the two add up to a total."""
    is_min = columns["kind"] == MIN
    alpha, beta = columns["alpha"].copy(), columns["beta"].copy()
    columns["value"] = np.where(is_min, total - columns["value"], columns["value"])
    columns["alpha"] = np.where(is_min, total - beta, alpha)
    columns["beta"] = np.where(is_min, total - alpha, beta)


def clear_sides_of_added_results(columns: Columns, trace: Trace, proposal: Proposal) -> None:
    """Give no side to calls whose value is a sum or mean, nor to a caller of such calls.

    Whose turn it is after them is not known, whatever their arguments say; nor is it at leaves with an argument for
    the side by which every call with others below it adds up.
    """
    adds = frames_that_add(trace.user_code, proposal)
    if not adds.any():
        return
    kind, is_leaf = columns["kind"], columns["size"] == 1
    for side in (MAX, MIN):
        of_side = kind == side
        if (adds & of_side).any() and not (of_side & ~adds & ~is_leaf).any():
            kind[of_side & is_leaf] = NO_SIDE
    adds[0] |= trace.user_code.has_caller and bool(adds[list(trace.children(0))].any())
    kind[adds] = NO_SIDE


def returns_move(columns: Columns, trace: Trace) -> bool:
    """Whether the first call returns which move it plays, and no value.

    By a `return` that no other call comes to it gives what is not the best value of its moves, but one of these, an
    item of one, or by the text a number made of one.
    """
    user_code, facts, children = trace.user_code, trace.user_code.facts, list(trace.children(0))
    if user_code.has_caller or user_code.ended.how != "returned" or not children:
        return False
    rows = facts.rows_with(What.RETURN)
    at_root = set(facts.event[rows[facts.frame[rows] == 0]].tolist())
    elsewhere = set(facts.event[rows[facts.frame[rows] != 0]].tolist())
    values = columns["value"][children]
    if np.isnan(values).all():
        return False
    best = np.nanmin(values) if columns["kind"][0] == MIN else np.nanmax(values)
    moves = {user_code.move_of(child) for child in children}
    whole = [literal(move) for move in moves]
    moves |= {repr(item) for move in whole if isinstance(move, tuple | list) for item in move}
    if not at_root or not at_root.isdisjoint(elsewhere) or columns["value"][0] == best:
        return False
    searches = {function.name.rpartition(".")[2] for function in user_code.functions}
    returned = (returns_number_of_move(facts.events[number].line, trace.text, searches) for number in at_root)
    return user_code.result(0) in moves or all(returned)


def returns_best_value(columns: Columns, trace: Trace) -> bool:
    """Whether the caller of several calls has returned a value, which is the best of them for its side."""
    children = list(trace.children(0))
    values = columns["value"][children]
    best = np.nanmin(values, initial=inf) if columns["kind"][0] == MIN else np.nanmax(values, initial=-inf)
    is_best = literal(trace.user_code.ended.text) == float(best)
    return bool(is_best) and number_kinds_of(trace, children) == {VALUE}


def set_value_of_caller(columns: Columns, trace: Trace, boards: BoardColumn | None) -> int:
    """Give the caller of several searches the value of the one it chose; return which it is, from 0, or -1."""
    chosen = chosen_child(trace, columns, boards)
    if chosen < 0:
        return -1
    columns["value"][0] = columns["value"][chosen]
    return list(trace.children(0)).index(chosen)


def set_horizon(columns: Columns, trace: Trace, proposal: Proposal) -> None:
    """Mark leaves without remaining depth as horizon frames, where the depth is seen to count down."""
    depth = argument_values(trace, proposal, DEPTH)
    if not np.any(depth[1:] < depth[trace.column("parent")[1:]]):
        return
    columns["status"][(columns["status"] == TERMINAL) & (depth <= 0)] = HORIZON


def with_known_game(trace: Trace, columns: Columns, proposal: Proposal, readings: Iterator[Reading]) -> Trace | None:
    """Return the recording with positions of a known game; None if it is none, or its rules forbid the moves.

    `readings` are the positions that its boards may show, with the moves that lead on from them.
    """
    user_code = trace.user_code
    if not np.all((columns["kind"] == MAX) | (columns["kind"] == MIN)):
        return None
    for position, move, named, boards in readings:
        tried = {**columns, "move": move, "status": columns["status"].copy()}
        fitting = fit(position, tried, named, np.zeros(0, np.int32))
        if not isinstance(fitting, Fitted) or not sides_fit(position, columns):
            continue
        tried["move"] = fitting.move
        leaves = (tried["status"] != INNER) & (tried["status"] != OPEN)
        tried["status"][leaves] = STATUS_NOT_GIVEN
        settle_ends(tried, fitting)
        cut = cut_frames(trace, tried, proposal)
        if has_any_size(position) and leaves_moves_untried(trace, tried, fitting, cut):
            continue
        if not has_any_size(position) and boards is not None and sides_share_marks(boards, columns):
            continue
        pruned = pruned_by_game(trace, tried, fitting, cut)
        tried["skipped"] = pruned.counts
        form = proposal.form if boards is None else boards.proposal.form
        known = replace(
            proposal, form=form, game=position.game.name, position=position.fullest_text, max_name=position.max
        )
        return trace_with_reading(
            trace, tried, position, TracedUserCode(pruned.moves, None, replace(user_code, proposal=known.written))
        )
    return None


def with_chess_positions(trace: Trace) -> Trace | None:
    """Return the recording of a search on boards of the package chess with positions of chess; None of any other.

    It is made only where it is asked for: the legal moves of a position of chess take long to find.
    """
    if trace not in _ON_CHESS:
        proposal, on_game = Proposal.of(trace), None
        boards = None if proposal is None or proposal.game else boards_of(trace, proposal)
        if proposal is not None and boards is not None:
            columns = columns_without_pruned(trace)
            on_game = with_known_game(trace, columns, proposal, chess_readings(trace, columns, boards))
        _ON_CHESS[trace] = on_game
    return _ON_CHESS[trace]


_ON_CHESS: WeakKeyDictionary[Trace, Trace | None] = WeakKeyDictionary()
"""For each recording that was asked for the same with positions of chess."""


def columns_without_pruned(trace: Trace) -> Columns:
    """Return the columns of a recording whose pruned moves are to be determined again."""
    return {name: trace.column(name).copy() for name in COLUMNS} | {"skipped": Pruned.none(len(trace)).counts}


def reaches_no_win(trace: Trace, proposal: Proposal) -> bool:
    """Whether a run on boards of a known game follows its rules, but has no win that shows that it is this game."""
    columns = columns_without_pruned(trace)
    boards = boards_of(trace, proposal)
    on_game = with_known_game(trace, columns, proposal, readings_on_known_games(trace, columns, proposal, boards))
    return on_game is not None and not contradicts_game(on_game, proposal, boards)


def has_any_size(position: Position) -> bool:
    """Whether the game is played on boards of any size and shape, so that a board alone says little."""
    grid = GAMES[position.game.name].grid
    return grid is not None and grid.usual_size is None and grid.min_size != grid.max_size


def sides_share_marks(boards: BoardColumn, columns: Columns) -> bool:
    """Whether both sides put the same mark on the board, which positions of the game would not show."""
    placed = marks_by_kind(boards, columns, np.flatnonzero(columns["status"] == INNER)[:MAX_CHECKED_FRAMES])
    return bool(placed.get(MAX, set()) & placed.get(MIN, set()))


def leaves_moves_untried(trace: Trace, columns: Columns, fitted: Fitted, cut: Collection[int]) -> bool:
    """Whether one of the first calls, without a cutoff, leaves legal moves untried, as in a game with fewer moves."""
    rules, cut = fitted.position.game.rules, frozenset(cut)
    for frame in np.flatnonzero(columns["status"] == INNER)[:MAX_CHECKED_FRAMES].tolist():
        if frame not in cut:
            tried = {int(columns["move"][child]) for child in trace.children(frame)}
            if not tried >= set(rules.moves(list(fitted.states[int(fitted.of_frame[frame])]))):
                return True
    return False


def readings_on_known_games(
    trace: Trace, columns: Columns, proposal: Proposal, boards: BoardColumn | None
) -> Iterator[Reading]:
    """Return the readings of the position on which the search may have begun, as a tree or as boards of known games."""
    if boards is None:
        return tree_readings(trace.user_code, columns, proposal)
    return game_readings(trace, columns, boards)


def sides_fit(position: Position, columns: Columns) -> bool:
    """Whether the sides of the recording are those that the rules of the game give."""
    root = MAX if position.side_to_move == position.max_side else MIN
    return bool(np.all(columns["kind"] == (columns["ply"] % 2 ^ root)))


class Pruned(NamedTuple):
    """The pruned moves of a recording: how many in each frame, and which, frame by frame."""

    counts: NDArray[np.uint16]
    moves: NDArray[np.int32]

    @staticmethod
    def none(frames: int) -> Pruned:
        """Return no pruned moves for so many frames."""
        return Pruned(np.zeros(frames, "<u2"), np.zeros(0, "<i4"))

    @staticmethod
    def of(frames: int, moves: Mapping[int, list[int]]) -> Pruned:
        """Return the pruned moves from those of some frames, by frame."""
        counts = np.zeros(frames, "<u2")
        for frame, pruned in moves.items():
            counts[frame] = len(pruned)
        return Pruned(counts, np.array([move for frame in sorted(moves) for move in moves[frame]], "<i4"))


def cut_frames(trace: Trace, columns: Columns, proposal: Proposal) -> list[int]:
    """Return the frames that were left because of a bound.

    Where that was not recorded, they are those in which the cut test fired, if the text may leave its loops.
    """
    user_code = trace.user_code
    if user_code.facts.are_recorded:
        cutoff = RecordedBounds(columns, user_code, proposal).cutoff & (columns["status"] == INNER)
        cutoff &= ~user_code.searches_elsewhere(proposal.places)  # which moves it left is not known
        return [int(frame) for frame in np.flatnonzero(cutoff)]
    options = shown_options(columns)
    if "cut" not in options or not leaves_loop_early(trace.text, user_code):
        return []
    probe = preorder.probes(columns["size"], columns["parent"], columns["move"])
    fired = preorder.cutoffs(columns, options["cut"] == ">", probe)
    return [int(frame) for frame in np.flatnonzero(fired & (columns["status"] == INNER))]


def pruned_by_game(trace: Trace, columns: Columns, fitted: Fitted, cut: Sequence[int]) -> Pruned:
    """Return the moves pruned in frames with a cutoff: the legal moves of a known game that were not tried."""
    rules = fitted.position.game.rules
    offered: dict[int, list[int]] = {}
    pruned: dict[int, list[int]] = {}
    for frame in cut:
        number = int(fitted.of_frame[frame])
        if number not in offered:
            offered[number] = list(rules.moves(list(fitted.states[number])))
        tried = {int(columns["move"][child]) for child in trace.children(frame)}
        left = [move for move in offered[number] if move not in tried]
        if left:
            pruned[frame] = left
    return Pruned.of(len(trace), pruned)


def pruned_by_boards(
    trace: Trace, columns: Columns, boards: BoardColumn, texts: list[str], cut: Sequence[int]
) -> tuple[Pruned, list[str]]:
    """Return the moves pruned on boards of no known game, and the texts of all moves, theirs among them.

    They are the empty cells, if frames without a cutoff try all of them; else there are none.
    """
    texts, numbers = [*texts], {text: number for number, text in enumerate(texts)}
    empty = boards.empty_cell
    pruned: dict[int, list[int]] = {}
    for frame in np.flatnonzero(columns["status"] == INNER).tolist():
        cells = boards.cells(frame)
        if cells is None:
            return Pruned.none(len(trace)), texts
        free = [boards.cell_name(cells, x, y) for (x, y), cell in cells_with_places(cells) if cell == empty]
        tried = {texts[columns["move"][child]] for child in trace.children(frame)}
        left = [name for name in free if name not in tried]
        if (frame not in cut and left) or not tried <= set(free):
            return Pruned.none(len(trace)), texts
        for name in left:
            if name not in numbers:
                numbers[name] = len(texts)
                texts.append(name)
            pruned.setdefault(frame, []).append(numbers[name])
    return Pruned.of(len(trace), pruned), texts
