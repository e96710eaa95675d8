"""Remarks as cards below the tree: what is right or wrong at a node, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plyscope.exercises.hints import Card
from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from plyscope_window.look.theme import Current, theme
from plyscope_window.pages.exercise.tree_painter import SIGNS, verdict_colour
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column_layout, row_layout
from plyscope_window.widgets.painting import Themed, smooth_painter
from plyscope_window.words import localized, tr

MIN_WIDTH, MAX_CARDS = 300, 3
"""The least width of a card in pixels, and the largest number of cards."""
BAR = 5
"""The width of the coloured bar of a card, in pixels."""


class RemarkCard(Themed, QWidget):
    """One remark. Enter or a click goes to its node."""

    chosen = Signal(int)

    def __init__(self, card: Card) -> None:
        super().__init__()
        self.card = card
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.title = Label(f"{SIGNS[card.verdict]}  {localized(card.title)}", 13, bold=True, wrapped=True)
        self.text = Label(localized(card.text), 13, wrapped=True)
        self.setLayout(column_layout(self.title, self.text, margins=(BAR + 12, 8, 12, 8), spacing=2))
        self.setAccessibleName(localized(card.title))
        self.setAccessibleDescription(localized(card.text))
        self.apply_theme()

    def apply_theme(self) -> None:
        """Give the title the colour of the verdict."""
        self.title.paint_with(verdict_colour(self.card.verdict, theme()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setPen(theme().grip if self.hasFocus() else theme().hairline)
        painter.setBrush(theme().card)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(area, 6, 6)
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = area.right() - BAR if is_mirrored else area.left()
        painter.setClipRect(QRectF(left, 0, BAR, self.height()))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(verdict_colour(self.card.verdict, theme()))
        painter.drawRoundedRect(area, 6, 6)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit(self.card.node)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self.card.node)
        else:
            super().keyPressEvent(event)


class RemarkCards(QWidget):
    """As many cards as there is room for, those of the node at the keyboard first."""

    chosen = Signal(int)
    placed = Signal()
    """The cards are at other places."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[Card] = []
        self.shown: list[RemarkCard] = []
        self.x_of_node: Callable[[int], float] = float
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.more = Label("", 12, quiet=True)
        self.row = row_layout(self.more, margins=(16, 6, 16, 8), spacing=12)
        self.setLayout(self.row)
        self.hide()

    def show_cards(self, cards: Sequence[Card], node: int, place: Callable[[int], float]) -> None:
        """Show remarks; `node` has the keyboard, and `place` gives the x of a node in the tree."""
        self.x_of_node = place
        cards = sorted(cards, key=lambda card: card.node != node)
        if cards == self.cards and len(self.shown) == self.fitting_count:
            return
        self.cards = cards
        self._show_fitting()

    @property
    def fitting_count(self) -> int:
        """The number of cards that there is room for, at least one where there are any."""
        fitting = int((self.width() - 20) // (MIN_WIDTH * max(1.0, Current.text_scale)))
        return min(len(self.cards), MAX_CARDS, max(1, fitting))

    def _show_fitting(self) -> None:
        """Show the first cards, as many as there is room for, in the order of the tree."""
        for card in self.shown:
            self.row.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.shown = [RemarkCard(card) for card in self.cards[: self.fitting_count]]
        # They stand in the order of the tree, which runs from left to right in every language.
        self.shown.sort(key=lambda card: self.x_of_node(card.card.node))
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        direction = QBoxLayout.Direction
        self.row.setDirection(direction.RightToLeft if is_mirrored else direction.LeftToRight)
        for place, card in enumerate(self.shown):
            card.chosen.connect(self.chosen)
            self.row.insertWidget(place, card, 1)
        others = len(self.cards) - len(self.shown)
        self.more.setText(tr("and {count} more", count=others) if others else "")
        self.more.setVisible(bool(others))
        self.setVisible(bool(self.cards))
        # Their places are known once they are laid out.
        QTimer.singleShot(0, self, self.placed.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.cards and len(self.shown) != self.fitting_count:
            self._show_fitting()
        QTimer.singleShot(0, self, self.placed.emit)

    def minimumSizeHint(self) -> QSize:
        return QSize(100, super().minimumSizeHint().height())
