"""The game of a recording whose game we do not know: it keeps the laws of our own games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.audit.verification import verify
from plyscope.files.sources import load
from plyscope.model.distinct_positions import find_positions
from plyscope.model.recorded_game import RecordedGame

from tests.examples import examples
from tests.full_traces import Trace, compare, record
from tests.recordings import as_lines
from tests.trees import as_text, inner_nested


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("recorded")


def unknown(trace: Trace, folder: Path) -> Trace:
    path = folder / "x.jsonl"
    path.write_text(as_lines(trace, game="none of ours", position="the start"), encoding="utf-8")
    return Trace.open(path)


@examples(100)
@given(tree=inner_nested, algorithm=st.sampled_from(["minimax", "alphabeta", "pvs"]), chance=st.randoms())
def test_the_laws_of_games(folder: Path, tree: Any, algorithm: str, chance: Any) -> None:
    """As `plyscope.model.position.Rules` lists them; pruned moves can be played too."""
    trace = record("tree:" + as_text(tree), algorithm)
    game, rules = unknown(trace, folder).position.game, unknown(trace, folder).position.game.rules
    real = trace.position
    state, played = [0, 0], []
    while not rules.is_over(state):
        moves = list(rules.moves(state))
        assert len(moves) == len(set(moves)) >= 1
        assert sorted(map(game.move_text, moves)) == sorted(real.moves()), "tried or pruned, all moves are there"
        move = chance.choice(moves)
        assert game.read_move(game.move_text(move), state) == move
        before, longest = list(state), rules.longest(state)
        rules.play(state, move)
        assert rules.longest(state) < longest
        again = list(state)
        rules.undo(again, move)
        assert again == before
        real = real.play(game.move_text(move))
        played.append(game.move_text(move))
        assert tuple(state) in game.find_states(game.diagram(state), (0, 0))
        if state[1]:
            break
        assert rules.to_move(state) == 3 - rules.to_move(before)
    assert game.diagram(state) == "/".join(["root", *played])
    assert game.text(state) == " ".join(["the start", *played])


def test_a_move_that_is_searched_twice_leads_to_one_place(tmp_path: Path) -> None:
    trace = record("tree:[[5,8,7],[6,9,8],[3,2,1]]", "pvs")
    other = unknown(trace, tmp_path)
    again = [frame for frame in range(len(trace)) if trace.is_again(frame)]
    assert again
    for frame in again:
        probe = next(
            child for child in trace.children(trace.parents[frame]) if trace.moves[child] == trace.moves[frame]
        )
        assert other.state(frame) == other.state(probe)
    assert len(other.facts.position_table.states) == len({tuple(trace.path(frame)) for frame in range(len(trace))})


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs"])
def test_places_are_the_positions_that_playing_every_move_finds(algorithm: str, tmp_path: Path) -> None:
    trace = unknown(record("tree:[[5,8,7],[6,9,8],[3,2,1]]", algorithm), tmp_path)
    root = trace.position
    played = find_positions(root.state, root.game.rules, *map(trace.column, ("parent", "move", "ply")))
    table = trace.facts.position_table
    assert [table.states[at] for at in table.of_frame] == [played.states[at] for at in played.of_frame]
    assert all(table.numbers[state] == at for at, state in enumerate(table.states))


def test_the_board_is_the_place_and_what_leads_on(tmp_path: Path) -> None:
    trace = unknown(record(load("sample:tree/nine-leaves")), tmp_path)
    cut = next(frame for frame in range(len(trace)) if trace.skips[frame])
    board = trace.position_at(cut).board()
    assert board.shape == "node"
    assert list(board.labels.values()) == ["root/2", "1", "2", "3"]
    game = trace.position.game
    assert isinstance(game, RecordedGame)
    assert (game.square(0), game.node_name(0), game.distance_from_centre(0)) == (None, None, 0)
    assert (game.sides, trace.position.max) == (("first", "min"), "first")


def test_the_size_of_the_full_tree_is_unknown(tmp_path: Path) -> None:
    trace = record(load("sample:tree/nine-leaves"))
    exact = [row["full_is_exact"] for row in compare(trace, trace)["by_ply"]]
    other = unknown(trace, tmp_path)
    assert exact == [True] * 3
    assert [row["full_is_exact"] for row in compare(other, other)["by_ply"]] == [True, True, False]


def test_two_recordings_are_compared_by_the_texts_of_their_moves(tmp_path: Path) -> None:
    """The numbers of texts follow the order in which moves were tried, and differ from one to the other."""
    position = load("tree:[[9,8,7],[6,5,4],[3,2,1]]")
    a, b = record(position, order="given"), record(position, order="reverse")
    expected = compare(a, b)
    found = compare(unknown(a, tmp_path), unknown(b, tmp_path))
    assert expected["only_b"] > 0
    for key in ("matched", "same", "value_differs", "only_a", "only_b", "pruned_in_a", "pruned_in_b"):
        assert found[key] == expected[key], key
    assert found["first_divergence"] == expected["first_divergence"]


@pytest.mark.full
def test_many_moves_of_one_place_are_found_quickly(tmp_path: Path) -> None:
    trace = unknown(record(f"tree:[{','.join(map(str, range(20_000)))}]", "minimax"), tmp_path)
    assert len(trace.facts.position_table.states) == 20_001


def test_a_call_without_a_move_stays_at_its_place_and_a_pass_leads_to_another(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [{"format": "plyscope-trace", "version": 3, "game": "none of ours", "position": "7"}]
    calls = [  # id, parent, move, tags
        (0, None, None, []),
        (1, 0, "a", []),
        (2, 1, "c", []),
        (3, 0, None, ["iid"]),
        (4, 3, "a", []),
        (5, 4, "z", []),
        (6, 0, "b", []),
        (7, 6, None, ["null"]),
        (8, 7, "c", []),
        (9, 6, "c", []),
        (10, 6, None, ["null"]),
        (11, 10, "c", []),
    ]
    stack: list[int] = []
    for id, parent, move, tags in [*calls, (None, None, None, [])]:
        while stack and stack[-1] != parent:
            lines.append({"ev": "leave", "id": stack.pop(), "value": 0})
        if id is not None:
            stack.append(id)
            lines.append({"ev": "enter", "id": id, "parent": parent, "move": move, "kind": "max", "tags": tags})
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    trace = Trace.open(tmp_path / "x.jsonl")
    trace.save(tmp_path / "x.plytrace")
    for one in (trace, Trace.open(tmp_path / "x.plytrace")):
        verify(one)
        paths = [
            "root",
            "root/a",
            "root/a/c",
            "root",
            "root/a",
            "root/a/z",
            "root/b",
            "root/b/–",
            "root/b/–/c",
            "root/b/c",
        ]
        paths += ["root/b/–", "root/b/–/c"]
        game = one.position.game
        assert [game.diagram(one.state(frame)) for frame in range(12)] == paths
        same = one.facts.position_table.of_frame
        assert [[f for f in range(12) if same[f] == same[frame]] for frame in (0, 1, 7, 8, 9)] == [
            *([0, 3], [1, 4], [7, 10], [8, 11], [9]),
        ]
        moves = [[game.move_text(move) for move in game.rules.moves(list(one.state(frame)))] for frame in (0, 4, 6, 7)]
        assert moves == [["a", "b"], ["c", "z"], ["c"], ["c"]]
