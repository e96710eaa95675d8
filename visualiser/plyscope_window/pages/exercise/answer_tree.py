"""The tree of an exercise to fill in, by mouse and by keyboard.

One node has the keyboard, and one of its boxes, if it has any that are open. That box is a text field, which moves with
the keyboard's place; all other boxes are painted. So the order of Tab is the order of the search, and a screen reader
hears the name of each box as it is reached.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from plyscope.exercises.work import Box, Field, Verdict, Work
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QLineEdit, QScrollArea, QWidget

from plyscope_window.look.theme import Current, font, theme
from plyscope_window.pages.exercise.tree_layout import TreeLayout
from plyscope_window.pages.exercise.tree_painter import TreePainter, typeset
from plyscope_window.widgets.painting import Themed
from plyscope_window.words import localized, tr

ARROWS = {
    Qt.Key.Key_Up: "up", Qt.Key.Key_Down: "down", Qt.Key.Key_Left: "left", Qt.Key.Key_Right: "right",
}  # fmt: skip
"""The directions of the arrow keys."""


class BoxField(QLineEdit):
    """The text field of the box that has the keyboard. All keys but those of typing go to the tree."""

    def __init__(self, tree: AnswerTree) -> None:
        super().__init__(tree)
        self.tree = tree
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setMaxLength(40)
        self.setStyleSheet(
            "QLineEdit, QLineEdit:focus { border: none; padding: 0; background: transparent; min-height: 0 }"
        )
        self.hide()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self.tree.is_own_key(event):
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self.tree.handle_key(event):
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.tree.commit()


class AnswerTree(QWidget):
    """The tree of an exercise with its boxes, to be filled in."""

    moved = Signal()
    """The keyboard is at another node or box."""
    edited = Signal()
    """Something was entered, struck or taken back."""
    hint_requested = Signal()
    undo_requested = Signal()
    redo_requested = Signal()
    refused = Signal(str)
    """Why something cannot be done."""

    def __init__(self, work: Work) -> None:
        super().__init__()
        self.work = work
        self.node = 0
        """The node that has the keyboard."""
        self.box: Box | None = None
        """The box of it that has the keyboard; None for none."""
        self.is_typing = False
        """Whether the box at the keyboard has been typed into and not been left: it is not marked yet."""
        self.verdicts: Mapping[Box, Verdict] = {}
        self.edges: Mapping[int, Verdict] = {}
        self.why = ""
        """Why the box at the keyboard is marked as it is."""
        self.ringed: Collection[int] = ()
        """The nodes that remarks are about."""
        self.ties: Sequence[tuple[int, Verdict, float]] = ()
        """Nodes that have a card below the tree, and where across the tree that card is."""
        self.places = TreeLayout(work.exercise, QSizeF(800, 500))
        self.field = BoxField(self)
        self.field.textEdited.connect(self._type)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Tree of the exercise"))
        # Nodes are in the order of the tree, in every language.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    def lay_out(self, view: QSizeF) -> None:
        """Lay the tree out for a view of this size."""
        self.places = TreeLayout(self.work.exercise, view)
        self.resize(self.places.size.toSize())
        self._place_field()
        self.update()

    def show_work(self, work: Work) -> None:
        """Show another student's work on the same exercise."""
        self.work = work
        self.refresh()

    def show_marks(
        self, verdicts: Mapping[Box, Verdict], edges: Mapping[int, Verdict], ringed: Collection[int]
    ) -> None:
        """Show how boxes and edges are marked; `ringed` are the nodes that remarks are about."""
        self.verdicts, self.edges, self.ringed = verdicts, edges, ringed
        self.update()

    def refresh(self) -> None:
        """Show the work after a change from outside, such as an undo."""
        if self.box is not None and not self.work.is_open(self.box):
            self.go_to(self.node)
        else:
            self._place_field()
        self.update()

    # Where the keyboard is

    def go_to(self, node: int, field: Field | None = None) -> None:
        """Move the keyboard to a node: to the named box, or to its first one that is not answered."""
        all_open = self.work.open_boxes()
        open_ones = [
            Box(node, candidate) for candidate in self.work.fields_of(node) if Box(node, candidate) in all_open
        ]
        box = Box(node, field) if field is not None else None
        if box not in open_ones:
            box = next(
                (candidate for candidate in open_ones if not self.work.is_done(candidate)), next(iter(open_ones), None)
            )
        self._set_keyboard(node, box)

    def go_to_box(self, box: Box | None) -> None:
        """Move the keyboard to a box, if there is one."""
        if box is not None:
            self.go_to(box.node, box.field)

    def _set_keyboard(self, node: int, box: Box | None) -> None:
        """Move the keyboard to a node and one of its boxes, and announce it."""
        self.node, self.box = node, box
        self.commit()
        had_focus = self.has_keyboard
        self._place_field()
        if had_focus:
            (self.field if box is not None else self).setFocus()
        self.update()
        self.moved.emit()
        self._announce()

    def commit(self) -> None:
        """End typing: what stands in the box is marked from now on."""
        self.work.pause()
        if self.is_typing:
            self.is_typing = False
            self.edited.emit()

    @property
    def has_keyboard(self) -> bool:
        """Whether the tree or its text field has the keyboard."""
        return self.hasFocus() or self.field.hasFocus()

    def _place_field(self) -> None:
        """Put the text field over the box at the keyboard; hide it where there is none."""
        box = self.box
        if box is None:
            self.field.hide()
            return
        area = self.places.box_area(box)
        self.field.setFont(font(max(10.0, 14 * self.places.unit) / Current.text_scale, bold=True))
        self.field.setGeometry(area.toRect().adjusted(2, 1, -2, -1))
        if self.field.text() != self.work.text(box):
            self.field.setText(self.work.text(box))
        self.field.setAccessibleName(box_name(self.work, box))
        self.field.setAccessibleDescription(self._description(box))
        self.field.show()

    def explain(self, why: str) -> None:
        """Tell a screen reader, too, why the box at the keyboard is marked as it is."""
        self.why = why
        if self.box is not None:
            self.field.setAccessibleDescription(self._description(self.box))

    def _description(self, box: Box) -> str:
        """Return how a box is marked, and why, for a screen reader."""
        return " ".join(filter(None, [self.state_words(box), self.why]))

    def state_words(self, box: Box) -> str:
        """Return how a box is marked, in words; empty for an unmarked one."""
        words = {
            Verdict.RIGHT: tr("right"), Verdict.WRONG: tr("wrong"),
            Verdict.FOLLOWS: tr("follows from your own answers"), Verdict.GIVEN_UP: tr("given up"),
        }  # fmt: skip
        verdict = self.verdicts.get(box)
        return "" if verdict is None else words[verdict]

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.box is not None:
            self.field.setFocus(event.reason())

    def _announce(self) -> None:
        """Announce the keyboard's place to a screen reader."""
        if QAccessible.isActive():
            words = ", ".join(filter(None, [self.place_words, self.state_words(self.box) if self.box else ""]))
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    @property
    def place_words(self) -> str:
        """Where the keyboard is, in words."""
        if self.box is not None:
            return tr("{box}: {entry}", box=box_name(self.work, self.box), entry=typeset(self.work.text(self.box)))
        node = self.work.exercise.tree.nodes[self.node]
        values = {"name": node.name, "value": typeset(str(node.given)) if node.given is not None else ""}
        if self.node in self.work.covered:
            return tr("{name}, pruned", **values)
        return tr("leaf {name}: {value}", **values) if node.given is not None else tr("node {name}", **values)

    # Keys

    def is_own_key(self, event: QEvent) -> bool:
        """Whether a key is the tree's, and not a command of the window."""
        if not isinstance(event, QKeyEvent):
            return False
        undo, redo = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
        if event.matches(undo) or event.matches(redo):
            return True
        plain = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        is_other = event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) or Qt.Key.Key_F1 <= event.key() <= Qt.Key.Key_F35
        return plain == Qt.KeyboardModifier.NoModifier and not is_other

    def handle_key(self, event: QKeyEvent) -> bool:
        """Do what a key asks of the tree; False where it is for typing, or for the window."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_requested.emit()
        elif event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            return False
        elif event.text() == "?":
            self.hint_requested.emit()
        elif event.key() == Qt.Key.Key_Space:
            self.strike_or_restore(self.node)
        elif event.key() == Qt.Key.Key_Backspace and self.work.in_order and not self.field.text():
            self.go_to_next(-1)
        elif event.key() in ARROWS:
            self._go_by_arrow(ARROWS[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not self.go_to_next(1):
                self.commit()
        elif event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            return self.go_to_next(1 if event.key() == Qt.Key.Key_Tab else -1)
        else:
            return False
        return True

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self.is_own_key(event):
            event.accept()
            return True
        # Tab must be taken before Qt moves the focus.
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self.handle_key(event):
            return True
        return super().event(event)

    def go_to_next(self, direction: int) -> bool:
        """Go to the next open box in the order of the search, or to the previous one; False at its end."""
        open_ones = self.work.open_boxes()
        boxes = [box for box in self.work.boxes() if box in open_ones]
        if self.box in boxes:
            place = boxes.index(self.box) + direction
        else:
            box = self.work.next_open()
            place = boxes.index(box) if box in boxes else (0 if direction > 0 else len(boxes) - 1)
        if not 0 <= place < len(boxes):
            return False
        self._set_keyboard(boxes[place].node, boxes[place])
        return True

    def _go_by_arrow(self, arrow: str) -> None:
        """Move the keyboard to the parent, the first child or a neighbour on the same ply."""
        nodes = self.work.exercise.tree.nodes
        node = nodes[self.node]
        if arrow == "up":
            target = node.parent
        elif arrow == "down":
            target = node.children[0] if node.children else -1
        else:
            row = sorted(
                (other for other in range(len(nodes)) if nodes[other].ply == node.ply),
                key=lambda other: self.places.x[other],
            )
            place = row.index(self.node) + (1 if arrow == "right" else -1)
            target = row[place] if 0 <= place < len(row) else -1
        if target >= 0:
            self.go_to(target)

    def _type(self, text: str) -> None:
        """Enter what was typed into the box at the keyboard."""
        if self.box is not None:
            self.work.type(self.box, text)
            self.is_typing = True
            self.update()
            self.edited.emit()

    def strike_or_restore(self, node: int) -> None:
        """Strike the edge above a node as pruned, or take the stroke back, and go there; or say why it is refused."""
        reason = self.work.why_not_pruned(node)
        if reason is not None:
            self.refused.emit(localized(reason))
            return
        self.work.prune(node)
        self.is_typing = False
        self.go_to(node)
        self.edited.emit()

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        box = self._box_at(point)
        node = self.places.node_at(point)
        if box is not None:
            self.setFocus()
            closed_because = self.work.why_closed(box)
            if closed_because is None:
                self.go_to_box(box)
                self.field.setFocus()
            else:
                self.refused.emit(localized(closed_because))
        elif node is not None:
            self.setFocus()
            self.go_to(node)
        elif (edge := self.places.edge_at(point)) is not None:
            self.setFocus()
            self.strike_or_restore(edge)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        box = self._box_at(point)
        node = self.places.node_at(point)
        label = "" if node is None else self.work.exercise.tree.nodes[node].label
        self.setToolTip(label if box is None else box_name(self.work, box))
        on_edge = box is None and node is None
        on_edge = on_edge and self.places.edge_at(point) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if on_edge else Qt.CursorShape.ArrowCursor)

    def _box_at(self, point: QPointF) -> Box | None:
        """Return the box under a point; None for none."""
        covered = self.work.covered
        for number, node in enumerate(self.work.exercise.tree.nodes):
            if node.children and number not in covered:
                for field in self.work.fields_of(number):
                    if self.places.box_area(Box(number, field)).contains(point):
                        return Box(number, field)
        return None

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme().paper)
        has_keyboard = self.has_keyboard
        painting = TreePainter(
            painter, self.places, self.work, theme(), verdicts=self.verdicts, edges=self.edges,
            node=self.node if has_keyboard or self.box is not None else -1, box=self.box, ringed=self.ringed,
        )  # fmt: skip
        visible = self.visibleRegion().boundingRect()
        painting.paint(visible.left())
        bottom = visible.bottom() + 1
        for number, verdict, x in self.ties:
            painting.paint_tie(number, verdict, QPointF(x, bottom))

    def show_ties(self, ties: Sequence[tuple[int, Verdict, float]]) -> None:
        """Draw lines from nodes to their cards."""
        self.ties = ties
        self.update()

    def visible_area(self) -> QRect:
        """Return the area that has to be visible of the keyboard's place."""
        point, unit = self.places.point(self.node), self.places.unit
        area = QRectF(point.x() - 70 * unit, point.y() - 50 * unit, 140 * unit, 110 * unit)
        for field in self.work.fields_of(self.node):
            area = area.united(self.places.box_area(Box(self.node, field)))
        # The names of the plies stand over the tree where it is scrolled.
        return area.adjusted(-self.places.gutter, 0, 0, 0).toRect()


class TreeView(Themed, QScrollArea):
    """The tree, in a view that scrolls where the tree is too large for it."""

    def __init__(self, tree: AnswerTree) -> None:
        super().__init__()
        self.tree = tree
        self.setWidget(tree)
        self.setWidgetResizable(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setMinimumSize(240, 160)
        tree.moved.connect(self.scroll_to_keyboard)

    def scroll_to_keyboard(self) -> None:
        """Scroll to the node at the keyboard."""
        area = self.tree.visible_area()
        self.ensureVisible(area.center().x(), area.center().y(), area.width() // 2 + 8, area.height() // 2 + 8)

    def lay_out(self) -> None:
        """Lay the tree out for the size of the view."""
        self.tree.lay_out(QSizeF(self.viewport().size()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lay_out()
        self.scroll_to_keyboard()

    def apply_theme(self) -> None:
        self.lay_out()


def box_name(work: Work, box: Box) -> str:
    """Return what a box is, in words: its node and its entry."""
    name = work.name(box.node)
    return {
        Field.IN_ALPHA: tr("{name}, α as it is called", name=name),
        Field.IN_BETA: tr("{name}, β as it is called", name=name),
        Field.OUT_ALPHA: tr("{name}, α as it returns", name=name),
        Field.OUT_BETA: tr("{name}, β as it returns", name=name),
        Field.VALUE: tr("{name}, the value that it returns", name=name),
        Field.BEST: tr("{name}, its best move", name=name),
    }[box.field]


def question(work: Work, box: Box) -> tuple[str, str]:
    """Return what a box asks, and how to answer it."""
    name, number = work.name(box.node), tr("Type a number; {inf} for ∞.", inf="inf")
    if work.exercise.is_of_calls:
        call = work.exercise.tree.nodes[box.node].label
        return tr("{name}: what does {call} return?", name=name, call=call), tr("Type a number.")
    return {
        Field.IN_ALPHA: (tr("{name}: what is α when it is called?", name=name), number),
        Field.IN_BETA: (tr("{name}: what is β when it is called?", name=name), number),
        Field.OUT_ALPHA: (tr("{name}: what is α when it returns?", name=name), number),
        Field.OUT_BETA: (tr("{name}: what is β when it returns?", name=name), number),
        Field.VALUE: (
            tr("{name}: which value does it return?", name=name),
            tr("Type a number; {signs} for a bound, {inf} for ∞.", signs="≤2 / <=2", inf="inf"),
        ),
        Field.BEST: (tr("{name}: which is its best move?", name=name), tr("Type the name of a child.")),
    }[box.field]
