"""Statistics of a recording, as printed by `solve`, `stats` and JSON, and of what has happened by a step."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.analysis.branching import effective_branching
from plyscope.analysis.rounds import Round, by_round, by_simulations
from plyscope.analysis.so_far import Prefix, cutoffs_of_open, prefix_at
from plyscope.messages import plain_number, plain_options
from plyscope.model.columns import INNER, TABLE, TERMINAL
from plyscope.model.declaration import has_side
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace


def summary(trace: Trace, seconds: float | None = None) -> dict[str, Any]:
    """Return what a search found, and what it cost, as JSON values."""
    facts: dict[str, Any] = {
        "game": trace.position.game.name,
        "position": trace.position.text,
        "to_move": trace.position.to_move if has_side(trace.kinds[0]) else None,
        "max": trace.position.max,
        "algorithm": trace.search.name,
        "options": plain_options(dict(trace.options) | ({} if trace.facts.knows_windows else {"windows": None})),
        "depth": trace.options.get("depth"),
        "value": None if trace.value is None else plain_number(trace.value),
        "bound": trace.bound,
        "interval": [plain_number(end) for end in trace.interval],
        "best_move": trace.best_move,
        "pv": trace.pv,
        "frames": len(trace),
        "leaves": trace.leaves,
        "cutoffs": trace.cutoffs,
        "pruned": trace.pruned,
        "complete": trace.complete,
        "root_moves": [
            {"move": move, "value": None if value is None else plain_number(value), "bound": bound, "frames": frames}
            for move, value, bound, frames in trace.root_moves
        ],
    }
    if trace.search.simulates:
        facts["simulations"] = facts_of_simulations(trace)
    if isinstance(trace, Round):
        facts["round"] = {"number": trace.number, "of": len(trace.whole.rounds), "frames_in_all": len(trace.whole)}
    if trace.may_prune_forward:
        facts["forward_pruned"] = trace.forward_pruned
    if trace.search.has_table:
        facts["from_table"] = len(trace.origin.hits.frames)
    if trace.leaves_out:
        facts["left_out_calls"] = trace.left_out_calls
    if trace.played is not None and trace.played["fallback"]:
        facts["fallback"] = True
    if seconds is not None:
        facts["seconds"] = round(seconds, 6)
    return facts


def facts_of_simulations(trace: Trace) -> dict[str, Any]:
    """Return how many simulations have ended, and how often each move of the root was visited."""
    tree, name = trace.simulations, trace.game_at(0).move_text
    nodes = [(number, tree.nodes[number]) for number in tree.children(0)] if trace.rounds else []
    return {
        "finished": tree.nodes[0].visits(),
        "nodes": len(tree.nodes),
        "moves": [
            {
                "move": name(node.move),
                "visits": node.visits(),
                "mean": node.mean(),
                "upper_bound": tree.upper_bound(number),
            }
            for number, node in nodes
        ],
    }


def take_summary(trace: Trace, facts: Mapping[str, Any]) -> None:
    """Give a recording the bounds of its root from its summary, as they take long to derive; none if it simulates."""
    if trace.search.simulates:
        return
    last_frames = trace.searches_of_moves(trace.answer).values()
    known = {child: move["bound"] for child, move in zip(last_frames, facts["root_moves"], strict=True)}
    # Of a root in rounds that is still open, the bound is that of the answer so far.
    trace.intervals.known_bounds = known if trace.rounds else {0: facts["bound"], **known}


def by_ply(trace: Trace, *, with_positions: bool = True, step: int | None = None) -> list[dict[str, Any]]:
    """Return the counts at each ply, the root being ply 0; to find the positions takes longer than all the rest.

    With a `step`, what there is by then; otherwise, in the whole recording.

    A program that goes on after the loop that it leaves may have several of the `cutoffs` in one of the `cut_frames`.
    `pruned` counts moves that would have led to the ply. The branching factor of a ply is how many different moves
    its inner frames tried, on average; the effective one is that of all plies down to it, which simulations, a line of
    moves each, do not have, nor a sample, which does not have all frames. What a recording cannot tell is None.
    """
    ply, status, facts, ends = trace.column("ply"), trace.column("status"), trace.facts, trace.facts.ends
    plies = int(ply.max()) + 1
    until = Prefix(len(trace), []) if step is None else prefix_at(Steps(trace), step)
    has_entered, has_settled = np.zeros(len(trace), np.bool_), np.zeros(len(trace), np.bool_)
    has_entered[: until.frames] = has_settled[: until.frames] = True
    has_settled[until.unsettled] = False
    is_move = is_tried(trace, has_entered)
    skipped = np.where(has_settled, trace.column("skipped"), 0)

    def count(mask: Any) -> list[int]:
        return [int(number) for number in np.bincount(ply[mask], minlength=plies)]

    def known(mask: Any, is_known: Any) -> list[int | None]:
        """Return how many frames of each ply are something; None where that is not known of one of them."""
        counted, unknown = count(mask & has_entered), count(~is_known & has_entered)
        return [None if missing else number for number, missing in zip(counted, unknown, strict=True)]

    def each(numbers: Any) -> list[int]:
        return [*map(int, np.bincount(ply, weights=numbers, minlength=plies))]

    def lower(moves: Any) -> list[int]:
        """Return the sums of a number of the frames of each ply, for the ply below it."""
        return [0, *each(moves)][:plies]

    tried = [*count(is_move), 0][1:]
    inner = count((status == INNER) & has_entered)
    unknown: list[None] = [None] * plies
    has_every_move = facts.knows_tried and not (trace.search.simulates or trace.leaves_out)
    cuts = np.where(has_settled, facts.cutoffs, 0)
    for frame, number in cutoffs_of_open(Steps(trace), until, step or 0).items():
        cuts[frame] = number
    cutoffs, cut_frames = (each(cuts), count(cuts > 0)) if facts.knows_cuts else (unknown, unknown)
    at_once = count(facts.first_move_cut & has_settled) if facts.knows_first_cuts else unknown
    frames = count(has_entered)
    columns: dict[str, Sequence[float | None]] = {
        "frames": frames,
        "inner": inner,
        "leaves": count(facts.is_leaf & has_entered),
        "finished": known(ends.finished, ends.knows_finished),
        "horizon": known(ends.at_horizon, ends.knows_horizon),
        "cutoffs": cutoffs,
        "cut_frames": cut_frames,
        "first_move_cuts": at_once,
        "first_move_cut_rate": list(map(ratio, at_once, cut_frames)),
        "pruned": lower(skipped * ~facts.forward_pruned) if facts.knows_pruned else unknown,
        "tried": tried if facts.knows_tried else unknown,
        "branching_factor": list(map(ratio, tried, inner)) if facts.knows_tried else unknown,
        "effective_branching_factor": [
            effective_branching(so_far, depth) if there and has_every_move else None
            for depth, (so_far, there) in enumerate(zip(accumulate(frames), frames, strict=True))
        ],
        "repeated": count(facts.is_repeated & has_entered) if with_positions and facts.knows_positions else unknown,
    }
    if trace.may_prune_forward:
        columns["forward_pruned"] = lower(skipped * facts.forward_pruned)
    if trace.search.has_table:
        columns["from_table"] = count((status == TABLE) & has_entered)
    return [{"ply": number, **{name: column[number] for name, column in columns.items()}} for number in range(plies)]


def is_tried(trace: Trace, has_entered: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which frames are moves that a frame has tried that was not cut short; a probe is none."""
    is_move = has_entered & trace.facts.is_move
    above = trace.column("status")[trace.column("parent")[1:]]
    return np.concatenate([is_move[:1], is_move[1:] & (above == INNER)])


def ratio(part: int | None, whole: int | None) -> float | None:
    """Return a share; None where a number is not known, or the whole is 0."""
    return part / whole if part is not None and whole else None


def added(rows: Sequence[Mapping[str, Any]], name: str) -> int | None:
    """Return the sum of a number of all rows; None where the recording does not tell it."""
    return None if rows[0][name] is None else sum(row[name] for row in rows)


def overall(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the counts and rates of all plies together.

    The effective branching factor is that of the uniform tree which is as deep, and has as many frames.
    """
    first_move_cuts, cut_frames = added(rows, "first_move_cuts"), added(rows, "cut_frames")
    return {
        "cut_frames": cut_frames,
        "first_move_cuts": first_move_cuts,
        "first_move_cut_rate": ratio(first_move_cuts, cut_frames),
        "branching_factor": ratio(added(rows, "tried"), added(rows, "inner")),
        "effective_branching_factor": next(
            row["effective_branching_factor"] for row in reversed(rows) if row["frames"]
        ),
        "repeated": added(rows, "repeated"),
    }


def as_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows with the same keys as comma-separated values under a line of names; unknown values stay empty."""
    text = StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def endings(trace: Trace) -> dict[str, int]:
    """Return how many finished games each side has won, and how many were drawn; empty where a game has no winner."""
    game = trace.position.game
    if not game.has_winner:
        return {}
    table = trace.facts.position_table
    finished = np.bincount(table.of_frame[trace.column("status") == TERMINAL], minlength=len(table.states))
    counts = {game.sides[0]: 0, game.sides[1]: 0, "draw": 0}
    for number in np.flatnonzero(finished):
        outcome = game.rules.outcome(list(table.states[number]))
        winner = "draw" if outcome == 0 else game.sides[0 if outcome > 0 else 1]
        counts[winner] += int(finished[number])
    return counts


def statistics(trace: Trace, found_before: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the summary, which may be given, with everything that is counted."""
    rows = by_ply(trace)
    simulates = trace.search.simulates
    found = by_simulations(trace) if simulates else by_round(trace)
    rounds = [{name: plain(one) for name, one in row.items()} for row in found]
    return {
        **(found_before or summary(trace)),
        "steps": Steps(trace).count,
        "signature": trace.signature,
        "made_by": trace.made_by,
        "endings": endings(trace),
        "positions": len(trace.facts.position_table.states) if trace.facts.knows_positions else None,
        **overall(rows),
        **({"spared": spared_frames(trace)} if trace.search.has_table else {}),
        "by_ply": rows,
        **({"by_simulations" if simulates else "by_round": rounds} if rounds else {}),
        **({"tree": by_node(trace)} if simulates and trace.rounds else {}),
    }


def spared_frames(trace: Trace) -> int:
    """Return the frames below those that had stored a table's answers, counted once for each answer.

    So many were not searched again; with another window, a search may have needed more or fewer of them.
    """
    return int((trace.column("size")[trace.origin.hits.sources] - 1).sum())


def by_node(trace: Trace) -> list[dict[str, Any]]:
    """Return visits, mean and upper bound of each node that simulations have grown, in preorder."""
    tree, rows = trace.simulations, list[dict[str, Any]]()
    for number in tree.preorder():
        node = tree.nodes[number]
        rows.append(
            {
                "path": list(map(trace.move_text, tree.path(number))),
                "visits": node.visits(),
                "mean": node.mean(),
                "upper_bound": tree.upper_bound(number),
            }
        )
    return rows


def plain(item: object) -> object:
    """Return a number as JSON can hold it; anything else as it is."""
    return plain_number(item) if isinstance(item, float) else item
