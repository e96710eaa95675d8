"""What a tab can hold, told apart without loading it: the window appears before canvas and editor are needed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from visualiser.canvas.canvas import Canvas
    from visualiser.comparing.page import ComparisonPage
    from visualiser.editor.page import EditorPage
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
