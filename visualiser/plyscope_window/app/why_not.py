"""Why a command cannot act just now, in a sentence; empty where it can. A disabled command says this when asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyscope.model.declaration import Windows

from plyscope_window.pages.pages import as_comparison, as_play
from plyscope_window.words import tr

if TYPE_CHECKING:
    from plyscope_window.app.main_window import MainWindow

SMALL = 200_000
"""Frames up to which whole columns are looked at with every step."""


def always(window: MainWindow) -> str:
    return ""


def recording(window: MainWindow) -> str:
    return "" if window.session is not None else tr("No recording is open.")


def one_recording(window: MainWindow) -> str:
    """What draws a recording anew cannot draw two in one."""
    comparison = as_comparison(window.page)
    if comparison is not None and comparison.look == "merged":
        return tr("Two recordings are merged here: copy the picture, or take one of them along, side by side.")
    return recording(window)


def known_game(window: MainWindow) -> str:
    """Whether the position of the recording is one of a game of ours, so that it can be searched."""
    session = window.session
    if session is None:
        return recording(window)
    return "" if session.trace.origin.move_texts is None else tr("The game of this recording is not known here.")


def growable(window: MainWindow) -> str:
    """Whether there is a position in front that several searches can be tried on."""
    if window.editor is None:
        return known_game(window)
    return "" if window.editor.position is not None else tr("There is no position yet that could be searched.")


def forwards(window: MainWindow) -> str:
    if window.session is None:
        return recording(window)
    cursor = window.session.cursor
    if cursor.step < cursor.last_step:
        return ""
    return tr("This is the last step.") if window.session.trace.complete else tr("The recording was cut short here.")


def backwards(window: MainWindow) -> str:
    if window.session is None:
        return recording(window)
    return "" if window.session.cursor.step > 0 else tr("This is the first step.")


def line_ahead(window: MainWindow) -> str:
    return forwards(window) or executed_lines(window)


def line_behind(window: MainWindow) -> str:
    return backwards(window) or executed_lines(window)


def executed_lines(window: MainWindow) -> str:
    assert window.session is not None
    return "" if window.session.cursor.has_lines else tr("This recording has no executed lines.")


def cut_ahead(window: MainWindow) -> str:
    return forwards(window) or cuts(window)


def cut_behind(window: MainWindow) -> str:
    return backwards(window) or cuts(window)


def cuts(window: MainWindow) -> str:
    assert window.session is not None
    trace = window.session.trace
    if trace.search.windows is Windows.NONE:
        return tr("This search never cuts.")
    if len(trace) <= SMALL and not trace.facts.cutoff.any():
        return tr("Nothing is cut in this recording.")
    return ""


def change_ahead(window: MainWindow) -> str:
    return forwards(window) or has_windows(window)


def change_behind(window: MainWindow) -> str:
    return backwards(window) or has_windows(window)


def has_windows(window: MainWindow) -> str:
    assert window.session is not None
    return tr("This search has no α and β.") if window.session.trace.search.windows is Windows.NONE else ""


def breakpoint_ahead(window: MainWindow) -> str:
    return forwards(window) or breakpoints(window)


def breakpoint_behind(window: MainWindow) -> str:
    return backwards(window) or breakpoints(window)


def breakpoints(window: MainWindow) -> str:
    assert window.session is not None
    enabled = any(one.enabled for one in window.session.cursor.marks.breakpoints)
    return "" if enabled else tr("No breakpoint is set.")


def bookmarks(window: MainWindow) -> str:
    if window.session is None:
        return recording(window)
    return "" if window.session.cursor.marks.bookmarks else tr("No bookmark is set.")


def hit_ahead(window: MainWindow) -> str:
    if window.session is None or not len(window.session.hits):
        return no_hits(window)
    return "" if window.session.hits[-1] > window.session.cursor.step else tr("No hit after this step.")


def hit_behind(window: MainWindow) -> str:
    if window.session is None or not len(window.session.hits):
        return no_hits(window)
    return "" if window.session.hits[0] < window.session.cursor.step else tr("No hit before this step.")


def no_hits(window: MainWindow) -> str:
    return recording(window) or tr("Nothing has been found.")


def been(window: MainWindow) -> str:
    if window.session is None:
        return recording(window)
    return "" if window.session.cursor.can_undo else tr("There is nowhere to go back to.")


def undone(window: MainWindow) -> str:
    if window.session is None:
        return recording(window)
    return "" if window.session.cursor.can_redo else tr("There is nowhere to go on to.")


def caller(window: MainWindow) -> str:
    if window.session is None:
        return recording(window)
    return "" if window.session.inspected.ply > 0 else tr("The root has no caller.")


def called(window: MainWindow) -> str:
    if window.session is None:
        return recording(window)
    is_top = window.session.inspected.frame == window.session.cursor.frame
    return tr("The running frame has called nobody yet.") if is_top else ""


def returning(window: MainWindow) -> str:
    if window.session is None:
        return recording(window)
    cursor = window.session.cursor
    left = cursor.steps.leave(window.session.chosen)
    if left == cursor.step:
        return tr("This frame returns at this very step.")
    return "" if left is not None else tr("This frame never returned.")


def position_ahead(window: MainWindow) -> str:
    return forwards(window) or (
        "" if occurs(window, forwards=True) else tr("This position does not occur after this step.")
    )


def position_behind(window: MainWindow) -> str:
    return backwards(window) or (
        "" if occurs(window, forwards=False) else tr("This position does not occur before this step.")
    )


def occurs(window: MainWindow, *, forwards: bool) -> bool:
    """Whether a frame on the position at work is entered on this side of the step; in a large recording perhaps."""
    session = window.session
    assert session is not None
    trace, cursor = session.trace, session.cursor
    if len(trace) > SMALL:
        return True
    [frames] = (trace.facts.position_table.of_frame == trace.facts.position_table.of_frame[cursor.frame]).nonzero()
    frame = int(frames[-1 if forwards else 0])
    step = cursor.steps.enter(frame)
    return step > cursor.step if forwards else step < cursor.step


def not_root(window: MainWindow) -> str:
    if window.session is None:
        return recording(window)
    return "" if window.session.selected > 0 else tr("The root cannot be hidden.")


def with_children(window: MainWindow) -> str:
    if window.session is None:
        return recording(window)
    return "" if window.session.trace.sizes[window.session.selected] > 1 else tr("Nothing lies below this frame.")


def something_hidden(window: MainWindow) -> str:
    if window.session is None:
        return recording(window)
    marks = window.session.cursor.marks
    return "" if marks.hidden or marks.collapsed else tr("Nothing is hidden.")


def position(window: MainWindow) -> str:
    """Whether there is a position in front that can be recorded."""
    return "" if window.editor is not None else recording(window)


def game_or_recording(window: MainWindow) -> str:
    page = as_play(window.page)
    if page is None:
        return recording(window)
    return "" if page.play is not None else tr("No game has begun yet.")


def unsaved(window: MainWindow) -> str:
    page = as_play(window.page)
    if page is not None:
        is_saved = page.is_saved and page.path is not None
        return game_or_recording(window) or (tr("Everything is saved.") if is_saved else "")
    if window.session is None:
        return recording(window)
    is_saved = window.session.is_saved and window.session.path is not None
    return tr("Everything is saved.") if is_saved else ""


def to_present(window: MainWindow) -> str:
    """Whoever presents can always leave that."""
    return "" if window.is_presenting else recording(window)


def full(window: MainWindow) -> str:
    """Whether there is a full search to compare the recording with."""
    from plyscope_window.pages.compare.searches import why_not_full

    if window.session is None:
        return recording(window)
    return known_game(window) or why_not_full(window.session.trace)


def comparison(window: MainWindow) -> str:
    is_there = as_comparison(window.page) is not None
    return "" if is_there else recording(window) or tr("No comparison is in front.")


def divergence(window: MainWindow) -> str:
    page = as_comparison(window.page)
    if page is None:
        return comparison(window)
    is_there = page.pair.comparison.first_divergence is not None
    return "" if is_there else tr("Step by step, both are the same.")


def difference(window: MainWindow) -> str:
    page = as_comparison(window.page)
    if page is None:
        return comparison(window)
    return "" if len(page.pair.differences) else tr("No call differs in value, in window, or in being there.")
