"""Copies of what is seen: as a drawing, as source for LaTeX, or as text.

The part of the tree that the canvas shows: what an export of “what is seen” holds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plyscope.export import EXPORTERS, selected
from plyscope.export.extent import Extent
from plyscope.messages import InputError
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from plyscope_window.export.export_form import said_here
from plyscope_window.look.theme import theme
from plyscope_window.words import count, tr

if TYPE_CHECKING:
    from plyscope.layout.rows import Rows

    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.canvas.canvas import Canvas


def seen(canvas: Canvas) -> Extent:
    """The path in focus; else the smallest subtree with all that is in sight, as far as it is opened."""
    session = canvas.session
    marks = session.cursor.marks
    without, closed = frozenset(marks.hidden), frozenset(marks.collapsed)
    if canvas.mode == "focus":
        return Extent(path_to=session.cursor.frame, without=without, closed=closed)
    rows = session.rows
    root = 0 if rows is None else common_root(rows, canvas.view.x, canvas.view.right)
    return Extent(root=root, without=without, closed=closed)


def common_root(rows: Rows, left: float, right: float) -> int:
    """The deepest frame under which everything between two places lies."""
    left, right = max(left, 0.0), min(right, rows.width - 0.5)
    root = 0
    for ply in range(len(rows)):
        row = rows[ply]
        place = row.place_at(left)
        if place < 0 or place != row.place_at(right):
            return root
        root = int(row.frames[place])
    return root


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
