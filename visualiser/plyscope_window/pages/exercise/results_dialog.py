"""The results of all exercises that were done here, and their export as a table."""

from __future__ import annotations

import csv
from pathlib import Path

from plyscope.export.csv_table import cell
from plyscope.files.atomic import replacing
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox

from plyscope_window.pages.exercise.kept_answers import Result, kept_results
from plyscope_window.pages.page import Host
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import push_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column_layout
from plyscope_window.widgets.table import TRAILING, Column, Table
from plyscope_window.words import tr

HEADINGS = ("student", "exercise", "title", "variant", "attempt", "score", "out_of", "date")
"""The columns of the exported table."""


def result_columns() -> list[Column]:
    """Return the columns of the table of results."""
    return [
        Column(tr("student"), lambda result: result.student or "–", is_prose=True),
        Column(tr("exercise"), exercise_name, is_prose=True, stretches=True),
        Column(tr("attempt"), lambda result: str(result.attempt), TRAILING),
        Column(tr("points"), lambda result: tr("{score} of {all}", score=result.score, all=result.out_of), TRAILING),
        Column(tr("when"), lambda result: result.date.replace("T", " ")[:16], TRAILING),
    ]


def exercise_name(result: Result) -> str:
    """Return the title of a result's exercise, or its id; and its number."""
    name = result.title or result.exercise
    return tr("{name}, variant {number}", name=name, number=result.variant) if result.variant else name


class ResultsDialog(QDialog):
    """A table of results, the latest first."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.host = host
        self.setWindowTitle(tr("Results of exercises"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.results = kept_results()[::-1]
        self.table = Table(result_columns(), tr("Results of exercises"), "key")
        self.table.set_rows(self.results)
        self.about = Label("", 13, quiet=True, wrapped=True)
        self.about.setText(
            tr("There are no results yet: an exercise counts once all its boxes are answered, or when it is handed in.")
        )
        self.about.setVisible(not self.results)
        self.export = push_button(tr("Export as CSV…"), self._export)
        self.export.setEnabled(bool(self.results))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.export, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        self.setLayout(column_layout(self.about, (self.table, 1), buttons, margins=None))
        self.resize(640, 380)

    def _export(self) -> None:
        """Ask for a file, and write the results into it as CSV."""
        proposed = self.host.settings.folder / "results.csv"
        path = questions.ask_new_path(self, tr("Export as CSV"), proposed, tr("Tables ({patterns})", patterns="*.csv"))
        if path is not None:
            questions.succeeds(self, lambda: self._write(path), tr("The table could not be written."))

    def _write(self, path: Path) -> None:
        """Write the results as CSV, the oldest first."""
        with replacing(path, force=True) as temporary, open(temporary, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(HEADINGS)
            for result in self.results[::-1]:
                writer.writerow([cell(getattr(result, name)) for name in HEADINGS])
