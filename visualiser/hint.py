"""The words at the edge of the status bar: what the arrow keys mean where the keyboard is."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLabel, QWidget

from visualiser.pages import as_canvas
from visualiser.words import tr


class Hint(QLabel):
    """Follows the keyboard through the window."""

    def __init__(self, timeline: QWidget) -> None:
        super().__init__()
        self.timeline = timeline
        self.setContentsMargins(8, 2, 12, 2)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self.follow)

    def follow(self, before: QWidget | None, widget: QWidget | None) -> None:
        if as_canvas(widget) is not None:
            self.setText(tr("Arrows: from frame to frame · F11, F10: in time"))
        elif widget is not None and self.timeline.isAncestorOf(widget):
            self.setText(tr("Arrows: in time"))
        else:
            self.setText(tr("F1: keys"))
