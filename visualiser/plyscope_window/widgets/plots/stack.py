"""Plots above each other, their numbers as a table, and buttons that copy and save both.

Files are written in one go or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from plyscope.files.atomic import replacing, write_file
from plyscope.messages import InputError
from PySide6.QtCore import QByteArray, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QWidget

from plyscope_window.look.theme import theme
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import framed_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import PANEL_MARGIN, STRETCH, column_layout, flow_layout, scroll_area, widget_with
from plyscope_window.widgets.plots.drawing import PLOT_MARGIN as PLOT_EDGE
from plyscope_window.widgets.plots.drawing import Geometry, paint_plot, plot_height
from plyscope_window.widgets.plots.numbers import NO_NUMBERS, Numbers, NumbersTable
from plyscope_window.widgets.plots.plot import Plot
from plyscope_window.widgets.plots.view import INNER_HEIGHT, PlotView
from plyscope_window.words import tr

PICTURE_WIDTH, PICTURE_INNER_HEIGHT = 640, 220.0
"""The width of a saved picture, and the height between its axes, in the window's pixels."""
BITMAP_SCALE = 2
"""Pixels of a bitmap per pixel of the window."""


def plot_areas(plots: Sequence[Plot]) -> list[QRectF]:
    """The areas of plots below each other in a picture."""
    areas, top = list[QRectF](), 0.0
    for plot in plots:
        height = plot_height(plot, PICTURE_WIDTH, 8.0 if plot.is_empty else PICTURE_INNER_HEIGHT)
        areas.append(QRectF(0, top, PICTURE_WIDTH, height))
        top += height + 8
    return areas


def paint_all(painter: QPainter, plots: Sequence[Plot]) -> None:
    """Paint plots below each other into a picture."""
    for plot, area in zip(plots, plot_areas(plots), strict=True):
        paint_plot(painter, Geometry(plot, area))


def picture_size(plots: Sequence[Plot]) -> QSize:
    """The size of a picture of plots, in the window's pixels."""
    return QSize(PICTURE_WIDTH, int(plot_areas(plots)[-1].bottom() + 8))


def plots_image(plots: Sequence[Plot]) -> QImage:
    """The plots as a bitmap, in the colours of the theme."""
    size = picture_size(plots)
    image = QImage(size * BITMAP_SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(BITMAP_SCALE)
    image.fill(theme().paper)
    painter = QPainter(image)
    paint_all(painter, plots)
    painter.end()
    return image


def save_picture(plots: Sequence[Plot], path: Path) -> None:
    """Save the plots as SVG or PNG, by the suffix of the path."""
    with replacing(path, force=True) as temporary:
        if path.suffix.lower() == ".svg":
            save_svg(plots, temporary)
        elif not QImageWriter(str(temporary), QByteArray(b"png")).write(plots_image(plots)):
            raise InputError("{path}: the picture could not be written", path=str(path))


def save_svg(plots: Sequence[Plot], path: Path) -> None:
    """Save the plots as SVG."""
    from PySide6.QtSvg import QSvgGenerator

    size = picture_size(plots)
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setTitle("; ".join(plot.title for plot in plots))
    painter = QPainter(generator)
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), theme().paper)
    paint_all(painter, plots)
    painter.end()


class PlotStack(QWidget):
    """Plots below each other, and one table with the same numbers: in their place, or below them."""

    chosen = Signal(object)
    """The target of a mark or a row."""
    message = Signal(str)
    """A sentence for the status bar."""

    def __init__(
        self, *,
        inside: float = INNER_HEIGHT, has_table_below: bool = False, scrolls_by_itself: bool = True,
    ) -> None:  # fmt: skip
        """Where it does not scroll by itself, it is as high as its plots, for a place that scrolls it whole."""
        super().__init__()
        self.file_name = "plyscope"
        """The proposed name of files, without a suffix."""
        self.numbers: Numbers = NO_NUMBERS
        self.views: list[PlotView] = []
        self._inside = inside
        self.words = Label("", 12, quiet=True, wrapped=True)
        self.words.setContentsMargins(round(PLOT_EDGE), PANEL_MARGIN, round(PLOT_EDGE), 6)
        self.words.hide()
        self.table = NumbersTable()
        self.table.target_chosen.connect(self.chosen)
        self._pile = column_layout(STRETCH, spacing=6)
        self.pile = widget_with(self._pile)
        self.plotted = scroll_area(self.pile, is_upright=True, takes_focus=False) if scrolls_by_itself else self.pile
        self.pages = QSplitter(Qt.Orientation.Vertical) if has_table_below else QStackedWidget()
        self.pages.addWidget(self.plotted)
        self.pages.addWidget(self.table)
        self._make_buttons()
        if isinstance(self.pages, QSplitter):
            self.above.hide()
            self.pages.setChildrenCollapsible(False)
            self.pages.setSizes([600, 200])
        self.setLayout(column_layout(self.above, self.words, (self.pages, 1), self.below, spacing=0))

    def _make_buttons(self) -> None:
        """Make the switch between plots and table, and the buttons that copy and save."""
        self.as_table = framed_button(tr("Table"), tr("The same numbers as a table"), checkable=True)
        self.as_table.toggled.connect(self._turn)
        self.switches = flow_layout(self.as_table, spacing=4)
        self.buttons = [
            framed_button(text, help, run=run)
            for text, help, run in (
                (tr("Copy as CSV"), tr("The numbers, for a spreadsheet"), self.copy_csv),
                (tr("Save as CSV…"), tr("The numbers, into a file"), self.save_csv),
                (tr("Save picture…"), tr("All plots, as PNG or SVG"), self.save_picture),
            )
        ]
        self.above, self.below = (
            widget_with(column_layout(widget_with(flow), margins=(PANEL_MARGIN, 4, PANEL_MARGIN, 6)))
            for flow in (self.switches, flow_layout(*self.buttons, spacing=4))
        )

    # Contents

    def _turn(self, is_table: bool) -> None:
        """Show the table in place of the plots, or the plots; nothing where both are shown."""
        if isinstance(self.pages, QStackedWidget):
            self.pages.setCurrentWidget(self.table if is_table else self.plotted)

    def say(self, words: str) -> None:
        """Show a sentence above the plots; an empty one takes no room."""
        self.words.setText(words)
        self.words.setVisible(bool(words))

    @property
    def plots(self) -> list[Plot]:
        """The plots that are shown."""
        return [view.plot for view in self.views]

    def show_plots(self, plots: Sequence[Plot], numbers: Numbers) -> None:
        """Show plots and their table, reusing the views of the previous plots."""
        for view, plot in zip(self.views, plots, strict=False):
            view.show_plot(plot)
        for plot in plots[len(self.views) :]:
            view = PlotView(plot, inside=self._inside)
            view.chosen.connect(self.chosen)
            view.menu_requested.connect(partial(self._show_menu, view))
            self._pile.insertWidget(len(self.views), view)
            self.views.append(view)
        for view in self.views[len(plots) :]:
            self._pile.removeWidget(view)
            view.deleteLater()
        del self.views[len(plots) :]
        self.numbers = numbers
        self.table.show_numbers(numbers)
        if isinstance(self.pages, QSplitter):
            self.table.setVisible(bool(numbers.rows))
        for button in self.buttons:
            button.setEnabled(bool(numbers.rows))

    def show_now(self, place: int | None) -> None:
        """Mark the place of the cursor."""
        for view in self.views:
            view.show_now(place)
        self.table.show_now(place)

    # Copying and saving

    def copy_csv(self) -> None:
        """Copy the numbers of all plots as CSV."""
        self._copy_rows(self.numbers.csv)

    def save_csv(self) -> None:
        """Ask for a path, and save the numbers of all plots as CSV."""
        self._save_rows(self.numbers.csv, self.file_name)

    def save_picture(self) -> None:
        """Ask for a path, and save all plots as a picture."""
        self._save_plots(self.plots, self.file_name)

    def menu_of(self, plot: Plot) -> QMenu:
        """The menu that copies or saves a single plot."""
        menu, name = QMenu(self), f"{self.file_name} {plot.title}".replace("/", "-")
        for text, action in (
            (tr("&Copy this plot"), lambda: self._copy_plot(plot)),
            (tr("Copy its &numbers as CSV"), lambda: self._copy_rows(plot.table)),
            (tr("&Save this plot…"), lambda: self._save_plots([plot], name)),
            (tr("Save its numbers as CS&V…"), lambda: self._save_rows(plot.table, name)),
        ):
            menu.addAction(text).triggered.connect(action)
        return menu

    def _show_menu(self, view: PlotView, where: QPoint) -> None:
        """Show the menu of one plot at a place on the screen."""
        menu = self.menu_of(view.plot)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(where)

    def _copy_plot(self, plot: Plot) -> None:
        """Copy one plot as a bitmap, and say so."""
        QGuiApplication.clipboard().setImage(plots_image([plot]))
        self.message.emit(tr("The plot is copied."))

    def _copy_rows(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Copy rows as CSV, and say so."""
        from plyscope.analysis.stats import as_csv

        QGuiApplication.clipboard().setText(as_csv(rows))
        self.message.emit(tr("The numbers are copied."))

    def _save_rows(self, rows: Sequence[Mapping[str, Any]], name: str) -> None:
        """Ask for a path, and save rows as CSV."""
        from plyscope.analysis.stats import as_csv

        path = questions.ask_new_path(self, tr("Save the numbers"), Path.home() / f"{name}.csv", tr("Tables (*.csv)"))
        if path is not None:
            self._write(path, lambda: write_file(path, as_csv(rows), force=True))

    def _save_plots(self, plots: Sequence[Plot], name: str) -> None:
        """Ask for a path, and save plots as a picture."""
        kinds = tr("Pictures (*.png *.svg)")
        path = questions.ask_new_path(self, tr("Save the picture"), Path.home() / f"{name}.png", kinds)
        if path is not None:
            self._write(path, lambda: save_picture(plots, path))

    def _write(self, path: Path, write: Callable[[], None]) -> None:
        """Write a file, and say where it is or why it could not be saved."""
        if questions.succeeds(self, write, tr("It could not be saved.")):
            self.message.emit(tr("Saved as {path}", path=str(path)))
