"""What the window's commands do with folded calls."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from plyscope_window.jobs.background import in_background
from plyscope_window.words import tr

if TYPE_CHECKING:
    from plyscope.analysis.equal_calls import CallGraph
    from plyscope.layout.folded_calls import Folded
    from plyscope.model.trace import Trace

    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.canvas.canvas import Canvas
    from plyscope_window.canvas.folded import FoldedView

SMALL = 50_000
"""Calls that are folded at once."""


def folded_view(canvas: Canvas | None) -> FoldedView | None:
    """The graph over a canvas, where it is to be seen."""
    module = sys.modules.get("plyscope_window.canvas.folded")
    if canvas is None or module is None:
        return None
    found: FoldedView | None = canvas.findChild(module.FoldedView)
    return found if found is not None and not found.isHidden() else None


def is_folded(window: MainWindow) -> bool:
    return folded_view(window.canvas) is not None


def fold_or_unfold(window: MainWindow) -> None:
    """Shows the graph of distinct calls in the place of the tree, or the tree again."""
    from plyscope_window.canvas.folded import FoldedView

    canvas = window.canvas
    assert canvas is not None
    if folded_view(canvas) is not None:
        unfold(canvas)
        return
    made: FoldedView | None = canvas.findChild(FoldedView)
    if made is not None:
        show(made)
        return
    trace = canvas.session.trace
    if len(trace) <= SMALL:
        show(FoldedView(canvas, *folded(trace)))
        return
    window.say(tr("Folding equal calls …"))
    in_background(lambda: folded(trace), lambda found: show_if_wanted(window, canvas, found), lambda error: None)


def folded(trace: Trace) -> tuple[CallGraph, Folded]:
    from plyscope.analysis.equal_calls import fold
    from plyscope.layout.folded_calls import lay_out

    graph = fold(trace)
    return graph, lay_out(trace, graph)


def show_if_wanted(window: MainWindow, canvas: Canvas, found: tuple[CallGraph, Folded]) -> None:
    """The person may have turned to something else meanwhile."""
    from plyscope_window.canvas.folded import FoldedView

    if window.canvas is canvas:
        show(FoldedView(canvas, *found))


def show(view: FoldedView) -> None:
    view.show()
    view.raise_()
    view.setFocus()
    view.present()


def unfold(canvas: Canvas) -> None:
    """Another view of the recording is wanted."""
    there = folded_view(canvas)
    if there is not None:
        there.hide()
        canvas.setFocus()


def no_equal_calls(window: MainWindow) -> str:
    """Why nothing can be folded; empty where it can."""
    if window.session is None:
        return tr("No recording is open.")
    if not window.session.trace.origin.is_user_code:
        return tr("Only recordings of your own code have calls that can be equal.")
    return ""
