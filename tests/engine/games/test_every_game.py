"""Every game of the table, those of plug-ins too, goes all the way: recorded, verified, saved, exported and played."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import plyscope
import pytest
from plyscope.audit.verification import verify
from plyscope.cli.commands import command_line
from plyscope.cli.running import run
from plyscope.export import EXPORTERS
from plyscope.files.opening import open_trace
from plyscope.files.trace_file import save_trace
from plyscope.games import GAMES, available_games, played_games
from plyscope.model.trace import Trace
from plyscope.play.match import prepare
from plyscope.recording.plan import ALGORITHMS, fits
from plyscope.text.listing import as_text, listing

from tests import full_traces

AVAILABLE = [entry.name for entry in available_games()]


ENDINGS = {"chess": "7k/8/6KP/8/8/8/8/8 w - - 0 1"}
"""Positions near the end, of games that do not know how long they can be."""


def recorded(game: str) -> Trace:
    """A small search of the game's start; a tree is searched whole, since its inner nodes have no numbers."""
    entry = GAMES[game]
    position = plyscope.load(f"{game}:{entry.start}")
    return full_traces.record(position, depth=2 if entry.manner is not None else None)


def recorded_near_the_end(game: str) -> Trace:
    """A search of so few nodes that every form has room for them."""
    entry = GAMES[game]
    position = plyscope.load(f"{game}:{entry.start}")
    if position.game.rules.longest(list(position.state)) is None:
        position = plyscope.load(f"{game}:{ENDINGS.get(game, entry.start)}")
    while entry.manner is not None and (position.game.rules.longest(list(position.state)) or 0) > 4:
        following = position.after(position.legal_moves()[0])
        if following.is_over:
            break
        position = following
    return full_traces.record(str(position), depth=1 if entry.manner is not None else None)


@pytest.mark.parametrize("game", AVAILABLE)
def test_a_recording_is_verified_saved_opened_and_listed(game: str, tmp_path: Path) -> None:
    trace = recorded(game)
    verify(trace)
    path = tmp_path / "it.plytrace"
    save_trace(trace, path)
    again = open_trace(path)
    verify(again)
    assert again.signature == trace.signature
    assert str(again.position) == str(trace.position)
    assert len(list(as_text(again, listing(again)))) > len(trace)
    assert full_traces.Cursor(again).sentence


@pytest.mark.spread(3)
@pytest.mark.parametrize("game", AVAILABLE)
def test_it_is_exported_in_every_form_with_its_boards(game: str, tmp_path: Path) -> None:
    trace = recorded_near_the_end(game)
    has_board = trace.position.board().shape != "node"
    path = tmp_path / "it.plytrace"
    save_trace(trace, path)
    for exporter in EXPORTERS.values():
        if not exporter.module or exporter.module == "dot_svg":
            continue
        boards = ["--boards"] if has_board and "boards" in exporter.reads else []
        written = tmp_path / f"it.{exporter.suffixes[0]}"
        assert run(command_line, ["export", str(path), *boards, "-o", str(written)]) == 0, exporter.name
        assert written.stat().st_size > 0, exporter.name


@pytest.mark.parametrize("game", [entry.name for entry in played_games()])
def test_it_is_played_in_the_terminal(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = GAMES[game].offered_boards[0]
    source = f"{game}:{board.text}{' 5' if board.is_random else ''}"
    position = plyscope.load(source)
    first = position.moves()[0]
    monkeypatch.setattr("sys.stdin", io.StringIO(f"n\nmoves\n{first}\nquit\n"))
    assert run(command_line, ["play", source, "--first", "human", "--second", "human"]) == 0
    printed = capsys.readouterr().out
    manner = GAMES[game].manner
    assert manner is not None
    asked = replace(position, coordinates=manner.coordinates)
    assert " ".join(map(asked.shown_move, position.legal_moves())) in printed
    assert manner.board(position) in printed
    after = position.play(first)
    shown = [after.play(outcome) for outcome in after.moves()] if after.is_chance else [after]
    assert any(manner.board(one) in printed for one in shown)


@pytest.mark.parametrize("game", [entry.name for entry in played_games()])
def test_a_match_of_it_can_be_prepared_with_the_players_that_are_offered(game: str) -> None:
    board = GAMES[game].offered_boards[0]
    start = plyscope.load(f"{game}:{board.text}{' 5' if board.is_random else ''}")
    manner = GAMES[game].manner
    assert manner is not None
    ready = prepare(start, manner.opponents[0], manner.opponents[1], 4, openings_named="random:2")
    assert (ready.games, ready.start.game.name) == (4, game)


def test_every_search_runs_on_every_game() -> None:
    for game, entry in ((entry.name, entry) for entry in available_games()):
        # A search that deepens scores the inner nodes of a tree, too.
        start = (
            entry.start if entry.manner is not None else '[{"value":1,"children":[3,5]},{"value":2,"children":[2,9]}]'
        )
        for name, search in ALGORITHMS.items():
            if not search.is_brain and fits(search, plyscope.load(f"{game}:{start}").game):
                options = {"depth": 1} if entry.manner is not None else {}
                verify(full_traces.record(f"{game}:{start}", name, **options))
