"""What recordings are called: in tabs, in the names of files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from plyscope_window.pages.usercode import usercode_commands as own_code
from plyscope_window.words import tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

    from plyscope_window.session.session import Session


def title_of(trace: Trace, path: Path | None) -> str:
    """By its file, its position, or else its game; and by its search. Own code by its call."""
    if trace.origin.is_user_code:
        title = own_code.title_of(trace)
        return title if trace.complete else tr("{title} (cut short)", title=title)
    name = path.stem if path is not None else trace.position.title or trace.position.game.name
    if not trace.complete:
        return tr("{name} · {search} (cut short)", name=name, search=trace.search.name)
    return tr("{name} · {search}", name=name, search=trace.search.name)


def tab_title(session: Session) -> str:
    return session.title if session.is_saved else tr("{title} *", title=session.title)


def file_name(title: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in title).strip("-").lower()[:60] or "recording"
