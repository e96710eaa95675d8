"""The drawn tree: nodes are chosen by mouse or arrows, added, deleted, renamed, and given numbers.

The editor works on a draft and emits its text after every edit. The problem of an invalid edit is reported beside it,
and its field stays open.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf, isnan

from plyscope.messages import InputError, Message, probability
from plyscope.model.position import FIRST
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QScrollArea, QSizePolicy, QWidget

from plyscope_window.look.glyphs import SQUARE, UP, grown_width, paint_grown, text_area
from plyscope_window.look.theme import Current, fitting_font, font, theme
from plyscope_window.pages.editor.tree_draft import MAX_DRAWN, TreeDraft
from plyscope_window.words import number, tr

MIN_SLOT, USUAL_SLOT, MAX_SLOT = 34.0, 52.0, 84.0
"""Pixels from leaf to leaf: the least before the drawing is scrolled, those for a single leaf, and the most."""
PITCH = 74.0
"""The usual distance from ply to ply, in pixels."""
MIN_SCALE = 0.7
"""The smallest share of its default size at which a node is drawn."""
GLYPH = 34.0
"""The usual height of a node, in pixels."""
SQUARE_SHARE, GAP = 0.8, 3.0
"""The width of a leaf's square as a share of its glyph's, and the least room between two squares, in pixels."""
LEAST_NUMBER = 11
"""The font size of the smallest numbers."""
EDGE = 36.0
"""Pixels round the drawing."""


class TreePlan:
    """Where the nodes of a draft lie on a canvas that is at least as large as the room for it."""

    def __init__(self, draft: TreeDraft, room_wide: float, room_high: float, scale: float) -> None:
        sketch = draft.sketch
        self.draft = draft
        # A tree that is a little too wide is drawn smaller before it has to be scrolled.
        needed = MIN_SLOT * scale * (sketch.leaves - 1) + 2 * EDGE
        scale *= min(1.0, max(MIN_SCALE, room_wide / needed))
        self.glyph = GLYPH * scale
        self.widths = [self._width_of(node) for node in range(len(draft.nodes))]
        leaves = [width for width, node in zip(self.widths, draft.nodes, strict=True) if not node.children]
        beside = (SQUARE_SHARE * (left + right) / 2 + GAP for left, right in pairwise(leaves))
        narrowest = max(MIN_SLOT * scale, *beside, 0)
        free = (room_wide - 2 * EDGE) / max(1, sketch.leaves - 1) if sketch.leaves > 1 else USUAL_SLOT
        self.slot = max(narrowest, min(free, MAX_SLOT * scale))
        self.pitch = PITCH * scale
        if sketch.deepest:
            self.pitch = min(max((room_high - 2 * EDGE) / sketch.deepest, 56.0 * scale), 96.0 * scale)
        self.width = max(room_wide, self.slot * (sketch.leaves - 1) + 2 * EDGE)
        self.height = max(room_high, self.pitch * sketch.deepest + 2 * EDGE)
        left = (self.width - self.slot * (sketch.leaves - 1)) / 2
        top = (self.height - self.pitch * sketch.deepest) / 2
        self.places = [
            QPointF(left + x * self.slot, top + ply * self.pitch)
            for x, ply in zip(sketch.xs, sketch.plies, strict=True)
        ]

    def _width_of(self, node: int) -> float:
        """Return the width of a node, which grows with its number."""
        drawn = self.draft.nodes[node]
        if isnan(drawn.number):
            return self.glyph
        # The side does not matter for the width: a triangle is as wide either way.
        shape = UP if drawn.children else SQUARE
        return grown_width(shape, number(drawn.number), self.glyph, LEAST_NUMBER, inf)

    def area(self, node: int) -> QRectF:
        """Return the rectangle of a node and the room for its label."""
        place = self.places[node]
        half = max(self.widths[node] / 2 + 4, min(self.slot / 2, self.glyph))
        return QRectF(place.x() - half, place.y() - self.glyph / 2 - 4, 2 * half, self.glyph + 8)

    def node_at(self, point: QPointF) -> int | None:
        """Return the nearest node within reach of a point; None for none."""
        reach = self.glyph * 0.8

        def distance(node: int) -> float:
            apart = self.places[node] - point
            return max(abs(apart.x()), abs(apart.y()))

        nearest = min(range(len(self.places)), key=distance)
        return nearest if distance(nearest) <= reach else None


def paint_tree(
    painter: QPainter, plan: TreePlan, visible: QRectF, selected: int | None, *, max_side: int, has_focus: bool
) -> None:
    """Paint the part of the tree that is visible."""
    colours, draft = theme(), plan.draft
    # Otherwise a minus would follow its number in a right-to-left layout.
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    around = visible.adjusted(-plan.glyph * 2, -plan.pitch, plan.glyph * 2, plan.pitch)
    painter.setPen(QPen(colours.edge, 1.3))
    for node, parent in enumerate(draft.parents):
        if parent >= 0 and around.intersects(edge_area(plan.places[parent], plan.places[node])):
            painter.drawLine(plan.places[parent], plan.places[node])
            paint_probability(painter, plan, node)
    if selected is not None:
        paint_selection(painter, plan, selected, has_focus=has_focus)
    root_is_max = draft.turn == max_side
    for node, place in enumerate(plan.places):
        if around.contains(place):
            paint_node(painter, plan, node, root_is_max, is_selected=node == selected)


def paint_probability(painter: QPainter, plan: TreePlan, node: int) -> None:
    """Paint the probability of an outcome of chance on the middle of its edge."""
    chance = plan.draft.nodes[node].probability
    if isnan(chance):
        return
    pen, text = painter.pen(), probability(chance)
    painter.setFont(font(11))
    metrics = QFontMetricsF(painter.font())
    area = QRectF(0, 0, metrics.horizontalAdvance(text) + 4, metrics.height())
    area.moveCenter((plan.places[plan.draft.parents[node]] + plan.places[node]) / 2)
    painter.fillRect(area, theme().paper)
    painter.setPen(theme().ink)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
    painter.setPen(pen)


def edge_area(start: QPointF, end: QPointF) -> QRectF:
    """Return the rectangle of an edge, also of a vertical one."""
    return QRectF(start, end).normalized().adjusted(-1, -1, 1, 1)


def paint_selection(painter: QPainter, plan: TreePlan, node: int, *, has_focus: bool) -> None:
    """Paint a frame round the chosen node."""
    half = plan.glyph * 0.78
    place, wide = plan.places[node], max(half, plan.widths[node] / 2)
    area = QRectF(place.x() - wide, place.y() - half, 2 * wide, 2 * half)
    painter.setPen(QPen(theme().ink if has_focus else theme().edge, 2))
    painter.setBrush(theme().band)
    painter.drawRoundedRect(area, 8, 8)


def paint_node(painter: QPainter, plan: TreePlan, node: int, root_is_max: bool, *, is_selected: bool) -> None:
    """Paint a node with its number and its name."""
    colours, draft, place, glyph = theme(), plan.draft, plan.places[node], plan.glyph
    inner = bool(draft.nodes[node].children)
    shape = draft.sketch.shape(node, root_is_max, not inner)
    wide = plan.widths[node]
    paint_grown(painter, shape, place, QSizeF(wide, glyph), colours.card, QPen(colours.ink, 2 if is_selected else 1.5))
    value = draft.nodes[node].number
    if not isnan(value):
        area = text_area(shape, place, glyph)
        area = area.adjusted((glyph - wide) / 2, 0, (wide - glyph) / 2, 0)
        # The glyph has grown so that its number fits, in somewhat smaller letters where it is long.
        text, room, least = number(value), wide * (0.72 if shape == SQUARE else 0.52), font(LEAST_NUMBER).pixelSize()
        painter.setFont(fitting_font(text, font(13, bold=not inner), room, least))
        painter.setPen(colours.ink)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
    paint_label(painter, plan, node, draft.name(node), is_given=bool(draft.nodes[node].name))


def paint_label(painter: QPainter, plan: TreePlan, node: int, label: str, *, is_given: bool) -> None:
    """Paint a name under a leaf and beside an inner node, away from the edge above it; a derived name is quieter."""
    place, glyph = plan.places[node], plan.glyph
    is_inner = bool(plan.draft.nodes[node].children)
    face = font(13 if is_inner else 11, bold=is_inner and is_given)
    painter.setFont(face)
    painter.setPen(theme().ink if is_given else theme().quiet)
    metrics = QFontMetricsF(face)
    if is_inner:
        room = max(plan.slot, glyph * 1.2)
        text = metrics.elidedText(label, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(text) + 2
        parent = plan.draft.parents[node]
        aside = glyph * 0.8 + 3
        is_right = parent >= 0 and plan.places[parent].x() < place.x()
        left = place.x() + aside if is_right else place.x() - aside - width
        area = QRectF(left, place.y() - glyph * 0.62, width, metrics.height())
        painter.fillRect(area.adjusted(-1, 1, 1, -1), theme().card)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
        return
    text = metrics.elidedText(label, Qt.TextElideMode.ElideRight, plan.slot - 4)
    area = QRectF(place.x() - plan.slot / 2, place.y() + glyph * 0.46, plan.slot, metrics.height())
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)


VALUE, NAME = "value", "name"
"""The parts of a node that the field may edit."""


class TreeEditor(QScrollArea):
    """A tree on a canvas that scrolls if it is large."""

    edited = Signal(str)
    """The text of the tree after an edit."""
    refused = Signal(object)
    """Why the typed number or name is invalid (a Message); None when it is valid."""
    pointed = Signal(str)
    """A description of the chosen node."""

    def __init__(self) -> None:
        super().__init__()
        self.canvas = TreeCanvas(self)
        self.setWidget(self.canvas)
        self.setWidgetResizable(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(self.canvas)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.viewport().setAutoFillBackground(False)

    def minimumSizeHint(self) -> QSize:
        return QSize(180, 160)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.canvas.arrange()
        self.canvas.scroll_to_selected()


class TreeCanvas(QWidget):
    """The canvas on which the tree is drawn and edited."""

    def __init__(self, editor: TreeEditor) -> None:
        super().__init__()
        self.editor = editor
        self.draft: TreeDraft | None = None
        self.selected = 0
        self.max_side = FIRST
        self.is_stale = False
        self._plan: TreePlan | None = None
        self._edited_part: str | None = None
        """What the open field edits: a value or a name; None while it is closed."""
        self.field = QLineEdit(self)
        self.field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.field.hide()
        self.field.installEventFilter(self)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Tree"))

    # What is shown

    def show_tree(self, text: str, max_side: int) -> None:
        """Show the tree of a text; if that is wrong or the tree too large, the last one that was shown, as stale."""
        self.max_side = max_side
        if self.draft is None or self.draft.text != text:
            try:
                draft = TreeDraft.of(text)
                self.is_stale = len(draft) > MAX_DRAWN
                self.draft = self.draft if self.is_stale else draft
            except InputError:
                self.is_stale = True
        else:
            self.is_stale = False
        if self.draft is not None:
            self.selected = min(self.selected, len(self.draft) - 1)
        self.close_field()
        self.arrange()
        self.scroll_to_selected()

    def arrange(self) -> None:
        """Lay the drawing out for the available room."""
        if self.draft is None:
            return
        room = self.editor.maximumViewportSize()
        self._plan = TreePlan(self.draft, room.width(), room.height(), Current.text_scale)
        self.resize(round(self._plan.width), round(self._plan.height))
        self._tell_selected()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme().card)
        if self._plan is None:
            return
        if self.is_stale:
            painter.setOpacity(0.4)
        paint_tree(
            painter, self._plan, QRectF(event.rect()), self.selected,
            max_side=self.max_side, has_focus=self.hasFocus() or self.field.isVisible(),
        )  # fmt: skip

    def _tell_selected(self) -> None:
        """Tell a screen reader, and the line below the tree, which node is chosen."""
        if self.draft is None:
            return
        node = self.draft.nodes[self.selected]
        name = self.draft.name(self.selected)
        if node.children:
            words = tr("{node}: {children} children", node=name, children=len(node.children))
        else:
            words = tr("{node}: leaf, {value}", node=name, value=number(node.number))
        if self.accessibleDescription() != words:
            self.setAccessibleDescription(words)
        self.editor.pointed.emit(words)

    # Choosing

    def select(self, node: int) -> None:
        """Choose a node."""
        assert self.draft is not None
        self.selected = node
        self._tell_selected()
        self.scroll_to_selected()
        self.update()

    def scroll_to_selected(self) -> None:
        """Scroll to the chosen node."""
        if self._plan is not None and self.selected < len(self._plan.places):
            area = self._plan.area(self.selected).toRect()
            self.editor.ensureVisible(area.center().x(), area.center().y(), area.width(), area.height())

    def neighbour(self, key: Qt.Key) -> int | None:
        """Return the node that an arrow leads to: parent, first child, or the next one on the same ply; else None."""
        assert self.draft is not None
        draft, here = self.draft, self.selected
        if key == Qt.Key.Key_Up:
            return draft.parents[here] if here else None
        if key == Qt.Key.Key_Down:
            return here + 1 if draft.nodes[here].children else None
        plies = draft.sketch.plies
        way = range(here + 1, len(draft)) if key == Qt.Key.Key_Right else range(here - 1, -1, -1)
        return next((node for node in way if plies[node] == plies[here]), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        node = None if self._plan is None else self._plan.node_at(event.position())
        self.commit_field()
        if node is not None:
            self.select(node)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._plan is not None and self._plan.node_at(event.position()) is not None:
            self.ask_value()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = Qt.Key(event.key()), event.text()
        if self.draft is None or self.is_stale or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right):
            node = self.neighbour(key)
            if node is not None:
                self.select(node)
        elif key == Qt.Key.Key_Home:
            self.select(0)
        elif key == Qt.Key.Key_Insert or text == "+":
            self.add_child()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete()
        elif key == Qt.Key.Key_F2:
            self.ask_name()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.ask_value()
        elif text and text in "0123456789-−.i∞":
            self.ask_value(text)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: object) -> None:
        self._tell_selected()
        self.update()

    def focusOutEvent(self, event: object) -> None:
        self.update()

    # Editing

    def add_child(self) -> None:
        """Add a leaf under the chosen node, and choose it."""
        if self.draft is None or self.is_stale:
            return
        self.commit_field()
        self.selected = self.draft.add_child(self.selected)
        self._emit_edit()

    def delete(self) -> None:
        """Delete the chosen node with all below it, unless it is the root, and choose the one next to it."""
        if self.draft is None or self.is_stale:
            return
        if self.selected == 0:
            self.editor.refused.emit(Message("the root cannot be deleted"))
            return
        self.selected = self.draft.delete(self.selected)
        self._emit_edit()

    def ask_value(self, begun: str | None = None) -> None:
        """Open the field for the chosen node's number, with the keys typed so far, or for None that number selected."""
        if self.draft is None or self.is_stale:
            return
        value = self.draft.nodes[self.selected].number
        self._open_field(VALUE, begun if begun is not None else "" if isnan(value) else number(value), begun is None)
        self.field.setPlaceholderText("" if not self.draft.nodes[self.selected].children else tr("none"))

    def ask_name(self) -> None:
        """Open the field for the chosen node's name."""
        if self.draft is None or self.is_stale:
            return
        self._open_field(NAME, self.draft.nodes[self.selected].name, True)
        self.field.setPlaceholderText(self.draft.name(self.selected))

    def _open_field(self, part: str, text: str, is_selected: bool) -> None:
        """Open the field at the chosen node, for its value or its name."""
        if self._plan is None:
            return
        self._edited_part = part
        self.field.setAccessibleName(tr("Value") if part == VALUE else tr("Name"))
        place = self._plan.places[self.selected].toPoint()
        size = QSize(84 if part == VALUE else 140, self.field.sizeHint().height())
        self.field.setGeometry(QRect(place - QPoint(size.width() // 2, size.height() // 2), size))
        self.field.setText(text)
        if is_selected:
            self.field.selectAll()
        self.field.show()
        self.field.setFocus()

    def commit_field(self) -> bool:
        """Apply what was typed; False if it is invalid, and the field stays open."""
        if self._edited_part is None or self.draft is None:
            return True
        try:
            if self._edited_part == VALUE:
                self.draft.set_value(self.selected, self.field.text())
            else:
                self.draft.rename(self.selected, self.field.text())
        except InputError as error:
            self.editor.refused.emit(error.message)
            return False
        self.close_field()
        self._emit_edit()
        return True

    def close_field(self) -> None:
        """Close the field without applying it; the keyboard goes from it to the tree."""
        if self._edited_part is None:
            return
        self._edited_part = None
        had_focus = self.field.hasFocus()
        self.field.hide()
        self.editor.refused.emit(None)
        if had_focus:
            self.setFocus()

    def eventFilter(self, target: object, event: QEvent) -> bool:
        """Apply the field on Enter and Tab, drop it on Escape, and also on focus loss if it is invalid."""
        if target is not self.field or self._edited_part is None:
            return False
        if event.type() == QEvent.Type.FocusOut and not self.commit_field():
            self.close_field()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.commit_field()
                return True
            if event.key() == Qt.Key.Key_Tab:
                self._type_next_leaf()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close_field()
                return True
        return False

    def _type_next_leaf(self) -> None:
        """Apply the field and open it for the next leaf, so that numbers can be typed one after another."""
        typed = self._edited_part
        if not self.commit_field() or self.draft is None or typed != VALUE:
            return
        later = range(self.selected + 1, len(self.draft))
        leaf = next((node for node in later if not self.draft.nodes[node].children), None)
        if leaf is not None:
            self.select(leaf)
            self.ask_value()

    def _emit_edit(self) -> None:
        """Lay the tree out after an edit, and emit its text."""
        assert self.draft is not None
        self.arrange()
        self.select(self.selected)
        self.editor.refused.emit(None)
        self.editor.edited.emit(self.draft.text)
