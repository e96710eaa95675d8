"""Collecting cycles of Python's objects in the interface thread only.

Python collects them in whatever thread happens to make the object that is one too many. Where Qt's objects are among
them, they would be destroyed there, with their timers and children: Qt forbids that, and may crash.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject

from plyscope_window.jobs.background import later

CHECK_MS = 250
"""Milliseconds from one look at whether a collection is due to the next."""


class Collector(QObject):
    """Runs Python's collector in the thread in which this was made, as often as it would have run by itself."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = later(self, self.collect, CHECK_MS, repeats=True)
        self._timer.start()

    def set_aside(self) -> None:
        """Never look again through the objects that there are now: modules and the window, which stay to the end.

        They are most of all objects, and a collection of all of them takes longer than a step.
        """
        gc.collect()
        gc.freeze()

    def collect(self) -> None:
        """Collect the oldest generation that is due, with all younger ones."""
        limits = gc.get_threshold()
        due = [generation for generation, count in enumerate(gc.get_count()) if count > limits[generation]]
        if due:
            gc.collect(max(due))

    def stop(self) -> None:
        """Leave collecting to Python again."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
