"""Controls for forms and bars: choices and numbers that show how they open, and buttons, also for actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLabel,
    QPushButton,
    QSpinBox,
    QStyleOptionToolButton,
    QToolButton,
    QWidget,
)

from plyscope_window.look.icons import icon
from plyscope_window.look.theme import Current, theme
from plyscope_window.widgets.layouts import row_layout, widget_with
from plyscope_window.widgets.painting import Themed, smooth_painter

CONTROL_HEIGHT, ARROW_ROOM = 30, 22
"""The height of a control in usual text, and the room for its arrow, in pixels."""
NO_BREAK_SPACE = "\u00a0"


def paint_chevron(painter: QPainter, middle: QPointF, reach: float, *, up: bool, is_enabled: bool) -> None:
    """Paint a small arrow that points in the direction in which a control opens or counts."""
    rise = -reach * 0.5 if up else reach * 0.5
    pen = QPen(theme().quiet if is_enabled else theme().hairline, 1.5)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen)
    angle = [QPointF(-reach, -rise), QPointF(0, rise), QPointF(reach, -rise)]
    painter.drawPolyline(QPolygonF([middle + corner for corner in angle]))


def arrow_x(control: QWidget) -> float:
    """The x of the middle of a control's arrow: at its right end, or at its left one in a mirrored window."""
    return ARROW_ROOM * 0.6 if control.isRightToLeft() else control.width() - ARROW_ROOM * 0.6


def control_height() -> int:
    """The height of a control in pixels; it grows with the text size."""
    return round(CONTROL_HEIGHT * max(1.0, Current.text_scale * 0.9))


class Choice(QComboBox):
    """A combo box with an arrow in the colours of the theme."""

    def __init__(
        self, entries: Sequence[tuple[str, object]] = (), chosen: object = None, *, least_letters: int = 0
    ) -> None:
        """Each entry with its value; the first is chosen if none has the value `chosen`.

        With `least_letters` it asks for the width of so many letters, else for that of its longest entry.
        """
        super().__init__()
        replace_entries(self, entries, chosen)
        if least_letters:
            self.setMinimumContentsLength(least_letters)
            self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        else:
            self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)

    def explain(self, helps: Mapping[int, str]) -> None:
        """Give tooltips to entries by their places; that of the one chosen now becomes the control's own."""
        for place, text in helps.items():
            self.setItemData(place, text, Qt.ItemDataRole.ToolTipRole)
        self.setToolTip(helps.get(self.currentIndex(), ""))

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width() + 8, control_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(min(64, self.sizeHint().width()), control_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        middle = QPointF(arrow_x(self), self.height() / 2 + 0.5)
        paint_chevron(painter, middle, 3.5, up=False, is_enabled=self.isEnabled())


class EvenButton(QToolButton):
    """A button with as much room behind its text as before its icon.

    Qt leaves two spaces behind a text beside an icon, and hardly any between the two.
    """

    def initStyleOption(self, option: QStyleOptionToolButton) -> None:
        super().initStyleOption(option)
        if self.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonTextBesideIcon:
            option.text = f"{NO_BREAK_SPACE}{option.text}{NO_BREAK_SPACE}"


class ActionButton(EvenButton):
    """A button for an action: it shows the action's icon and state, and triggers it.

    Qt's own `setDefaultAction` does that too, but adds a connection whenever the action changes
    and never removes one: an hour of stepping cost tens of megabytes.
    """

    def __init__(self, action: QAction, name: str = "", *, shows_state: bool = True) -> None:
        """`name` is what it is called here, if not as the action; `shows_state`: pressed while that is in force."""
        super().__init__()
        self.action, self.name, self.shows_state = action, name, shows_state
        action.changed.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Show the action's text, icon and state; Qt lays the window out for every icon that is set, even the same."""
        action, picture = self.action, self.picture()
        self.setText(self.label())
        if picture.cacheKey() != self.icon().cacheKey():
            self.setIcon(picture)
        if self.toolTip() != action.toolTip():
            self.setToolTip(action.toolTip())
        self.setCheckable(action.isCheckable() and self.shows_state)
        self.setChecked(action.isChecked() and self.shows_state)
        self.setEnabled(action.isEnabled())

    def rename(self, name: str) -> None:
        """Give the action another name here."""
        if name != self.name:
            self.name = name
            self.follow()

    def label(self) -> str:
        """The text of the button."""
        return self.name or self.action.iconText()

    def picture(self) -> QIcon:
        """The icon of the button."""
        return self.action.icon()

    def nextCheckState(self) -> None:
        """Leave the checked state to the action."""
        self.action.trigger()
        self.follow()


class Segments(QFrame):
    """Actions of which one is in force, in one box. The one in force is in ink."""

    def __init__(self, actions: Iterable[tuple[QAction, str]], *, with_icons: bool = False) -> None:
        """Each action with its short name here."""
        super().__init__()
        self.setObjectName("segments")
        self.segments = [Segment(action, name, has_icon=with_icons) for action, name in actions]
        self.setLayout(row_layout(*self.segments, margins=1, spacing=0))

    def rename(self, place: int, name: str) -> None:
        """Give one of the actions another name here."""
        self.segments[place].rename(name)

    def shorten(self, is_short: bool) -> None:
        """Show the others by their icons alone, where there is little room, or all by their names again."""
        for segment in self.segments:
            segment.is_short = is_short
            segment.follow()


class Segment(ActionButton):
    """One of several actions in a box."""

    def __init__(self, action: QAction, name: str, *, has_icon: bool) -> None:
        self.has_icon, self.is_short = has_icon, False
        super().__init__(action, name)
        self.setProperty("segment", True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def follow(self) -> None:
        """Show the action's state, with the text where there is room or it is in force."""
        super().follow()
        style = Qt.ToolButtonStyle.ToolButtonTextOnly
        if self.has_icon:
            is_bare = self.is_short and not self.isChecked()
            style = Qt.ToolButtonStyle.ToolButtonIconOnly if is_bare else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self.setToolButtonStyle(style)


class Switch(Themed, ActionButton):
    """An action that is on or off, with a sliding knob before its name."""

    def __init__(self, action: QAction, name: str) -> None:
        super().__init__(action, name)
        self.setProperty("framed", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setIconSize(QSize(38, 18))

    def follow(self) -> None:
        """Show the action's state as the place of the knob."""
        super().follow()
        self.setIcon(QIcon(self._picture()))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

    def _picture(self) -> QPixmap:
        """The icon: a knob at the leading end where the action is off; sharp at every scale up to three."""
        picture = QPixmap(114, 54)
        picture.setDevicePixelRatio(3)
        picture.fill(Qt.GlobalColor.transparent)
        painter = smooth_painter(picture)
        is_on = self.isChecked()
        colour = theme().paper if is_on else theme().ink if self.isEnabled() else theme().edge
        painter.setPen(QPen(colour, 1.5))
        painter.drawRoundedRect(QRectF(1, 1, 30, 16), 8, 8)
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        at_end = is_on != self.isRightToLeft()
        painter.drawEllipse(QPointF(23 if at_end else 9, 9), 5.5, 5.5)
        painter.end()
        return picture

    def apply_theme(self) -> None:
        self.setIcon(QIcon(self._picture()))


class Button(EvenButton):
    """A framed button that Enter presses, too, since the space bar plays the recording."""

    def __init__(self, text: str = "", run: Callable[[], object] | None = None, *, checkable: bool = False) -> None:
        super().__init__()
        self.setProperty("framed", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCheckable(checkable)
        self.name(text)
        if run is not None:
            self.clicked.connect(lambda: run())

    def name(self, text: str, help: str = "") -> None:
        """Set the text of the button and its tooltip; screen readers get the tooltip, or else the text."""
        self.setText(text)
        self.setAccessibleName(help or text)
        self.setToolTip(help)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)


class Number(QSpinBox):
    """A spin box for a whole number within a range, or for None."""

    def __init__(
        self,
        minimum: int,
        maximum: int,
        value: int | None,
        *,
        none: str = "",
        suffix: str = "",
        step: int = 1,
        is_grouped: bool = False,
    ) -> None:
        """`none` is shown for the smallest number, which then stands for None; `is_grouped`: as 1,000."""
        super().__init__(minimum=minimum, maximum=maximum, suffix=suffix, singleStep=step)
        self.setGroupSeparatorShown(is_grouped)
        self.setSpecialValueText(none)
        self.number = value
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(6, 0, 0, 0)

    @property
    def number(self) -> int | None:
        """The value; None where the smallest number is chosen and stands for it."""
        return None if self.specialValueText() and self.value() == self.minimum() else self.value()

    @number.setter
    def number(self, number: int | None) -> None:
        self.setValue(self.minimum() if number is None else number)

    def sizeHint(self) -> QSize:
        longest = max(
            (self.textFromValue(self.maximum()), self.textFromValue(self.minimum()), self.specialValueText()), key=len
        )
        return QSize(self.fontMetrics().horizontalAdvance(longest) + ARROW_ROOM + 24, control_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(min(64, self.sizeHint().width()), control_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        x, y = arrow_x(self), self.height() / 2
        paint_chevron(painter, QPointF(x, y - 4.5), 3, up=True, is_enabled=self.value() < self.maximum())
        paint_chevron(painter, QPointF(x, y + 4.5), 3, up=False, is_enabled=self.value() > self.minimum())


def labelled(text: str, control: QWidget, help: str) -> QWidget:
    """A control beside a label with its mnemonic and tooltip, as one widget."""
    return widget_with(row_layout(label_of(text, control, help), control, spacing=8))


def label_of(text: str, control: QWidget, help: str) -> QLabel:
    """A label for a control that gives it its mnemonic, tooltip and accessible name."""
    label = QLabel(text)
    label.setBuddy(control)
    label.setToolTip(help)
    control.setToolTip(help)
    control.setAccessibleName(text.replace("&", ""))
    return label


def push_button(
    text: str, run: Callable[[], object] | None = None, help: str = "", picture: str = "", *, is_strong: bool = False
) -> QPushButton:
    """A button of a form that runs a function, with a tooltip and an icon by its name if there are any.

    The strong one does what the form is for.
    """
    button = QPushButton(text)
    button.setToolTip(help)
    if picture:
        button.setIcon(icon(picture))
    if is_strong:
        button.setProperty("strong", True)
    if run is not None:
        button.clicked.connect(lambda: run())
    return button


def framed_button(
    text: str, help: str, picture: str = "", run: Callable[[], object] | None = None, *, checkable: bool = False
) -> QToolButton:
    """A button of a bar that runs a function, with a frame, a tooltip, and an icon by its name if there is one."""
    button = EvenButton()
    button.setProperty("framed", True)
    button.setText(text)
    button.setToolTip(help)
    button.setAccessibleName(text.replace("&", "") or help)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setCheckable(checkable)
    if run is not None:
        button.clicked.connect(lambda: run())
    if picture:
        button.setIcon(icon(picture))
    if picture and text:
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    return button


def replace_entries(box: QComboBox, choices: Sequence[tuple[str, object]], chosen: object) -> None:
    """Replace the entries of a combo box and choose one, the first if none has the value; no signal is emitted."""
    with QSignalBlocker(box):
        if [(box.itemText(place), box.itemData(place)) for place in range(box.count())] != list(choices):
            box.clear()
            for text, data in choices:
                box.addItem(text, data)
            box.updateGeometry()
        box.setCurrentIndex(next((place for place, (_, data) in enumerate(choices) if data == chosen), 0))
