"""What a tab can hold, told apart without loading it: the window appears before canvas and editor are needed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from plyscope.model.origin import OUR_SEARCH

from plyscope_window.app.docks import COMPARISONS, SEARCHES, USER_CODE

if TYPE_CHECKING:
    from plyscope_window.canvas.canvas import Canvas
    from plyscope_window.pages.compare.compare_page import ComparisonPage
    from plyscope_window.pages.editor.editor_page import EditorPage
    from plyscope_window.pages.match.match_page import MatchPage
    from plyscope_window.pages.play.lab import LabPage
    from plyscope_window.pages.play.play_page import PlayPage
    from plyscope_window.pages.usercode.usercode_page import UserCodePage
    from plyscope_window.session.session import Session


def as_canvas(page: object) -> Canvas | None:
    """The page as a canvas; None where it is something else."""
    module = sys.modules.get("plyscope_window.canvas.canvas")
    found: Canvas | None = page if module is not None and isinstance(page, module.Canvas) else None
    return found


def as_editor(page: object) -> EditorPage | None:
    module = sys.modules.get("plyscope_window.pages.editor.editor_page")
    found: EditorPage | None = page if module is not None and isinstance(page, module.EditorPage) else None
    return found


def as_comparison(page: object) -> ComparisonPage | None:
    module = sys.modules.get("plyscope_window.pages.compare.compare_page")
    found: ComparisonPage | None = page if module is not None and isinstance(page, module.ComparisonPage) else None
    return found


def as_play(page: object) -> PlayPage | None:
    module = sys.modules.get("plyscope_window.pages.play.play_page")
    found: PlayPage | None = page if module is not None and isinstance(page, module.PlayPage) else None
    return found


def as_lab(page: object) -> LabPage | None:
    module = sys.modules.get("plyscope_window.pages.play.lab")
    found: LabPage | None = page if module is not None and isinstance(page, module.LabPage) else None
    return found


def as_user_code(page: object) -> UserCodePage | None:
    module = sys.modules.get("plyscope_window.pages.usercode.usercode_page")
    found: UserCodePage | None = page if module is not None and isinstance(page, module.UserCodePage) else None
    return found


def as_match(page: object) -> MatchPage | None:
    module = sys.modules.get("plyscope_window.pages.match.match_page")
    found: MatchPage | None = page if module is not None and isinstance(page, module.MatchPage) else None
    return found


def canvas_in(page: object) -> Canvas | None:
    """The canvas that the commands act upon: the page itself, or the one in front in it."""
    comparison = as_comparison(page)
    return as_canvas(page) if comparison is None else comparison.canvas


def session_in(page: object) -> Session | None:
    """The recording that the panels show and the commands move."""
    comparison, canvas = as_comparison(page), as_canvas(page)
    if comparison is not None:
        return comparison.session
    return None if canvas is None else canvas.session


def subjects_of(page: object) -> frozenset[str]:
    """What the recording in front is about; docks that belong to something else are not there with it."""
    session = session_in(page)
    origin = OUR_SEARCH if session is None else session.trace.origin
    found = {USER_CODE} if origin.is_user_code else set()
    if origin.is_search:
        found.add(SEARCHES)
    if as_comparison(page) is not None:
        found.add(COMPARISONS)
    return frozenset(found)
