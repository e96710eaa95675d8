"""Verification: everything in a recording but moves, sizes and leaf values can be derived a second time.

`check` looks at the form: ranges, the laws of preorder, and that the moves can be played. `verify` looks at
the content: sides, windows, values and statuses are derived anew, and every leaf is scored again. Both work
on whole columns and report the first frame at which something is wrong.

Another program's recording is held against the laws that `laws` has for all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.audit.deviation import Weight
from plyscope.audit.laws import LAWS, MEAN_TOLERANCE, audit
from plyscope.audit.simulated import refuse, verify_simulations
from plyscope.messages import InputError, Message
from plyscope.model import preorder
from plyscope.model.columns import HORIZON, INNER, LEFT_OUT, OPEN, TABLE, TAG_BITS, TAGS, TERMINAL
from plyscope.model.declaration import CHANCE, MAX
from plyscope.model.distinct_positions import PASS, refuse_illegal_moves
from plyscope.model.further_facts import CALLS
from plyscope.model.imported import shown_options, user_code_options
from plyscope.model.origin import Imported
from plyscope.model.recorded_game import RecordedGame
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode
from plyscope.search.binding import calls_with_moves_alone
from plyscope.search.learned_orders import LEARNED_ORDERS, first_of_all, learned_order
from plyscope.search.transpositions import Place, TranspositionTable, ends_call, shown_by

Columns = Mapping[str, NDArray[Any]]
Mask = NDArray[np.bool_]
"""For each frame whether something holds."""


OWN_METHODS = ("search", "block replay")
"""The values of `made_by` in recordings of our own searches. Without its game, such a recording opens as imported."""


def check(trace: Trace) -> None:
    """Check ranges, that the frames are a tree, and that every move is legal; raise InputError otherwise."""
    check_tree(trace)
    status, value, size = trace.column("status"), trace.column("value"), trace.column("size")
    has_window = ~np.isnan(trace.column("alpha")) & ~np.isnan(trace.column("beta"))
    is_imported = trace.search.is_imported
    has_chance = is_imported or trace.search.takes_chance
    require(trace.column("kind") <= (CHANCE if has_chance else MAX), Message("there is no such kind"))
    last = LEFT_OUT if is_imported else TABLE if trace.search.has_table else OPEN
    require(status <= last, Message("there is no such status"))
    require((status == INNER) | (status == OPEN) | (size == 1), Message("a leaf has children"))
    require((status != INNER) | (size > 1), Message("an inner frame has no children"))
    may_skip = (status == INNER) | (status == HORIZON) & may_stand_pat(trace)
    require(may_skip | (trace.column("skipped") == 0), Message("moves are pruned where none were tried"))
    has_value = ~np.isnan(value)
    require(~has_value | (status != OPEN), Message("it is open and has a value"))
    require(has_value | (status == OPEN) | is_imported, Message("only an open frame is without a value"))
    require(has_window, Message("the window is not a pair of numbers"))
    is_last = np.ones(len(trace), np.bool_)
    still_open = np.flatnonzero(status == OPEN)
    is_last[still_open] = still_open + size[still_open] == len(trace)
    require(is_last, Message("it is open though others came after it"))
    without_move = (trace.column("parent") < 0) | (trace.column("parent") == 0) & (trace.search.rounds is not None)
    move = trace.column("move")
    may_lack = calls_without_move(trace)
    is_right = np.where(without_move, move == -1, (move >= 0) | may_lack & (move == -1))
    require(is_right, Message("the root has a move, or another frame has none"))
    check_tags(trace)
    is_zero = [(trace.column(name) == 0) & np.signbit(trace.column(name)) for name in ("alpha", "beta", "value")]
    require(~np.logical_or.reduce(is_zero), Message("it has a negative zero"))
    if trace.complete == bool(np.any(status == OPEN)):
        raise InputError("damaged: the manifest and the recording disagree whether it is complete")
    if is_imported:
        check_imported(trace)
    elif has_chance:
        check_beside(trace)
    if trace.claimed_signature is not None and trace.claimed_signature != trace.signature:
        raise InputError(
            "damaged: the signature is {found}, the file says {claimed}",
            found=trace.signature,
            claimed=trace.claimed_signature,
        )
    check_moves(trace)


def calls_without_move(trace: Trace) -> bool:
    """Whether the recording may have calls that no move leads to."""
    if not trace.search.is_imported:
        return not calls_with_moves_alone(trace.search.text(trace.options), trace.search.file)
    return not trace.origin.is_user_code


def check_tags(trace: Trace) -> None:
    """Check that all tags are known, and those of our own searches the declared ones."""
    tags = trace.origin.tags
    if tags is None:
        return
    require(tags < 1 << len(TAGS), Message("it has a tag that is not known"))
    if not trace.search.is_imported:
        is_pass = (tags == TAG_BITS["null"]) & (trace.column("move") == -1) & (trace.column("parent") >= 0)
        require((tags == 0) | is_pass, Message("it has a tag that its search does not give"))


def may_stand_pat(trace: Trace) -> bool:
    """Whether frames at the horizon may leave noisy moves untried; True where the game is not known."""
    return trace.search.stands_pat or (trace.search.is_imported and trace.made_by in OWN_METHODS)


def check_imported(trace: Trace) -> None:
    """Check that the members beside the columns of an imported recording fit these."""
    assert isinstance(trace.origin, Imported)
    pruned, texts = trace.origin.pruned_moves, trace.origin.texts
    if trace.origin.is_user_code:
        check_user_code(trace, trace.user_code)
    if len(pruned) != (count := int(trace.column("skipped").sum(dtype=np.int64))):
        raise InputError(
            "damaged: {count} moves are pruned, and the file names {named}", count=count, named=len(pruned)
        )
    most = np.iinfo(np.int32).max if texts is None else len(texts) - 1
    require(trace.column("move") <= most, Message("its move has no text"))
    check_beside(trace)
    if not len(pruned):
        return
    if pruned.min(initial=0) < 0 or pruned.max(initial=-1) > most:
        raise InputError("damaged: a pruned move has no text")
    owners = np.repeat(np.arange(len(trace)), trace.column("skipped"))
    span = 1 + max(int(pruned.max(initial=0)), int(trace.column("move").max()))
    tried = trace.column("parent")[1:].astype(np.int64) * span + trace.column("move")[1:]
    is_consistent = np.ones(len(trace), np.bool_)
    is_consistent[owners[np.isin(owners * span + pruned, tried)]] = False
    require(is_consistent, Message("a pruned move of it was tried"))


def check_beside(trace: Trace) -> None:
    """Check that probabilities and further facts fit the frames."""
    chances, parent = trace.origin.probabilities, trace.column("parent")
    is_outcome = (parent >= 0) & (trace.column("kind")[np.maximum(parent, 0)] == CHANCE) & (trace.column("move") >= 0)
    if chances is None:
        require(~is_outcome, Message("an outcome of chance has no probability"))
    else:
        has_chance = np.where(np.isnan(chances), False, (chances > 0) & (chances <= 1))
        require(np.isnan(chances) | has_chance, Message("its probability is not above 0 and at most 1"))
        require(has_chance == is_outcome, Message("an outcome of chance has no probability, or another frame has one"))
        sums = np.bincount(parent[is_outcome], chances[is_outcome], len(trace))
        require(sums <= 1 + MEAN_TOLERANCE, Message("the probabilities of its outcomes add up to more than 1"))
    left_out = trace.origin.further_facts.as_numbers(CALLS, len(trace))
    require((trace.column("status") != LEFT_OUT) | (left_out > 0), Message("it leaves out no calls"))
    for name, (different, places) in trace.origin.further_facts.values.items():
        if not -1 <= int(places.min()) <= int(places.max()) < len(different):
            raise InputError("damaged: {name} contradicts the recording", name=f"x.{name}")


def check_user_code(trace: Trace, user_code: UserCode) -> None:
    """Check that the tables of user code fit each other and the columns."""
    if (fault := contradicting_member(user_code, len(trace))) is not None:
        raise InputError("damaged: {name} contradicts the recording", name=fault)
    if not trace.executed.are_sound:
        raise InputError("damaged: {name} contradicts the recording", name="own_line_values.npy")


def contradicting_member(user_code: UserCode, frames: int) -> str | None:
    """Return the name of a table of user code that contradicts the others; None where there is none."""
    tables, functions, texts = user_code.tables, len(user_code.functions), len(user_code.texts)
    if not functions or int(tables.function.max()) >= functions:
        return "own_function.npy"
    if len(tables.move) not in (0, frames):
        return "own_move.npy"
    drawn = tables.drawn
    if len(drawn) % 2 or np.any(np.diff(drawn[::2]) <= 0) or np.any((drawn < 0) | (drawn >= texts)):
        return "own_drawn.npy"
    for name in ("arguments", "result", "line_values", "move"):
        column = getattr(tables, name)
        if len(column) and not -1 <= int(column.min()) <= int(column.max()) < texts:
            return f"own_{name}.npy"
    counts = np.array([len(function.parameters) for function in user_code.functions])
    if len(tables.arguments) != int(counts[tables.function].sum()) or tables.arguments.min(initial=0) < 0:
        return "own_arguments.npy"
    for name in ("saved", "raised", "judged"):
        column = getattr(tables, name)
        if len(column) and (int(column.min()) < 0 or int(column.max()) >= frames or np.any(np.diff(column) <= 0)):
            return f"own_{name}.npy"
    judging = tables.judging
    if len(judging) != len(tables.judged) or np.any((judging < 0) | (judging >= len(user_code.facts))):
        return "own_judging.npy"
    if len(tables.printed_step) != len(user_code.printed) or np.any(np.diff(tables.printed_step) < 0):
        return "own_printed_step.npy"
    if len(tables.printed_line) != len(user_code.printed) or np.any(np.diff(tables.printed_line) < 0):
        return "own_printed_line.npy"
    if len(tables.line_step) != len(tables.line_number) or np.any(np.diff(tables.line_step) < 0):
        return "own_line_step.npy"
    if not 0 <= int(tables.call.min()) <= int(tables.call.max()) < frames or not np.bincount(tables.call).all():
        return "own_call.npy"
    if int(tables.call[0]) != 0 or not -1 <= user_code.ended.frame < frames:
        return "own_call.npy"
    return None


def verify_laws(trace: Trace) -> None:
    """Check the laws of the recording's search; raise InputError for the first that is broken."""
    for deviation in audit(trace):
        if deviation.weight is Weight.BUG or (deviation.weight is Weight.WASTE and not trace.search.is_imported):
            broken = next(law.broken for law in LAWS if law.name == deviation.law)
            raise InputError("damaged: frame {frame}: {reason}", frame=deviation.frame, reason=broken)


def check_moves(trace: Trace) -> None:
    """Check that every move is legal, at the root alone where moves are not played; raise InputError otherwise.

    A game known only from the recording has no other moves than the recorded ones.
    """
    if trace.search.moves_unplayed:
        trace.facts.refuse_illegal_moves_at_root()
    elif not isinstance(trace.position.game, RecordedGame):
        parent, ply, size = map(trace.column, ("parent", "ply", "size"))
        rules, moves = trace.position.game.rules, trace.facts.moves_and_passes
        refuse_illegal_moves(trace.position.state, rules, parent, moves, ply, size)
        trace.facts.moves_are_legal = True


def check_tree(trace: Trace) -> None:
    """Check that parents, plies and sizes describe the same tree."""
    size, parent, ply = trace.column("size"), trace.column("parent"), trace.column("ply")
    count = len(trace)

    def above(part: slice) -> preorder.Column:
        return np.asarray(np.maximum(parent[part], 0))

    def is_below(part: slice, frames: preorder.Column) -> Mask:
        is_earlier = (parent[part] < frames) & (parent[part] >= 0)
        return np.asarray(is_earlier | (frames == 0) & (parent[part] == -1), np.bool_)

    def is_next_ply(part: slice, frames: preorder.Column) -> Mask:
        return np.asarray((frames == 0) | (ply[part] == ply[above(part)].astype(np.int64) + 1), np.bool_)

    def is_inside(part: slice, frames: preorder.Column) -> Mask:
        return np.asarray((frames == 0) | (frames + size[part] <= above(part) + size[above(part)]), np.bool_)

    laws: tuple[tuple[Law, Message], ...] = (
        (lambda part, frames: size[part] >= 1, Message("the size is less than 1")),
        (lambda part, frames: frames + size[part] <= count, Message("the subtree reaches beyond the end")),
        (is_below, Message("the parent is not an earlier frame")),
        (is_next_ply, Message("the ply is not one more than the parent's")),
        (is_inside, Message("the subtree is not inside the parent's")),
    )
    for law, broken in laws:
        require_by_blocks(count, law, broken)
    sizes = np.ones(count, np.int64)
    for part in preorder.parts(count - 1):
        np.add.at(sizes, parent[1:][part], size[1:][part].astype(np.int64))
    if np.any(sizes != size):
        require(preorder.sizes(parent, ply) == size, Message("the size is not the number of frames below"))


Law = Callable[[slice, preorder.Column], Mask]
"""Whether something holds for the frames of a block, given as a slice and by their numbers."""


def require_by_blocks(count: int, law: Law, broken: Message) -> None:
    """Raise InputError for the first of `count` frames where a law does not hold, testing a block at a time.

    Columns of 64-bit numbers for all frames at once would take several times as long, for want of memory at hand.
    """
    for part in preorder.parts(count):
        holds = law(part, np.arange(part.start, part.stop))
        if not holds.all():
            raise InputError(
                "damaged: frame {frame}: {reason}", frame=part.start + int(np.argmin(holds)), reason=broken
            )


def require(law: Mask, broken: Message) -> None:
    """Raise InputError for the first frame for which a law does not hold."""
    if not law.all():
        raise InputError("damaged: frame {frame}: {reason}", frame=int(np.argmin(law)), reason=broken)


def options_shown_by(trace: Trace) -> dict[str, str]:
    """Return the search options that an imported recording shows by its columns."""
    if trace.origin.is_user_code:
        return user_code_options(trace.columns, trace.user_code)
    return shown_options(trace.columns, trace.origin.tags)


def verify(trace: Trace) -> None:
    """Derive windows, values and statuses again and replay every position; raise InputError if one differs."""
    check(trace)
    if trace.search.is_imported:
        if trace.made_by in OWN_METHODS:
            raise InputError("the game {game} is not loaded, so nothing can be derived", game=trace.position.game.name)
        if trace.options != options_shown_by(trace):
            raise InputError("damaged: the options are not what the columns show")
        verify_laws(trace)
        return
    verify_sides(trace)
    if not trace.search.simulates:
        verify_rounds(trace)
    if trace.search.takes_chance:
        verify_chances(trace)
    verify_laws(trace)
    verify_positions(trace)
    verify_played(trace)


def verify_played(trace: Trace) -> None:
    """Check the move that a brain plays: it follows from the best child, or from the seed."""
    played = None
    if trace.search.is_brain and trace.complete:
        from plyscope.recording.record import played_move

        played = played_move(trace)
    if trace.played != played:
        raise InputError("damaged: the move played does not follow from the recording")


def verify_sides(trace: Trace) -> None:
    """Check whose moves they are, and that the root's window is infinite."""
    kind, parent = trace.column("kind"), trace.column("parent")
    is_root = parent < 0
    if trace.position.game.rules.alternates:
        stays = (trace.column("move") < 0) & (trace.facts.moves_and_passes != PASS)
        expected = np.where(is_root, trace.plan.root_kind, np.where(stays, kind[parent], 1 - kind[parent]))
    else:
        table = trace.facts.position_table
        expected = np.array([trace.plan.kind_of(state) for state in table.states])[table.of_frame]
    require(kind == expected, Message("it moves for the wrong side"))
    is_open = (trace.column("alpha") == -inf) & (trace.column("beta") == inf)
    require(~is_root | is_open, Message("the window of the root is not infinite"))


def verify_rounds(trace: Trace) -> None:
    """Check how a root searched its position in rounds: their number, windows, and its own value."""
    rounds = trace.search.rounds
    if rounds is None or not trace.has_rounds(0):
        return
    asks = rounds.asked(trace.plan.depth, (trace.values[frame] for frame in trace.rounds))
    for frame in trace.rounds:
        asked = next(asks, None)
        refuse(frame, asked is not None, Message("the search had its answer before it"))
        same = asked is not None and (trace.alphas[frame], trace.betas[frame]) == (asked.alpha, asked.beta)
        refuse(frame, same, Message("its window is not the one its parent passes down"))
    if trace.statuses[0] == INNER:
        refuse(0, next(asks, None) is None, Message("it returns before the search has its answer"))
        same = trace.values[0] == trace.values[trace.rounds[-1]]
        refuse(0, same, Message("its value does not follow from its children"))


def verify_static_scores(trace: Trace) -> None:
    """Check static scores, and that a side that does not stand pat tries its noisy moves."""
    static, status = trace.origin.static_scores, trace.column("status")
    if static is None:
        raise InputError("damaged: the static scores are missing")
    expected = trace.facts.static_scores
    same = (static == expected) | (np.isnan(static) & np.isnan(expected))
    require(same, Message("its static score is not that of its position"))
    require((status != HORIZON) | ~np.isnan(static), Message("it stops above the horizon"))


def verify_chances(trace: Trace) -> None:
    """Check the probabilities of the moves of chance."""
    chances, expected = trace.origin.probabilities, trace.facts.chances
    same = (chances == expected) | (np.isnan(expected) & np.isnan(expected if chances is None else chances))
    require(same, Message("its probability is not that of its move"))


def require_at(frames: preorder.Column, law: Mask, broken: Message) -> None:
    """Raise InputError for the first of some frames for which a law does not hold."""
    everywhere = np.ones(int(frames.max(initial=-1)) + 1, np.bool_)
    everywhere[frames] = law
    require(everywhere, broken)


def verify_positions(trace: Trace) -> None:
    """Replay the game and check statuses, legal moves, their order, and the values of leaves."""
    table = trace.facts.position_table
    rules = trace.position.game.rules
    over = np.array([rules.is_over(list(state)) for state in table.states])
    status = trace.column("status")
    require(
        (status == TERMINAL) == over[table.of_frame],
        Message("its status does not fit the position, finished or not"),
    )
    position, legal = table.of_frame.astype(np.int64), offered_moves(trace, over, inf)
    if trace.search.stands_pat:
        verify_static_scores(trace)
        position = position + np.where(trace.facts.depth_left <= 0, len(legal), 0)
        legal += offered_moves(trace, over, 0)
    if trace.search.simulates:
        verify_simulations(trace)
    elif trace.options.get("order") in LEARNED_ORDERS:
        verify_learned_moves(trace, position, legal)
    else:
        verify_moves(trace, position, legal)
    verify_scores(trace)
    if trace.search.has_table:
        verify_table(trace)


def offered_moves(trace: Trace, over: Mask, depth_left: float) -> list[list[int]]:
    """Return for each position the moves that the search may try with this depth left."""
    states = zip(over, trace.facts.position_table.states, strict=True)
    return [[] if done else list(trace.plan.offer(list(state), depth_left)) for done, state in states]


def verify_moves(trace: Trace, position: NDArray[np.int64], legal: list[list[int]]) -> None:
    """Check that the moves tried in a frame are its first legal moves, and that the others are counted as pruned.

    `position` is the place of each frame's moves in `legal`.
    """
    is_next = ~trace.facts.is_again
    is_next[1:] &= (trace.column("move")[1:] >= 0) | bool(trace.rounds)
    if trace.rounds:
        position, legal = with_rounds(trace, position, legal)
    if trace.search.picks_moves:
        legal = with_tried_moves_first(trace, position, legal)
        position = np.arange(len(trace))
    counts = np.array([len(moves) for moves in legal])
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    flat = np.array([move for moves in legal for move in moves] or [-1])
    tried = np.zeros(len(trace), np.int64)
    for above, children in preorder.siblings(trace.column("size")):
        above, children = above[is_next[children]], children[is_next[children]]
        tried[above] += 1
        place = starts[position[above]] + tried[above] - 1
        is_legal = tried[above] <= counts[position[above]]
        expected = flat[np.minimum(place, len(flat) - 1)]
        require_at(
            children,
            is_legal & (expected == trace.column("move")[children]),
            Message("its move is not the next legal move in the order of the search"),
        )
    offers = (trace.column("status") == INNER) & ~goes_on_without_move(trace)
    if trace.search.stands_pat:
        offers |= trace.column("status") == HORIZON
    complete = tried + trace.column("skipped") == counts[position]
    require(~offers | complete, Message("its tried and pruned moves are not all legal moves"))


def with_tried_moves_first(trace: Trace, position: NDArray[np.int64], legal: list[list[int]]) -> list[list[int]]:
    """Return the legal moves of every frame, tried ones first: in the order of trying if the search orders moves."""
    parent, move = trace.column("parent"), trace.column("move")
    tried: list[list[int]] = [[] for _ in range(len(trace))]
    for child in np.flatnonzero((parent >= 0) & ~trace.facts.is_again).tolist():
        tried[parent[child]].append(int(move[child]))
    found = list[list[int]]()
    for moves, of_frame in zip(tried, (legal[place] for place in position.tolist()), strict=True):
        first, among = (moves, of_frame) if trace.search.orders_moves else (of_frame, moves)
        found.append(list(dict.fromkeys([*(move for move in first if move in among), *of_frame])))
    return found


def goes_on_without_move(trace: Trace) -> Mask:
    """For each frame whether its value comes from a call without a move, in place of moves of its own."""
    counted = np.zeros(len(trace), np.bool_)
    unmoved = 1 + np.flatnonzero((trace.column("move")[1:] < 0) & trace.facts.counts[1:])
    counted[trace.column("parent")[unmoved]] = not trace.rounds
    return counted


def with_rounds(
    trace: Trace, position: NDArray[np.int64], legal: list[list[int]]
) -> tuple[NDArray[np.int64], list[list[int]]]:
    """Return the frames' positions and legal moves, those of rounds and of the carried line apart.

    The root has its rounds in place of moves; frames on the line of the round before try that line's move first.
    """
    position, legal = position.copy(), [*legal, [-1] * len(trace.rounds)]
    position[0] = len(legal) - 1
    for frame, move in trace.carried_moves.items():
        legal.append(first_of_all(move, legal[position[frame]]))
        position[frame] = len(legal) - 1
    return position, legal


def verify_learned_moves(trace: Trace, position: NDArray[np.int64], legal: list[list[int]]) -> None:
    """Check moves whose order is learned: learn it again, frame by frame, from tried and pruned moves."""
    plan, table, is_again = trace.plan, trace.facts.position_table, trace.facts.is_again
    rules = trace.position.game.rules
    order = learned_order(trace.options["order"], rules, trace.position.state, plan.depth)
    offers = (trace.column("size") > 1) | (trace.column("status") == HORIZON) & trace.search.stands_pat
    for frame in np.flatnonzero(offers).tolist():
        if trace.has_rounds(frame):
            continue
        moves = legal[position[frame]]
        ply, side = trace.moves_made(frame), rules.to_move(list(table.states[table.of_frame[frame]]))
        tried = [child for child in trace.children(frame) if not is_again[child] and trace.moves[child] >= 0]
        expected = order.offer(ply, side, moves, trace.carried_moves.get(frame))
        for place, child in enumerate(tried):
            if place >= len(expected) or trace.moves[child] != expected[place]:
                reason = Message("its move is not the next legal move in the order of the search")
                raise InputError("damaged: frame {frame}: {reason}", frame=child, reason=reason)
        if trace.statuses[frame] != OPEN and len(tried) + trace.skips[frame] != len(moves):
            reason = Message("its tried and pruned moves are not all legal moves")
            raise InputError("damaged: frame {frame}: {reason}", frame=frame, reason=reason)
        order.try_moves(ply, len(tried))


def verify_table(trace: Trace) -> None:
    """Check that the table answers where it did, from the frames that had stored the answers."""
    if answers_of_table(trace).tolist() != trace.origin.hits.pairs.tolist():
        raise InputError("damaged: hits.npy: the answers of the table are not from those frames")


def answers_of_table(trace: Trace) -> NDArray[np.int32]:
    """Fill the table again, and return the frames that it answers, each followed by the one that stored it.

    A frame that is answered although it was searched, or the other way round, is an error, and so is another value.
    """
    rules = trace.position.game.rules
    table, sources = TranspositionTable(trace.options.get("table_size"), rules.key), dict[Place, int]()
    positions = trace.facts.position_table
    open_frames: list[int] = []
    found: list[int] = []
    for frame in range(len(trace)):
        while open_frames and open_frames[-1] + trace.sizes[open_frames[-1]] <= frame:
            last = open_frames.pop()
            value, alpha, beta = trace.values[last], trace.alphas[last], trace.betas[last]
            state, depth = positions.states[positions.of_frame[last]], trace.depth_left(last)
            table.store(state, depth, value, shown_by(value, alpha, beta))
            sources[table.place] = last
        status, depth = trace.statuses[frame], trace.depth_left(frame)
        if status == INNER:
            open_frames.append(frame)
        if status == TERMINAL or depth == 0:
            expected = status in (TERMINAL, HORIZON)
        else:
            entry = table.look_up(positions.states[positions.of_frame[frame]], depth)
            is_answered = entry is not None and ends_call(entry, trace.alphas[frame], trace.betas[frame])
            expected = (status == TABLE) is is_answered and status != HORIZON
            if is_answered and entry is not None:
                expected &= entry[0] == trace.values[frame]
                found += (frame, sources[table.place])
        if not expected:
            reason = Message("what it is does not fit what the table holds for its position")
            raise InputError("damaged: frame {frame}: {reason}", frame=frame, reason=reason)
    return np.array(found, np.int32)


def verify_scores(trace: Trace) -> None:
    """Score every leaf again, each position at each depth once, and compare the values."""
    leaves = np.flatnonzero(trace.facts.is_leaf)
    table, depth_left = trace.facts.position_table, trace.facts.depth_left
    pairs = np.stack([table.of_frame[leaves].astype(np.float64), np.nan_to_num(depth_left[leaves], posinf=inf)])
    distinct, which = np.unique(pairs, axis=1, return_inverse=True)
    judge = trace.plan.judge
    scores = np.array([judge(table.states[int(state)], left) for state, left in distinct.T.tolist()] or [0.0])
    require_at(
        leaves, scores[which.reshape(-1)] == trace.column("value")[leaves], Message("its value is not its score")
    )
