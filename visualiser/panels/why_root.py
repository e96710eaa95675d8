"""What the panel that says why has on the root: how much of the search its value rests on."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from visualiser.explaining.rest import Rest
from visualiser.flow import FlowLayout
from visualiser.panels.parts import Words, column
from visualiser.panels.why_parts import Button
from visualiser.session import Session
from visualiser.words import said, tr


class ProofPart(QWidget):
    """The facts of the proof, and the buttons that show nothing else, or nothing else as strongly."""

    def __init__(self, is_seen: Callable[[], bool]) -> None:
        super().__init__()
        self.session: Session | None = None
        self._is_seen = is_seen
        self.facts = Words(wrapped=True)
        self.pale = Button(tr("All else pale"), lambda: self._show(Rest.PALE), checkable=True)
        self.only = Button(tr("All else left away"), lambda: self._show(Rest.LEFT_AWAY), checkable=True)
        self.legend = Words(pixels=11, quiet=True, wrapped=True)
        self.legend.setText(
            tr("P: on the principal variation. C: one reply is enough here (CUT). A: all replies are needed (ALL).")
        )
        # A large recording takes a while: not before somebody has really looked, and not only passed by.
        self._asking = QTimer(self, interval=0, singleShot=True)
        self._asking.timeout.connect(self._ask)
        layout = column(self, margin=0)
        layout.addWidget(self.facts)
        self.choice = QWidget()
        flow = FlowLayout(4)
        self.choice.setLayout(flow)
        flow.addWidget(self.pale)
        flow.addWidget(self.only)
        layout.addWidget(self.choice)
        layout.addWidget(self.legend)

    def show_proof(self, session: Session, *, is_asked: bool) -> None:
        """Of the root; elsewhere only while nothing else is shown."""
        self.session = session
        proving = session.proving
        self.setVisible(is_asked or proving.is_shown)
        if self.isHidden():
            return
        self._asking.start()
        if proving.refusal is not None:
            words = tr("There is no proof of the result: {reason}.", reason=said(proving.refusal))
        elif proving.found is None:
            words = tr("Looking for what the result rests on …")
        else:
            words = "\n".join(said(sentence) for sentence in proving.sentences)
        self.facts.setText(words)
        self.choice.setVisible(proving.found is not None)
        self.pale.setChecked(proving.rest is Rest.PALE)
        self.only.setChecked(proving.rest is Rest.LEFT_AWAY)
        self.legend.setVisible(proving.is_shown and proving.found is not None)

    def _ask(self) -> None:
        if self.session is not None and self.isVisible() and self._is_seen():
            self.session.proving.ask()

    def _show(self, rest: Rest) -> None:
        """A second click brings all back."""
        if self.session is not None:
            self.session.show_proof(Rest.SHOWN if self.session.proving.rest is rest else rest)
