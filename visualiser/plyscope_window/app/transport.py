"""The bar above the timeline: buttons for stepping, the speed of playing, and where the cursor is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QIcon, QPainter, QPaintEvent, QResizeEvent
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
from plyscope_window.session.stepping import SPEEDS
from plyscope_window.widgets.controls import ActionButton, Choice
from plyscope_window.widgets.layouts import LayoutPart, row_layout, widget_with
from plyscope_window.widgets.painting import Themed
from plyscope_window.words import count, tr

if TYPE_CHECKING:
    from plyscope_window.session.session import Session

DEFAULT_SPEED = 2.0
"""Steps a second at first."""
MIN_WIDTH_FOR_LABELS = 900
"""Below this width there is room for icons only."""
BUTTON_GAP, GROUP_GAP, SIDE_MARGIN = 4, 14, 10
"""Room between buttons, between groups, and beside the bar, in pixels."""
PLAY_EXTRA_WIDTH = 10
"""Additional width of the play button, in pixels."""
PLACE_WIDTH = 140
"""The width kept for the cursor's position while the buttons show their labels."""


class Key(NamedTuple):
    """One button: its action, its icon, and its label where there is room for one."""

    action: str
    icon: str
    words: str = ""


def groups() -> list[list[Key]]:
    """The groups of buttons, labelled in the user's language."""
    return [
        [
            Key("first", "first"),
            Key("back", "back"),
            Key("play", "play"),
            Key("into", "forward"),
            Key("last", "last"),
        ],
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
    """A button for an action, with its own icon and a short label."""

    def __init__(self, key: Key, action: QAction) -> None:
        self.key, self._pictures = key, dict[str, QIcon]()
        super().__init__(action)
        self.setProperty("framed", True)
        self.setIconSize(QSize(18, 18))

    def label(self) -> str:
        """The short label of this button, or the action's."""
        return self.key.words or super().label()

    def picture(self) -> QIcon:
        """The icon of this button, which is not the action's."""
        name = self.picture_name
        if name not in self._pictures:
            self._pictures[name] = icon(name)
        return self._pictures[name]

    @property
    def picture_name(self) -> str:
        """The name of the icon."""
        return self.key.icon

    def show_label(self, shown: bool) -> None:
        """Show the label beside the icon, if there is one, or the icon alone."""
        has_both = shown and bool(self.key.words)
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(style.ToolButtonTextBesideIcon if has_both else style.ToolButtonIconOnly)


class PlayButton(KeyButton):
    """The main button of the bar, always filled. While steps are played it pauses them."""

    def __init__(self, key: Key, action: QAction) -> None:
        super().__init__(key, action)
        self.setProperty("strong", True)

    @property
    def picture_name(self) -> str:
        """The name of the icon: to pause while steps are played."""
        return "pause" if self.action.isChecked() else self.key.icon

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(PLAY_EXTRA_WIDTH, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionToolButton()
        self.initStyleOption(option)
        if self.isEnabled():
            option.state |= QStyle.StateFlag.State_On
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()


class PlaceLabel(QWidget):
    """Where the cursor is, in the longest wording that fits.

    It paints its own text: a label would trigger a layout of the whole bar at every step.
    """

    def __init__(self) -> None:
        super().__init__()
        self.wordings = [""]
        # Otherwise each step would first repaint the widgets behind this one.
        self.setAutoFillBackground(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def say(self, wordings: list[str]) -> None:
        """Show the first of some wordings that fits; the longest comes first."""
        self.wordings = wordings
        self.setAccessibleName(wordings[0])
        self.setToolTip(wordings[0])
        self.update()

    def text(self) -> str:
        """The wording that fits; empty where none does."""
        metrics = QFontMetrics(font(13, bold=True))
        return next((text for text in self.wordings if metrics.horizontalAdvance(text) <= self.width()), "")

    def sizeHint(self) -> QSize:
        return QSize(0, QFontMetrics(font(13, bold=True)).height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(13, bold=True))
        painter.setPen(theme().ink)
        # In a right-to-left layout Qt swaps the alignment by itself.
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.text())


class TransportBar(Themed, QWidget):
    """The bar: buttons for actions, the speed of playing, and the position of the cursor."""

    speed_changed = Signal(float)
    """The number of steps a second that was chosen."""

    def __init__(self, actions: dict[str, QAction]) -> None:
        super().__init__()
        self.buttons: list[KeyButton] = []
        self.groups: list[QHBoxLayout] = []
        parts: list[LayoutPart] = []
        for place, keys in enumerate(groups()):
            parts += [self._group(keys, actions, is_time=place == 0), GROUP_GAP]
        self.speeds = speed_choice()
        self.speeds.currentIndexChanged.connect(lambda _: self.speed_changed.emit(self.speed))
        self.place = PlaceLabel()
        self.bar_layout = row_layout(
            *parts, self.speeds, GROUP_GAP, (self.place, 1), margins=(SIDE_MARGIN, 5, SIDE_MARGIN, 5), spacing=0
        )
        self.bar_layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setLayout(self.bar_layout)
        self.setAccessibleName(tr("Stepping"))
        self._fit()

    def _group(self, keys: list[Key], actions: dict[str, QAction], *, is_time: bool) -> QWidget:
        """Buttons side by side; those that step in time run from left to right in every language."""
        buttons = [(PlayButton if key.action == "play" else KeyButton)(key, actions[key.action]) for key in keys]
        self.buttons += buttons
        self.groups.append(row_layout(*buttons, spacing=BUTTON_GAP))
        group = widget_with(self.groups[-1])
        if is_time:
            group.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        return group

    @property
    def speed(self) -> float:
        """The chosen speed, in steps a second."""
        return float(self.speeds.currentData())

    def set_speed(self, speed: float) -> None:
        """Choose the speed of the list that is nearest to this one."""
        self.speeds.setCurrentIndex(min(range(len(SPEEDS)), key=lambda place: abs(SPEEDS[place] - speed)))

    def show_place(self, session: Session) -> None:
        """Show where the cursor of a session is."""
        self.place.say(place_words(session))

    # Room

    @property
    def width_with_labels(self) -> int:
        """The width of the bar when its buttons have labels."""
        metrics = QFontMetrics(font(13))
        words = sum(metrics.horizontalAdvance(button.key.words) + 6 for button in self.buttons if button.key.words)
        return self.minimumSizeHint().width() + words + PLACE_WIDTH

    def _fit(self) -> None:
        """Show labels if they fit, else icons alone; the groups are laid out at once for their new widths."""
        has_room = self.width() >= max(MIN_WIDTH_FOR_LABELS, self.width_with_labels)
        for button in self.buttons:
            button.show_label(has_room)
        for layout in (*self.groups, self.bar_layout):
            layout.invalidate()
            layout.activate()

    def sizeHint(self) -> QSize:
        return QSize(self.width_with_labels, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """All buttons without their words, whether they have them now or not."""
        drawing = self.buttons[0].sizeHint().width()
        gaps = BUTTON_GAP * (len(self.buttons) - len(self.groups)) + GROUP_GAP * (len(self.groups) + 1)
        width = drawing * len(self.buttons) + PLAY_EXTRA_WIDTH + gaps + self.speeds.sizeHint().width() + 2 * SIDE_MARGIN
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def apply_theme(self) -> None:
        if hasattr(self, "place"):
            self._fit()


def speed_choice() -> Choice:
    """A combo box with the speeds of playing."""
    choice = Choice([(speed_words(speed), speed) for speed in SPEEDS], DEFAULT_SPEED)
    choice.setAccessibleName(tr("Speed of playing"))
    choice.setToolTip(tr("How many steps a second are played"))
    return choice


def speed_words(speed: float) -> str:
    """A speed with its unit."""
    if speed == 0.5:
        return tr("½ step/s")
    return tr("1 step/s") if speed == 1 else tr("{steps} steps/s", steps=count(int(speed)))


def place_words(session: Session) -> list[str]:
    """Where the cursor is, in ever fewer words."""
    cursor, callers = session.cursor, session.trace.origin.callers
    values = {
        "step": count(cursor.step),
        "last": count(cursor.last_step),
        "call": count(session.trace.calls_among(callers, session.entered)),
        "calls": count(session.trace.calls_among(callers, len(session.trace))),
        "share": count(100 * cursor.step // max(1, cursor.last_step)),
    }
    return [
        tr("step {step} of {last} · call {call} of {calls} · {share} %", **values),
        tr("step {step} of {last} · {share} %", **values),
        tr("step {step}", **values),
        tr("{share} %", **values),
    ]
