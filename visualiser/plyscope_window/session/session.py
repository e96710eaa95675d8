"""A session: one recording that is open in the window. The one bridge between the cursor and Qt.

Data flows one way. A view that needs the cursor elsewhere asks the session; the session moves it and emits `moved`;
every view then shows the cursor. No view changes another one, and none keeps a fact of its own.

The proof of the root's value belongs to the session as well. It is found once, in the background, since a large
recording takes a moment: a view that shows the proof requests it, and `done` is emitted when it has been found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from plyscope.analysis.so_far import Counts, SoFar
from plyscope.layout.rows import NO_FRAMES, Ints, Rows
from plyscope.layout.shades import shades_of_trace
from plyscope.model.breakpoints import existing_steps
from plyscope.model.columns import INNER
from plyscope.model.conditions import parse
from plyscope.model.cursor import Cursor
from plyscope.model.declaration import MAX
from plyscope.model.marks import Bookmark, Breakpoint
from plyscope.model.position import Board, Cell
from plyscope.model.stack import StackFrame
from plyscope.model.steps import in_order
from plyscope.model.trace import Trace
from PySide6.QtCore import QObject, QPoint, Signal

from plyscope_window.jobs.background import Answer, each_in_background, in_background
from plyscope_window.session.ghosts import Ghosts
from plyscope_window.session.limits import Future, OutsideProof
from plyscope_window.session.prediction import Prediction
from plyscope_window.words import localized, tr

if TYPE_CHECKING:
    from plyscope.analysis.proof import Proof
    from plyscope.messages import InputError, Message
    from plyscope.model.trace import Trace
    from plyscope.usercode.marks_not_undone import MarksNotUndone

MAX_COUNTED_AT_ONCE = 300_000
"""The most frames that are counted in the interface thread."""
VARIATION, CUT, ALL = "P", "C", "A"
"""The letters for the three kinds of nodes of a proof, as used after Knuth and Moore."""


class Proving(QObject):
    """The proof of one recording: not requested, being found, found, or impossible."""

    done = Signal()
    """It has been found, or it is known that there is none."""

    def __init__(self, trace: Trace) -> None:
        # No parent: work in the background may outlive the session.
        super().__init__()
        self.trace = trace
        self.proof: Proof | None = None
        self.refusal: Message | None = None
        """Why there is none."""
        self.sentences: list[Message] = []
        """What is said of it."""
        self.unneeded = NO_FRAMES
        """The uppermost frames that do not belong to it."""
        self.outside = OutsideProof.SHOWN
        self._is_requested = False

    @property
    def is_shown(self) -> bool:
        """Whether the proof is shown, with everything else dimmed or hidden."""
        return self.outside is not OutsideProof.SHOWN

    @property
    def strong(self) -> NDArray[np.bool_] | None:
        """A mask of the frames that are not dimmed; None where none is dimmed."""
        return self.proof.needs > 0 if self.proof is not None and self.outside is OutsideProof.DIMMED else None

    @property
    def hidden(self) -> Ints:
        """The tops of the subtrees that are hidden."""
        return self.unneeded if self.outside is OutsideProof.HIDDEN else NO_FRAMES

    @property
    def is_running(self) -> bool:
        """Whether the proof has been requested and not been found yet."""
        return self._is_requested and self.proof is None and self.refusal is None

    def request(self) -> None:
        """Find the proof, unless that was requested before."""
        if not self._is_requested:
            self._is_requested = True
            trace = self.trace
            in_background(lambda: proof_of(trace), self._keep, self._refuse)

    def _keep(self, proved: tuple[Proof, list[Message], Ints]) -> None:
        """Keep the proof that has been found."""
        self.proof, self.sentences, self.unneeded = proved
        self.done.emit()

    def _refuse(self, error: InputError) -> None:
        """Keep why there is no proof."""
        self.refusal = error.message
        self.done.emit()

    def letter(self, frame: int) -> str:
        """P, C or A for a frame of the proof; empty for its leaves off the variation, and for all other frames."""
        if self.proof is None:
            return ""
        from plyscope.analysis.proof import AT_LEAST, AT_MOST, BOTH

        need = int(self.proof.needs[frame])
        if need == BOTH:
            return VARIATION
        if not need or self.trace.statuses[frame] != INNER:
            return ""
        return CUT if need == (AT_LEAST if self.trace.kinds[frame] == MAX else AT_MOST) else ALL


def proof_of(trace: Trace) -> tuple[Proof, list[Message], Ints]:
    """Find the proof of the root's value, the sentences about it, and the uppermost frames that do not belong to it."""
    from plyscope.analysis.proof import proof
    from plyscope.text.explanation import facts_of_proof, proof_sentences

    proved = proof(trace)
    parents_need = proved.needs[np.maximum(trace.column("parent"), 0)]
    unneeded = np.flatnonzero((proved.needs == 0) & (parents_need > 0))
    return proved, proof_sentences(trace, facts_of_proof(trace, proved)), unneeded.astype(np.int32)


def asks_about_parent(condition: str) -> bool:
    """Whether a condition is about a frame and its parent, and so is known only when that one returns."""
    return "best" in condition


Command = Callable[[Cursor], bool]
"""A command of the cursor; False where it changes nothing."""
Matches = tuple[NDArray[np.int64], NDArray[np.bool_] | None]
"""The steps at which frames that match return, and a mask of these frames; None without a condition."""


class FollowedReason(NamedTuple):
    """A reason that was followed."""

    step: int
    """The step it led to."""
    selected: int
    pruned_move: int | None
    """What was selected before."""


class Session(QObject):
    """One recording, its cursor, and the user's marks."""

    moved = Signal()
    """The cursor has moved, or another frame is selected."""
    marked = Signal()
    """Breakpoints, bookmarks or hidden frames have changed."""
    search_changed = Signal()
    """The search condition and its matches have changed."""
    laid_out = Signal()
    """There is a new row index, or one of more plies."""
    title_changed = Signal()
    """The name, the file or the unsaved marker has changed."""
    refused = Signal(str)
    """A request could not be carried out; the argument is the reason."""
    announced = Signal(str)
    """An answer to a request, as text."""
    recording_requested = Signal(object)
    """A tab was requested for another trace: a ghost of this one."""
    menu_requested = Signal(int, QPoint)
    """The menu of the selected frame was requested, at a point of the screen."""
    layout_requested = Signal()
    """The row index must be made again."""
    reading_requested = Signal(object)
    """User code is to be read with the roles that the user gives: for each function, by the names of parameters."""
    preview_requested = Signal(object, str)
    """A recording is to be shown over this one while a reading of it is considered, and its name; None ends that."""
    line_requested = Signal(int)
    """A line of the source was requested to be visible."""
    asked = Signal()
    """Stepping has stopped before a decision that is to be predicted."""
    bugs_shown = Signal()
    """It is known which pieces were left behind on boards."""
    bug_steps: Mapping[int, int] = {}
    """Lines of the source in which bugs were found, each with the step that shows the bug."""
    marks_not_undone: MarksNotUndone | None = None
    """The pieces that calls of user code left on boards; None where there are none, or before that is known."""

    def __init__(self, trace: Trace, title: str, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.trace = trace
        self.cursor = Cursor(trace)
        self.prediction = Prediction(trace)
        self.title = title
        self.path = path
        """The file it was opened from or saved to."""
        self.is_saved = path is not None
        self.rows: Rows | None = None
        """The row index; None while none is there. A large recording gets one of its upper plies first."""
        self._layout: Answer | None = None
        """The row index that is being made."""
        self.layouts = 0
        """How many row indexes there have been."""
        self.selected: int = 0
        """The frame that was clicked or reached by the arrow keys."""
        self.pruned_move: int | None = None
        """The selected pruned move of the selected frame; None where the frame itself is selected."""
        self.ghosts = Ghosts(trace)
        self.proving = Proving(trace)
        self.proving.done.connect(self._proved)
        self.future = Future.OUTLINES
        """How what happens after the cursor's step is shown."""
        self.condition = ""
        """The condition in the find bar."""
        self.matches: NDArray[np.int64] = np.empty(0, np.int64)
        """The steps of its matches, ascending."""
        self.matching: NDArray[np.bool_] | None = None
        """A mask of the frames that match it; None without a condition."""
        self.matches_known_at: NDArray[np.int64] = self.matches
        """The steps from which on matches are known, ascending."""
        self._followed: list[FollowedReason] = []
        """The reasons followed so far, each with the selection that it was followed from."""
        self._stack: tuple[int, list[StackFrame]] = (-1, [])
        self._known: tuple[int, int] = (-1, 0)
        """A step, and how many frames have been entered by then."""
        self._counts: tuple[int, Counts] | None = None
        """A step, and what has been counted by then."""

    # Moving the cursor

    def act(self, command: Command) -> bool:
        """Carry out a command of the cursor, up to a question, and select what the step is about; False: no change."""
        before = self.cursor.step
        if not command(self.cursor):
            return False
        stop = self.prediction.stop_before(self.cursor.steps, before, self.cursor.step)
        if stop is not None:
            self.cursor.go(stop)
        self.pruned_move = None
        self.selected = self.affected
        self.moved.emit()
        if stop is not None:
            self.asked.emit()
        return True

    @property
    def affected(self) -> int:
        """The frame that the step is about: the child that has returned, or the frame that it cut."""
        now = self.cursor.now
        if now.child < 0 or self.trace.fold_at(now.frame, now.child)[1].is_cut:
            return self.cursor.frame
        return now.child

    @property
    def chosen(self) -> int:
        """The selected frame; the running one where the selected one is only what the step is about."""
        return self.cursor.frame if self.selected == self.affected else self.selected

    def go(self, step: int) -> bool:
        """Go to a step; False where the cursor is there already."""
        return self.act(lambda cursor: cursor.go(step))

    def show_bugs(self, steps: Mapping[int, int], marks_not_undone: MarksNotUndone | None) -> None:
        """Mark the lines of the source in which bugs were found, and the pieces that calls left on boards."""
        if (steps, marks_not_undone) != (self.bug_steps, self.marks_not_undone):
            self.bug_steps, self.marks_not_undone = steps, marks_not_undone
            self.bugs_shown.emit()
            self.moved.emit()

    @property
    def wrong_lines(self) -> frozenset[int]:
        """The lines whose bugs have been seen by the last step that is shown."""
        return frozenset(line for line, step in self.bug_steps.items() if step <= self.known_step)

    def cells_left_marked(self, frame: int) -> frozenset[Cell]:
        """The cells of a frame's board with pieces left by earlier calls, as far as is known at the step."""
        marks = self.marks_not_undone
        return frozenset() if marks is None else marks.marked_cells(frame, self.known_frames)

    @property
    def leaves_marks(self) -> bool:
        """Whether it is known at the step that calls leave pieces on the board."""
        return self.marks_not_undone is not None and bool(self.marks_not_undone.kinds(self.known_frames))

    def board(self, frame: int) -> Board:
        """The board of a frame, with the cells of its last move and those with pieces left by earlier calls."""
        trace = self.trace
        board = trace.position.game.board(trace.state(frame), trace.last_move(frame))
        left = self.cells_left_marked(frame)
        return board._replace(left=left, last_move=board.last_move - left) if left else board

    def go_to_frame(self, frame: int) -> bool:
        """Go to the step that enters a frame; False where the cursor is there already."""
        return self.act(lambda cursor: cursor.go_to_frame(frame))

    def travel_to(self, frame: int) -> bool:
        """Go to where a frame is entered; from there, to where it returns. False where the cursor stays."""
        steps = self.cursor.steps
        left, is_there = steps.leave(frame), self.cursor.step == steps.enter(frame)
        return self.act(lambda cursor: cursor.go(left) if is_there and left is not None else cursor.go_to_frame(frame))

    def select(self, frame: int) -> None:
        """Select a frame without moving the cursor."""
        if frame != self.selected or self.pruned_move is not None:
            self.selected, self.pruned_move = frame, None
            self.moved.emit()

    def select_pruned(self, frame: int, move: int) -> None:
        """Select a pruned move of a frame."""
        if (frame, move) != (self.selected, self.pruned_move):
            self.selected, self.pruned_move = frame, move
            self.moved.emit()

    # Following reasons

    def follow_reason(self, step: int, frame: int) -> None:
        """Go to the step of a reason, and select the frame that it is about if that is open there.

        `go_back` leads back to the step and to what is selected now.
        """
        reason = FollowedReason(step, self.selected, self.pruned_move)
        if not self.can_go_back:
            self._followed.clear()
        if self.act(lambda cursor: cursor.go(step)):
            self._followed.append(reason)
        if frame in self.open_frames:
            self.select(frame)

    @property
    def can_go_back(self) -> bool:
        """Whether the cursor is still at the step of the last reason that was followed."""
        return bool(self._followed) and self._followed[-1].step == self.cursor.step

    def go_back(self) -> None:
        """Go back to where the last reason was followed from."""
        if self.can_go_back:
            reason = self._followed.pop()
            self.act(lambda cursor: cursor.undo())
            self.selected, self.pruned_move = reason.selected, reason.pruned_move
            self.moved.emit()

    def begin_at(self, step: int) -> None:
        """Go to a step without keeping it in the history or telling the views, as to that of a saved trace."""
        self.cursor.begin_at(step)
        self.selected = self.cursor.frame

    # What the views show

    @property
    def is_cut_short_here(self) -> bool:
        """Whether the recording ends here because it was cut short, not because the search finished."""
        return not self.trace.complete and self.cursor.step == self.cursor.last_step

    @property
    def stack(self) -> list[StackFrame]:
        """The open frames at the cursor, root first."""
        if self._stack[0] != self.cursor.step:
            self._stack = (self.cursor.step, self.cursor.stack)
        return self._stack[1]

    @property
    def open_frames(self) -> dict[int, StackFrame]:
        """The open frames at the cursor by their numbers, root first."""
        return {open_frame.frame: open_frame for open_frame in self.stack}

    def is_open(self, frame: int) -> bool:
        """Whether a frame has been entered by the cursor's step, and has no value yet."""
        open_frame = self.open_frames.get(frame)
        return open_frame is not None and open_frame.value is None

    @property
    def inspected(self) -> StackFrame:
        """The open frame whose variables are inspected: the selected one, else the running one."""
        stack = self.stack
        return next((open_frame for open_frame in stack if open_frame.frame == self.selected), stack[-1])

    def show_coordinates(self, name: str) -> bool:
        """Show moves in a notation, where the game has it, else in the recording's own; True if that changes."""
        coordinates = name if name in self.trace.position.game.coordinates else self.trace.own_coordinates
        is_changed = coordinates != self.trace.coordinates
        for trace in (self.trace, *(ghost.trace for ghost in self.ghosts.found.values())):
            trace.coordinates = coordinates
        return is_changed

    def select_neighbour(self, levels: int) -> bool:
        """Select the open call one up the stack (-1) or down (1) from the inspected one; False where there is none."""
        stack = self.stack
        place = stack.index(self.inspected) + levels
        if not 0 <= place < len(stack):
            return False
        self.select(stack[place].frame)
        return True

    @property
    def entered(self) -> int:
        """How many frames have been entered by the cursor's step; later ones are the future."""
        return self.cursor.steps.last_entered(self.cursor.step) + 1

    @property
    def unknown_nodes(self) -> NDArray[np.bool_] | None:
        """A mask of the frames of which nothing is known although they come before the cursor; None where none can.

        Of two recordings in one tree one has another order, or lags behind.
        """
        return None

    def best_child(self, frame: int) -> int:
        """The best child of a frame among those that have returned by the cursor's step; -1 where there is none."""
        if not self.has_entered(frame):
            return -1
        if self.shows_whole or not self.is_open(frame):
            return self.trace.best_child(frame)
        best = -1
        for folded in self.trace.folds(frame):
            back = self.cursor.steps.back(folded.child)
            if back is None or back > self.cursor.step:
                break
            best = folded.best_child
        return best

    def best_line(self) -> list[int]:
        """The frames of the best moves so far from the root on: the principal variation as it stands at this step."""
        line = [0]
        while (child := self.best_child(line[-1])) >= 0:
            line.append(child)
        return line

    def show_future(self, future: Future) -> None:
        """Note how what happens after the cursor's step is shown; the views are not told."""
        self.future = future

    @property
    def known_frames(self) -> int:
        """How many frames have been entered by the last step that is shown."""
        step = self.known_step
        if self._known[0] != step:
            self._known = step, self.cursor.steps.last_entered(step) + 1
        return self._known[1]

    @property
    def hides_future(self) -> bool:
        """Whether frames after the cursor's step are not shown at all."""
        return self.future is Future.HIDDEN

    @property
    def shows_whole(self) -> bool:
        """Whether the whole run is shown as it ended, wherever the cursor is."""
        return self.future is Future.WHOLE

    @property
    def known_step(self) -> int:
        """The last step that is shown: the cursor's, or where the whole run is shown the last one of all."""
        return self.cursor.last_step if self.shows_whole else self.cursor.step

    def has_entered(self, frame: int) -> bool:
        """Whether a frame has been entered by the last step that is shown."""
        return frame < self.known_frames

    def has_returned(self, frame: int) -> bool:
        """Whether a frame has returned by the last step that is shown."""
        left = self.cursor.steps.leave(frame)
        return left is not None and left <= self.known_step

    def has_pruned(self, frame: int) -> bool:
        """Whether a frame has passed over its untried moves by the last step that is shown.

        It has from the moment at which the last child that it calls has returned.
        """
        left = self.cursor.steps.leave(frame)
        return left is not None and left - 1 <= self.known_step

    @cached_property
    def _so_far(self) -> SoFar:
        """What is counted for any step, from columns that take a moment to make."""
        return SoFar(self.trace, self.cursor.steps)

    @property
    def has_counts(self) -> bool:
        """Whether `counts` are known at once: in a large recording they are found while it is laid out."""
        return "_so_far" in vars(self) or len(self.trace) <= MAX_COUNTED_AT_ONCE

    @property
    def counts(self) -> Counts:
        """The calls, cutoffs and pruned moves by the last step that is shown."""
        step = self.known_step
        if self._counts is None or self._counts[0] != step:
            self._counts = step, self._so_far.at(step)
        return self._counts[1]

    # Finding

    def find(self, condition: str) -> Matches:
        """Return the steps at which frames that match a condition return, and their mask; None without a condition."""
        if not condition.strip():
            return np.empty(0, np.int64), None
        matches = parse(condition).matches(self.trace)
        return existing_steps(self.cursor.steps, self.cursor.steps.leaves_of(np.flatnonzero(matches))), matches

    def seek(self, condition: str) -> None:
        """Find the frames that match a condition, and keep the result; InputError where it cannot be read."""
        self.keep_matches(condition, self.find(condition))

    def is_match(self, frame: int) -> bool:
        """Whether a frame matches the condition in the find bar, as far as that is known by now."""
        if self.matching is None or not self.matching[frame]:
            return False
        decides = self.trace.parents[frame] if frame and asks_about_parent(self.condition) else frame
        left = self.cursor.steps.leave(decides)
        return (self.cursor.last_step if left is None else left) <= self.known_step

    def known_steps(self, condition: str, hits: NDArray[np.int64]) -> NDArray[np.int64]:
        """The steps, ascending, from which on it is known that frames match; `hits` are those at which they return."""
        if not asks_about_parent(condition):
            return hits
        matching = np.flatnonzero(parse(condition).matches(self.trace))
        return in_order(self.cursor.steps.leaves_of(np.maximum(self.trace.column("parent")[matching], 0)))

    @property
    def known_matches(self) -> int:
        """How many matches are known by the last step that is shown."""
        return int(np.searchsorted(self.matches_known_at, self.known_step, "right"))

    def keep_matches(self, condition: str, matches: Matches) -> None:
        """Keep the matches of a condition, and tell the views of them."""
        self.condition = condition
        self.matches, self.matching = matches
        self.matches_known_at = self.known_steps(condition, self.matches)
        self.search_changed.emit()

    # Marks

    def toggle_bookmark(self) -> None:
        """Set a bookmark at the cursor's step, or remove it."""
        self.cursor.marks.toggle_bookmark(self.cursor.step)
        self.mark()

    def set_bookmark(self, bookmark: Bookmark) -> None:
        """Set a bookmark at its step, in place of the one there."""
        self.cursor.marks.bookmarks[bookmark.step] = bookmark
        self.mark()

    def toggle_breakpoint(self, breakpoint: Breakpoint) -> None:
        """Set or remove a breakpoint; raises InputError where its target cannot be read."""
        self.cursor.hits(breakpoint)
        self.cursor.marks.toggle_breakpoint(breakpoint)
        self.mark()

    def change_breakpoint(self, breakpoint: Breakpoint, changed: Breakpoint | None) -> None:
        """Replace a breakpoint, or remove it."""
        breakpoints = self.cursor.marks.breakpoints
        place = breakpoints.index(breakpoint)
        breakpoints[place : place + 1] = [] if changed is None else [changed]
        self.mark()

    def remove_bookmark(self, step: int) -> None:
        """Remove the bookmark of a step."""
        del self.cursor.marks.bookmarks[step]
        self.mark()

    def mark(self) -> None:
        """Note that the marks differ from those in the file, and tell the views."""
        self.is_saved = False
        self.marked.emit()
        self.title_changed.emit()

    def saved_as(self, path: Path) -> None:
        """Note the file that the recording and its marks have been saved to."""
        self.path, self.is_saved = path, True
        self.title_changed.emit()

    # Hiding

    def show_proof(self, outside: OutsideProof) -> None:
        """Show, dim or hide frames outside the proof, as soon as the proof has been found."""
        self.proving.outside = outside
        if self.proving.is_shown and self.proving.proof is None and self.proving.refusal is None:
            self.proving.request()
        else:
            self._show_proof()

    def _proved(self) -> None:
        """Show the proof if that was requested before it was found."""
        if self.proving.is_shown:
            self._show_proof()

    def _show_proof(self) -> None:
        """Say what the proof is or why there is none, and have the row index made again."""
        if self.proving.is_shown and self.proving.refusal is not None:
            self.proving.outside = OutsideProof.SHOWN
            self.refused.emit(localized(self.proving.refusal))
        elif self.proving.is_shown:
            self.announced.emit(tr("The whole run: {sentence}", sentence=localized(self.proving.sentences[0])))
        self.layout_requested.emit()

    def row_stages(self) -> Iterator[Rows]:
        """The row index of the upper plies, those of more plies, and that of all, with the columns that pictures need.

        May be called in any thread.
        """
        self.trace.intervals.prepare()
        for rows in self.new_rows().stages():
            if rows.is_complete:
                self.trace.facts.prepare()
                _ = self._so_far
            yield rows

    def make_rows(self) -> Rows:
        """The row index of all plies at once. May be called in any thread."""
        *_, rows = self.row_stages()
        return rows

    def new_rows(self) -> Rows:
        """The row index of what is shown, whose rows are still to be made."""
        marks = self.cursor.marks
        rooms, plies = self.ghosts.rooms()
        return Rows(
            self.trace,
            frozenset(marks.collapsed),
            frozenset(marks.hidden),
            unneeded=self.proving.hidden,
            strong=self.proving.strong,
            rooms=rooms,
            plies=plies,
            shades=shades_of_trace(self.trace),
            in_stages=True,
        )

    @property
    def is_laid_out(self) -> bool:
        """Whether the row index has all plies."""
        return self.rows is not None and self.rows.is_complete

    def lay_out_in_background(self) -> None:
        """Make the row index in another thread, in stages; a layout that is still being made is dropped."""
        self.stop_layout()
        self._layout = each_in_background(self.row_stages, self.lay_out)

    def stop_layout(self) -> None:
        """Drop the row index that is being made."""
        if self._layout is not None:
            self._layout.cancel()

    def lay_out(self, rows: Rows) -> None:
        """Take a row index as the one that views show."""
        self.rows = rows
        self.layouts += 1
        self.laid_out.emit()
