"""Aspiration with negamax that fails hard: its text returns an end of the window, and no option says so."""

from math import inf

from plyscope.messages import Message
from plyscope.model.declaration import Asked, Calls, Fold, Place, Rounds, Search, Value, Windows
from plyscope.search import EVERY_SEARCH_READS


def again_where_it_fails(depth):
    value = yield Asked(depth, -0.5, 0.5)
    if value <= -0.5:
        yield Asked(depth, -inf, -0.5)
    elif value >= 0.5:
        yield Asked(depth, 0.5, inf)


FAIL_HARD = Search(
    "fail-hard",
    "fail_hard_text.py",
    (
        Calls(
            "fail_hard",
            side="side",
            place=Place.ROOT,
            value=Value.NEGATED,
            fold=Fold.LAST,
            best="value",
            rounds=Rounds(
                Message("try {number}"),
                Message("Try {number}"),
                Message("The position is searched for values between {alpha} and {beta}."),
                again_where_it_fails,
            ),
        ),
        Calls("negamax", side="side", place=Place.BELOW, value=Value.NEGATED),
    ),
    Message("a narrow window round 0, and where the value is outside, the rest"),
    reads=EVERY_SEARCH_READS,
    windows=Windows.WHOLE,
    fixed={"fail": "hard"},
)
