"""The commands for the canvas in front and for its selected frame. None of them is called without a recording."""

from __future__ import annotations

import sys
from collections.abc import Callable
from textwrap import shorten
from typing import TYPE_CHECKING

from plyscope.model.marks import Bookmark, Breakpoint, On
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from plyscope_window.app.main_window import MainWindow
from plyscope_window.jobs.background import in_background
from plyscope_window.session.limits import Future
from plyscope_window.widgets import questions
from plyscope_window.words import localized, tr

if TYPE_CHECKING:
    from plyscope.analysis.equal_calls import CallGraph
    from plyscope.layout.folded_calls import Folded
    from plyscope.model.trace import Trace

    from plyscope_window.canvas.canvas import Canvas
    from plyscope_window.canvas.folded import FoldedView
    from plyscope_window.session.session import Session

Command = Callable[[MainWindow], object]
MAX_BOOKMARK_NAME = 60
"""Letters of the sentence that a bookmark is named after; words are not cut in two."""
MAX_FOLDED_AT_ONCE = 50_000
"""The most calls that are folded in the interface thread."""


def canvas_of(window: MainWindow) -> Canvas:
    """The canvas in front, which must be there."""
    assert window.canvas is not None
    return window.canvas


def session_of(window: MainWindow) -> Session:
    """The recording in front, which must be there."""
    assert window.session is not None
    return window.session


# Views


def set_mode(mode: str) -> Command:
    """The command that shows the focus view, the tree or the icicle, in place of folded calls too."""

    def show(window: MainWindow) -> None:
        canvas = canvas_of(window)
        unfold(canvas)
        canvas.set_mode(mode)

    return show


def toggle(option: str) -> Command:
    """The command that turns an option of the canvas on or off."""

    def change(window: MainWindow) -> None:
        canvas = canvas_of(window)
        canvas.set_option(option, not getattr(canvas, option))

    return change


def show_future(future: Future) -> Command:
    """The command that shows what happens after the step in one way."""
    return lambda window: canvas_of(window).set_option("future", future)


def hide_or_outline_future(window: MainWindow) -> None:
    """Hide what happens after the step, or show its outlines."""
    canvas = canvas_of(window)
    canvas.set_option("future", Future.OUTLINES if canvas.session.hides_future else Future.HIDDEN)


def view_in_front(window: MainWindow) -> Canvas | FoldedView:
    """The graph of distinct calls if it covers the canvas, else the canvas."""
    return folded_view(window.canvas) or canvas_of(window)


def centre(window: MainWindow) -> None:
    """Select the running frame and centre it."""
    canvas = canvas_of(window)
    canvas.session.select(canvas.session.cursor.frame)
    canvas.show_frame(canvas.session.cursor.frame)


def select_root(window: MainWindow) -> None:
    """Select the root and bring it into the middle."""
    canvas = canvas_of(window)
    canvas.session.select(0)
    canvas.show_frame(0)


def zoom_to_subtree(window: MainWindow) -> None:
    """Fit the subtree of the selected frame to the canvas."""
    canvas = canvas_of(window)
    canvas.show_subtree(canvas.session.selected)


def next_part(window: MainWindow) -> None:
    """Move the keyboard focus to the next part of the window."""
    canvas = canvas_of(window)
    panels = [dock.panel for dock in window.docks.in_focus_order if dock.is_seen and dock.panel is not None]
    has_keyboard = [panel.isAncestorOf(window.focusWidget() or canvas) for panel in panels]
    now = has_keyboard.index(True) + 1 if any(has_keyboard) else 0
    following = (now + 1) % (len(panels) + 1)
    if following == 0:
        canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)
    else:
        panels[following - 1].take_keyboard()


# Folded calls


def folded_view(canvas: Canvas | None) -> FoldedView | None:
    """The graph of distinct calls that covers a canvas; None where there is none."""
    module = sys.modules.get("plyscope_window.canvas.folded")
    if canvas is None or module is None:
        return None
    view: FoldedView | None = canvas.findChild(module.FoldedView)
    return view if view is not None and not view.isHidden() else None


def is_folded(window: MainWindow) -> bool:
    """Whether the graph of distinct calls covers the canvas in front."""
    return folded_view(window.canvas) is not None


def fold_or_unfold(window: MainWindow) -> None:
    """Show the graph of distinct calls in place of the tree, or the tree again."""
    from plyscope_window.canvas.folded import FoldedView

    canvas = canvas_of(window)
    if folded_view(canvas) is not None:
        unfold(canvas)
        return
    view: FoldedView | None = canvas.findChild(FoldedView)
    if view is not None:
        show_folded(view)
        return

    def show(folded: tuple[CallGraph, Folded]) -> None:
        if window.canvas is canvas:
            show_folded(FoldedView(canvas, *folded))

    trace = canvas.session.trace
    if len(trace) <= MAX_FOLDED_AT_ONCE:
        show(fold_calls(trace))
    else:
        window.say(tr("Folding equal calls …"))
        in_background(lambda: fold_calls(trace), show, lambda error: None)


def fold_calls(trace: Trace) -> tuple[CallGraph, Folded]:
    """Fold equal calls, or the positions of simulations, and lay the graph out; called in any thread."""
    from plyscope.analysis.equal_calls import fold, fold_simulations
    from plyscope.layout.folded_calls import lay_out

    graph = fold_simulations(trace) if trace.search.simulates else fold(trace)
    return graph, lay_out(trace, graph)


def show_folded(view: FoldedView) -> None:
    """Show a graph of distinct calls over its canvas."""
    view.show()
    view.raise_()
    view.setFocus()
    view.present()


def unfold(canvas: Canvas) -> None:
    """Show the tree again in place of the graph of distinct calls."""
    view = folded_view(canvas)
    if view is not None:
        view.hide()
        canvas.setFocus()


# Moving the cursor


def run_to_selected(window: MainWindow) -> None:
    """Go to the step at which the selected frame is entered; from there, to that at which it returns."""
    window.stepping.run_to(session_of(window).selected)


def ask_step(window: MainWindow) -> None:
    """Ask for a step, and go there."""
    cursor = session_of(window).cursor
    step = questions.ask_step(window, cursor.step, cursor.last_step)
    if step is not None:
        window.stepping.do(lambda cursor: cursor.go(step))


def inspect(levels: int) -> Command:
    """The command that shows the variables of the caller (-1) or of the called frame (1)."""
    return lambda window: session_of(window).select_neighbour(levels)


def focus_find(window: MainWindow) -> None:
    """Move the keyboard to the find field of the page in front, or else to the find bar."""
    field = window.page.find_field or window.find_bar.field
    field.setFocus(Qt.FocusReason.ShortcutFocusReason)
    field.selectAll()


# Marks


def break_at_line(window: MainWindow) -> None:
    """Set a breakpoint on the condition where it is being typed, else on the inspected frame's line, or remove it."""
    if window.find_bar.field.hasFocus():
        window.find_bar.toggle_breakpoint()
        return
    session = session_of(window)
    session.toggle_breakpoint(Breakpoint(On.LINE, str(session.inspected.line)))


def break_at_frame(window: MainWindow) -> None:
    """Set a breakpoint on the selected frame, or remove it."""
    session = session_of(window)
    session.toggle_breakpoint(Breakpoint(On.FRAME, str(session.selected)))


def bookmark(window: MainWindow) -> None:
    """Set a bookmark that the user names at the cursor's step, or remove the one there."""
    from plyscope.text.narration import sentence

    session = session_of(window)
    cursor = session.cursor
    if cursor.step in cursor.marks.bookmarks:
        session.toggle_bookmark()
        window.say(tr("The bookmark is removed."))
        return
    window.stepping.stop()
    name = shorten(localized(sentence(cursor.trace, cursor.now)), MAX_BOOKMARK_NAME, placeholder="…")
    answer = questions.ask_bookmark(window, name)
    if answer is not None:
        name, note = answer
        session.set_bookmark(Bookmark(cursor.step, name, note))
        window.say(tr("Bookmarked: {name}", name=name))


# Hiding


def collapse(window: MainWindow) -> None:
    """Collapse the subtree of the selected frame, or expand it."""
    session = session_of(window)
    collapsed = session.cursor.marks.collapsed
    collapsed ^= {session.selected}
    lay_out_marked(session)


def hide(window: MainWindow) -> None:
    """Hide the selected frame and everything below it, and select its caller."""
    session = session_of(window)
    frame = session.selected
    session.cursor.marks.hidden.add(frame)
    session.select(session.trace.parents[frame])
    lay_out_marked(session)


def unhide(window: MainWindow) -> None:
    """Show all frames that were hidden or collapsed."""
    session = session_of(window)
    session.cursor.marks.hidden.clear()
    session.cursor.marks.collapsed.clear()
    lay_out_marked(session)


def lay_out_marked(session: Session) -> None:
    """Note the changed marks, and have the row index made again."""
    session.mark()
    session.layout_requested.emit()


# Copying


def copy_position(window: MainWindow) -> None:
    """Copy the position of the selected frame as text."""
    session = session_of(window)
    game = session.trace.position.game
    QGuiApplication.clipboard().setText(f"{game.name}:{game.text(session.trace.state(session.selected))}")
    window.say(tr("The position is copied."))


def copy_picture(window: MainWindow) -> None:
    """Copy the canvas as a picture."""
    QGuiApplication.clipboard().setPixmap(canvas_of(window).grab())
    window.say(tr("The picture is copied."))


def copy_explanation(window: MainWindow) -> None:
    """Copy the sentence of the step; in a comparison, what pruning saved, and why each cutoff was safe."""
    from plyscope.text.narration import sentence
    from plyscope.text.reasons import reason

    from plyscope_window.pages.compare.head import headline_content
    from plyscope_window.panels.savings import explanation_texts

    pair = window.page.pair
    if pair is not None:
        texts = [headline_content(pair).sentence, *explanation_texts(pair)]
    else:
        session = session_of(window)
        messages = [message(session.trace, session.cursor.now) for message in (sentence, reason)]
        texts = [" ".join(localized(message) for message in messages if message is not None)]
    QGuiApplication.clipboard().setText("\n\n".join(texts))
    window.say(tr("The explanation is copied."))


def copy_as(form: str) -> Command:
    """The command that copies the visible part of the tree in a format."""

    def copy(window: MainWindow) -> None:
        from plyscope_window.export import clipboard

        window.say(clipboard.copy(canvas_of(window), form))

    return copy


def write_bookmarks(window: MainWindow) -> None:
    """Write the bookmarked steps as a handout, in the format that the path's suffix names."""
    from plyscope.worksheets.handout import write_handout

    session = session_of(window)
    kinds = tr("Handouts ({patterns})", patterns="*.pdf *.html *.tex")
    path = questions.ask_new_path(window, tr("Write a handout"), window.settings.folder / "handout.pdf", kinds)
    if path is None:
        return
    steps = sorted(session.cursor.marks.bookmarks)
    refusal = tr("The handout cannot be written.")
    if questions.succeeds(window, lambda: write_handout(session.trace, steps, path, force=True), refusal):
        window.say(tr("Written: {path}", path=str(path)))


def export(window: MainWindow) -> None:
    """Open the dialog of the export."""
    from plyscope_window.export.export_dialog import show_export

    show_export(window, canvas_of(window), window.settings)
