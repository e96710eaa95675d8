"""What is known of a frame at the cursor's step: its value once it has returned, a bound while it is open.

And what is known of the end of a recording that was cut short.
"""

from __future__ import annotations

from typing import NamedTuple
from weakref import WeakKeyDictionary

from plyscope.layout.shades import Shades, shades_of_trace
from plyscope.model.columns import HORIZON
from plyscope.model.declaration import MAX, Fold, kind_name
from plyscope.model.stack import StackFrame
from plyscope.model.trace import Trace
from plyscope.tracer.ending import ending as how_it_ended

from plyscope_window.look.glyphs import shape_of_frame, side_name
from plyscope_window.session.session import Session
from plyscope_window.words import count, localized, number, tr

SHADES: WeakKeyDictionary[Trace, Shades] = WeakKeyDictionary()
"""How each trace's values become shades, found once."""


class Known(NamedTuple):
    """What the search knew of a frame's value at a step."""

    text: str
    """3, ≥3 or ≤3; ? for an open frame without a value from a child yet; empty before it is entered."""
    value: float | None
    is_final: bool
    """Whether the frame has returned it."""


NOTHING = Known("", None, False)


def known(session: Session, frame: int) -> Known:
    """The frame's value as far as it is known at the cursor."""
    cursor, trace = session.cursor, session.trace
    if cursor.steps.enter(frame) > cursor.step:
        return NOTHING
    left = cursor.steps.leave(frame)
    if left is not None and left <= cursor.step:
        return Known(value_text(trace, frame), trace.values[frame], True)
    open_frame = open_at(session, frame)
    return known_so_far(trace, open_frame) if open_frame is not None else NOTHING


def open_at(session: Session, frame: int) -> StackFrame | None:
    """The frame with its variables, where it is open at the cursor."""
    stack, ply = session.stack, session.trace.plies[frame]
    return stack[ply] if ply < len(stack) and stack[ply].frame == frame else None


def known_so_far(trace: Trace, open_frame: StackFrame) -> Known:
    """What a frame that has not returned yet is worth at least, or at most."""
    if not open_frame.tried or open_frame.best is None:
        return Known("?", None, False)
    best = number(open_frame.best)
    if trace.calls(open_frame.frame).fold is Fold.SUM:
        return Known(f"{best} …", open_frame.best, False)
    return Known(("≥" if open_frame.kind == MAX else "≤") + best, open_frame.best, False)


def side_of(trace: Trace, here: StackFrame) -> str:
    """Who is to move; the end only where the game has one."""
    if trace.statuses[here.frame] == HORIZON:
        return tr("{side}, not searched", side=kind_name(here.kind))
    return side_name(shape_of_frame(trace, here.frame))


def is_search(trace: Trace) -> bool:
    """Whether it is a search of a game, rather than some other recursion."""
    return trace.origin.is_search


def ending(trace: Trace) -> str:
    """Why a recording ends before its search; empty if it is complete."""
    if trace.complete:
        return ""
    if trace.origin.is_user_code:
        return localized(how_it_ended(trace))
    if len(trace) == trace.limit:
        return tr("The recording ends here: it was cut short by the limit of {limit} frames.", limit=count(trace.limit))
    return tr("The recording ends here: it was stopped after {frames} frames.", frames=count(len(trace)))


def value_text(trace: Trace, frame: int) -> str:
    """A returned value as the window writes it."""
    return trace.value_text(frame).replace("-", "−", 1)


def shades_of(session: Session) -> Shades:
    """The scale of the recording's values."""
    if session.rows is not None:
        return session.rows.shades
    if session.trace not in SHADES:
        SHADES[session.trace] = shades_of_trace(session.trace)
    return SHADES[session.trace]
