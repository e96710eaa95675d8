"""Going to the frame that set a value, an α or a β: from the keyboard, a menu, or a table's cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyscope.text.explanation import Reason, origins

from plyscope_window.words import localized

if TYPE_CHECKING:
    from plyscope_window.session.session import Session

VALUE, ALPHA, BETA = range(3)


def origin(session: Session, place: int) -> Reason | None:
    """Where the selected frame's value, α or β comes from, as far as the cursor's step knows. `place` says which.

    None for α and β of a search that has none.
    """
    found = origins(session.trace, session.selected, session.cursor.step)
    return found[place] if place < len(found) else None


def follow_origin(session: Session, place: int) -> None:
    """Move the cursor to the step that set it, where there is one, and explain in a sentence why it is so."""
    reason = origin(session, place)
    if reason is not None:
        if reason.step >= 0:
            session.follow_reason(reason.step, reason.frame)
        session.announced.emit(localized(reason.sentence))
