"""Brains: players of one game, each with its own search and its own choice among equal moves.

brain            what a brain declares beyond a search, and the parts that brains are made of
hexline_project  the hexline project: alpha-beta that returns score and move
notebook         the tic-tac-toe notebook: minimax to the end of the game
tutorial_block   chapter 5: the root takes the smallest score, and with that it defends
tutorial_depth   chapter 7: the sums of chapter 6, with scores that weigh more the sooner they come
tutorial_dummy   chapter 3: looks one move ahead and sees nothing but its own win
tutorial_max     chapter 4: minimax at last, but with the root the wrong way round
tutorial_random  chapter 2: every free column is worth 1, so that the first of the shuffled list is played
tutorial_sum     chapter 6: an undecided leaf counts 0, and scores are added up instead of chosen
"""

from __future__ import annotations

from collections.abc import Callable

from plyscope.brains.brain import (
    Brain,
    always,
    by_free_cells,
    in_project_order,
    none_if_undecided,
    one,
    random_column,
    shuffled_columns,
)
from plyscope.games import connectfour, hexline, tictactoe
from plyscope.messages import Message
from plyscope.model.declaration import MAX, MIN, Calls, Fold, Place, Value, Windows
from plyscope.model.position import FIRST, SECOND, State
from plyscope.search.scoring import result, ten, ten_deep

_CHOOSING = Calls("minimax", side="maximizing", place=Place.BELOW, best="best_score")
_SUMMING = Calls("minimax", side="maximizing", place=Place.BELOW, fold=Fold.SUM, best="total")


def _root(function: str, kind: int, start: str, best: str, best_move: str) -> Calls:
    """Return the declaration of a brain's first function, which returns a score and a move."""
    return Calls(function, kind, place=Place.ROOT, value=Value.FIRST_ITEM, start=start, best=best, best_move=best_move)


def _chapter(
    name: str,
    takes: int,
    below: Calls,
    depth: int,
    score: Callable[[State, float], float],
    about: Message,
    *,
    moves_unplayed: bool = False,
) -> Brain:
    """Return a chapter of the connect four tutorial, which plays Y and counts R positive; its root is MAX or MIN."""
    return Brain(
        f"tutorial-{name}",
        f"plyscope.brains:tutorial_{name}.py",
        (_root("autoPlay", takes, "-inf" if takes == MAX else "inf", "best_score", "best_move"), below),
        about,
        reads=frozenset({"depth", "seed"}),
        undecided_is_none=score is none_if_undecided,
        moves_unplayed=moves_unplayed,
        game=connectfour.NAME,
        plays=SECOND,
        own_depth=always(depth),
        score=score,
        offer=shuffled_columns,
        fallback=None if moves_unplayed else random_column,
    )


BRAINS: dict[str, Brain] = {
    brain.name: brain
    for brain in (
        _chapter(
            "random",
            MAX,
            _CHOOSING,
            4,
            one,
            Message("connect four tutorial, chapter 2: any column"),
            moves_unplayed=True,
        ),
        _chapter(
            "dummy",
            MAX,
            _CHOOSING,
            4,
            none_if_undecided,
            Message("connect four tutorial, chapter 3: sees nothing but its own win"),
        ),
        _chapter(
            "max",
            MAX,
            _CHOOSING,
            1,
            none_if_undecided,
            Message("connect four tutorial, chapter 4: minimax, the root the wrong way round"),
        ),
        _chapter(
            "block",
            MIN,
            _CHOOSING,
            1,
            none_if_undecided,
            Message("connect four tutorial, chapter 5: defends and passes over its own win"),
        ),
        _chapter("sum", MIN, _SUMMING, 1, ten, Message("connect four tutorial, chapter 6: adds scores up")),
        _chapter(
            "depth",
            MIN,
            _SUMMING,
            3,
            ten_deep,
            Message("connect four tutorial, chapter 7: adds up scores that weigh more the sooner they come"),
        ),
        Brain(
            "notebook",
            "plyscope.brains:notebook.py",
            (
                _root("ai_turn", MAX, "-2", "max_value", "best_square"),
                Calls("minimax", side="player", place=Place.BELOW, best="values"),
            ),
            Message("tic-tac-toe notebook: reads the game to its end"),
            reads=frozenset(),
            repeats=True,
            coordinates=tictactoe.NUMBER,
            game=tictactoe.NAME,
            plays=FIRST,
            score=result,
        ),
        Brain(
            "hexline-project",
            "plyscope.brains:hexline_project.py",
            (
                Calls(
                    "minimax",
                    side="maximizing",
                    value=Value.FIRST_ITEM,
                    best="best_score",
                    best_move="best_move",
                ),
            ),
            Message("hexline project: alpha-beta with an evaluation by free cells"),
            reads=frozenset({"depth"}),
            windows=Windows.WHOLE,
            game=hexline.NAME,
            plays=None,
            own_depth=by_free_cells,
            score=hexline.project_score,
            offer=in_project_order,
        ),
    )
}

TUTORIAL = BRAINS["tutorial-depth"]
"""The last chapter of the tutorial; the lab compares it with the chapters before it."""
