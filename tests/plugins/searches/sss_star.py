"""SSS* (Stockman, 1979) as alpha-beta with a table, asked from above until the bound holds (Plaat, 1996)."""

from math import inf, nextafter

from plyscope.messages import Message
from plyscope.model.declaration import Asked, Calls, Fold, Place, Rounds, Search, Windows
from plyscope.search import EVERY_SEARCH_READS


def from_above(depth):
    """Whether the value is at least the bound, which begins above all values and falls to what has come back."""
    bound, is_known = inf, False
    while not is_known:
        value = yield Asked(depth, nextafter(bound, -inf), bound)
        bound, is_known = value, value >= bound


SSS_STAR = Search(
    "sss-star",
    "sss_star_text.py",
    (
        Calls(
            "sss_star",
            side="maximizing",
            place=Place.ROOT,
            fold=Fold.LAST,
            best="bound",
            rounds=Rounds(
                Message("question {number}"),
                Message("Question {number}"),
                Message("Is the value at least {beta}?"),
                from_above,
            ),
        ),
        Calls("table", side="maximizing", place=Place.BELOW),
    ),
    Message("SSS*: asks from above whether the value is as large as the last bound"),
    reads=EVERY_SEARCH_READS,
    windows=Windows.WHOLE,
    has_table=True,
    spoken="SSS*",
)
