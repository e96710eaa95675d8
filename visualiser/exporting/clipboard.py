"""Copies of what is seen: as a drawing, as source for LaTeX, or as text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from engine.export import EXPORTERS, selected
from engine.export.extent import Extent
from engine.messages import InputError
from visualiser.exporting.form import said_here
from visualiser.exporting.seen import seen
from visualiser.theme import theme
from visualiser.words import count, tr

if TYPE_CHECKING:
    from visualiser.main_window import MainWindow

MOST_NODES = 3_000
"""More would keep the window waiting, and no slide has room for them."""


def copy(window: MainWindow, form: str) -> None:
    """Puts what the canvas shows on the clipboard, as of the cursor's step."""
    canvas = window.canvas
    assert canvas is not None
    exporter = EXPORTERS[form]
    cursor = canvas.session.cursor
    asked = replace(
        seen(canvas),
        step=None if cursor.step == cursor.last_step else cursor.step,
        hides_future=canvas.session.hides_future,
        theme=theme().name,
        ghosts=dict(canvas.session.ghosts.found) if canvas.session.ghosts.are_shown else {},
        fragment=True,
    )
    extent = Extent(**{name: getattr(asked, name) for name in exporter.reads & set(vars(asked))})
    try:
        selection = selected(replace(exporter, most=None), canvas.session.trace, extent)
        most = min(exporter.most or MOST_NODES, MOST_NODES)
        if len(selection) > most:
            window.say(too_many(len(selection), most, form))
            return
        text = "".join(piece for piece in exporter.pieces(selection) if isinstance(piece, str))
    except InputError as error:
        window.say(said_here(error.message))
        return
    data = QMimeData()
    data.setText(text)
    if form == "svg":
        data.setData("image/svg+xml", text.encode())
    QGuiApplication.clipboard().setMimeData(data)
    window.say(tr("What is seen is copied as {form}.", form=form))


def too_many(nodes: int, most: int, form: str) -> str:
    return tr(
        "What is seen has {nodes} nodes, and no more than {most} are copied as {form}: come closer, or collapse some.",
        nodes=count(nodes),
        most=count(most),
        form=form,
    )
