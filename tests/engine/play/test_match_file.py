"""Matches in files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from plyscope.files.journal import Journal
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.model.position import FIRST
from plyscope.play.deciding import decide
from plyscope.play.match import FORMAT, SHOWN, Match, prepare
from plyscope.play.match_file import load_match
from plyscope.play.results import facts
from plyscope.search.scoring import default_weights

from tests.engine.play.brains import GOOD, write
from tests.engine.play.test_match_workers import played_here


def written(match: Match, path: Path) -> None:
    with Journal(path, match.header) as journal:
        for line in reversed(played_here(match)):
            journal.add(line)


def test_every_game_can_be_walked_through(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    match = prepare(load("connectfour:5,4,4"), "tutorial-depth", "tutorial-random", 6, openings_named="random:2")
    written(match, path)
    saved = load_match(path)
    assert saved.facts == facts(match.header, saved.lines)
    assert [saved.game(index).number for index in range(6)] == list(range(6))
    third = saved.game(3)
    assert third.game.ending is not None
    assert len(third.game.positions) == len(third.game.moves) + 1
    assert third.first == "b"
    assert third.failure is None
    again = saved.ready()
    assert again.header == match.header
    assert again.task(3) == match.task(3)


def test_a_match_keeps_the_notation_that_it_was_played_in(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    start = load("tictactoe:").with_coordinates("[x,y]")
    match = prepare(start, "alphabeta:depth=1", "minimax:depth=1", 2)
    with Journal(path, match.header) as journal:
        journal.add(*played_here(match)[:1])
    saved = load_match(path)
    game = saved.game(0).game
    assert [game.shown(move)[0] for move in game.moves] == ["["] * len(game.moves)
    assert "[" not in "".join(game.moves)
    assert saved.ready().header == match.header
    usual = prepare(load("tictactoe:"), "alphabeta:depth=1", "minimax:depth=1", 2)
    assert "coordinates" not in usual.header
    with Journal(path, usual.header, free=SHOWN) as journal:
        assert len(journal.lines) == 1
    assert load_match(path).coordinates == "[x,y]"
    with pytest.raises(InputError, match="other settings"), Journal(path, {**match.header, "seed": 1}, free=SHOWN):
        pass


def test_a_python_file_runs_only_at_the_users_request(tmp_path: Path) -> None:
    path, brain = tmp_path / "m.plymatch", write(tmp_path, "good", GOOD)
    written(prepare(load("tictactoe:"), brain, "alphabeta", 2), path)
    with pytest.raises(InputError, match="only at your request"):
        load_match(path).ready()
    assert load_match(path).ready(a=brain).a.path == brain
    saved = load_match(path)
    assert saved.python_files == [brain]
    assert (saved.version("a").is_file, saved.version("b").is_file) == (True, False)
    write(tmp_path, "good", GOOD + "\n")
    with pytest.raises(InputError, match="have changed since"):
        load_match(path).ready(a=brain)


def test_every_decision_is_found_again_even_without_the_file_of_weights(tmp_path: Path) -> None:
    path, weights = tmp_path / "m.plymatch", tmp_path / "w.toml"
    names = list(default_weights(load("connectfour:").game))
    weights.write_text(f"[weights]\n{names[0]} = 7\n")
    start = load("connectfour:5,4,4")
    match = prepare(start, f"{weights}:depth=2", "alphabeta:depth=2,order=random", 4, openings_named="random:2", seed=9)
    written(match, path)
    weights.unlink()
    saved = load_match(path)
    assert saved.python_files == []
    for index in range(4):
        game = saved.game(index)
        assert saved.seeds(index) == match.task(index)["seeds"]
        for position, move in zip(game.game.positions, game.game.moves, strict=False):
            is_first = position.side_to_move == FIRST
            name = game.first if is_first else {"a": "b", "b": "a"}[game.first]
            assert decide(position, saved.version(name), saved.seeds(index)[name]).move == move


def test_half_a_line_is_dropped_and_damage_is_named(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    written(prepare(load("tictactoe:"), "alphabeta:depth=1", "alphabeta:depth=2", 2), path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    assert len(load_match(path).lines) == 1
    header, *lines = [json.loads(line) for line in whole.splitlines()]
    for wrong in (
        [{**header, "version": 2}, *lines],
        [{**header, "game": "go"}, *lines],
        [{name: value for name, value in header.items() if name != "a"}, *lines],
        [{**header, "seed": "x"}, *lines],
        [{**header, "games": 0}],
        [{**header, "openings": 3}],
        [{**header, "limits": {"seconds": "soon"}}],
        [header, {**lines[0], "first": "c"}],
        [{**header, "start": "XXXX"}, *lines],
        [{**header, "b": {"who": "alphabeta"}}, *lines],
        [header, {**lines[0], "moves": "9 9"}],
        [header, {**lines[0], "score": "x"}],
        [header, {**lines[0], "a": None}],
        [header, {**lines[0], "failure": {"kind": "crash"}}],
        [header, {"number": 0}],
        [{"format": "else"}],
    ):
        path.write_text("".join(json.dumps(line) + "\n" for line in wrong))
        with pytest.raises(InputError, match=r"m\.plymatch: "):
            load_match(path)


def test_a_newer_version_is_named_before_anything_else_is_read(tmp_path: Path) -> None:
    path = tmp_path / "newer.plymatch"
    path.write_bytes(b'{"format":"plyscope-match","version":2}\nlines of another kind\n')
    for read in (load_match, lambda path: Journal(path, {"format": FORMAT, "version": 1})):
        with pytest.raises(InputError, match=r"newer\.plymatch: written by a newer Plyscope, in format version 2"):
            read(path)


@pytest.mark.spread(5)
@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN", "1e400", "9" * 401, "9" * 5000, "0.7"])
@pytest.mark.parametrize("place", ["score", "number", "games", "seconds"])
def test_numbers_that_no_match_has_are_refused(tmp_path: Path, place: str, number: str) -> None:
    path = tmp_path / "m.plymatch"
    written(prepare(load("tictactoe:"), "minimax:depth=1", "minimax:depth=2", 2, seed=1), path)
    first, *games = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    holder = games[0] if place in ("score", "number") else first["limits"] if place == "seconds" else first
    holder[place] = "HERE"
    lines = [json.dumps(line).replace('"HERE"', number) for line in (first, *games)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if (place, number) == ("seconds", "0.7"):
        assert load_match(path).header["limits"]["seconds"] == 0.7
        return
    with pytest.raises(InputError, match=r"damaged|something else"):
        load_match(path)
