"""What would have been under moves never tried, as it is drawn: all that full minimax has there, and nothing else."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

import pytest
from plyscope.analysis import ghosts
from plyscope.analysis.ghosts import Ghost, ghost
from plyscope.export import EXPORTERS
from plyscope.export.drawing import Drawing, Look, draw
from plyscope.export.extent import Extent
from plyscope.export.node_texts import NAMES, Role
from plyscope.export.selection import PRUNED, Node, Selection
from plyscope.model.steps import Steps

from tests.full_traces import Trace, record

SOURCES = ("sample:tree/nine-leaves", "tictactoe:XO./.X./X.O", "sample:hexline/three-left")


@cache
def haunted(source: str) -> tuple[Trace, dict[tuple[int, int], Ghost]]:
    """A recording with all its ghosts."""
    trace = record(source, "alphabeta")
    stubs = [(frame, move) for frame in range(len(trace)) for move in trace.pruned_moves(frame)]
    assert stubs
    return trace, {stub: ghost(trace, *stub) for stub in stubs}


def selection_of(source: str, **asked: object) -> Selection:
    trace, found = haunted(source)
    return Selection(trace, Extent(ghosts=found, **asked))  # type: ignore[arg-type]


def paths(selection: Selection) -> dict[tuple[str, ...], Node]:
    """By the moves that lead there, the nodes."""
    found: dict[int, tuple[str, ...]] = {}
    nodes = list(selection)
    for node in nodes:
        found[node.number] = (*found[node.parent], selection.move_text(node)) if node.parent >= 0 else ()
    return {found[node.number]: node for node in nodes}


def drawn(source: str, **asked: object) -> Drawing:
    return draw(selection_of(source, **asked))


@pytest.mark.parametrize("source", SOURCES)
def test_with_all_its_ghosts_a_pruned_tree_is_the_whole_one(source: str) -> None:
    trace, _ = haunted(source)
    full = record(
        source, "minimax", **{name: trace.options[name] for name in ("depth", "order") if trace.options[name]}
    )
    selection = selection_of(source)
    nodes = paths(selection)
    assert len(nodes) == len(selection) == len(full)
    boards = [full.position_at(frame).board(full.moves[frame]) for frame in range(1, len(full))]
    boards.insert(0, full.position_at(0).board())
    for frame in range(len(full)):
        node = nodes[tuple(full.path(frame))]
        assert (node.ply, node.kind, node.status) == (full.plies[frame], full.kinds[frame], full.statuses[frame])
        if node.ghost is not None:
            assert selection.value_text(node) == full.value_text(frame)
            assert selection.board(node) == (boards[frame] if selection.has_boards else None)


@pytest.mark.parametrize("source", SOURCES)
def test_numbers_go_on_and_parents_come_first(source: str) -> None:
    nodes = list(selection_of(source))
    assert [node.number for node in nodes] == list(range(len(nodes)))
    assert all(node.parent < node.number for node in nodes)


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
@pytest.mark.parametrize("source", SOURCES)
def test_ghosts_keep_to_the_plies_of_the_extent(source: str, depth: int) -> None:
    selection = selection_of(source, depth=depth)
    nodes = list(selection)
    assert len(nodes) == len(selection)
    assert max(node.ply for node in nodes) <= depth
    for node in nodes:
        if node.ghost is not None:
            inside = node.ghost.trace
            assert node.is_closed == (node.ply == depth and inside.sizes[node.frame] > 1)


@pytest.mark.parametrize("source", SOURCES)
def test_each_is_pale_behind_one_cut_with_its_move_below_it(source: str) -> None:
    _, found = haunted(source)
    drawing = drawn(source)
    figures = {figure.node.number: figure for figure in drawing.figures}
    assert not any(figure.look is Look.STUB for figure in drawing.figures)
    cut = [edge for edge in drawing.edges if edge.look is Look.STUB]
    assert len(cut) == len(found)
    for edge in drawing.edges:
        child = figures[edge.number]
        assert (child.look is Look.GHOST) == (edge.look in (Look.STUB, Look.GHOST))
        if child.look is Look.GHOST:
            if edge.label is not None:
                assert edge.cut()[1] + 5 < edge.label.y - 8
            names = [label.text for label in child.labels if label.role in NAMES]
            assert (edge.label is None) == bool(names)
            assert {label.role for label in child.labels} - set(NAMES) <= {Role.BOUND, Role.BESIDE}


def test_nothing_moves_from_step_to_step_and_nothing_is_known_too_early() -> None:
    source = SOURCES[0]
    trace, found = haunted(source)
    steps, whole = Steps(trace), drawn(source)
    places = {figure.node.number: (figure.x, figure.y) for figure in whole.figures}
    for step in range(steps.count):
        at = drawn(source, step=step, all_steps=True)
        assert (at.width, at.height) == (whole.width, whole.height)
        assert {figure.node.number: (figure.x, figure.y) for figure in at.figures}.items() <= places.items()
        cuts = {frame: steps.back([*trace.children(frame)][-1]) for frame, _ in found}
        known = {id(found[stub]) for stub in found if (cuts[stub[0]] or 0) <= step}
        assert {id(figure.node.ghost) for figure in at.figures if figure.look is Look.GHOST} == known
        early = [figure for figure in at.figures if figure.node.ghost and figure.look is Look.FUTURE]
        assert {label.role for figure in early for label in figure.labels} <= {Role.GIVEN, Role.LEAF_NAME}
        assert all(not figure.node.frame for figure in early)


def test_one_picture_leaves_no_room_for_the_hidden_future() -> None:
    source = SOURCES[1]
    trace, _ = haunted(source)
    step = Steps(trace).count // 3
    assert drawn(source, step=step).height <= drawn(source).height
    early = drawn(source, step=0)
    assert (early.width, early.height) == (
        draw(Selection(trace, Extent())).width,
        draw(Selection(trace, Extent())).height,
    )
    assert not any(figure.node.ghost for figure in early.figures)


def test_a_large_one_and_one_too_many_are_counted_and_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    source = SOURCES[1]
    _, found = haunted(source)
    monkeypatch.setattr(ghosts, "MAX_DRAWN", 1)
    drawing = drawn(source)
    more = [label.text for figure in drawing.figures if figure.look is Look.GHOST
            for label in figure.labels if label.role is Role.MORE]  # fmt: skip
    assert sorted(more) == sorted(f"… {one.saved - 1}" for one in found.values() if one.saved > 1)


def test_a_ghost_that_was_given_up_has_no_value() -> None:
    trace, found = haunted(SOURCES[1])
    stub = max(found, key=lambda one: found[one].saved)
    selection = Selection(trace, Extent(ghosts={stub: ghost(trace, *stub, limit=2)}))
    [figure] = [figure for figure in draw(selection).figures if figure.look is Look.GHOST]
    assert [label.text for label in figure.labels][:1] == ["?"]


@pytest.mark.parametrize("form", ["svg", "tikz", "forest", "beamer", "dot", "mmd"])
def test_every_picture_shows_ghosts(form: str) -> None:
    source = SOURCES[0]
    exporter = EXPORTERS[form]
    assert "ghosts" in exporter.reads
    text = "".join(str(piece) for piece in exporter.pieces(selection_of(source)))
    without = "".join(str(piece) for piece in exporter.pieces(Selection(haunted(source)[0], Extent())))
    ghost_mark = re.compile(r'class="ghost |\{ghost=|, ghost=|ghost ·|:::ghost')
    assert len(ghost_mark.findall(text)) >= 4
    assert not ghost_mark.search(without)


def test_numbers_of_frames_are_those_of_the_recording() -> None:
    """Ghosts have none in an SVG, so that a page can find each frame by its own."""
    trace, _ = haunted(SOURCES[1])
    text = "".join(EXPORTERS["svg"].pieces(selection_of(SOURCES[1])))  # type: ignore[arg-type]
    named = [int(number) for number in re.findall(r'id="f(\d+)"', text)]
    assert named == list(range(len(trace)))
    assert PRUNED not in {node.status for node in selection_of(SOURCES[1])}
    assert all(first < second for first, second in pairwise(named))
