"""Iterative deepening in aspiration windows: a narrow window round the value found last, a wider one if it fails."""

from math import inf

from plyscope.messages import Message
from plyscope.model.declaration import Asked, Calls, Fold, Place, Rounds, Search, Windows
from plyscope.search import EVERY_SEARCH_READS

MARGIN = 0.5


def round_the_last_value(depth):
    """The depths in turn: the first in the whole window, the others round the value of the one before."""
    alpha, beta = -inf, inf
    for depth_now in range(1, int(depth) + 1):
        value = yield Asked(depth_now, alpha, beta)
        if value <= alpha and alpha > -inf:
            value = yield Asked(depth_now, -inf, alpha + MARGIN)
        elif value >= beta and beta < inf:
            value = yield Asked(depth_now, beta - MARGIN, inf)
        alpha, beta = value - MARGIN, value + MARGIN


ASPIRATION = Search(
    "aspiration",
    "aspiration_text.py",
    (
        Calls(
            "aspiration",
            side="maximizing",
            place=Place.ROOT,
            fold=Fold.LAST,
            best="value",
            rounds=Rounds(
                Message("round {number}"),
                Message("Round {number}"),
                Message("The position is searched to depth {depth}, for values between {alpha} and {beta}."),
                round_the_last_value,
            ),
        ),
        Calls("alphabeta", side="maximizing", place=Place.BELOW),
    ),
    Message("deepens, with a narrow window round the value found last"),
    reads=EVERY_SEARCH_READS,
    windows=Windows.WHOLE,
)
