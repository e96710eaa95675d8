"""The bar above the timeline: buttons for stepping, the speed of playing, and where the cursor is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLayout,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QWidget,
)

from plyscope_window.look.icons import icon
from plyscope_window.look.theme import font, theme
from plyscope_window.widgets.controls import ActionButton, Choice, row
from plyscope_window.widgets.painting import RESTYLED
from plyscope_window.words import count, tr

if TYPE_CHECKING:
    from plyscope_window.session.session import Session

SPEEDS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0, 1000.0)
"""Steps a second."""
USUAL_SPEED = 2.0
NARROW = 900
"""Below this width there is room for icons only."""
BETWEEN_BUTTONS, BETWEEN_GROUPS, SIDE = 4, 14, 10
STRONGER = 10
"""Pixels by which the play button is wider than the others."""
PLACE_ROOM = 140
"""The width kept for the place while the buttons show their words."""


class Key(NamedTuple):
    """One button: the action it stands for, its drawing, and its words where there is room for them."""

    action: str
    icon: str
    words: str = ""


def groups() -> list[list[Key]]:
    """The buttons, with words in the person's language."""
    return [
        [Key("first", "first"), Key("back", "back"), Key("play", "play"), Key("into", "forward"), Key("last", "last")],
        [
            Key("into", "step-into", tr("Into")),
            Key("over", "step-over", tr("Over")),
            Key("out", "step-out", tr("Out")),
        ],
        [
            Key("next_cut", "next-cut", tr("Next cutoff")),
            Key("next_best", "next-best", tr("New best")),
            Key("to_return", "to-return", tr("To return")),
        ],
    ]


class KeyButton(ActionButton):
    """A button for an action, with a drawing and short words of its own."""

    def __init__(self, key: Key, action: QAction) -> None:
        self.key = key
        super().__init__(action)
        self.setProperty("framed", True)
        self.setIconSize(QSize(18, 18))

    def follow(self) -> None:
        super().follow()
        self.dress()

    def dress(self) -> None:
        self.setIcon(icon(self.key.icon))
        if self.key.words:
            self.setText(self.key.words)

    def show_words(self, shown: bool) -> None:
        has_both = shown and bool(self.key.words)
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(style.ToolButtonTextBesideIcon if has_both else style.ToolButtonIconOnly)


class PlayButton(KeyButton):
    """The main button of the bar, always filled with ink. While steps are played it offers to pause."""

    def dress(self) -> None:
        super().dress()
        self.setProperty("strong", True)
        self.setIcon(icon("pause" if self.isChecked() else self.key.icon))

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(STRONGER, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionToolButton()
        self.initStyleOption(option)
        if self.isEnabled():
            option.state |= QStyle.StateFlag.State_On
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()


class Place(QWidget):
    """Where the cursor is, in the longest words that there is room for.

    It paints its words itself: a label would trigger a layout of the whole bar at every step.
    """

    def __init__(self) -> None:
        super().__init__()
        self.wordings = [""]
        # Else each step would have everything below it painted first.
        self.setAutoFillBackground(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def say(self, wordings: list[str]) -> None:
        """Shows the first of these that fits; the longest comes first."""
        self.wordings = wordings
        self.setAccessibleName(wordings[0])
        self.setToolTip(wordings[0])
        self.update()

    def text(self) -> str:
        metrics = QFontMetrics(font(13, bold=True))
        return next((text for text in self.wordings if metrics.horizontalAdvance(text) <= self.width()), "")

    def sizeHint(self) -> QSize:
        return QSize(0, QFontMetrics(font(13, bold=True)).height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(13, bold=True))
        painter.setPen(theme().ink)
        # Qt turns "right" round by itself where the layout runs from right to left.
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.text())


class TransportBar(QWidget):
    """Buttons for actions, enabled as their actions are."""

    speed_changed = Signal(float)
    """Another number of steps a second was chosen."""

    def __init__(self, actions: dict[str, QAction]) -> None:
        super().__init__()
        self.buttons: list[KeyButton] = []
        self.groups: list[QHBoxLayout] = []
        self.lined_up = layout = row(self, spacing=0)
        layout.setContentsMargins(SIDE, 5, SIDE, 5)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        for place, keys in enumerate(groups()):
            layout.addWidget(self._group(keys, actions, is_time=place == 0))
            layout.addSpacing(BETWEEN_GROUPS)
        self.speeds = speed_choice()
        self.speeds.currentIndexChanged.connect(lambda _: self.speed_changed.emit(self.speed))
        layout.addWidget(self.speeds)
        layout.addSpacing(BETWEEN_GROUPS)
        self.place = Place()
        layout.addWidget(self.place, 1)
        self.setAccessibleName(tr("Stepping"))
        self._fit()

    def _group(self, keys: list[Key], actions: dict[str, QAction], *, is_time: bool) -> QWidget:
        """Buttons side by side. Those that point along time stand along it in every language."""
        group = QWidget()
        if is_time:
            group.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        layout = row(group, spacing=BETWEEN_BUTTONS)
        self.groups.append(layout)
        for key in keys:
            made = PlayButton if key.action == "play" else KeyButton
            button = made(key, actions[key.action])
            self.buttons.append(button)
            layout.addWidget(button)
        return group

    @property
    def speed(self) -> float:
        """Steps a second."""
        return float(self.speeds.currentData())

    def set_speed(self, speed: float) -> None:
        """Chooses the speed that comes nearest."""
        self.speeds.setCurrentIndex(min(range(len(SPEEDS)), key=lambda place: abs(SPEEDS[place] - speed)))

    def show_place(self, session: Session | None) -> None:
        """Shows where the cursor is; nothing while no recording is open."""
        self.place.say([""] if session is None else place_words(session))

    # Room

    @property
    def width_with_words(self) -> int:
        """What everything needs when the buttons have their words."""
        metrics = QFontMetrics(font(13))
        words = sum(metrics.horizontalAdvance(button.key.words) + 6 for button in self.buttons if button.key.words)
        return self.minimumSizeHint().width() + words + PLACE_ROOM

    def _fit(self) -> None:
        """Words or drawings only. The groups are laid out at once, so that none keeps its old width."""
        has_room = self.width() >= max(NARROW, self.width_with_words)
        for button in self.buttons:
            button.show_words(has_room)
        for layout in (*self.groups, self.lined_up):
            layout.invalidate()
            layout.activate()

    def sizeHint(self) -> QSize:
        return QSize(self.width_with_words, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """All buttons without their words, whether they have them now or not."""
        drawing = self.buttons[0].sizeHint().width()
        gaps = BETWEEN_BUTTONS * (len(self.buttons) - len(groups())) + BETWEEN_GROUPS * (len(groups()) + 1)
        width = drawing * len(self.buttons) + STRONGER + gaps + self.speeds.sizeHint().width() + 2 * SIDE
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED and hasattr(self, "place"):
            self._fit()


def speed_choice() -> Choice:
    """A choice of how many steps a second are played."""
    choice = Choice()
    for speed in SPEEDS:
        choice.addItem(speed_words(speed), speed)
    choice.setCurrentIndex(SPEEDS.index(USUAL_SPEED))
    choice.setAccessibleName(tr("Speed of playing"))
    choice.setToolTip(tr("How many steps a second are played"))
    return choice


def speed_words(speed: float) -> str:
    if speed == 0.5:
        return tr("½ step/s")
    return tr("1 step/s") if speed == 1 else tr("{steps} steps/s", steps=count(int(speed)))


def place_words(session: Session) -> list[str]:
    """Where the cursor is, at length and in ever fewer words."""
    cursor, callers = session.cursor, session.trace.origin.callers
    values = {
        "step": count(cursor.step),
        "last": count(cursor.last_step),
        "call": count(session.entered - callers),
        "calls": count(len(session.trace) - callers),
        "share": count(100 * cursor.step // max(1, cursor.last_step)),
    }
    return [
        tr("step {step} of {last} · call {call} of {calls} · {share} %", **values),
        tr("step {step} of {last} · {share} %", **values),
        tr("step {step}", **values),
        tr("{share} %", **values),
    ]
