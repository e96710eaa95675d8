"""The lessons after the first one: a button for each, in the order in which one learns, with how far one has come."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plyscope.files.lessons import Lesson
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from plyscope_window.pages.start.first_lesson import DONE
from plyscope_window.widgets.controls import Button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column_layout, flow_layout
from plyscope_window.words import LocalizedText, tr


class MoreLessons(QWidget):
    """A button for each lesson after the first, with how far the reader has come."""

    requested = Signal(str)
    """The name of the lesson to begin."""

    def __init__(self, lessons: Sequence[Lesson]) -> None:
        super().__init__()
        self.buttons = {lesson.name: Button() for lesson in lessons}
        self.lessons = {lesson.name: lesson for lesson in lessons}
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, name=name: self.requested.emit(name))
        heading = Label(tr("Lessons, five to ten minutes each"), 17, bold=True)
        self.setLayout(column_layout(heading, flow_layout(*self.buttons.values()), spacing=6))

    def show_progress(self, place_of: Callable[[Lesson], int]) -> None:
        """Show how far the reader has come in each; `place_of` gives the prompts that are done, or DONE."""
        for number, (name, button) in enumerate(self.buttons.items(), 1):
            lesson, place = self.lessons[name], place_of(self.lessons[name])
            title = LocalizedText(lesson.title)
            if place == DONE:
                button.name(tr("{number} {title} ✓", number=number, title=title), tr("{title}, done", title=title))
            elif place:
                count = len(lesson.prompts)
                button.name(
                    tr("{number} {title} ({place} of {count})", number=number, title=title, place=place, count=count)
                )
            else:
                button.name(tr("{number} {title}", number=number, title=title))
