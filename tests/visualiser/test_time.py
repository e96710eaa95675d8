"""What is shown at a step depends only on the recording up to that step, in every view, panel and text.

Two recordings of one shape differ in what their last leaf gives: searches, programs of a user's own, and comparisons.
With the scales of colours and numbers fixed, which are those of the whole recording, nothing in the window may differ
before that leaf has its value.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from plyscope.analysis.linked_cursors import Side
from plyscope.layout.shades import Shades
from plyscope.model.declaration import CHANCE, MAX
from plyscope.model.marks import Bookmark, Breakpoint, On
from plyscope.model.steps import Steps
from plyscope.tracer.running import debug
from plyscope.usercode.reading import read_as_search
from plyscope_window.app.canvas_commands import folded_view
from plyscope_window.canvas.canvas_state import MODES
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.pages.compare import comparisons
from plyscope_window.pages.compare.compare_page import MERGED
from plyscope_window.pages.usercode.summary_line import UserCodeBar
from plyscope_window.panels.known import VALUE_RANGES
from plyscope_window.session.limits import Future, ShownPart
from plyscope_window.session.origins import follow_origin
from plyscope_window.session.pair import SIDES, Pair
from plyscope_window.session.session import Session
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QDockWidget, QTabBar, QTabWidget, QWidget

from tests.full_traces import Trace, record
from tests.visualiser.driving import present_docks, show

pytestmark = pytest.mark.qt

SOURCE = "tictactoe:X.O/OXX/..O"
WITH_CHANCE = "openspiel:pig(winscore=4,horizon=6,diceoutcomes=2)"
NOISY = "chess:4k3/8/2p5/3p4/8/8/3Q2PP/6K1 w - - 0 1"
FURTHER = ("deepening", "mtdf", "expectimax", "star1", "mcts", "quiescence")
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
SUMS = """from pathlib import Path

LAST = int((Path(__file__).parent / "last.txt").read_text())
calls = []


def total(n, leaf):
    calls.append(n)
    if n <= 1:
        print("leaf", leaf)
        return leaf
    return total(n - 1, 1) + total(n - 2, LAST if len(calls) == 8 else 1)
"""
CUTS = """from pathlib import Path

LEAVES = [2, 5, 6, int((Path(__file__).parent / "last.txt").read_text())]


def search(node, depth, alpha, beta, maximizing):
    if depth == 0:
        return LEAVES[node - 3]
    best = -99 if maximizing else 99
    for child in (2 * node + 1, 2 * node + 2):
        value = search(child, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
PROBED = "tree:[[[0,1],[-1,0]],[[1,0],[-1,-1]]]", "tree:[[[0,1],[1,0]],[[1,0],[-1,-1]]]"
EQUALLY_WIDE = -0.6, -0.8
"""Values whose halves are as wide as each other, too: a drawing that is exported leaves room for the texts of the last
step, so that those of all steps can be compared."""
ACROSS, DOWN = 5, 7
"""The points of a widget at which the pointer rests."""


def recording(last: float, algorithm: str, of: str = "", **options: Any) -> Trace:
    """A search in which its last leaf, or that `of` another search, is worth `last`, and all above it accordingly."""
    chance: dict[str, Any] = {"depth": 3} if algorithm == "expectimax" else {}
    source = WITH_CHANCE if chance else SOURCE
    if algorithm == "quiescence":
        source, options = NOISY, {"depth": 1, "score": "material", **options}
    few: dict[str, Any] = {"simulations": 10} if algorithm == "mcts" else {}
    made = record(source, algorithm, **chance, **few, **options)
    other = record(source, of, **chance) if of else made
    path = other.path(len(other) - 1)
    changed = next((frame for frame in range(len(made)) if made.path(frame) == path), -1)
    columns = {name: made.column(name).copy() for name in
               ("parent", "move", "ply", "kind", "status", "alpha", "beta", "value", "size", "skipped")}  # fmt: skip
    values = columns["value"]
    if changed >= 0:
        values[changed] = last
    for frame in range(len(made) - 1, -1, -1):
        below = [values[child] for child in made.children(frame)]
        if below and frame == 0 and made.search.simulates:
            values[frame] = sum(below) / len(below)
        elif below and frame == 0 and made.rounds:
            values[frame] = below[-1]
        elif below and made.kinds[frame] == CHANCE:
            values[frame] = sum((made.chance_of(child) or 0) * values[child] for child in made.children(frame))
        elif below:
            static = made.static_score(frame)
            best = below if static is None else [*below, static]
            values[frame] = max(best) if made.kinds[frame] == MAX else min(best)
    return Trace(columns, made.plan, origin=made.origin)


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
    tree, canvas.whole.tree = canvas.whole.tree, None
    canvas.set_mode("tree")
    canvas.finish_easing()
    yield "picture of a large tree", picture(canvas)
    canvas.whole.tree = tree
    if not window.table["fold"].why_not(window):
        window.table["fold"].run(window)
        view = folded_view(canvas)
        assert view is not None
        yield "picture of the folded graph", picture(view)
        yield from texts_in("folded graph", canvas, monkeypatch)
        window.table["fold"].run(window)
    for frame in range(len(session.trace)):
        canvas.card.show_frame(session, frame, QPoint(10, 10))
        yield f"card of frame {frame}", (canvas.card.title, canvas.card.lines, canvas.card.words)
    canvas.card.hide()
    # What the audit finds is about the whole run, and headed so.
    docks = {key: dock for key, dock in window.docks.docks.items() if window.docks.belongs(key) and key != "check"}
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
        # The bar of user code says how the whole run ended, and is headed so.
        if one.isVisible() and not isinstance(one, QTabWidget | QDockWidget | UserCodeBar):
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
    visible = [one for one in [widget, *widget.findChildren(QWidget)] if one.isVisibleTo(widget)]
    for place, one in enumerate(one for one in visible if not isinstance(one.parent(), QTabBar)):
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


def shown_at(
    window: Any, sessions: list[Session], steps: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[dict[str, object]]]:
    """All that is seen of two recordings in tabs, step by step."""
    pages = window.pages[-2:]
    give_room(window, pages)
    for step in steps:
        seen: list[dict[str, object]] = []
        for page, session in zip(pages, sessions, strict=True):
            window.show_page(page)
            session.go(step)
            refresh(window)
            seen.append(dict(things_seen(window, session, monkeypatch)))
        yield seen


def give_room(window: Any, pages: list[Any]) -> None:
    """Each panel gets its room once, before anything is compared."""
    for page in pages:
        window.show_page(page)
        for key in filter(window.docks.belongs, window.docks.docks):
            window.docks.bring_to_front(key)
            refresh(window)


def differences(seen: list[dict[str, object]]) -> list[str]:
    one, other = seen
    return [where for where in {**one, **other} if one.get(where) != other.get(where)]


def differ_at(window: Any, sessions: list[Session], step: int) -> bool:
    """Whether the canvases of two recordings differ at a step."""
    pictures = []
    for page, session in zip(window.pages[-2:], sessions, strict=True):
        window.show_page(page)
        session.go(step)
        pictures.append(picture(window.canvas))
    return bool(pictures[0] != pictures[1])


def in_tabs(window: Any, traces: list[Trace], marked: int) -> list[Session]:
    """Two recordings with the same marks, and the same text in the find bar."""
    sessions = [show(window, Session(trace, "A recording")) for trace in traces]
    for trace, session in zip(traces, sessions, strict=True):
        VALUE_RANGES[trace] = (-1.0, 1.0)
        session.seek(CONDITION)
        session.set_bookmark(Bookmark(marked, "", ""))
        session.toggle_breakpoint(Breakpoint(On.CONDITION, CONDITION))
        session.is_saved = True
    return sessions


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    "algorithm",
    [
        "minimax",
        "alphabeta",
        *(pytest.param(name, marks=pytest.mark.full) for name in FURTHER),
    ],
)
def test_nothing_is_shown_before_it_happens(window: Any, algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"star1": True} if algorithm == "star1" else {}
    algorithm = "expectimax" if options else algorithm
    if algorithm == "expectimax":
        pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    if algorithm == "quiescence":
        pytest.importorskip("chess", reason="the extra chess is not installed")
    monkeypatch.setattr(Shades, "of", staticmethod(lambda trace: Shades(0.0, 1.0)))
    traces = [recording(last, algorithm, **options) for last in (EQUALLY_WIDE if options else (0, -1))]
    differs = Steps(traces[0]).leave(len(traces[0]) - 1)
    assert differs is not None
    sessions = in_tabs(window, traces, differs)
    for seen in shown_at(window, sessions, (0, differs - 1), monkeypatch):
        assert differences(seen) == []
    assert differ_at(window, sessions, differs)


@pytest.mark.full
def test_no_table_tells_how_often_a_root_is_searched_before_it_is(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two recordings as long as each other, of which one searches the root twice, the other three times.

    Canvas and outline show the shape of the whole recording, as those of any search.
    """
    monkeypatch.setattr(Shades, "of", staticmethod(lambda trace: Shades(0.0, 1.0)))
    one, other = (record(source, algorithm="mtdf") for source in PROBED)
    traces = [one, Trace(other.columns, one.plan, origin=other.origin)]
    assert (len(one), len(one.rounds), len(other.rounds)) == (len(other), 2, 3)
    sessions = in_tabs(window, traces, 0)
    steps = sessions[0].cursor.steps
    leaves = zip(steps.leaves().tolist(), one.values, other.values, strict=True)
    before = min(step for step, value, twin in leaves if value != twin) - 1
    assert sessions[0].trace.ancestors(steps.at(before).frame)[1:2] == [one.rounds[0]]
    for seen in shown_at(window, sessions, (0, before), monkeypatch):
        shaped = ("copy", "card", "outline", "timeline", *(name for name in seen[0] if "picture" in name))
        found = [where for where in differences(seen) if not where.startswith(shaped)]
        assert [where for where in found if not where.endswith(f"frame {len(one) - 1} selected")] == []
        assert not {"picture of board", "picture of stack", "picture of root_moves"} & {*differences(seen)}


def test_the_way_to_an_origin_tells_nothing_of_what_comes_after_it(qapp: Any) -> None:
    """The message at an earlier step is about that step, not about the one at which the question was asked."""
    traces = [recording(last, "alphabeta") for last in (0, -1)]
    differs = Steps(traces[0]).leave(len(traces[0]) - 1)
    assert differs is not None
    sessions = [Session(trace, "A recording") for trace in traces]
    said: list[list[str]] = [[], []]
    for session, words in zip(sessions, said, strict=True):
        session.announced.connect(words.append)
    travelled = 0
    for frame in range(len(traces[0])):
        for place in range(3):
            for session, words in zip(sessions, said, strict=True):
                words.clear()
                session.go(session.cursor.last_step)
                session.select(frame)
                follow_origin(session, place)
            steps = {session.cursor.step for session in sessions}
            if len(steps) == 1 and steps.pop() < differs:
                assert said[0] == said[1]
                travelled += 1
    assert travelled > 5


@pytest.mark.full
@pytest.mark.parametrize(
    ("text", "call", "read"),
    [
        (SUMS, "total(4, 1)", Trace.of),
        (CUTS, "search(0, 2, -99, 99, True)", read_as_search),
    ],
)
def test_nothing_of_user_code_is_shown_before_it_happens(
    window: Any, text: str, call: str, read: Callable[[Any], Trace], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Shades, "of", staticmethod(lambda trace: Shades(0.0, 1.0)))
    (tmp_path / "program.py").write_text(text)
    traces = []
    for last in (3, 4):
        (tmp_path / "last.txt").write_text(str(last))
        traces.append(Trace.of(read(debug(tmp_path / "program.py", call))))
    session, _ = sessions = in_tabs(window, traces, 0)
    entered = session.cursor.steps.enter(len(traces[0]) - 1)
    for seen in shown_at(window, sessions, (0, entered - 1), monkeypatch):
        assert differences(seen) == []
    assert differ_at(window, sessions, session.cursor.last_step)


def pictures_filtered(window: Any, page: Any) -> Iterator[tuple[str, object]]:
    """The canvas with all that does not differ hidden, or is not pruned."""
    window.canvas.set_mode("tree")
    for shown in ShownPart:
        page.pair.show(shown)
        refresh(window)
        window.canvas.finish_easing()
        yield f"picture with {shown}", picture(window.canvas)
    page.pair.show(ShownPart.ALL)
    refresh(window)


def last_step_alike(pairs: list[Pair], side: Side) -> int:
    """The last step of a side up to which neither side of either comparison has returned what differs."""
    one = pairs[0]
    for step in range(one.link.steps[side].count):
        found = one.link.counterpart(side, step).step
        at = (step, found) if side == "a" else (found, step)
        for place, name in enumerate(SIDES):
            traces = [pair.sides[name].trace for pair in pairs]
            differs = [left for frame, left in enumerate(one.link.steps[name].leaves().tolist())
                       if traces[0].values[frame] != traces[1].values[frame]]  # fmt: skip
            if differs and at[place] >= min(differs):
                return step - 1
    raise AssertionError("nothing differs")


@pytest.mark.full
@pytest.mark.parametrize(
    ("options", "side"),
    [
        ({"algorithm": "alphabeta"}, "a"),
        ({"algorithm": "alphabeta"}, "b"),
        ({"algorithm": "alphabeta", "order": "random", "seed": 3}, "a"),
        ({"algorithm": "alphabeta", "order": "random", "seed": 3}, "b"),
    ],
)
def test_a_merged_comparison_shows_nothing_before_it_happens(
    window: Any, options: dict[str, Any], side: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    scale = Shades(0.0, 1.0)
    monkeypatch.setattr(Shades, "of", staticmethod(lambda trace: scale))
    monkeypatch.setattr(Shades, "of_all", staticmethod(lambda traces: scale))
    pages = []
    for last in (0, -1):
        sides = [recording(last, "minimax"), recording(last, of="minimax", **options)]
        for trace in sides:
            VALUE_RANGES[trace] = (-1.0, 1.0)
        comparisons.compare(window, *sides)
        refresh(window)
        pages.append(comparisons.in_front(window))
    pairs = [page.pair for page in pages]
    step = last_step_alike(pairs, side)
    assert step > 2
    give_room(window, pages)
    for at in (2, step):
        seen: list[dict[str, object]] = []
        for page in pages:
            window.show_page(page)
            page.set_look(MERGED)
            page.pair.lead(side)
            page.pair.leading.go(at)
            refresh(window)
            seen.append(dict(things_seen(window, page.pair.merged, monkeypatch)))
            seen[-1] |= dict(pictures_filtered(window, page))
        assert differences(seen) == []
    last_pictures = []
    for page in pages:
        window.show_page(page)
        page.pair.show_future(Future.WHOLE)
        refresh(window)
        last_pictures.append(picture(window.canvas))
    assert last_pictures[0] != last_pictures[1]
