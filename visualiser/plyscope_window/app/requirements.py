"""What the actions require: each requirement returns a sentence on what is missing, or an empty text if nothing is.

A disabled command shows this sentence in its tooltip, and in the status bar when its key is pressed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from plyscope.model.declaration import MAX, MIN, Fold, Windows

from plyscope_window.app.main_window import MainWindow
from plyscope_window.app.why_commands import selected_stub
from plyscope_window.pages.searches import why_not_full
from plyscope_window.pages.usercode.usercode_commands import raised_limits
from plyscope_window.words import localized, tr

if TYPE_CHECKING:
    from plyscope_window.session.pair import Pair
    from plyscope_window.session.session import Session

Requirement = Callable[[MainWindow], str]
MAX_FRAMES_AT_ONCE = 200_000
"""The most frames for which whole columns are read at every step."""


def recording(window: MainWindow) -> str:
    """Why no recording is in front; empty where one is."""
    if window.session is not None:
        return ""
    is_elsewhere = any(page.session is not None for page in window.pages)
    return tr("No recording is in front.") if is_elsewhere else tr("No recording is open.")


def of_recording(check: Callable[[Session], str]) -> Requirement:
    """The requirement that the recording in front passes a check, and that there is one."""

    def missing(window: MainWindow) -> str:
        session = window.session
        return recording(window) if session is None else check(session)

    return missing


def unless(holds: Callable[[Session], object], missing: Callable[[], str]) -> Requirement:
    """The requirement that something holds of the recording in front; else `missing` says what is missing."""
    return of_recording(lambda session: "" if holds(session) else missing())


def of_comparison(check: Callable[[Pair], str]) -> Requirement:
    """The requirement that the comparison in front passes a check, and that there is one."""

    def missing(window: MainWindow) -> str:
        pair = window.page.pair
        if pair is None:
            return recording(window) or tr("No comparison is in front.")
        return check(pair)

    return missing


# The page


def recordable(window: MainWindow) -> str:
    """Why there is no edited position and no recording to record; empty where there is one."""
    return "" if window.page.can_record else recording(window)


def findable(window: MainWindow) -> str:
    """Why there is no recording and no page to search; empty where there is one."""
    return "" if window.page.find_field is not None else recording(window)


def savable(window: MainWindow) -> str:
    """Why the page in front cannot be saved; empty where it can be."""
    return window.page.why_not_save


def changes(window: MainWindow) -> str:
    """That everything is saved; empty where there are changes to save."""
    page = window.page
    path = page.path if page.session is None else page.session.path
    return tr("Everything is saved.") if page.is_saved and path is not None else ""


def growable(window: MainWindow) -> str:
    """Why there is no position on which several searches can be tried; empty where there is one."""
    if window.session is not None or not window.page.can_record:
        return known_game(window)
    return "" if window.page.position_to_grow is not None else tr("There is no position yet that could be searched.")


def to_present(window: MainWindow) -> str:
    """Why there is no recording to present; empty where there is one, and to end a presentation."""
    return "" if window.is_presenting else recording(window)


# The recording


known_game = unless(
    lambda session: session.trace.origin.move_texts is None, lambda: tr("The game of this recording is not known here.")
)


def one_recording(window: MainWindow) -> str:
    """Why the canvas shows no single recording, which an export can draw again; empty where it does."""
    pair = window.page.pair
    if pair is not None and window.canvas is not None and window.canvas.session is pair.merged:
        return tr("Two recordings are merged here: copy the picture, or take one of them along, side by side.")
    return recording(window)


@of_recording
def step_ahead(session: Session) -> str:
    """Why there is no step after the cursor's; empty where there is one."""
    if session.cursor.step < session.cursor.last_step:
        return ""
    return tr("This is the last step.") if session.trace.complete else tr("The recording was cut short here.")


step_behind = unless(lambda session: session.cursor.step > 0, lambda: tr("This is the first step."))
executed_lines = unless(lambda session: session.cursor.has_lines, lambda: tr("This recording has no executed lines."))


@of_recording
def cutoffs(session: Session) -> str:
    """Why there is no cutoff to go to; empty where there may be one."""
    trace = session.trace
    if trace.search.windows is Windows.NONE:
        return tr("This search never cuts.")
    if len(trace) <= MAX_FRAMES_AT_ONCE and not trace.facts.cutoff.any():
        return tr("Nothing is cut in this recording.")
    return ""


@of_recording
def best_moves(session: Session) -> str:
    """Why there is no new best move to go to; empty where there may be one."""
    trace = session.trace
    can_choose = any(calls.fold is Fold.BEST for calls in trace.search.calls)
    if not can_choose or (len(trace) <= MAX_FRAMES_AT_ONCE and not trace.facts.kinds & {MAX, MIN}):
        return tr("No call in this recording chooses among moves.")
    return ""


@of_recording
def windows(session: Session) -> str:
    """Why there is no change of α or β to go to; empty where the search has them."""
    return tr("This search has no α and β.") if session.trace.search.windows is Windows.NONE else ""


@of_recording
def bounds(session: Session) -> str:
    """Why a frame has no α or β, with the name of the search; empty where it has them."""
    search = session.trace.search
    return tr("{search} has no α and no β.", search=search.name) if search.windows is Windows.NONE else ""


@of_recording
def breakpoints(session: Session) -> str:
    """Why there is no breakpoint to run to; empty where one is enabled."""
    is_any_enabled = any(breakpoint.enabled for breakpoint in session.cursor.marks.breakpoints)
    return "" if is_any_enabled else tr("No breakpoint is set.")


bookmarks = unless(lambda session: session.cursor.marks.bookmarks, lambda: tr("No bookmark is set."))
matches = unless(lambda session: len(session.matches), lambda: tr("Nothing has been found."))
match_ahead = unless(lambda session: session.matches[-1] > session.cursor.step, lambda: tr("No match after this step."))
match_behind = unless(
    lambda session: session.matches[0] < session.cursor.step, lambda: tr("No match before this step.")
)
earlier_place = unless(lambda session: session.cursor.can_undo, lambda: tr("There is nowhere to go back to."))
later_place = unless(lambda session: session.cursor.can_redo, lambda: tr("There is nowhere to go on to."))
caller = unless(lambda session: session.inspected.ply > 0, lambda: tr("The root has no caller."))


@of_recording
def called(session: Session) -> str:
    """Why the inspected frame has called nothing; empty where it has an open call."""
    is_top = session.inspected.frame == session.cursor.frame
    return tr("The running frame has not called anything yet.") if is_top else ""


@of_recording
def returning(session: Session) -> str:
    """Why the cursor cannot go to the return of the chosen frame; empty where it can."""
    left = session.cursor.steps.leave(session.chosen)
    if left == session.cursor.step:
        return tr("This frame returns at this very step.")
    return "" if left is not None else tr("This frame never returned.")


position_ahead = unless(
    lambda session: occurs(session, forwards=True), lambda: tr("This position does not occur after this step.")
)
position_behind = unless(
    lambda session: occurs(session, forwards=False), lambda: tr("This position does not occur before this step.")
)


def occurs(session: Session, *, forwards: bool) -> bool:
    """Whether the current position is entered before or after this step; assumed for a large recording."""
    trace, cursor = session.trace, session.cursor
    if len(trace) > MAX_FRAMES_AT_ONCE:
        return True
    [frames] = (trace.facts.position_table.of_frame == trace.facts.position_table.of_frame[cursor.frame]).nonzero()
    step = cursor.steps.enter(int(frames[-1 if forwards else 0]))
    return step > cursor.step if forwards else step < cursor.step


below_root = unless(lambda session: session.selected > 0, lambda: tr("The root cannot be hidden."))
children = unless(
    lambda session: session.trace.sizes[session.selected] > 1, lambda: tr("Nothing lies below this frame.")
)


@of_recording
def hidden_frames(session: Session) -> str:
    """Why there is nothing to show again; empty where frames are hidden or collapsed."""
    marks = session.cursor.marks
    return "" if marks.hidden or marks.collapsed else tr("Nothing is hidden.")


# Why


@of_recording
def result(session: Session) -> str:
    """Why there is no proof of the result to be shown; empty where there may be one."""
    if not session.trace.complete:
        return tr("The recording was cut short: it has no result.")
    return "" if session.proving.refusal is None else localized(session.proving.refusal)


followed_reason = unless(lambda session: session.can_go_back, lambda: tr("No reason was followed to here."))


@of_recording
def pruned_here(session: Session) -> str:
    """Why the selected frame has no pruned move to search; empty where it has one."""
    is_known = session.pruned_move is not None or session.has_pruned(session.selected)
    return "" if is_known and session.trace.skips[session.selected] else tr("This frame has pruned no move.")


@of_recording
def pruned_anywhere(session: Session) -> str:
    """Why the recording has no pruned move to search by this step; empty where it has one."""
    if not session.has_counts:
        return tr("Laying out the tree …")
    if session.counts.pruned:
        return ""
    if not session.trace.facts.knows_pruned:
        return tr("It is not known which moves were pruned.")
    is_end = session.known_step == session.cursor.last_step
    return tr("No move was pruned in this recording.") if is_end else tr("No move has been pruned by this step.")


ghosts = unless(lambda session: session.ghosts.found, lambda: tr("No pruned move has been searched afterwards."))
ghost_here = unless(
    lambda session: selected_stub(session) in session.ghosts.found,
    lambda: tr("This pruned move has not been searched afterwards."),
)


# Comparisons


@of_recording
def full_search(session: Session) -> str:
    """Why no full search can be compared with the recording; empty where one can be."""
    return why_not_full(session.trace)


@of_comparison
def comparison(_pair: Pair) -> str:
    """Why no comparison is in front; empty where one is."""
    return ""


@of_comparison
def divergence(pair: Pair) -> str:
    """Why there is no first divergence to go to; empty where there is one."""
    return "" if pair.comparison.first_divergence is not None else tr("Both make the same moves in the same order.")


@of_comparison
def pruned_moves(pair: Pair) -> str:
    """Why neither recording prunes what the other calls; empty where one does."""
    return "" if pair.savings.calls.any() else tr("Neither prunes what the other calls.")


@of_comparison
def differences(pair: Pair) -> str:
    """Why there is no difference to go to; empty where there is one."""
    return "" if len(pair.differences) else tr("No call differs in value, in window, or in being there.")


# User code


user_code = unless(
    lambda session: session.trace.origin.is_user_code, lambda: tr("This is not a recording of user code.")
)


@of_recording
def equal_calls(session: Session) -> str:
    """Why there are no equal calls or positions to fold; empty where there are."""
    if session.trace.origin.is_user_code or session.trace.search.simulates:
        return ""
    return tr("Only recordings of user code have calls that can be equal, and simulations (mcts) positions.")


def program(window: MainWindow) -> str:
    """Why there is no user code to run; empty where there is a page for it, or a recording that names its file."""
    if window.page.runs_code:
        return ""
    missing = user_code(window)
    if missing or window.session is None:
        return missing
    return "" if window.session.trace.user_code.file else tr("The recording does not say which file this was.")


def higher_limit(window: MainWindow) -> str:
    """Why no limit of the run can be raised; empty where one can be."""
    return "" if raised_limits(window) is not None else tr("It did not end at a limit that can be raised here.")


def own_tab(window: MainWindow) -> str:
    """Why the recording cannot be read in another way; empty where it has a tab of its own."""
    return "" if window.page.pair is None else tr("It can be read another way only in a tab of its own.")


@of_recording
def boards(session: Session) -> str:
    """Why there are no boards of a known game among the arguments; empty where there are."""
    read = session.trace.user_code.proposal or {}
    has_boards = any("board" in mine.values() for mine in read.get("roles", {}).values())
    return "" if has_boards or read.get("game") else tr("It has no boards of a game that could be searched here.")
