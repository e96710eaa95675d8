"""What is known of a frame at the cursor's step: its value once it has returned, a bound while it is open.

And what is known of the end of a recording that was cut short.
"""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from plyscope.layout.shades import Shades, shades_of_trace
from plyscope.model.columns import BOUND_SIGNS, HORIZON
from plyscope.model.declaration import kind_name
from plyscope.model.intervals import Interval, best_so_far
from plyscope.model.stack import StackFrame
from plyscope.model.trace import Trace
from plyscope.tracer.ending import ending as how_it_ended

from plyscope_window.look.glyphs import side_of_frame
from plyscope_window.session.session import Session
from plyscope_window.words import count, localized, short_number, tr

SHADES_OF_TRACES: WeakKeyDictionary[Trace, Shades] = WeakKeyDictionary()
"""The scale of each trace's values, computed once."""


class Known(NamedTuple):
    """What the search knows of a frame's value at the cursor's step."""

    text: str
    """3, ≥3 or ≤3; 3 … where that is only the best value so far; ? for an open frame without a value from a child yet;
    empty before it is entered."""
    value: float | None
    is_final: bool
    """Whether the frame has returned the value."""


NOTHING_KNOWN = Known("", None, False)


def known(session: Session, frame: int) -> Known:
    """Return what is known of a frame's value at the cursor: its value, a bound, or the best so far."""
    if not session.has_entered(frame):
        return NOTHING_KNOWN
    if session.has_returned(frame):
        return Known(value_text(session.trace, frame), session.trace.values[frame], True)
    open_frame = open_at(session, frame)
    return known_so_far(open_frame) if open_frame is not None else NOTHING_KNOWN


def open_at(session: Session, frame: int) -> StackFrame | None:
    """Return a frame with its variables if it is open at the cursor, else None."""
    stack, ply = session.stack, session.trace.plies[frame]
    return stack[ply] if ply < len(stack) and stack[ply].frame == frame else None


def known_so_far(open_frame: StackFrame) -> Known:
    """Return the best value of an open frame so far, as a bound where it proves one; ? before a child has returned."""
    if not open_frame.tried or open_frame.best is None:
        return Known("?", None, False)
    text = best_so_far(short_number(open_frame.best), open_frame.best, open_frame.interval)
    return Known(text, open_frame.best, False)


def side_or_end(trace: Trace, here: StackFrame) -> str:
    """Return the side of a frame, or how the game ended there; at the depth limit the side, since the game goes on."""
    if trace.statuses[here.frame] == HORIZON:
        return tr("{side}, not searched", side=kind_name(here.kind))
    return side_of_frame(trace, here.frame)


def why_incomplete(trace: Trace) -> str:
    """Return why a recording ends before its search does; empty for a complete recording."""
    if trace.complete:
        return ""
    if trace.origin.is_user_code:
        return localized(how_it_ended(trace))
    if len(trace) == trace.limit:
        return tr("The recording ends here: it was cut short by the limit of {limit} frames.", limit=count(trace.limit))
    return tr("The recording ends here: it was stopped after {frames} frames.", frames=count(len(trace)))


def value_text(trace: Trace, frame: int) -> str:
    """Return the value that a frame returned as the text of a cell: with ≥ or ≤, and a proper minus sign."""
    if isfinite(trace.values[frame]) and not trace.is_undecided(frame):
        return BOUND_SIGNS.get(trace.bound_of(frame) or "", "") + short_number(trace.values[frame])
    return trace.value_text(frame).replace("-", "−", 1)


def shades_of(session: Session) -> Shades:
    """Return the scale of a recording's values, by which they are coloured."""
    if session.rows is not None:
        return session.rows.shades
    if session.trace not in SHADES_OF_TRACES:
        SHADES_OF_TRACES[session.trace] = shades_of_trace(session.trace)
    return SHADES_OF_TRACES[session.trace]


def interval_text(interval: Interval) -> str:
    """Return an interval in brackets, with short numbers."""
    return f"[{short_number(interval[0])}, {short_number(interval[1])}]"


VALUE_RANGES: WeakKeyDictionary[Trace, tuple[float, float]] = WeakKeyDictionary()
"""The least and the largest value of each trace, computed once."""
MAX_SAMPLE = 100_000
"""The largest number of values that `value_range` examines."""


def value_range(trace: Trace) -> tuple[float, float]:
    """Return the least and the largest value of a recording; of a large one, of a sample of its frames."""
    if trace not in VALUE_RANGES:
        values = trace.column("value")
        sample = values[:: max(1, len(values) // MAX_SAMPLE)]
        sample = sample[np.isfinite(sample)]
        VALUE_RANGES[trace] = (float(sample.min()), float(sample.max())) if len(sample) else (0.0, 0.0)
    return VALUE_RANGES[trace]
