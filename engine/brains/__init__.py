"""Brains: players of one game, each with its own search and its own choice among equal moves.

The only place where a game and a search know each other. One file each, which holds the text that runs and
that people read, and one line in the table.

tutorial_random   chapter 2: any column
tutorial_dummy    chapter 3: sees its own win
tutorial_max      chapter 4: minimax, the root the wrong way round
tutorial_block    chapter 5: defends, passes over its own win
tutorial_sum      chapter 6: adds scores up
tutorial_depth    chapter 7: adds up scores that weigh more the sooner they come
notebook          the tic-tac-toe notebook
hexline_project   the hexline project
brain             what a line of the table says
"""

from __future__ import annotations

from engine.brains.brain import (
    Brain,
    always,
    by_free_cells,
    in_given_order,
    in_project_order,
    no_depth,
    none_if_undecided,
    one,
    random_column,
    shuffled_columns,
)
from engine.messages import Message
from engine.position import FIRST, SECOND
from engine.scoring import hexline_project, result, ten, ten_deep
from engine.search.declaration import MAX, MIN, Calls, Fold, Place, Value, Windows


def _root(function: str, kind: int, start: str, best: str = "best_score", best_move: str = "best_move") -> Calls:
    return Calls(function, kind, place=Place.ROOT, value=Value.FIRST_ITEM, start=start, best=best, best_move=best_move)


_CHOOSING = Calls("minimax", side="maximizing", place=Place.BELOW, best="best_score")
_SUMMING = Calls("minimax", side="maximizing", place=Place.BELOW, fold=Fold.SUM, best="total")
_TUTORIAL = frozenset({"depth", "seed"})

BRAINS = {
    brain.name: brain
    for brain in (
        Brain(
            "tutorial-random",
            "engine.brains:tutorial_random.py",
            (_root("autoPlay", MAX, "-inf"), _CHOOSING),
            Message("connect four tutorial, chapter 2: any column"),
            reads=_TUTORIAL,
            moves_unplayed=True,
            game="connectfour",
            plays=SECOND,
            own_depth=always(4),
            score=one,
            offer=shuffled_columns,
        ),
        Brain(
            "tutorial-dummy",
            "engine.brains:tutorial_dummy.py",
            (_root("autoPlay", MAX, "-inf"), _CHOOSING),
            Message("connect four tutorial, chapter 3: sees nothing but its own win"),
            reads=_TUTORIAL,
            undecided_is_none=True,
            game="connectfour",
            plays=SECOND,
            own_depth=always(4),
            score=none_if_undecided,
            offer=shuffled_columns,
            fallback=random_column,
        ),
        Brain(
            "tutorial-max",
            "engine.brains:tutorial_max.py",
            (_root("autoPlay", MAX, "-inf"), _CHOOSING),
            Message("connect four tutorial, chapter 4: minimax, the root the wrong way round"),
            reads=_TUTORIAL,
            undecided_is_none=True,
            game="connectfour",
            plays=SECOND,
            own_depth=always(1),
            score=none_if_undecided,
            offer=shuffled_columns,
            fallback=random_column,
        ),
        Brain(
            "tutorial-block",
            "engine.brains:tutorial_block.py",
            (_root("autoPlay", MIN, "inf"), _CHOOSING),
            Message("connect four tutorial, chapter 5: defends and passes over its own win"),
            reads=_TUTORIAL,
            undecided_is_none=True,
            game="connectfour",
            plays=SECOND,
            own_depth=always(1),
            score=none_if_undecided,
            offer=shuffled_columns,
            fallback=random_column,
        ),
        Brain(
            "tutorial-sum",
            "engine.brains:tutorial_sum.py",
            (_root("autoPlay", MIN, "inf"), _SUMMING),
            Message("connect four tutorial, chapter 6: adds scores up"),
            reads=_TUTORIAL,
            game="connectfour",
            plays=SECOND,
            own_depth=always(1),
            score=ten,
            offer=shuffled_columns,
            fallback=random_column,
        ),
        Brain(
            "tutorial-depth",
            "engine.brains:tutorial_depth.py",
            (_root("autoPlay", MIN, "inf"), _SUMMING),
            Message("connect four tutorial, chapter 7: adds up scores that weigh more the sooner they come"),
            reads=_TUTORIAL,
            game="connectfour",
            plays=SECOND,
            own_depth=always(3),
            score=ten_deep,
            offer=shuffled_columns,
            fallback=random_column,
        ),
        Brain(
            "notebook",
            "engine.brains:notebook.py",
            (
                _root("ai_turn", MAX, "-2", best="max_value", best_move="best_square"),
                Calls("minimax", side="player", place=Place.BELOW, best="values"),
            ),
            Message("tic-tac-toe notebook: reads the game to its end"),
            reads=frozenset(),
            repeats=True,
            game="tictactoe",
            plays=FIRST,
            own_depth=no_depth,
            score=result,
            offer=in_given_order,
        ),
        Brain(
            "hexline-project",
            "engine.brains:hexline_project.py",
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
            game="hexline",
            plays=None,
            own_depth=by_free_cells,
            score=hexline_project,
            offer=in_project_order,
        ),
    )
}
