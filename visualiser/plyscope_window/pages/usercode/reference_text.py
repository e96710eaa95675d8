"""What a recording of somebody's own code is taken for, and how it does beside ours: in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from plyscope.games import GAMES
from plyscope.model.declaration import MAX, MIN
from plyscope.model.trace import Trace
from plyscope.usercode.chosen_search import move_played
from plyscope.usercode.win_values import counted_like, has_estimates, is_counted

from plyscope_window.pages.searches import titles_of
from plyscope_window.widgets.game_names import game_title, side_names
from plyscope_window.words import count, number, said, tr

if TYPE_CHECKING:
    from plyscope_window.session.pair import Pair


def beside_each_other(pair: Pair) -> str:
    """Two searches of one position: whether they give the same value and the same move, and where they part."""
    parting = pair.first_divergence
    steps = tr("Step by step, both are the same.") if parting is None else said(parting)
    a, b = pair.comparison.a, pair.comparison.b
    results = same_or_not(a, b)
    if is_counted(a):
        results = tr("{results} Here a win is worth as much in A as in B.", results=results)
    return tr("{results} {steps}", results=results, steps=steps)


def same_or_not(a: Trace, b: Trace) -> str:
    """Whether two searches give the same value and play the same move."""
    titles = titles_of(a, b)
    names = {"a": tr("Your search") if a.origin.is_user_code else titles[0], "b": titles[1]}
    values, moves = (number(a.value), number(b.value)), (move_played(a) or "·", move_played(b) or "·")
    counted = counted_like(a, b.plan)
    if a.origin.is_user_code and has_estimates(a):
        return tr("{a} estimates positions in a way of its own: values and moves need not be those of {b}.", **names)
    if a.value is None:
        value = tr("{a} does not say what it is worth, {b} gives {other}.", other=values[1], **names)
    elif values[0] == values[1]:
        value = tr("Both give {value}.", value=values[0])
    elif counted.value == b.value:
        value = tr("{a} gives {value}, {b} {other}, which is as much.", value=values[0], other=values[1], **names)
    else:
        value = tr("{a} gives {value}, {b} gives {other}.", value=values[0], other=values[1], **names)
    if moves[0] == moves[1]:
        move = tr("Both play {move}.", move=moves[0])
    else:
        move = tr("{a} plays {move}, {b} plays {other}.", move=moves[0], other=moves[1], **names)
    return tr("{value} {move}", value=value, move=move)


def taken_for(trace: Trace) -> str:
    """A search of a game, a search, or calls."""
    kind = trace.column("kind")
    if not np.any((kind == MAX) | (kind == MIN)):
        return tr("Read as calls with arguments and results.")
    values = {"cutoffs": count(trace.cutoffs), "pruned": count(trace.pruned)}
    game = trace.position.game
    if game.name not in GAMES:
        return tr("Read as a search with MAX and MIN · cutoffs: {cutoffs} · left out: {pruned}", **values)
    return tr(
        "Read as a search of {game}, {side} is MAX · cutoffs: {cutoffs} · left out: {pruned}",
        game=game_title(game.name),
        side=side_names(game.name)[trace.position.max_side - 1],
        **values,
    )
