"""Compares the user's search with a reference search of the same position: value, best moves, windows and pruning.

Like is compared with like: a search that is given α and β with alpha-beta, another with minimax. One sentence says what
differs and where.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf, isinf, nextafter
from typing import Any

import numpy as np

from plyscope.analysis.comparison import Comparison, divergence_facts
from plyscope.games import GAMES
from plyscope.messages import InputError, Message
from plyscope.model import preorder
from plyscope.model.columns import AT_LEAST, AT_MOST, COLUMNS, HORIZON, INNER
from plyscope.model.declaration import Windows
from plyscope.model.position import Position
from plyscope.model.roles import ALPHA, BETA, Proposal
from plyscope.model.trace import Trace
from plyscope.recording.plan import ALGORITHMS, plan
from plyscope.recording.record import run
from plyscope.search.ordering import ordered_moves
from plyscope.tracer.target.caller_moves import COMPREHENSIONS
from plyscope.tracer.target.syntax import last_of, walk
from plyscope.usercode.boards import boards_of
from plyscope.usercode.chess_boards import CHESS
from plyscope.usercode.chosen_search import move_played
from plyscope.usercode.evidence import RunEvidence
from plyscope.usercode.findings import REMARK, Finding, findings
from plyscope.usercode.judged_leaves import calls_alone, row_of_call
from plyscope.usercode.matching_games import chess_readings, game_readings, tree_readings, why_no_game
from plyscope.usercode.other_rules import leaf_of_early_end
from plyscope.usercode.reading import has_any_size, reaches_no_win, with_chess_positions
from plyscope.usercode.role_recognition import searches_one_position, why_no_search
from plyscope.usercode.value_findings import line_loses
from plyscope.usercode.value_place import open_question
from plyscope.usercode.win_values import has_estimates, wins_of, with_wins_valued_like
from plyscope.usercode.window_places import facts_of


def reference_position(trace: Trace) -> Position:
    """Return the position that was searched, also if illegal moves were made from there; an error if no game has it."""
    proposal = Proposal.of(trace)
    if proposal is not None and proposal.game:
        return trace.position
    for position in possible_positions(trace, proposal):
        return position
    raise InputError("the boards of the recording are of no game that could be searched here")


def possible_positions(trace: Trace, proposal: Proposal | None) -> Iterator[Position]:
    """Yield the positions that the first boards, or the first lists of leaves, may show."""
    if not trace.origin.is_user_code:
        return
    trace = calls_alone(trace)
    boards = None if proposal is None else boards_of(trace, proposal)
    columns = {name: trace.column(name) for name in COLUMNS}
    if boards is None:
        yield from (position for position, *_ in tree_readings(trace.user_code, columns, proposal))
    else:
        yield from (position for position, *_ in game_readings(trace, columns, boards))
        yield from (position for position, *_ in chess_readings(trace, columns, boards))


def reference_options(trace: Trace) -> dict[str, Any]:
    """Return the options of the reference search: alpha-beta if windows were passed on, else minimax.

    It cuts on >=, whatever the user's search does: where that one goes on is where they diverge. In everything that is
    no bug it does as the user's search does: the order of moves, the value of a win, fail-hard values.
    """
    has_window = gives_windows(trace)
    depth = int(trace.column("ply").max()) if (trace.column("status") == HORIZON).any() else None
    wins = wins_of(trace)
    asked = {
        "algorithm": "alphabeta" if has_window else "minimax",
        "depth": depth,
        "order": root_move_order(trace),
        "score": None if wins is None or wins.score == "result" else wins.score,
        "fail": "hard" if has_window and is_fail_hard(trace) else None,
    }
    return {name: value for name, value in asked.items() if value is not None}


def gives_windows(trace: Trace) -> bool:
    """Whether calls are given α and β, also where no cut follows from them."""
    given = (trace.column("alpha") > -inf) | (trace.column("beta") < inf)
    proposal = Proposal.of(trace)
    roles = [set(mine.values()) for mine in proposal.roles.values()] if proposal is not None else []
    return bool(np.any(given)) or any({ALPHA, BETA} <= mine for mine in roles)


def root_move_order(trace: Trace) -> str | None:
    """Return our name for the order of moves at the root; None for the given order and for unknown ones."""
    position = trace.position
    if position.game.name not in GAMES:
        return None
    tried = list(dict.fromkeys(trace.moves[child] for child in trace.children(0)))
    for order in ("given", "center", "reverse"):
        offered = ordered_moves(order, position.game, 0, position.max_side, lambda state, depth: 0.0)
        if list(offered(list(position.state)))[: len(tried)] == tried:
            return None if order == "given" else order
    return None


def is_fail_hard(trace: Trace) -> bool:
    """Whether values are fail-hard: clipped to the window although those of children are beyond it."""
    columns = {name: trace.column(name) for name in ("size", "value", "kind")}
    inner = (trace.column("status") == INNER) & ~np.isnan(columns["value"])
    best = preorder.best_values(columns)[inner]
    value, alpha, beta = (trace.column(name)[inner] for name in ("value", "alpha", "beta"))
    return bool(np.all((alpha <= value) & (value <= beta)) and np.any((best < alpha) | (best > beta)))


def with_comparable_wins(trace: Trace) -> tuple[Trace, dict[str, Any]]:
    """Return the calls of a recording with wins valued as in the reference search, and the options of that search."""
    calls = calls_alone(trace)
    trace = with_chess_positions(calls) or calls
    asked = reference_options(trace)
    return with_wins_valued_like(trace, plan(replace(reference_position(trace), options={}), asked)), asked


def why_not_compared(trace: Trace) -> Message | None:
    """Return what keeps a recording from being compared with a reference search; None where nothing does."""
    proposal = Proposal.of(trace)
    if proposal is None:
        why = why_no_search(trace) if trace.origin.is_user_code else None
        if why is not None:
            return Message("it is read as plain calls, and not as the search of a game: {why}", why=why)
        return Message("it is read as plain calls, and not as the search of a game")
    if not trace.complete or trace.user_code.ended.how != "returned":
        return Message("the recording does not reach the end of the call")
    missing = open_question(trace)
    if missing is not None:
        return missing
    if searches_one_position(trace, proposal):
        return Message("it has searched one position several times; a single one of these searches can be compared")
    try:
        reference_position(trace)
    except InputError:
        return why_no_game(trace, boards_of(trace, proposal))
    return why_other_rules(trace, proposal) or why_no_reference(calls_alone(trace))


def why_no_reference(calls: Trace) -> Message | None:
    """Return why there is no reference search for calls, as where it would end at nodes without a value; else None."""
    try:
        plan(reference_position(calls), reference_options(calls))
    except InputError as error:
        return error.message
    return None


BUGS_WITH_ILLEGAL_MOVES = frozenset({"restore", "side"})
"""The names of bugs because of which a search makes illegal moves."""


def why_other_rules(trace: Trace, proposal: Proposal) -> Message | None:
    """Return what speaks against the rules of the game that the boards look like; None where the run follows them.

    Boards of a size are no evidence of a game. Its moves have to be legal unless a bug explains them, its ends have to
    be ends, and a line has to be good for its side.
    """
    position = reference_position(trace)
    name = position.game.name
    if name == CHESS:  # its boards are of no other game
        return None if with_chess_positions(calls_alone(trace)) is not None else Message(
            "not every call stands after one legal move, as after a null move or in a quiescence search; the reference "
            "search makes no others"
        )  # fmt: skip
    bugs = {finding.name for finding in findings(trace)}
    game = GAMES[name].title
    # Of a game for boards of any size its moves are the only sign.
    if not proposal.game and (has_any_size(position) or not bugs & BUGS_WITH_ILLEGAL_MOVES):
        if reaches_no_win(calls_alone(trace), proposal):
            return Message("it may be {game} or another game on such boards: no win of this run says which", game=game)
        return Message(
            "its boards look like {game}, but not all of its moves and results are those of that game", game=game
        )
    calls = calls_alone(trace)
    if line_loses(RunEvidence(calls, proposal)):
        return Message("the side with a line gets the worse value, which is another game than {game}", game=game)
    frame = leaf_of_early_end(calls, proposal) if proposal.game else -1
    if frame >= 0:
        return Message(
            "it may be another game than {game}: frame {frame} ends with {value}, where {game} goes on",
            game=game, frame=row_of_call(trace, frame), value=calls.values[frame],
        )  # fmt: skip
    return None


def compare_with_reference(trace: Trace) -> dict[str, Any]:
    """Return the facts of the comparison with a reference search; in each pair the user's comes first.

    Calls are not aligned where the search makes illegal moves. Where it estimates positions at the horizon, values and
    moves are not compared, nor are calls where they depend on these values. A search that cannot be compared at all is
    no error: `sentence` says why.
    """
    why = why_not_compared(trace)
    if why is not None:
        return not_compared(why)
    calls = calls_alone(trace)
    calls = with_chess_positions(calls) or calls
    ours = run(plan(reference_position(calls), reference_options(calls)), MAX_REFERENCE_CALLS)
    if not ours.complete:
        return not_compared(Message("the reference search needs more than {count} calls", count=MAX_REFERENCE_CALLS))
    facts = comparison_facts(calls, ours)
    return facts | {"sentence": str(comparison_sentence(facts, findings(trace)))}


def comparison_facts(trace: Trace, ours: Trace) -> dict[str, Any]:
    """Return the facts of the comparison of the user's search with one of ours for the same position."""
    counted = with_wins_valued_like(trace, ours.plan)
    is_aligned = trace.position.game.name == ours.position.game.name
    played, estimates = move_played(trace), has_estimates(trace)
    divergence, same_calls = None, False
    # What alpha-beta prunes depends on the values of leaves, so that a tree with others has other calls.
    has_other_calls = estimates and ours.search.windows is not Windows.NONE
    if is_aligned and not has_other_calls:
        comparison = Comparison(counted, ours)
        same_calls = comparison.first_divergence_of_calls is None
        first = comparison.first_divergence_of_calls if estimates else comparison.first_divergence
        divergence = divergence_facts(comparison, first)
    moves = best_moves(ours)
    # Moves of a recording that is not aligned are named as its boards are written, and not as the game does.
    window = window_at_root(counted, ours)
    value, theirs = counted.values[0], ours.values[0]
    bound = AT_MOST if -inf < window[0] >= value else AT_LEAST if inf > window[1] <= value else None
    agrees = value >= theirs if bound == AT_MOST else value <= theirs if bound == AT_LEAST else value == theirs
    if isinf(value):  # a program may count a win as ∞
        agrees = theirs == ours.plan.extremes[value > 0]
    is_same_move = None if estimates or bound or played is None or not is_aligned else played in moves
    return {
        "compared": True,
        "reference": ours.search.name,
        "same_value": None if estimates or trace.value is None else agrees,
        "same_move": is_same_move,
        "same_calls": None if has_other_calls else same_calls,
        "value": [trace.value, ours.value],
        "bound": bound if value != theirs else None,
        "window": None if window == (-inf, inf) else [trace.alphas[0], trace.betas[0]],
        "best_move": [played, ours.best_move],
        "best_moves": moves,
        "frames": [trace.user_code.calls, None if has_other_calls else len(ours) - trace.origin.callers],
        "pruned": [trace.pruned, None if has_other_calls else ours.pruned],
        "aligned": is_aligned,
        "own_estimates": estimates,
        "first_divergence": divergence,
        "shuffled": shown_line(trace, shuffle_line(trace)),
    }


def window_at_root(trace: Trace, ours: Trace) -> tuple[float, float]:
    """Return the window of the first call, with an infinite bound where no value lies beyond it.

    What a call with one bound returns is at least that, or below it.
    """
    if trace.origin.callers:
        return -inf, inf
    alpha, beta = trace.alphas[0], trace.betas[0]
    proposal = Proposal.of(trace)
    if proposal is not None and trace.user_code.has_null_window(proposal.places)[0]:
        alpha, beta = (nextafter(beta, -inf), beta) if isinf(alpha) else (alpha, nextafter(alpha, inf))
    values = np.concatenate([recording.column("value") for recording in (trace, ours)])
    low, high = ours.plan.extremes
    is_open = alpha <= low or alpha < np.nanmin(values), beta >= high or beta > np.nanmax(values)
    return -inf if is_open[0] else alpha, inf if is_open[1] else beta


def reference_sentence(trace: Trace, ours: Trace) -> Message:
    """Return the sentence that compares the user's search with one of ours for the same position, or says why not."""
    why = why_not_compared(trace)
    if why is not None:
        return Message("not compared: {why}", why=why)
    calls = calls_alone(trace)
    return comparison_sentence(comparison_facts(with_chess_positions(calls) or calls, ours), findings(trace))


MAX_REFERENCE_CALLS = 2_000_000
"""Calls of a reference search that is made for a comparison."""


def not_compared(why: Message) -> dict[str, Any]:
    """Return the facts of a comparison that is not made, with the reason."""
    return {"compared": False, "sentence": str(Message("not compared: {why}", why=why))}


def best_moves(ours: Trace) -> list[str]:
    """Return the moves at the root that lead to its value, each searched with a full window.

    Alpha-beta itself knows only the first of them; of the others it has bounds.
    """
    game, value = ours.position.game, ours.value
    moves = [] if ours.best_move is None else [ours.best_move]
    for move in dict.fromkeys(ours.offered(0)):
        text = ours.game_at(0).move_text(move)
        if text in moves or ours.plan.depth == 0:
            continue
        state = list(ours.position.state)
        game.rules.play(state, move)
        after = replace(ours.position, state=tuple(state), as_played="", options={})
        depth = None if isinf(ours.plan.depth) else int(ours.plan.depth) - 1
        asked = {"algorithm": "alphabeta", "depth": depth, "score": ours.options.get("score")}
        options = {name: option for name, option in asked.items() if option is not None}
        searched = run(plan(after, options), MAX_REFERENCE_CALLS)
        if searched.complete and searched.value == value:
            moves.append(text)
    return moves


# In words

FIRST_DIFFERENCES = {
    "pruned in a": Message("your search prunes {place}"),
    "pruned in b": Message("the reference prunes {place}"),
    "only in a": Message("only your search searches {place}"),
    "only in b": Message("only the reference searches {place}"),
    "order differs": Message("the moves of {place} are tried in another order"),
    "window differs": Message("{place} is called with another window"),
    "value differs": Message("{place} has another value"),
}
"""For each kind of a first divergence what it means for the user's search, which is A."""


def comparison_sentence(facts: Mapping[str, Any], search_findings: Sequence[Finding]) -> Message:
    """Return what is the same and what differs, and where: first the result, then the calls."""
    return Message("{result} {calls}", result=result_sentence(facts), calls=calls_sentence(facts, search_findings))


def result_sentence(facts: Mapping[str, Any]) -> Message:
    """Return how value and move of the user's search compare with those of the reference search."""
    same_value, same_move = facts["same_value"], facts["same_move"]
    values = {"value": facts["value"][0], "theirs": facts["value"][1]}
    values["reference"] = title_of_reference(facts)
    values |= {"move": facts["best_move"][0], "best": " or ".join(facts["best_moves"])}
    if facts["own_estimates"]:
        return Message("Values and moves are not compared: your search estimates positions in its own way.")
    if same_value is None:
        return Message("The value of your search is not known.")
    if facts["bound"] is not None:
        values |= {"bound": Message(facts["bound"]), "alpha": facts["window"][0], "beta": facts["window"][1]}
        if same_value:
            return Message("Your search, called with ({alpha}, {beta}), says {bound} {value}, and {reference} returns "
                           "{theirs}, which agrees.", **values)  # fmt: skip
        return Message("Your search, called with ({alpha}, {beta}), says {bound} {value} where {reference} returns "
                       "{theirs}.", **values)  # fmt: skip
    if not same_value:
        return Message("Your search returns {value} where {reference} returns {theirs}.", **values)
    if same_move is None:
        return Message("Same value.")
    if same_move and len({*facts["best_move"]}) > 1:
        return Message("Same value, and another move that is as good.")
    if same_move:
        return Message("Same value and move.")
    return Message("Same value, but your search plays {move}, and {best} is best.", **values)


def title_of_reference(facts: Mapping[str, Any]) -> str:
    """Return the title of the reference search's algorithm."""
    search = ALGORITHMS.get(facts["reference"])
    return facts["reference"] if search is None else search.title


def calls_sentence(facts: Mapping[str, Any], search_findings: Sequence[Finding]) -> Message:
    """Return how the calls compare, and where they first differ, which need not be why there are more; then a bug."""
    mine, theirs = facts["frames"]
    values = {"mine": mine, "theirs": theirs, "reference": title_of_reference(facts)}
    parting = facts["first_divergence"]
    if theirs is None:
        return Message("Nor are calls: which of them {reference} makes depends on these values.", **values)
    if facts["window"] is not None:
        return Message("It makes {mine} calls in its window, {reference} in the whole one {theirs}.", **values)
    if facts["same_calls"] and parting is None:
        return Message("Your search makes the same {mine} calls as {reference}.", **values)
    if facts["same_calls"]:
        return Message(
            "Your search makes the same {mine} calls as {reference}; the first to return another value is {place}.",
            place=divergence_place(parting), **values,
        )  # fmt: skip
    difference = first_difference(facts)
    if mine == theirs:
        calls = Message("It makes as many calls as {reference}, {mine}, but not the same: {difference}.",
                       difference=difference, **values)  # fmt: skip
    else:
        calls = Message("Your search makes {mine} calls where {reference} makes {theirs}; {difference}.",
                       difference=difference, **values)  # fmt: skip
    deviating = [finding for finding in search_findings if finding.kind != REMARK]
    if not deviating:
        return calls
    return Message("{calls} Found in yours: {finding}.", calls=calls, finding=deviating[0].sentence)


def first_difference(facts: Mapping[str, Any]) -> Message:
    """Return where the calls first differ; if it is the order of moves, also the line that draws it at random."""
    parting, shuffled = facts["first_divergence"], facts["shuffled"]
    if parting is None:
        return Message("its calls could not be matched with positions of the game")
    difference = Message(FIRST_DIFFERENCES[parting["what"]].pattern, place=divergence_place(parting))
    if parting["what"] == "order differs" and shuffled is not None:
        return Message(
            "they first differ where {difference}; line {line} draws an order at random",
            difference=difference, line=shuffled,
        )  # fmt: skip
    return Message("they first differ where {difference}", difference=difference)


def divergence_place(parting: Mapping[str, Any]) -> object:
    """Return the frame at which two searches part, by the moves that lead to it."""
    return " ".join(parting["path"]) or Message("the root")


RANDOM_ORDERS = frozenset({"shuffle", "sample", "permutation"})
"""The functions of `random` and NumPy that put moves into a random order."""


def shuffle_line(trace: Trace) -> int:
    """Return the first line that puts the iterable of a loop with recursive calls into a random order; else 0."""
    lines = list[int]()
    for function in facts_of(trace).values():
        calls, nodes = {id(site.call) for site in function.sites}, list(walk(function.function.node))
        loops = (node for node in nodes if isinstance(node, (ast.For, *COMPREHENSIONS)))
        calling = [loop for loop in loops if any(id(inner) in calls for inner in walk(loop))]
        parts_of_iterables = [
            part
            for loop in calling
            for each in ([loop] if isinstance(loop, ast.For) else loop.generators)
            for part in walk(each.iter)
        ]
        names = {part.id for part in parts_of_iterables if isinstance(part, ast.Name)}
        random_calls = [node for node in nodes if isinstance(node, ast.Call) and last_of(node.func) in RANDOM_ORDERS]
        targets_of_value = {id(node.value): node.targets for node in nodes if isinstance(node, ast.Assign)}
        for call in random_calls:
            places = targets_of_value.get(id(call), call.args[:1] if last_of(call.func) == "shuffle" else [])
            if call in parts_of_iterables or any(isinstance(place, ast.Name) and place.id in names for place in places):
                lines.append(call.lineno)
    return min(lines, default=0)


def shown_line(trace: Trace, line: int) -> int | str | None:
    """Return a line as it is printed: with its file where there are several; None where there is no line."""
    shown = trace.user_code.line_text(line) or None
    return str(shown) if isinstance(shown, Message) else shown
