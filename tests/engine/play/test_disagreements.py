"""Positions in which the two versions play differently."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plyscope.files.sources import load
from plyscope.play.disagreements import differing, save, start_workers
from plyscope.play.match import openings, prepare
from plyscope.play.played_game import PlayedGame
from plyscope.workers import Workers

from tests.engine.play.test_match_workers import played_here
from tests.full_traces import record


def answers(workers: Workers) -> list[dict[str, Any]]:
    found = []
    with workers:
        while not workers.is_done:
            answer = workers.poll(1)
            if answer is not None:
                found.append(answer)
    return found


def test_every_position_is_put_to_both(tmp_path: Path) -> None:
    start = load("connectfour:5,4,4")
    match = prepare(start, "alphabeta:depth=1,order=center", "alphabeta:depth=3", 4, openings_named="random:3")
    lines = played_here(match)
    workers, count = start_workers(match, lines, 2)
    found = answers(workers)
    assert len(found) == count == len({answer["position"] for answer in found})
    apart = differing(found)
    assert 0 < len(apart) < count
    for answer in found:
        source = f"connectfour:{answer['position']}"
        a, b = (record(source, "alphabeta", depth=depth, order=order).best_move
                for depth, order in ((1, "center"), (3, "given")))  # fmt: skip
        assert (answer["a"], answer["b"]) == (a, b)
        assert (answer in apart) == (a != b)
        line = lines[answer["game"]]
        game = PlayedGame(load(f"connectfour:{line['opening']}"), line["moves"].split())
        assert game.positions[answer["played"]].text == answer["position"]
    file = tmp_path / "apart.txt"
    save(match.header, apart, file, force=False)
    again = openings(str(file), start, 1000, 0)
    assert [position.text for position in again] == [answer["position"] for answer in apart]
