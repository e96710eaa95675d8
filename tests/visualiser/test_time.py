"""What is shown at a step depends only on the recording up to that step, in every view, panel and text.

Two recordings of one shape differ in what their last leaf is worth. With the scales of colours and numbers fixed, which
are those of the whole recording, nothing in the window may differ before that leaf has its value.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope import Trace, record
from plyscope.layout.shades import Shades
from plyscope.model.declaration import MAX
from plyscope.model.marks import Bookmark, Breakpoint, On
from plyscope_window.canvas.canvas_state import MODES
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.panels.known import VALUE_RANGES
from plyscope_window.session.session import Session
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QDockWidget, QTabBar, QTabWidget, QWidget

from tests.visualiser.driving import present_docks, show

pytestmark = pytest.mark.qt

SOURCE = "tictactoe:X.O/OXX/..O"
CONDITION = "value >= 0 or cutoff or best or pruned > 0 or ply == 0"
"""What the find bar looks for: each part of it is known only when a frame has returned."""
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
TEXTS = ("text", "toolTip", "statusTip", "accessibleName", "accessibleDescription", "toPlainText", "placeholderText")
DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
ACROSS, DOWN = 5, 7
"""The points of a widget at which the pointer rests."""


@pytest.fixture
def window(shared_window: Any) -> Any:
    return shared_window


def recording(last: float, algorithm: str) -> Trace:
    """A search whose last leaf is worth `last`, and all above it accordingly."""
    made = record(SOURCE, algorithm)
    columns = {name: made.column(name).copy() for name in
               ("parent", "move", "ply", "kind", "status", "alpha", "beta", "value", "size", "skipped")}  # fmt: skip
    values = columns["value"]
    values[-1] = last
    for frame in range(len(made) - 1, -1, -1):
        below = [values[child] for child in made.children(frame)]
        if below:
            values[frame] = max(below) if made.kinds[frame] == MAX else min(below)
    return Trace(columns, made.plan)


def things_seen(window: Any, session: Session, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, object]]:
    """All that can be seen, read or copied at the cursor's step, by the name of where it is."""
    canvas = window.canvas
    for mode in MODES:
        canvas.set_mode(mode)
        canvas.finish_easing()
        yield f"picture of {mode}", picture(canvas)
        for key in window.table:
            if key.startswith("copy_"):
                yield f"{key} in {mode}", copied(window, key)
    for frame in range(len(session.trace)):
        canvas.card.show_frame(session, frame, QPoint(10, 10))
        yield f"card of frame {frame}", (canvas.card.title, canvas.card.lines, canvas.card.words)
    canvas.card.hide()
    docks = {key: dock for key, dock in window.docks.docks.items() if window.docks.belongs(key)}
    for key, dock in docks.items():
        window.docks.bring_to_front(key)
        canvas.setFocus()
        refresh(window)
        yield f"picture of {key}", picture(dock)
        yield from texts_in(key, dock, monkeypatch)
    for frame in (0, 2, len(session.trace) - 1):
        session.select(frame)
        for key, dock in docks.items():
            dock.panel.present()
            yield from ((f"{where}, with frame {frame} selected", text) for where, text in shown_texts(key, dock.panel))
    session.select(session.affected)
    for place, one in enumerate([window.page, *window.findChildren(QWidget, options=DIRECT)]):
        if one.isVisible() and not isinstance(one, QTabWidget | QDockWidget):
            yield f"picture of part {place}", picture(one)
            yield from texts_in(f"part {place}", one, monkeypatch)


def refresh(window: Any) -> None:
    """All panels show the step, with what they count in the background."""
    QCoreApplication.processEvents()
    present_docks(window)
    wait_for_all()
    QTest.qWait(1)


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def copied(window: Any, key: str) -> object:
    window.table[key].run(window)
    clipboard = QGuiApplication.clipboard()
    found = clipboard.text() or clipboard.image()
    clipboard.clear()
    return found


def shown_texts(key: str, widget: QWidget) -> Iterator[tuple[str, object]]:
    """The texts of all visible widgets in one."""
    for place, one in enumerate([widget, *widget.findChildren(QWidget)]):
        if one.isVisibleTo(widget) and not isinstance(one.parent(), QTabBar):
            where = f"{key}: {type(one).__name__} {place}"
            for name in TEXTS:
                if callable(getattr(one, name, None)) and not isinstance(getattr(one, name), QWidget):
                    yield f"{where}, {name}", getattr(one, name)()
            if isinstance(one, QAbstractItemView):
                yield f"{where}, cells", cells_of(one)


def cells_of(view: QAbstractItemView) -> list[object]:
    """The texts of a table or tree, as far as its rows have been made."""
    model, found, waiting = view.model(), [], [QModelIndex()]
    while waiting:
        above = waiting.pop()
        for row in range(model.rowCount(above)):
            for column in range(model.columnCount(above)):
                index = model.index(row, column, above)
                found.append([model.data(index, role) for role in ROLES])
                waiting.append(index)
    return found


def texts_in(key: str, widget: QWidget, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, object]]:
    yield from shown_texts(key, widget)
    tips: list[str] = []
    noting = SimpleNamespace(showText=lambda where, text, *others: tips.append(text), hideText=lambda: None)
    with monkeypatch.context() as patch:
        for name, module in sys.modules.items():
            if name.startswith("plyscope_window") and hasattr(module, "QToolTip"):
                patch.setattr(module, "QToolTip", noting)
        for one in widget.findChildren(QWidget):
            if one.isVisible() and overrides(one, "viewportEvent"):
                rest_on(one.viewport())
            elif one.isVisible() and overrides(one, "event"):
                rest_on(one)
    yield f"{key}: tooltips", tips


def overrides(widget: QWidget, name: str) -> bool:
    """Whether a class of ours may handle this, and so show a tooltip of its own."""
    return any(name in vars(kind) for kind in type(widget).mro() if kind.__module__.startswith("plyscope_window"))


def rest_on(widget: QWidget) -> None:
    """Rest with the pointer at several points."""
    for place in range(ACROSS * DOWN):
        at = QPoint(widget.width() * (place % ACROSS) // ACROSS, widget.height() * (place // ACROSS) // DOWN)
        QCoreApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, at, widget.mapToGlobal(at)))


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_nothing_is_shown_before_it_happens(window: Any, algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shades, "of", staticmethod(lambda trace: Shades(0.0, 1.0)))
    sessions = []
    for last in (0, -1):
        trace = recording(last, algorithm)
        VALUE_RANGES[trace] = (-1.0, 1.0)
        sessions.append(show(window, Session(trace, "A search")))
    pages = window.pages[-2:]
    differs = sessions[0].cursor.steps.leave(len(sessions[0].trace) - 1)
    for session in sessions:
        session.seek(CONDITION)
        session.set_bookmark(Bookmark(differs, "", ""))
        session.toggle_breakpoint(Breakpoint(On.CONDITION, CONDITION))
    for page in pages:
        # Each panel gets its room once, before anything is compared.
        window.show_page(page)
        for key in window.docks.docks:
            window.docks.bring_to_front(key)
            refresh(window)
    for step in (0, differs - 1):
        seen: list[dict[str, object]] = []
        for page, session in zip(pages, sessions, strict=True):
            window.show_page(page)
            session.go(step)
            refresh(window)
            seen.append(dict(things_seen(window, session, monkeypatch)))
        one, other = seen
        assert [where for where in {**one, **other} if one.get(where) != other.get(where)] == [], step
    pictures = []
    for page, session in zip(pages, sessions, strict=True):
        window.show_page(page)
        session.go(differs)
        pictures.append(picture(window.canvas))
    assert pictures[0] != pictures[1]
    for session in sessions:
        session.is_saved = True
