"""Iterative deepening by two plies at a time, as programs do whose scores differ between odd and even depths."""

from plyscope.messages import Message
from plyscope.model.declaration import Asked, Calls, Fold, Place, Rounds, Search
from plyscope.search import EVERY_SEARCH_READS


def every_other_depth(depth):
    """The depths with the parity of the whole one, from the smallest."""
    for depth_now in range(int(depth) % 2 or 2, int(depth) + 1, 2):
        yield Asked(depth_now)


BY_TWOS = Search(
    "by-twos",
    "by_twos_text.py",
    (
        Calls(
            "by_twos",
            side="maximizing",
            place=Place.ROOT,
            fold=Fold.LAST,
            best="value",
            rounds=Rounds(
                Message("depth {depth}"),
                Message("Depth {depth}"),
                Message("The position is searched to depth {depth}."),
                every_other_depth,
            ),
        ),
        Calls("minimax", side="maximizing", place=Place.BELOW),
    ),
    Message("deepens by two plies at a time"),
    reads=EVERY_SEARCH_READS,
)
