"""What a tab can hold, told apart without loading it: the window appears before canvas and editor are needed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from visualiser.docks import COMPARISONS, OWN_CODE, SEARCHES

if TYPE_CHECKING:
    from visualiser.canvas.canvas import Canvas
    from visualiser.comparing.page import ComparisonPage
    from visualiser.debugging.page import OwnCodePage
    from visualiser.editor.page import EditorPage
    from visualiser.matching.page import MatchPage
    from visualiser.playing.lab import LabPage
    from visualiser.playing.page import PlayPage
    from visualiser.session import Session


def as_canvas(page: object) -> Canvas | None:
    """The page as a canvas; None where it is something else."""
    module = sys.modules.get("visualiser.canvas.canvas")
    found: Canvas | None = page if module is not None and isinstance(page, module.Canvas) else None
    return found


def as_editor(page: object) -> EditorPage | None:
    module = sys.modules.get("visualiser.editor.page")
    found: EditorPage | None = page if module is not None and isinstance(page, module.EditorPage) else None
    return found


def as_comparison(page: object) -> ComparisonPage | None:
    module = sys.modules.get("visualiser.comparing.page")
    found: ComparisonPage | None = page if module is not None and isinstance(page, module.ComparisonPage) else None
    return found


def as_play(page: object) -> PlayPage | None:
    module = sys.modules.get("visualiser.playing.page")
    found: PlayPage | None = page if module is not None and isinstance(page, module.PlayPage) else None
    return found


def as_lab(page: object) -> LabPage | None:
    module = sys.modules.get("visualiser.playing.lab")
    found: LabPage | None = page if module is not None and isinstance(page, module.LabPage) else None
    return found


def as_own_code(page: object) -> OwnCodePage | None:
    module = sys.modules.get("visualiser.debugging.page")
    found: OwnCodePage | None = page if module is not None and isinstance(page, module.OwnCodePage) else None
    return found


def as_match(page: object) -> MatchPage | None:
    module = sys.modules.get("visualiser.matching.page")
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
    own = None if session is None else session.trace.own
    found = {OWN_CODE} if own is not None else set()
    if own is None or own.proposal is not None:
        found.add(SEARCHES)
    if as_comparison(page) is not None:
        found.add(COMPARISONS)
    return frozenset(found)
