"""The page that asks for the port to which an engine sends its recording, and shows the format."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal

from plyscope_window.jobs.recording_job import Recording
from plyscope_window.jobs.recovery import Recovery
from plyscope_window.pages.page import Host, Page
from plyscope_window.pages.record.recording_page import MAX_TEXT_WIDTH, RecordingPage, follow
from plyscope_window.pages.usercode.usercode_work import listen_to_engine
from plyscope_window.widgets.controls import Number, push_button
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout, row_layout, widget_with
from plyscope_window.words import tr

TIMEOUT_SECONDS = 86_400
"""Seconds after which listening ends; the user can stop it earlier."""


class Listening(Recording):
    """The job that records what the first connected program sends."""

    def __init__(self, recovery: Recovery, parent: QObject | None = None) -> None:
        super().__init__(recovery, parent, work=listen_to_engine)

    def listen(self, address: str) -> None:
        """Wait at an address, and record what comes."""
        self.start(address, TIMEOUT_SECONDS, self.place(address))


DEFAULT_PORT = 4711
"""The port that is proposed."""
FIRST_PORT, LAST_PORT = 1024, 65_535
"""The range of the ports to choose from."""
LINES = """{"format":"plyscope-trace","version":1,"game":"matches","position":"5"}
{"ev":"enter","id":0,"kind":"max"}
{"ev":"enter","id":1,"parent":0,"move":"take 1","kind":"min"}
{"ev":"leave","id":1,"value":1,"status":"terminal"}
{"ev":"leave","id":0,"value":1,"status":"inner"}"""
"""An example of what an engine sends."""


def show_listening(host: Host) -> ListeningPage:
    """Open the page that asks for a port; the recording that arrives takes its place. Return the page."""
    page = ListeningPage()
    page.listen_requested.connect(lambda port: listen(host, page, port))
    host.add_page(page)
    page.setFocus()
    return page


def listen(host: Host, page: ListeningPage, port: int) -> Listening:
    """Listen at a port, in place of the page that asked for it; return the job."""
    listening = Listening(host.recovery, host)
    subject = tr("Waiting for a program to connect to port {port} of this computer.", port=port)
    following = RecordingPage(listening, subject, tr("Port {port}", port=port))
    following.headline.setText(tr("No program has connected yet"))
    follow(host, following, instead_of=page)
    listening.listen(str(port))
    return listening


class ListeningPage(Page):
    """The page that asks for a port."""

    listen_requested = Signal(int)

    @property
    def title(self) -> str:
        return tr("An engine, live")

    def __init__(self) -> None:
        super().__init__()
        self.port = Number(FIRST_PORT, LAST_PORT, DEFAULT_PORT)
        self.go = push_button(tr("&Listen"), lambda: self.listen_requested.emit(self.port.value()), is_strong=True)
        self.setFocusProxy(self.port)
        help = tr("The number that your engine connects to")
        self.lines = Label(LINES, 12, fixed=True)
        self.lines.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        about = tr(
            "Your engine connects to this port of your computer and sends a line for each call that begins or "
            "ends. Nothing is run here, and programs on other computers cannot connect."
        )
        examples = tr(
            "The examples samples/recursion/writer.c and writer.js do this in C and in JavaScript; "
            "docs/formats.md says what else a line may hold."
        )
        inner = widget_with(column_layout(
            Label(tr("An engine in any language, live"), 20, bold=True), Label(about, 13, wrapped=True),
            Form((Field(tr("&Port"), self.port, help),), grows=False), row_layout(self.go, STRETCH),
            Label(tr("What it sends looks like this:"), 12, quiet=True), self.lines,
            Label(examples, 12, quiet=True, wrapped=True), STRETCH, margins=(0, 40, 0, 20), spacing=12,
        ))  # fmt: skip
        inner.setMaximumWidth(MAX_TEXT_WIDTH)
        self.setLayout(row_layout(STRETCH, (inner, 100), STRETCH, margins=None))
