"""The columns of a recording: their names and types, and what the codes in them mean."""

from __future__ import annotations

from collections.abc import Mapping

INNER, TERMINAL, HORIZON, OPEN, TABLE, LEFT_OUT = range(6)
"""The status of a frame: it tried moves; its position was finished; it stopped there; it was cut short; a table held
its value; it tried moves, and its calls are not in the recording."""

STATUS_NOT_GIVEN = 255
"""The status of a leaf, while it is read, of which a recording does not say why the search stopped there."""

LEAVES = (TERMINAL, HORIZON, TABLE, LEFT_OUT)
"""The statuses of frames without calls in the recording. Like a table's answer, calls that were left out prove
nothing."""

EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"
"""How a value is to be read, by what the recording proves."""

BOUND_SIGNS: Mapping[str, str] = {AT_LEAST: "≥", AT_MOST: "≤"}
"""The sign before a value that is a bound."""

COLUMNS: Mapping[str, str] = {
    "parent": "<i4",
    "move": "<i4",
    "ply": "<u2",
    "kind": "|u1",
    "status": "|u1",
    "alpha": "<f8",
    "beta": "<f8",
    "value": "<f8",
    "size": "<i4",
    "skipped": "<u2",
}
"""The columns of a recording with their types as numpy writes them; a row is a frame, in the order of entering."""

DEPTHS = "<f4"
"""The type of the depths that stand beside the columns."""

TAGS = (
    "null",
    "stand_pat",
    "reduced",
    "extended",
    "research",
    "probe",
    "quiescence",
    "iid",
    "excluded",
    "forward",
)
"""What is unusual about a call and no mistake, by the place of its bit: the side passed; it may stop with a static
score; it was searched less or more deeply than its siblings, once more, or only to see whether it beats a bound; only
noisy moves are tried; it looks for a move to try first; a move of it was excluded; moves of it were left out, whatever
the window."""

TAG_BITS: Mapping[str, int] = {name: 1 << place for place, name in enumerate(TAGS)}
"""The bit of each tag in a column of tags."""
ASIDE = TAG_BITS["null"] | TAG_BITS["iid"] | TAG_BITS["excluded"]
"""The tags of calls whose values are no values of their parents."""

MAX_FRAMES = 2**31 - 1
"""The largest number of frames that a column of frame numbers can hold."""

MAX_MOVE, MAX_SKIPPED = 2**31 - 1, 2**16 - 1
"""The largest number of a move, and the most pruned moves of a frame, that a column can hold."""
