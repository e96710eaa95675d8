"""The player of lessons: a bar with what to do next, and a ring round the control for it.

A prompt waits until its state is reached, or where it names none, until its action has been triggered. A lesson that
is left goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from plyscope.files.lessons import Lesson, Prompt, own_lesson
from plyscope.messages import InputError
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QTabBar, QToolBar, QWidget

from plyscope_window.jobs.background import later
from plyscope_window.look.theme import theme
from plyscope_window.pages.start.first_lesson import DONE, lesson_progress
from plyscope_window.widgets.controls import ActionButton, Button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column_layout, row_layout
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.words import LocalizedText, tr

if TYPE_CHECKING:
    from plyscope_window.app.docks import Docks
    from plyscope_window.pages.page import Host, Page
    from plyscope_window.session.session import Session

RECORDED = "recorded"
"""The state of a prompt that is shown before there is a recording: it asks for one."""
BAR_MARGIN = 12
"""Room beside the words of the bar, in pixels."""
RING_WIDTH = 4
"""How far the ring stands from its control, in pixels."""


# States


def is_cut_here(window: Host) -> bool:
    """Whether the value that is received at this step cuts off the rest of the receiving call."""
    session = window.session
    if session is None or session.cursor.now.of_call.child < 0:
        return False
    now, trace = session.cursor.now.of_call, session.trace
    return trace.is_cutoff(now.frame) and now.child + int(trace.sizes[now.child]) == now.frame + int(
        trace.sizes[now.frame]
    )


def is_at_last_step(window: Host) -> bool:
    """Whether the cursor is at the last step."""
    session = window.session
    return session is not None and session.cursor.step == session.cursor.last_step


def is_recorded_again(window: Host, session: Session | None) -> bool:
    """Whether another search of the lesson's position is in front, whole."""
    shown = window.session
    if shown is None or session is None or not shown.trace.complete:
        return False
    is_same = shown.trace.position.fullest_text == session.trace.position.fullest_text
    return is_same and dict(shown.trace.options) != dict(session.trace.options)


REACHED: Mapping[str, Callable[[Host], bool]] = {
    "cutoff": is_cut_here,
    "last": is_at_last_step,
    "ghost": lambda window: window.session is not None and bool(window.session.ghosts.found),
    "comparison": lambda window: window.page.pair is not None,
    "exercise": lambda window: window.page.is_solved is not None,
    "solved": lambda window: window.page.is_solved is True,
}
"""The states that need nothing but the window; `stepped` and `panel` need the prompt too."""


class LessonBar(QToolBar):
    """The bar that says what to do next, how far one is, and how to leave."""

    left = Signal()
    skipped = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Lesson"), parent)
        self.setObjectName("lesson")
        self.setMovable(False)
        self.setStyleSheet("QToolBar { border: none; padding: 0; spacing: 0; }")
        # The bar is shown by its lesson alone.
        self.toggleViewAction().setVisible(False)
        self.place = Label(pixels=13, bold=True, quiet=True)
        self.heading = Label(pixels=14, bold=True)
        self.text = Label(pixels=14, wrapped=True)
        self.skip = Button(tr("Skip"), self.skipped.emit)
        self.leave = Button(tr("Leave"), self.left.emit)
        self.content = Frame()
        head = row_layout(self.place, (self.heading, 1), spacing=BAR_MARGIN)
        self.content.setLayout(row_layout(
            (column_layout(head, self.text, spacing=2), 1), (self.skip, 0, Qt.AlignmentFlag.AlignVCenter),
            (self.leave, 0, Qt.AlignmentFlag.AlignVCenter), margins=(16, 8, BAR_MARGIN, 8), spacing=8,
        ))  # fmt: skip
        self.addWidget(self.content)
        self.hide()

    def show_words(self, place: str, heading: str, text: str, *, is_end: bool) -> None:
        """Show a prompt, or at the end the last words."""
        self.place.setText(place)
        self.place.setVisible(bool(place))
        self.place.setMinimumWidth(self.place.sizeHint().width())
        self.heading.setText(heading)
        self.text.setText(text)
        self.skip.setVisible(not is_end)
        self.leave.name(tr("Close") if is_end else tr("Leave"))
        self.content.setAccessibleName(" ".join(part for part in (place, heading, text) if part))
        # Before it is shown, for else the window would grow by the height that it has when it is narrow.
        self.fit()

    def fit(self) -> None:
        """Set the height of the bar to that of its text at this width; Qt does not ask a bar for it."""
        taken = self.leave.sizeHint().width() + (0 if self.skip.isHidden() else self.skip.sizeHint().width())
        # It is as wide as the window, also before it is laid out: narrower it would be so high that the window grew.
        wide = (self.parentWidget() or self).width()
        room = max(120, wide - taken - 16 - BAR_MARGIN - 3 * 8)
        height = self.text.heightForWidth(room) + self.heading.sizeHint().height() + 2 * 8 + 4
        self.content.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class Frame(QFrame):
    """The ground of the bar, with a line in the colour of the ring at its side."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().card)
        line = QRect(0, 0, 5, self.height())
        if self.isRightToLeft():
            line.moveRight(self.width() - 1)
        painter.fillRect(line, theme().grip)
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), theme().hairline)


class Ring(QWidget):
    """A ring round a control. It ignores the mouse."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.on = window
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_round(self, place: QRect | None) -> None:
        """Show the ring round an area of the window; None hides it."""
        if place is None:
            self.hide()
            return
        around = place.adjusted(-RING_WIDTH, -RING_WIDTH, RING_WIDTH, RING_WIDTH)
        self.setGeometry(around.intersected(self.on.rect()))
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        area = QRectF(self.rect())
        for inset, width, colour in ((1.5, 3, theme().grip), (3.5, 1.2, theme().ink)):
            painter.setPen(QPen(colour, width))
            painter.drawRoundedRect(area.adjusted(inset, inset, -inset, -inset), 7, 7)


class LessonPlayer(QObject):
    """Plays one lesson at a time in a window."""

    progressed = Signal()
    """Another prompt has begun, or the lesson has ended."""

    def __init__(self, window: Host, docks: Docks) -> None:
        super().__init__(window)
        self.window, self.docks = window, docks
        self.lesson: Lesson | None = None
        self.place = 0
        """The number of prompts that are done."""
        self.bar = LessonBar(window)
        self.ring = Ring(window)
        self.bar.left.connect(self.leave)
        self.bar.skipped.connect(self._go_on)
        self._session: Session | None = None
        """The recording that the lesson is about; None while it is waited for."""
        self._source = ""
        """Where it comes from."""
        self._known: list[Session] = []
        """The recordings that were shown before the source was opened."""
        self._has_begun = False
        """Whether the prompt is shown."""
        self._waits = later(self, self._take_recording, 100, repeats=True)
        self._ended_on: Page | None = None
        """The page in front when the last prompt was done, once it is: its last words stand over no other."""
        self._began_at = 0
        """The step at which the prompt began."""
        self._was_reached = False
        """Whether its state was reached then: doing the action fulfils the prompt in that case."""
        self._later = later(self, self.look)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and self.prompt is not None:
            self._later.start()
        return False

    @property
    def prompt(self) -> Prompt | None:
        """The prompt that is shown; None while none is."""
        lesson = self.lesson
        if lesson is None or not self._has_begun or not 0 <= self.place < len(lesson.prompts):
            return None
        return lesson.prompts[self.place]

    @property
    def _page(self) -> Page | None:
        """The page that shows the lesson's recording, while it is open; that of a call is the page of its program."""
        if self._session is None:
            return None
        return next((page for page in self.window.pages if page.session is self._session), None)

    # From the beginning to the end

    def open(self, path: Path) -> None:
        """Begin a lesson of the reader's own; InputError says what is wrong with it."""
        lesson = own_lesson(path)
        for number, prompt in enumerate(lesson.prompts, start=1):
            state, _, panel = prompt.state.partition(":")
            if prompt.action and self._action(prompt.action) is None:
                problem = InputError("{name} is neither a command nor a panel", name=prompt.action)
            elif state == "panel" and panel not in self.docks.docks:
                problem = InputError("{name} is not a panel", name=panel)
            else:
                continue
            raise problem.inside(f"prompt {number}").inside(str(path))
        self.begin(lesson)

    def begin(self, lesson: Lesson) -> None:
        """Begin a lesson, or go on where it was left; one that is done begins again."""
        if self.lesson == lesson and self.prompt is not None:
            self._begin_prompt()
            return
        self.lesson = lesson
        # Only while there is a lesson: a step sends the window many events.
        self.window.installEventFilter(self)
        self.place = max(0, lesson_progress(self.window.settings, lesson))
        self._begin_prompt()

    def _open(self, source: str) -> None:
        """Open a source; the lesson is about the first recording that is shown from now on."""
        self._source, self._session = source, None
        self._known = [page.session for page in self.window.pages if page.session is not None]
        self._waits.start()
        if not self.window.open_source(source):
            self.leave()

    def _take_recording(self) -> None:
        """Take the recording that has been waited for, once it is shown."""
        shown = (page.session for page in self.window.pages if page.session is not None)
        session = next((session for session in shown if session not in self._known), None)
        if session is None or self.lesson is None:
            return
        self._waits.stop()
        self._session = session
        if self.prompt is None or self.prompt.state != RECORDED:
            self._begin_prompt()
        else:
            self._later.start()

    def leave(self) -> None:
        """Leave the lesson; it goes on at the same prompt."""
        self.lesson = self._ended_on = None
        self.window.removeEventFilter(self)
        self._has_begun = False
        self._waits.stop()
        self.bar.heading.clear()
        self.show_bar()
        self.ring.hide()
        self.progressed.emit()

    def _go_on(self) -> None:
        """Begin the next prompt."""
        self.place += 1
        self._begin_prompt()

    def _begin_prompt(self) -> None:
        """Show the prompt, at its step; after the last one, what there is to say in the end."""
        window, lesson = self.window, self.lesson
        assert lesson is not None
        prompt = lesson.prompts[self.place] if self.place < len(lesson.prompts) else None
        window.settings.set(f"lessons/{lesson.name}", DONE if prompt is None else self.place)
        if prompt is not None and not self._open_source_of(lesson.source_at(self.place), prompt):
            return
        self._has_begun, session = True, self._session
        self._ended_on = window.page if prompt is None else None
        if prompt is None:
            self.ring.hide()
            self._say(
                "",
                tr("Done: {title}", title=LocalizedText(lesson.title[:1].lower() + lesson.title[1:])),
                lesson.end,
                is_end=True,
            )
            return
        page = self._page
        if page is not None and session is not None and prompt.step is not None:
            window.show_page(page)
            session.go(prompt.step)
            session.select(session.cursor.frame)
        self._began_at = 0 if session is None else session.cursor.step
        self._was_reached = self._is_reached(prompt)
        place = tr("{number} of {all}", number=self.place + 1, all=len(lesson.prompts))
        self._say(place, prompt.title, prompt.text.replace("{keys}", self._how(prompt.action)), is_end=False)
        self._later.start()

    def _open_source_of(self, source: str, prompt: Prompt) -> bool:
        """Open a prompt's source unless it is open; return whether the prompt can be shown already."""
        is_waiting = self._waits.isActive() and source == self._source
        if not is_waiting and (source != self._source or self._page is None):
            self._has_begun = False
            self._open(source)
        return self._session is not None or prompt.state == RECORDED

    def _say(self, place: str, heading: str, text: str, *, is_end: bool) -> None:
        """Show words in the bar; screen readers say them."""
        self.bar.show_words(place, heading, text, is_end=is_end)
        self.show_bar()
        if QAccessible.isActive():
            words = " ".join(part for part in (place, heading, text) if part)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.bar, words))
        self.progressed.emit()

    # What the reader does

    def note(self, key: str) -> None:
        """Go on if the action or panel that was requested is what the prompt asks for."""
        prompt = self.prompt
        if prompt is not None and prompt.action == key and (not prompt.state or self._was_reached):
            self._go_on()
        elif prompt is not None:
            self._later.start()

    def look(self) -> None:
        """Go on if the prompt's state has been reached, else keep the ring round its control."""
        prompt = self.prompt
        if prompt is None:
            self.ring.hide()
            if self._ended_on is not None and self._ended_on not in self.window.pages:
                self.leave()
            self.show_bar()
            return
        if self._page is None and not self._waits.isActive():
            self._session = None
            self.leave()
        elif prompt.state and not self._was_reached and self._is_reached(prompt):
            self._go_on()
        else:
            self.ring.show_round(self._control_area(prompt.action))

    def show_bar(self) -> None:
        """Show the bar while a lesson is played, but in no presentation, nor over other pages at its end."""
        is_over_its_page = self._ended_on is None or self.window.page in (self._ended_on, self._page)
        is_seen = bool(self.bar.heading.text()) and is_over_its_page and not self.window.is_presenting
        if self.bar.isHidden() is is_seen:
            self.bar.setVisible(is_seen)

    def _is_reached(self, prompt: Prompt) -> bool:
        """Whether the window is in the state of a prompt."""
        name, _, argument = prompt.state.partition(":")
        if name == RECORDED:
            return self._session is not None
        if name == "again":
            return is_recorded_again(self.window, self._session)
        if name == "stepped":
            return self._session is not None and self._session.cursor.step != self._began_at
        if name == "step":
            return self._session is not None and self._session.cursor.step == int(argument)
        if name == "panel":
            dock = self.docks.docks.get(argument)
            return dock is not None and dock.is_seen
        return name in REACHED and REACHED[name](self.window)

    # The control

    def _action(self, key: str) -> QAction | None:
        """The action or panel with this key; None where there is none."""
        return self.window.actions_by_key.get(key) or self.docks.toggles.get(key)

    def _how(self, key: str) -> str:
        """The sentence that says how to do an action: its keys, and what to click."""
        action = self._action(key)
        if action is None:
            return ""
        native = QKeySequence.SequenceFormat.NativeText
        keys = LocalizedText(tr(" or ").join(key_sequence.toString(native) for key_sequence in action.shortcuts()))
        button = self._action_button(key)
        name = plain(action) if button is None else LocalizedText(button.name) or plain(action)
        menu = None if self._button_area(key) is not None else self._menu(action)
        if menu is not None:
            where = tr("choose “{name}” in the menu “{menu}”", name=name, menu=plain(menu))
        else:
            where = tr("click “{name}”", name=name)
        return tr("press {keys}, or {where}", keys=keys, where=where) if keys else where

    def _action_button(self, key: str) -> ActionButton | None:
        """The widest visible button of an action; None where there is none."""
        action = self._action(key)
        buttons = self.window.findChildren(ActionButton)
        visible = (button for button in buttons if button.action is action and button.isVisible())
        return max(visible, key=lambda button: button.width(), default=None)

    def _button_area(self, key: str) -> QRect | None:
        """The area of the widest button of an action, or of the tab of a panel; None where there is neither."""
        window, button, dock = self.window, self._action_button(key), self.docks.docks.get(key)
        if button is not None:
            return QRect(button.mapTo(window, QPoint()), button.size())
        if dock is None:
            return None
        for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            for tab in range(bar.count() if bar.isVisible() else 0):
                if bar.tabText(tab) == dock.windowTitle() and bar.rect().contains(bar.tabRect(tab).center()):
                    return bar.tabRect(tab).translated(bar.pos()) & bar.geometry()
        return None

    def _menu(self, action: QAction) -> QAction | None:
        """The entry of the menu bar that leads to an action; None where there is none."""
        return next((title for title in self.window.menuBar().actions() if holds(title, action)), None)

    def _control_area(self, key: str) -> QRect | None:
        """The area in which an action can be clicked: its button, its panel's tab, or its menu; None for nowhere."""
        action = self._action(key)
        if action is None:
            return None
        button, menu, bar = self._button_area(key), self._menu(action), self.window.menuBar()
        if button is not None or menu is None or not bar.isVisible():
            return button
        return bar.actionGeometry(menu).translated(bar.pos())


def plain(action: QAction) -> str:
    """The name of an action without its mnemonic and its ellipsis."""
    return LocalizedText(action.text().replace("&", "").strip("\u2068\u2069").rstrip("…"))


def holds(entry: QAction, action: QAction) -> bool:
    """Whether an entry is an action, or leads to it."""
    menu = entry.menu()
    return entry is action or (isinstance(menu, QMenu) and any(holds(inner, action) for inner in menu.actions()))
