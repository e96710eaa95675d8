"""The page of an exercise: the tree to fill in, the task and the points beside it, remarks and the question below.

All marking is the engine's; the page shows it when the chosen feedback says so. What is entered is kept as it is typed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import Enum
from pathlib import Path

from plyscope.exercises.answers import Answers
from plyscope.exercises.exercise import BEST, END, NEVER, ONCE, PRUNED, VALUES, WINDOWS, Exercise, task
from plyscope.exercises.handed_in import key_path
from plyscope.exercises.hints import HINT_LEVELS, Card, Hints, card_of_box, cards, why_edge
from plyscope.exercises.marking import IN, Mark, Marks, Outcome, mark, right_answers
from plyscope.exercises.work import Box, Verdict
from plyscope.files.atomic import write_json
from plyscope.model.steps import Steps
from plyscope.text.narration import sentence
from plyscope.worksheets.node_boards import has_board
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from plyscope_window.jobs.background import later
from plyscope_window.look.icons import icon
from plyscope_window.look.theme import Current, theme
from plyscope_window.pages.exercise.answer_tree import AnswerTree, TreeView, box_name, question
from plyscope_window.pages.exercise.kept_answers import add_result, keep_work, kept_work
from plyscope_window.pages.exercise.remark_cards import RemarkCards
from plyscope_window.pages.exercise.side_panel import Part, SidePanel
from plyscope_window.pages.page import Page
from plyscope_window.settings import Settings
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Segments, framed_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, LayoutPart, column_layout, row_layout, splitter, widget_with
from plyscope_window.words import localized, tr

KEEP_MS = 400
"""Milliseconds after the last edit until the work is kept."""
SIDE, MIN_SIDE = 0.27, 312
"""The share of the page that the panel beside the tree has, and its least width in pixels."""


class Feedback(Enum):
    """When answers are marked."""

    AT_ONCE = "at once"
    AT_END = "at the end"
    NEVER = "never"


FIXED = {ONCE: Feedback.AT_ONCE, END: Feedback.AT_END, NEVER: Feedback.NEVER}
"""The feedback that an exercise prescribes, by its word in the file."""


class Question(QWidget):
    """What the box at the keyboard asks, and which keys there are."""

    def __init__(self) -> None:
        super().__init__()
        self.words, self.keys = Label("", 18, wrapped=True), Label("", 13, quiet=True, wrapped=True)
        self.setLayout(column_layout(self.words, self.keys, margins=(20, 10, 20, 10), spacing=2))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().card)
        painter.setPen(theme().hairline)
        painter.drawLine(0, 0, self.width(), 0)


class ExercisePage(Page):
    """The page of one exercise, and one student's work on it."""

    watch_requested = Signal(int)
    """Request to show the recording of the search at the frame of a node; -1 for its beginning."""
    other_requested = Signal(object)
    """The path of another exercise of the same folder."""
    results_requested = Signal()
    save_requested = Signal(bool)
    """Request to write the answers; true to hand them in."""

    def __init__(
        self, exercise: Exercise, settings: Settings, path: Path | None = None, siblings: Sequence[Path] = ()
    ) -> None:
        super().__init__()
        self.exercise, self.settings, self.path, self.siblings = exercise, settings, path, list(siblings)
        self.work, self.attempt = kept_work(exercise, settings.text("exercises/student", ""))
        self.feedback = self._fixed_feedback() or feedback_of(settings.text("exercises/feedback", ""))
        self.work.in_order = settings.truth("exercises/in_order", False)
        self.is_marked = False
        """Whether the student has asked for the marks of the end."""
        self.marks: Marks = self._marks_of(self.work.answers())
        self.was_asked_for_name = False
        self.hint_level: dict[Box | int, int] = {}
        self.steps = None if exercise.is_of_calls else Steps(exercise.trace)
        self._keep_timer = later(self, self.keep, KEEP_MS)
        self._make_parts()
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.tree)
        self.side.task.setText(" ".join(map(localized, task(exercise))))
        self.side.to_do.setText(self._task_sentence())
        self.side.program.show_code(exercise.code)
        self.side.student.setText(self.work.student)
        first = self.work.next_open()
        self.tree.go_to(first.node if first is not None else 0, None if first is None else first.field)
        self.refresh()

    def _fixed_feedback(self) -> Feedback | None:
        """Return when this exercise is marked, where that is not for the student to choose."""
        return FIXED.get(self.exercise.feedback) if self.exercise.is_marked_here else Feedback.NEVER

    def _marks_of(self, answers: Answers) -> Marks:
        """Return the marks of answers; none where they may not be known here."""
        return mark(self.exercise, answers) if self.exercise.is_marked_here else Marks(self.exercise.id, "")

    # Making it

    def _make_parts(self) -> None:
        """Make the tree, the panels and the controls of the bar."""
        self.tree = AnswerTree(self.work)
        self.view = TreeView(self.tree)
        self.side, self.remarks, self.question = SidePanel(), RemarkCards(), Question()
        self.here = self._action(tr("Exercise"), None, "edit", checked=True)
        self.watch = self._action(tr("Watch the search"), lambda: self.watch_requested.emit(self.frame), "tree-view")
        self.watch.setToolTip(tr("The recording of this search, at the node that has the keyboard"))
        self.feedback_actions = {
            feedback: self._action(
                words, lambda chosen=feedback: self.choose_feedback(chosen), checked=feedback is self.feedback
            )
            for feedback, words in (
                (Feedback.AT_ONCE, tr("At once")), (Feedback.AT_END, tr("At the end")), (Feedback.NEVER, tr("Never")),
            )
        }  # fmt: skip
        self.order_actions = {
            in_order: self._action(words, lambda feedback=in_order: self.choose_order(feedback),
                                   checked=in_order == self.work.in_order)
            for in_order, words in ((False, tr("Free")), (True, tr("As the search goes")))
        }  # fmt: skip
        for actions in (list(self.feedback_actions.values()), list(self.order_actions.values())):
            group = QActionGroup(self)
            for action in actions:
                group.addAction(action)
        self.undo = framed_button("", tr("Undo (Ctrl+Z)"), "undo", lambda: self.undo_or_redo(is_undo=True))
        self.redo = framed_button("", tr("Redo (Ctrl+Shift+Z)"), "redo", lambda: self.undo_or_redo(is_undo=False))
        self.previous = framed_button("", tr("Previous exercise"), "back", lambda: self._go_to_other(-1))
        self.next = framed_button("", tr("Next exercise"), "forward", lambda: self._go_to_other(1))
        self.place = Label("", 13, quiet=True)

    def _action(self, words: str, run: object, picture: str = "", *, checked: bool = False) -> QAction:
        """Return a checkable action of the page that runs a function, if one is given."""
        action = QAction(words, self)
        action.setCheckable(True)
        action.setChecked(checked)
        if picture:
            action.setIcon(icon(picture))
        if callable(run):
            action.triggered.connect(lambda _=False: run())
        action.triggered.connect(lambda _=False: self._check_segments())
        return action

    def _check_segments(self) -> None:
        """Keep the segment of the exercise checked: to watch leads to another tab."""
        self.here.setChecked(True)
        self.watch.setChecked(False)

    def _lay_out(self) -> None:
        self.views = Segments([(self.here, tr("Exercise")), (self.watch, tr("Watch the search"))], with_icons=True)
        self.labels = [Label(tr("Order"), 13, quiet=True), Label(tr("Feedback"), 13, quiet=True)]
        choices = [list(self.order_actions.values()), list(self.feedback_actions.values())]
        ends: list[LayoutPart] = []
        for label, actions in zip(self.labels, choices, strict=True):
            ends += [6, label, Segments([(action, action.text()) for action in actions])]
        self.bar = widget_with(row_layout(
            self.views, 8, self.place, self.previous, self.next, self.undo, self.redo, STRETCH, *ends,
            margins=(10, 6, 10, 6), spacing=4,
        ))  # fmt: skip
        left = widget_with(column_layout((self.view, 1), self.remarks, self.question, spacing=0))
        self.splitter = splitter((left, self.side), grows=0)
        self.splitter.setHandleWidth(1)
        self.setLayout(column_layout(self.bar, (self.splitter, 1), spacing=0))

    def _connect(self) -> None:
        tree, side = self.tree, self.side
        tree.moved.connect(self.refresh)
        tree.edited.connect(self._after_edit)
        tree.hint_requested.connect(self.show_next_hint)
        tree.undo_requested.connect(lambda: self.undo_or_redo(is_undo=True))
        tree.redo_requested.connect(lambda: self.undo_or_redo(is_undo=False))
        tree.refused.connect(self.message)
        self.remarks.chosen.connect(self._go_to_remark)
        self.remarks.placed.connect(self._tie_cards)
        self.view.horizontalScrollBar().valueChanged.connect(self._tie_cards)
        side.hint.next_requested.connect(self.show_next_hint)
        side.hint.given_up.connect(self.give_up)
        side.ask_hint.clicked.connect(self.show_next_hint)
        side.mark.clicked.connect(self.mark_all)
        side.save.clicked.connect(lambda: self.save_requested.emit(False))
        side.hand_in.clicked.connect(self._hand_in)
        side.again.clicked.connect(self.start_again)
        side.results.clicked.connect(self.results_requested)
        side.student.editingFinished.connect(self._change_student)

    # As a page

    @property
    def title(self) -> str:
        exercise = self.exercise
        named = exercise.algorithm if exercise.is_of_calls else exercise.position.title
        name = exercise.title or named or tr("a tree of {count} nodes", count=len(exercise.tree.nodes))
        if self.exercise.variant:
            return tr("Exercise {number}: {name}", number=self.exercise.variant, name=name)
        return tr("Exercise: {name}", name=name)

    @property
    def origin(self) -> str:
        return str(self.path) if self.path is not None else self.exercise.source

    @property
    def why_not_save(self) -> str:
        return ""

    @property
    def is_saved(self) -> bool:
        """Whether the exercise has a file, which one that was made here has not yet; answers are always kept."""
        return self.path is not None

    @property
    def is_solved(self) -> bool:
        if not self.work.is_complete or not self.exercise.is_marked_here or self.tree.is_typing:
            return False
        marks = mark(self.exercise, self.work.answers(is_final=True))
        verdicts = [*self.work.verdicts(marks).values(), *self.work.edge_verdicts(marks, is_final=True).values()]
        return Verdict.WRONG not in verdicts

    def save(self, *, to_new_file: bool = False) -> bool:
        """Save the exercise itself, and of calls its key beside it."""
        path = self.path
        if path is None or to_new_file:
            proposed = self.path or self.settings.folder / f"exercise-{self.exercise.id}.json"
            kinds = tr("Exercises ({patterns})", patterns="*.json")
            path = questions.ask_new_path(self, tr("Save the exercise"), proposed, kinds)
        refusal = tr("The exercise could not be saved.")
        if path is None or not questions.succeeds(self, lambda: save_with_key(self.exercise, path), refusal):
            return False
        self.path = path.absolute()
        self.file_used.emit(self.path)
        self.message.emit(tr("Written: {path}", path=str(path)))
        return True

    def may_close(self) -> bool:
        """Ask whether to save an exercise that was made here and begun, and would be gone; False to keep it open."""
        if self.is_saved or not self.work.is_begun:
            return True
        answer = questions.ask_to_save(self, self.title)
        return answer == "discard" or (answer == "save" and self.save())

    def close(self) -> bool:
        self.keep()
        return super().close()

    def detach(self) -> None:
        self.keep()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        scale = max(1.0, Current.text_scale)
        side = max(round(MIN_SIDE * scale), round(self.width() * SIDE))
        self.side.setMinimumWidth(round(MIN_SIDE * scale))
        self.splitter.setSizes([self.width() - side, side])
        is_narrow = self.width() < 1150 * scale
        self.views.shorten(is_narrow)
        for label in self.labels:
            label.setVisible(not is_narrow)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Undo and redo from anywhere on the page."""
        if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
            self.undo_or_redo(is_undo=event.matches(QKeySequence.StandardKey.Undo))
        else:
            super().keyPressEvent(event)

    @property
    def frame(self) -> int:
        """The frame of the node at the keyboard, or of the nearest one above it that the search visits; -1 for none."""
        if self.exercise.is_of_calls:
            return -1
        node, frames = self.tree.node, self.exercise.key.frames
        while frames and node not in frames:
            node = self.exercise.tree.nodes[node].parent
        return frames.get(node, -1)

    # What the student does

    def _after_edit(self) -> None:
        """Show the work after an edit, keep it in a moment, and note its result if complete and marked at once."""
        self.refresh()
        self.worked.emit()
        self._keep_timer.start()
        if self.work.is_complete and self.feedback is Feedback.AT_ONCE and not self.tree.is_typing:
            self._note_result()

    def undo_or_redo(self, *, is_undo: bool) -> None:
        """Undo an edit, or do it again, or say that there is nothing to undo."""
        if self.work.undo() if is_undo else self.work.redo():
            self.tree.is_typing = False
            self.tree.refresh()
            self._after_edit()
        else:
            self.message.emit(tr("There is nothing to undo.") if is_undo else tr("There is nothing to redo."))

    def choose_feedback(self, feedback: Feedback) -> None:
        """Choose when answers are marked, unless the exercise prescribes it."""
        if self._fixed_feedback() is not None:
            return
        self.feedback = feedback
        self.settings.set("exercises/feedback", feedback.value)
        self.refresh()

    def choose_order(self, in_order: bool) -> None:
        """Open the boxes one after the other, or all at once, and remember the choice."""
        self.work.in_order = in_order
        self.settings.set("exercises/in_order", in_order)
        if in_order and self.tree.box is not None and not self.work.is_open(self.tree.box):
            self.tree.go_to_box(self.work.next_open())
        self.tree.refresh()
        self.refresh()

    def mark_all(self) -> None:
        """Show the marks of the end and add them to the results, where they may be known here."""
        if not self.exercise.is_marked_here:
            return
        self.is_marked = True
        self.tree.is_typing = False
        self.refresh()
        self._note_result()

    def start_again(self) -> None:
        """Empty all boxes, which can be undone, and count another attempt if one was begun."""
        if self.work.is_begun:
            self.attempt += 1
        self.work.start_again()
        self.is_marked = False
        self.hint_level.clear()
        self.side.hint.hide()
        self.tree.is_typing = False
        self.tree.go_to_box(self.work.next_open())
        self.tree.refresh()
        self._after_edit()

    def give_up(self) -> None:
        """Show the key's answers at the node, or at a leaf's parent, whose points are lost, and go to the next box."""
        node = self.tree.node
        nodes = self.exercise.tree.nodes
        self.work.give_up(node if nodes[node].children else nodes[node].parent)
        self.side.hint.hide()
        self.tree.is_typing = False
        following = self.work.next_open()
        if following is not None:
            self.tree.go_to_box(following)
        else:
            self.tree.go_to(node)
        self._after_edit()

    def _change_student(self) -> None:
        """Keep the work and show that of the name now typed; work without a name gets the name if that has none yet."""
        student = self.side.student.text().strip()
        if student == self.work.student:
            return
        self.keep()
        self.settings.set("exercises/student", student)
        kept, attempt = kept_work(self.exercise, student)
        kept.in_order = self.work.in_order
        if kept.is_begun or self.work.student:
            self.work, self.attempt = kept, attempt
            self.tree.show_work(self.work)
        else:
            self.work.student = student
        self._after_edit()

    def _hand_in(self) -> None:
        """Hand in; the first time without a name, ask for it, for the file is told from others by it."""
        if self.side.student.text().strip() or self.was_asked_for_name:
            self.save_requested.emit(True)
            return
        self.was_asked_for_name = True
        self.side.student.setFocus()
        self.message.emit(tr("Enter your name, then hand in; or hand in again without a name."))

    def _go_to_remark(self, node: int) -> None:
        """Go to the node that a remark is about."""
        self.tree.setFocus()
        self.tree.go_to(node)

    def _go_to_other(self, direction: int) -> None:
        """Request the next exercise of the folder, or the previous one."""
        place = self._own_place + direction
        if self._own_place >= 0 and 0 <= place < len(self.siblings):
            self.other_requested.emit(self.siblings[place])

    @property
    def _own_place(self) -> int:
        """The place of this exercise among those of its folder; -1 without one."""
        return self.siblings.index(self.path) if self.path in self.siblings else -1

    def _tie_cards(self) -> None:
        """Draw lines from nodes to their cards."""
        ties = []
        for card in self.remarks.shown:
            left = self.tree.mapFromGlobal(card.mapToGlobal(card.rect().topLeft())).x()
            x = min(max(self.tree.places.point(card.card.node).x(), left + 20), left + card.width() - 20)
            ties.append((card.card.node, card.card.verdict, x))
        self.tree.show_ties(ties)

    # Keeping

    def keep(self) -> None:
        """Keep the work in the state folder, if anything was entered."""
        self._keep_timer.stop()
        if self.work.is_begun or self.work.can_undo:
            keep_work(self.work, self.attempt)

    def _note_result(self) -> None:
        """Add the marks of the present attempt to the results."""
        marks = mark(self.exercise, self.work.answers(is_final=True))
        add_result(self.work, marks, self.attempt, datetime.now().astimezone().isoformat(timespec="minutes"))

    # Hints

    def show_next_hint(self) -> None:
        """Show the next hint for the box at the keyboard, or for the edge above its node."""
        if self.feedback is Feedback.NEVER:
            self.message.emit(tr("There are no hints where answers are never marked."))
            return
        node, box = self.tree.node, self.tree.box
        target: Box | int = node if box is None else box
        level = min(HINT_LEVELS, self.hint_level.get(target, 0) + 1)
        self.hint_level[target] = level
        self._show_hint()
        # It is below the fold where the text is large; its place is known once it is laid out.
        QTimer.singleShot(0, self, lambda: self.side.area.ensureWidgetVisible(self.side.hint))

    def _show_hint(self) -> None:
        """Show again the hint that was asked for at this place; nothing where none was."""
        node, box = self.tree.node, self.tree.box
        level = self.hint_level.get(node if box is None else box, 0)
        if not level or self.feedback is Feedback.NEVER:
            self.side.hint.hide()
            return
        hints = Hints(self.work)
        if box is not None:
            text = (hints.rule(box), hints.numbers(box), None)[level - 1]
        elif node:
            text = (hints.rule_of_edge(node), hints.numbers_of_edge(node), why_edge(self.exercise, node))[level - 1]
        else:
            self.side.hint.hide()
            return
        words = (
            self._answer_text(box) if text is None and box is not None else localized(text) if text is not None else ""
        )
        nodes = self.exercise.tree.nodes
        owner = node if nodes[node].children else nodes[node].parent
        name = nodes[node].name
        self.side.hint.show_hint(name, level, HINT_LEVELS, words, can_give_up=owner not in self.work.state.given_up)
        self.side.hint.show_answer.setText(tr("Show {name}", name=nodes[owner].name))

    def _answer_text(self, box: Box) -> str:
        """Return the sentence of the search at the step that answers a box, and the answer."""
        answer = tr("{box}: {answer}", box=box_name(self.work, box), answer=self.work.right_text(box))
        if self.steps is None:
            return answer
        frame = self.exercise.key.frames.get(box.node)
        if frame is None:
            return tr("The search never comes to {name}: it is pruned.", name=self.work.name(box.node))
        step = self.steps.enter(frame) if box.field.when == IN else self.steps.leave(frame)
        step_sentence = "" if step is None else localized(sentence(self.exercise.trace, self.steps.at(step)))
        return tr("{sentence} {answer}", sentence=step_sentence, answer=answer)

    # Showing

    @property
    def shows_marks(self) -> bool:
        """Whether marks are shown now."""
        return self.feedback is Feedback.AT_ONCE or (self.feedback is Feedback.AT_END and self.is_marked)

    def refresh(self) -> None:
        """Show the work as it is now: marks, points, remarks, the question."""
        typed = self.tree.box if self.tree.is_typing else None
        self.marks = self._marks_of(self.work.answers(without=typed, is_final=self.is_marked))
        remarks: list[Card] = []
        if self.shows_marks:
            verdicts, edges = (
                self.work.verdicts(self.marks),
                self.work.edge_verdicts(self.marks, is_final=self.is_marked),
            )
            remarks = cards(self.work, self.marks, is_final=self.is_marked)
            box = self.tree.box
            own_remark = None if box is None or box == typed else card_of_box(self.work, box, verdicts.get(box))
            remarks = remarks if own_remark is None else [own_remark, *remarks]
            self.tree.explain("" if own_remark is None else localized(own_remark.text))
        else:
            verdicts = {box: Verdict.GIVEN_UP for box in self.work.boxes() if box.node in self.work.state.given_up}
            edges = {}
        ringed = {card.node for card in remarks if card.verdict is Verdict.WRONG}
        self.tree.show_marks(verdicts, edges, ringed)
        self.remarks.show_cards(remarks, self.tree.node, lambda node: self.tree.places.x[node])
        if has_board(self.exercise):
            self.side.show_position(self.exercise, self.tree.node)
        self._show_points(edges)
        self._show_question()
        self._show_hint()
        self._show_controls()

    def _show_controls(self) -> None:
        """Show which exercise this is, and what can be chosen and done."""
        count, place = len(self.siblings), self._own_place
        has_others = count > 1 and place >= 0
        self.place.setText(tr("Exercise {number} of {count}", number=place + 1, count=count))
        for widget in (self.place, self.previous, self.next):
            widget.setVisible(has_others)
        self.previous.setEnabled(place > 0)
        self.next.setEnabled(place + 1 < count)
        self.undo.setEnabled(self.work.can_undo)
        self.redo.setEnabled(self.work.can_redo)
        self.side.mark.setVisible(self.feedback is Feedback.AT_END)
        self.feedback_actions[self.feedback].setChecked(True)
        self.order_actions[self.work.in_order].setChecked(True)
        for feedback, action in self.feedback_actions.items():
            is_fixed = self._fixed_feedback() is not None
            action.setEnabled(not is_fixed or feedback is self.feedback)
            action.setToolTip(tr("This exercise says when it is marked") if is_fixed else "")
        is_unmarked = self.feedback is Feedback.NEVER
        self.side.ask_hint.setEnabled(not is_unmarked)
        self.side.marks.setVisible(not is_unmarked)
        self.watch.setEnabled(not is_unmarked and not self.exercise.is_of_calls)

    def _show_points(self, edges: dict[int, Verdict]) -> None:
        """Show the points so far by their parts; how much is answered while nothing is marked."""
        if not self.shows_marks:
            boxes = self.work.boxes()
            when = tr("Marked at the end: press Mark, or hand in.")
            if self.feedback is Feedback.NEVER:
                when = tr("Not marked here. Hand in when you are done.")
            if self.exercise.is_test:
                when = tr("A test: it is marked after you have handed it in.")
            self.side.points.show_progress(sum(map(self.work.is_done, boxes)), len(boxes), when)
            return
        names = {
            VALUES: tr("Values"), WINDOWS: tr("Ends of windows"), PRUNED: tr("Pruned moves"), BEST: tr("Best move"),
        }  # fmt: skip
        remarks = {
            VALUES: self._remark_on(self.marks.values), WINDOWS: self._remark_on(self.marks.windows),
            PRUNED: self._remark_on_edges(edges), BEST: "",
        }  # fmt: skip
        parts = [Part(names[ask], part.points, part.out_of, remarks[ask]) for ask, part in self.marks.parts.items()]
        self.side.points.show_parts(parts)

    def _remark_on(self, entries: Sequence[Mark]) -> str:
        """Return in words how many entries follow from others, are wrong or given up, as far as there are any."""
        given_up, by_name = self.work.state.given_up, self.exercise.tree.by_name
        follow = sum(entry.outcome is Outcome.FOLLOWS for entry in entries)
        wrong = sum(entry.outcome is Outcome.WRONG for entry in entries)
        shown = sum(entry.given is None and by_name[entry.node] in given_up for entry in entries)
        words = (
            (follow, tr("1 follows") if follow == 1 else tr("{count} follow", count=follow)),
            (wrong, tr("{count} wrong", count=wrong)),
            (shown, tr("{count} given up", count=shown)),
        )
        return ", ".join(text for amount, text in words if amount)

    def _remark_on_edges(self, edges: dict[int, Verdict]) -> str:
        """Return in words how many moves are pruned rightly, too much and too little, as far as it is shown."""
        right, by_name = len(self.marks.pruned_right), self.exercise.tree.by_name
        too_much = len(self.marks.pruned_too_much)
        too_little = sum(edges.get(by_name[name]) is Verdict.WRONG for name in self.marks.pruned_too_little)
        if not self.marks.is_rooted and right and not too_much:
            return tr("earned with values or bounds")
        words = (
            (right and too_much, tr("{count} right", count=right)), (too_much, tr("{count} too much", count=too_much)),
            (too_little, tr("{count} too little", count=too_little)),
        )  # fmt: skip
        return ", ".join(text for amount, text in words if amount)

    def _show_question(self) -> None:
        """Show what the box at the keyboard asks, and which keys there are."""
        box, node, nodes = self.tree.box, self.tree.node, self.exercise.tree.nodes
        keys = [tr("Tab: next box"), tr("↑ ↓ ← →: move in the tree")]
        if PRUNED in self.exercise.asks:
            keys.append(tr("Space: prune the edge above, or take it back"))
        if self.feedback is not Feedback.NEVER:
            keys.append(tr("?: hint"))
        if self.work.in_order:
            keys.append(tr("Backspace: back"))
        name = nodes[node].name
        if box is not None:
            problem = self.work.problem(box)
            words, how = question(self.work, box)
            if problem is not None and not self.tree.is_typing:
                how = localized(problem)
        elif node in self.work.covered:
            words, how = tr("{name} is pruned.", name=name), ""
        elif nodes[node].given is not None:
            words, how = tr("{name}: is it searched, or pruned?", name=name), ""
        elif self.work.is_complete:
            words, how = tr("All boxes are answered."), ""
        else:
            words, how = tr("{name} was given up.", name=name) if node in self.work.state.given_up else name, ""
        self.question.words.setText(words)
        self.question.keys.setText("   ".join(filter(None, [how, *keys])))

    def _task_sentence(self) -> str:
        """Return what is asked for, in a sentence."""
        asks = self.exercise.asks
        parts = [
            words
            for ask, words in (
                (WINDOWS, tr("Fill in α and β as each node is called and as it returns.")),
                (VALUES, tr("Fill in the value that each node returns.")),
                (PRUNED, tr("Click the edges that are pruned.")),
                (BEST, tr("Name the best move of {root}.", root=self.exercise.tree.nodes[0].name)),
            )
            if ask in asks
        ]
        return " ".join(parts)


def save_with_key(exercise: Exercise, path: Path) -> None:
    """Write an exercise; one on calls needs its key beside it, for nothing is run to find it again."""
    exercise.save(path, force=True)
    if exercise.is_of_calls and exercise.results is not None:
        write_json(key_path(path), right_answers(exercise, "key").json, force=True)


def feedback_of(name: str) -> Feedback:
    """Return the feedback that the settings name; at once where they name none."""
    return next((feedback for feedback in Feedback if feedback.value == name), Feedback.AT_ONCE)
