"""Going to the frame that set a value, an α or a β: from the keyboard, a menu, or a table's cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyscope.text.explanation import Reason, origin_reasons
from plyscope.text.narration import sentence

from plyscope_window.words import localized

if TYPE_CHECKING:
    from plyscope_window.session.session import Session

VALUE, ALPHA, BETA = range(3)
"""The numbers by which the three are requested."""


def origin(session: Session, place: int) -> Reason | None:
    """Where the value, α or β of the selected frame comes from, as far as the cursor's step knows; `place` says which.

    None for α and β of a search that has none.
    """
    reasons = origin_reasons(session.trace, session.selected, session.cursor.step)
    return reasons[place] if place < len(reasons) else None


def follow_origin(session: Session, place: int) -> None:
    """Go to the step that set a value, α or β, and announce what happens there; without such a step, the reason.

    At an earlier step the answer would tell what comes after it.
    """
    reason = origin(session, place)
    if reason is None:
        return
    asked_at = session.cursor.step
    if reason.step >= 0:
        session.follow_reason(reason.step, reason.frame)
    is_earlier = session.cursor.step < asked_at
    session.announced.emit(localized(sentence(session.trace, session.cursor.now) if is_earlier else reason.sentence))
