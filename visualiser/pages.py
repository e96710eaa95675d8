"""What a tab can hold, told apart without loading it: the window appears before canvas and editor are needed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from visualiser.canvas.canvas import Canvas
    from visualiser.editor.page import EditorPage


def as_canvas(page: object) -> Canvas | None:
    """The page as a canvas; None where it is something else."""
    module = sys.modules.get("visualiser.canvas.canvas")
    found: Canvas | None = page if module is not None and isinstance(page, module.Canvas) else None
    return found


def as_editor(page: object) -> EditorPage | None:
    module = sys.modules.get("visualiser.editor.page")
    found: EditorPage | None = page if module is not None and isinstance(page, module.EditorPage) else None
    return found
