"""Copies of the visible part of the tree: as a drawing, as source for LaTeX, or as text."""

from __future__ import annotations

from dataclasses import replace

from plyscope.export import EXPORTERS, select
from plyscope.export.extent import Extent
from plyscope.layout.rows import Rows
from plyscope.messages import InputError
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.export.export_form import in_form_words
from plyscope_window.look.theme import theme
from plyscope_window.words import count, tr

MAX_NODES = 3_000
"""The most nodes that are copied: more would block the window for too long, and no slide has room for them."""


def copy(canvas: Canvas, form: str) -> str:
    """Copy what the canvas shows, up to the last step that is shown; return what to tell the user."""
    session, exporter = canvas.session, EXPORTERS[form]
    step = session.known_step
    whole = replace(
        visible_part(canvas),
        step=None if step == session.cursor.last_step else step,
        hides_future=session.hides_future,
        theme=theme().name,
        ghosts={
            stub: ghost
            for stub, ghost in session.ghosts.found.items()
            if session.ghosts.are_shown and session.has_pruned(stub[0])
        },
        fragment=True,
    )
    extent = Extent(**{name: getattr(whole, name) for name in exporter.reads & set(vars(whole))})
    try:
        selection = select(exporter._replace(max_nodes=None), session.trace, extent)
        most = min(exporter.max_nodes or MAX_NODES, MAX_NODES)
        if len(selection) > most:
            return too_many(len(selection), most, form)
        text = "".join(piece for piece in exporter.pieces(selection) if isinstance(piece, str))
    except InputError as error:
        return in_form_words(error.message)
    data = QMimeData()
    data.setText(text)
    if form == "svg":
        data.setData("image/svg+xml", text.encode())
    QGuiApplication.clipboard().setMimeData(data)
    return tr("The visible part is copied as {form}.", form=form)


def too_many(nodes: int, most: int, form: str) -> str:
    """What to tell the user of so many nodes that they are not copied."""
    return tr(
        "The visible part has {nodes} nodes, and no more than {most} are copied as {form}: zoom in, or collapse some.",
        nodes=count(nodes),
        most=count(most),
        form=form,
    )


def visible_part(canvas: Canvas) -> Extent:
    """The extent of what the canvas shows: the path in the focus view, else the smallest subtree that has all of it."""
    session = canvas.session
    marks = session.cursor.marks
    without, closed = frozenset(marks.hidden), frozenset(marks.collapsed)
    if canvas.mode == "focus":
        return Extent(path_to=session.cursor.frame, without=without, closed=closed)
    rows = session.rows
    root = 0 if rows is None else common_root(rows, canvas.view.x, canvas.view.right)
    return Extent(root=root, without=without, closed=closed)


def common_root(rows: Rows, left: float, right: float) -> int:
    """The deepest frame whose span holds everything from one unit to another."""
    left, right = max(left, 0.0), min(right, rows.width - 0.5)
    root = 0
    for ply in range(len(rows)):
        row = rows[ply]
        place = row.place_at(left)
        if place < 0 or place != row.place_at(right):
            return root
        root = int(row.frames[place])
    return root
