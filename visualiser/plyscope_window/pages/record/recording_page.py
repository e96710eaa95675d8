"""A tab for a recording that is being made: its progress, and a button that stops it and keeps the frames so far.

Nothing on the page is animated for decoration, and numbers change at most ten times a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from plyscope.messages import Message, roughly
from plyscope.model.position import Position
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QLabel,
    QProgressBar,
    QSizePolicy,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)

from plyscope_window.jobs.background import later
from plyscope_window.jobs.recording_job import Recording
from plyscope_window.jobs.recording_work import ASK_AT_FRAMES
from plyscope_window.jobs.recovery import was_quick
from plyscope_window.look.theme import theme
from plyscope_window.pages.page import Host, Page
from plyscope_window.settings import Settings
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import push_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, row_layout
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.words import count, localized, tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

UPDATE_MS = 100
"""Milliseconds between two updates of the numbers."""
BYTES_OF_A_FRAME = 44
"""The memory that a frame takes, in bytes."""
HELD_MS = 1500
"""The time for which the page of a small recording stays behind the page in front."""
MAX_SMALL_FRAMES = 50_000
"""The estimated number of frames up to which a recording is small."""
MIN_SECONDS_FOR_RATE = 0.05
"""Seconds from the start before which no rate is shown."""
MAX_TEXT_WIDTH = 560
"""The largest width of the text in pixels, because longer lines are harder to read."""
TOP_ROOM = 88
"""Pixels kept above the text in a high window, so that nothing moves when a message or question appears below."""


class ShareBar(QProgressBar):
    """A bar for the share of the expected frames that has been recorded; hatched if it is unknown."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Share of the estimate"))
        # It has the keyboard when the page appears: a key pressed for something else must not stop the recording.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_share(None)

    def show_share(self, share: float | None) -> None:
        """Show a share between 0 and 1; hatched for None, where it is unknown."""
        self.setRange(0, 0 if share is None else 1000)
        if share is not None:
            self.setValue(round(1000 * share))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        whole = QRectF(self.rect())
        outline = QPainterPath()
        outline.addRoundedRect(whole, whole.height() / 2, whole.height() / 2)
        painter.setClipPath(outline)
        painter.fillRect(whole, theme().hairline)
        if self.maximum() == 0:
            painter.fillRect(whole, QBrush(theme().edge, Qt.BrushStyle.BDiagPattern))
            return
        there = QRectF(whole)
        there.setWidth(whole.width() * self.value() / self.maximum())
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            there.moveRight(whole.right())
        painter.fillRect(there, theme().ink)
        if self.hasFocus():
            painter.setPen(QPen(theme().grip, 2))
            painter.drawPath(outline)


class RecordingPage(Page):
    """The page that shows the progress of one recording until it ends."""

    discard_requested = Signal()
    """Request to stop and to discard the recording."""

    def __init__(self, recording: Recording, subject: str = "", title: str = "") -> None:
        """`subject` is the text on the page, `title` that of its tab."""
        super().__init__()
        self.recording = recording
        self.request: Mapping[str, Any] = {}
        """The search that was requested, where it may be requested again while the page is held back."""
        self._title = title
        self.headline = Label(tr("Estimating how large the recording will be…"), 20, bold=True)
        self.subject = Label(subject, quiet=True)
        self.amount = Label(count(0), 40, bold=True)
        self.frames = Label(tr("frames"), 15, quiet=True)
        self.share = ShareBar()
        self.expected = Label(quiet=True)
        self.pace_label = Label(quiet=True)
        self.remark = Label()
        self.question = Label()
        self.go_on = push_button(tr("Go on recording"), self._go_on, is_strong=True)
        self.cancel = push_button(tr("Stop and keep what there is"), self._stop_recording)
        self.discard = push_button(tr("Throw away…"), self.discard_requested.emit)
        self._timer = later(self, self._present_pending, UPDATE_MS)
        self._has_news = False
        """Whether progress has come since the last update."""
        self._is_saving = False
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.share)

    @property
    def title(self) -> str:
        return self._title

    def stays_behind(self, host: Host) -> bool:
        """Whether the page in front is the one from which the recording was begun, or began with it there."""
        return self.begun_from is not None and self.begun_from in (host.page, host.page.begun_from)

    def may_close(self) -> bool:
        return not self.recording.is_running or questions.confirm(
            self,
            tr("A recording is still being made."),
            tr("Closing it throws away what has been recorded so far."),
            tr("Throw it away"),
        )

    def close(self) -> bool:
        self.recording.abandon()
        self.recording.deleteLater()
        return super().close()

    def _lay_out(self) -> None:
        counted = row_layout(
            (self.amount, 0, Qt.AlignmentFlag.AlignBaseline), (self.frames, 1, Qt.AlignmentFlag.AlignBaseline),
            spacing=8,
        )  # fmt: skip
        buttons = row_layout(self.go_on, self.cancel, STRETCH, self.discard)
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addItem(QSpacerItem(0, TOP_ROOM, QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Maximum))
        for item, room in (
            (self.headline, 0), (self.subject, 14), (counted, 6), (self.share, 4), (self.expected, 0),
            (self.pace_label, 10), (self.remark, 0), (self.question, 10), (buttons, 0),
        ):  # fmt: skip
            if isinstance(item, QWidget):
                column.addWidget(item)
            else:
                column.addLayout(item)
            column.addSpacing(room)
        column.addStretch(1)
        for label in (self.headline, self.subject, self.expected, self.pace_label, self.remark, self.question):
            label.setWordWrap(True)
        for hidden in (self.remark, self.question, self.go_on):
            hidden.hide()
        inner = QWidget()
        inner.setMaximumWidth(MAX_TEXT_WIDTH)
        inner.setLayout(column)
        # A widget that has no parent yet would be a window of its own.
        self.subject.setVisible(bool(self.subject.text()))
        self.setLayout(row_layout(STRETCH, (inner, 100), STRETCH, margins=None))

    def _connect(self) -> None:
        self.recording.progressed.connect(self._present_soon)
        self.recording.asked.connect(self._show_question)
        self.recording.saving.connect(self._show_saving)

    # Showing the progress

    def _present_soon(self) -> None:
        """Show the progress, unless it was shown a moment ago."""
        self._has_news = not self._is_saving
        if not self._timer.isActive():
            self._present_pending()

    def _present_pending(self) -> None:
        """Show progress that has come since the last update."""
        if self._has_news:
            self._has_news = False
            self._timer.start()
            self.present()

    def present(self) -> None:
        """Show the present numbers."""
        recording = self.recording
        if recording.is_running and not recording.is_cancelled and not recording.is_asking:
            self.headline.setText(tr("Recording"))
        self.amount.setText(count(recording.frames))
        self._present_share(recording.frames, recording.estimate)
        minutes, seconds = divmod(int(recording.seconds), 60)
        elapsed = f"{minutes}:{seconds:02}"
        if recording.seconds < MIN_SECONDS_FOR_RATE:
            self.pace_label.setText(elapsed)
        else:
            rate = localized(roughly(float(f"{recording.frames / recording.seconds:.2g}")))
            self.pace_label.setText(tr("{elapsed} · {rate} frames a second", elapsed=elapsed, rate=rate))
        if recording.remark is not None:
            self._show_message(self.remark, recording.remark)

    def _present_share(self, frames: int, estimate: float | None) -> None:
        """Show how much of the estimate is recorded, and the estimate."""
        if estimate is None:
            self.share.show_share(None)
            return
        whole = localized(roughly(estimate))
        if roughly(frames) != roughly(estimate) and frames > estimate:
            self.share.show_share(None)
            self.expected.setText(tr("more than the estimate of {whole} frames", whole=whole))
            return
        share = min(1.0, frames / estimate)
        self.share.show_share(share)
        percent = f"{100 * share:.0f}"
        self.expected.setText(tr("{percent} % of the estimate of {whole} frames", percent=percent, whole=whole))

    def _show_question(self, frames: int, fitting: Message | None) -> None:
        """Ask whether a large recording should go on; `fitting` names a depth that would fit."""
        self.present()
        if fitting is not None:
            self._show_message(self.remark, fitting)
        self.headline.setText(tr("This is a large recording"))
        self.question.setText(
            tr(
                "There are {count} frames by now, which take {size} GB of memory and of disk. Should it go on?",
                count=count(frames),
                size=f"{frames * BYTES_OF_A_FRAME / 1e9:.1f}",
            )
        )
        self.question.show()
        self.go_on.show()
        focused = self.focusWidget()
        if focused is not None:
            # A key pressed for something else must not answer the question.
            focused.clearFocus()

    def _go_on(self) -> None:
        """Go on recording."""
        self._hide_question()
        self.headline.setText(tr("Recording"))
        self.recording.go_on()

    def _stop_recording(self) -> None:
        """Stop, and keep the frames so far."""
        self._hide_question()
        self.headline.setText(tr("Stopping, and keeping what there is…"))
        self.cancel.setEnabled(False)
        self.recording.cancel()

    def _hide_question(self) -> None:
        """Hide the question whether to go on."""
        self.question.hide()
        self.go_on.hide()

    def _show_saving(self) -> None:
        """Show that the recording is being saved."""
        self.present()
        self._has_news, self._is_saving = False, True
        self.headline.setText(tr("Saving: writing the recording to the disk…"))
        self.cancel.setEnabled(False)

    def _show_message(self, label: QLabel, message: Message) -> None:
        """Show a message in a label."""
        label.setText(localized(message))
        label.show()


def frames_to_ask_at(settings: Settings) -> int:
    """Return the number of frames after which a recording asks whether to go on."""
    return round(settings.number("limits/ask_at", ASK_AT_FRAMES, 1, 1e12))


def record(
    host: Host,
    position: Position,
    options: Mapping[str, Any],
    *,
    limit: int | None = None,
    seconds: float | None = None,
) -> Recording:
    """Record a search in another process; its page shows the progress, and is then replaced by the recording.

    After `limit` frames it asks whether to go on, by default after those of the settings; after `seconds` it ends.
    """
    recording = Recording(host.recovery, host, ask_at=limit or frames_to_ask_at(host.settings))
    page = RecordingPage(recording, position.title or str(position), position.title or position.game.name)
    follow(host, page)
    recording.record(position, options, seconds=seconds)
    return recording


def follow(host: Host, page: RecordingPage, instead_of: Page | None = None) -> None:
    """Show the progress of a recording in a page, which the recording then replaces.

    The page comes to the front if the recording is large or takes long; that of a small one would only flash.
    """
    recording = page.recording

    def refuse(message: Message) -> None:
        host.remove_page(page)
        recording.deleteLater()
        questions.warn(host, tr("This cannot be recorded."), localized(message))

    if instead_of is None:
        hold_back(host, page)
    else:
        host.add_page(page, instead_of=instead_of)
    page.discard_requested.connect(lambda: host.close_page(page))
    recording.finished.connect(lambda trace, seconds: show_recorded(host, page, trace, seconds))
    recording.failed.connect(refuse)


def hold_back(host: Host, page: RecordingPage) -> None:
    """Add a page behind the one in front, until there is something to wait for."""
    page.begun_from = host.page

    def come_forward() -> None:
        if page.stays_behind(host):
            host.show_page(page)

    host.add_page(page, front=False)
    later(page, come_forward, HELD_MS).start()
    recording = page.recording
    recording.progressed.connect(lambda *_: come_forward() if (recording.estimate or 0) > MAX_SMALL_FRAMES else None)
    recording.asked.connect(lambda _: come_forward())


def show_recorded(host: Host, page: RecordingPage, trace: Trace, seconds: float) -> None:
    """Replace a page by its recording; closing that asks whether to save it if making it took long."""
    from plyscope_window.pages.trace_page import recording_title, show_session
    from plyscope_window.session.session import Session

    recording = page.recording
    session = Session(trace, recording_title(trace, None), None, host)
    session.is_saved = was_quick(seconds)
    if recording.kept is not None:
        host.recovery.adopt(session, recording.kept)
    shown = show_session(host, session, instead_of=page)
    shown.begun_from = page.begun_from
    recording.deleteLater()
    if recording.remark is not None:
        host.say(localized(recording.remark))
    elif not trace.complete:
        host.say(tr("Cut short: {frames} frames are kept.", frames=count(len(trace))))
