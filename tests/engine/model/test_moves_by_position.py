"""Moves that are written differently in different positions: wherever moves are shown, and read back."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from plyscope.analysis.stats import by_node
from plyscope.export import export
from plyscope.model.conditions import parse
from plyscope.model.position import Position, Rules
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.play.played_game import PlayedGame
from plyscope.text.whole_listing import whole_listing

from tests import full_traces
from tests.small_games import FUNCTIONS, PILE, TABLES, Pile


@dataclass(frozen=True)
class CountedPile(Pile):
    """The pile whose moves say how many there were: `7-2` takes two of seven."""

    count: int = 0
    texts_vary = True

    def at(self, state: Sequence[int]) -> CountedPile:
        return replace(self, count=state[PILE])

    def move_text(self, move: int) -> str:
        return f"{self.count}-{move}"

    def read_move(self, text: str, state: Sequence[int]) -> int | None:
        count, _, number = text.rpartition("-")
        return int(number) if number.isdigit() and count in ("", str(state[PILE])) else None


START = Position(CountedPile(Rules.of(FUNCTIONS, TABLES, alternates=False)), (7, 1, 0))


def expected(trace: Trace, frame: int) -> str:
    return f"{trace.state(trace.parents[frame])[PILE]}-{trace.moves[frame]}"


def test_every_frame_and_every_pruned_move_is_written_where_it_is_made(tmp_path: Path) -> None:
    trace = full_traces.record(START, "alphabeta")
    texts = [expected(trace, frame) for frame in range(1, len(trace))]
    assert [trace.move_text(frame) for frame in range(1, len(trace))] == texts
    assert [trace.shown_move_to(frame) for frame in range(1, len(trace))] == texts
    cut = next(frame for frame in range(len(trace)) if trace.skips[frame])
    pruned = [f"{trace.state(cut)[PILE]}-{move}" for move in trace.pruned_moves(cut)]
    assert trace.pruned_texts(cut) == pruned
    export(trace, tmp_path / "x.json")
    nodes = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["nodes"]
    assert [node["move"] for node in nodes[: len(trace)]] == [None, *texts]
    assert [node["move"] for node in nodes[len(trace) :] if node["parent"] == cut] == pruned
    export(trace, tmp_path / "x.svg")
    drawn = re.findall(r">([1-7]-[1-3])<", (tmp_path / "x.svg").read_text(encoding="utf-8"))
    every = [text for frame in range(len(trace)) for text in trace.pruned_texts(frame)]
    assert sorted(drawn) == sorted([*texts, *every])


def test_the_listing_names_the_moves_of_each_frame() -> None:
    trace = full_traces.record(START, "alphabeta")
    lines = "".join(whole_listing(trace, 0, Steps(trace).count - 1)).splitlines()
    played = [line.split()[-1] for line in lines if line.split()[-2:-1] == ["play"]]
    assert played == [expected(trace, frame) for frame in range(1, len(trace))]


def test_what_is_shown_can_be_typed() -> None:
    trace = full_traces.record(START, "minimax")
    end = START.play(*trace.pv)
    assert end.is_over
    for frame in range(len(trace)):
        position = trace.position_at(frame)
        for text, move in zip(position.moves(), position.legal_moves(), strict=True):
            assert position.find_move(text) == position.find_move(str(move)) == move


def test_a_condition_means_a_move_by_where_it_is_made() -> None:
    trace = full_traces.record(START, "minimax")
    frames = range(1, len(trace))
    for text in ("5-2", "7-3", "2"):
        meant = [frame for frame in frames if expected(trace, frame) == text or str(trace.moves[frame]) == text]
        assert meant
        assert parse(f'move == "{text}"').frames(trace).tolist() == meant


def test_a_game_that_is_played_names_its_moves() -> None:
    game = PlayedGame(START, ["2", "5-1"])
    assert game.play("3") == "4-3"
    assert game.moves == ["7-2", "5-1", "4-3"]
    game.take_back(2)
    assert (game.moves, game.undone) == (["7-2"], ["5-1", "4-3"])
    assert (game.replay(), game.replay(), game.replay()) == ("5-1", "4-3", None)


def test_simulations_name_the_moves_of_their_tree() -> None:
    trace = full_traces.record(START, "mcts", simulations=60, seed=1)
    paths = [row["path"] for row in by_node(trace)]
    assert len(paths) > 20
    for path in paths:
        left = 7
        for text in path:
            count, taken = map(int, text.split("-"))
            assert count == left
            left -= taken
    assert {move for move, *_ in trace.root_moves} == {"7-1", "7-2", "7-3"}
    assert trace.best_move == trace.pv[0]
