"""Programs as teachers write them, run as they stand: right value, right board, right names of moves."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path

import pytest
from plyscope.model.roles import Proposal
from plyscope.tracer.programs import program_of
from plyscope.tracer.session import Session
from plyscope.tracer.starting import Options, StartedProgram
from plyscope.tracer.user_python import OURS
from plyscope.usercode.reading import read_as_search

from tests.full_traces import Trace

DOCUMENTS = Path(__file__).parent / "documents"


@cache
def recorded(file: Path, *arguments: str, typed: str = "", call: str = "") -> tuple[Session, list[Trace]]:
    """The recordings of a program with what Plyscope does by default, run once for all tests."""
    streams = (subprocess.PIPE, subprocess.DEVNULL, None)
    session = Session(
        StartedProgram(program_of(str(file), call, arguments, file.parent), OURS, Options(streams=streams))
    )
    assert session.process.stdin is not None
    session.process.stdin.write(typed.encode())
    session.process.stdin.close()
    assert session.run().how == "returned"
    return session, [read_as_search(one.trace()) for one in session.recordings]


def game_of(trace: Trace) -> str | None:
    proposal = Proposal.read(trace.user_code)
    return None if proposal is None else proposal.game


@pytest.mark.spread(2)
@pytest.mark.parametrize("name", ["hebrew_pair", "hebrew_lists"])
def test_two_functions_over_a_board_outside(name: str) -> None:
    session, [trace] = recorded(DOCUMENTS / f"{name}.py")
    [one] = session.recordings
    assert (one.function, one.result, one.frames) == ("max", "[1, 0, 0]", 8)
    assert (game_of(trace), trace.values[0]) == ("tictactoe", 1)


@pytest.mark.parametrize("name", ["hebrew_pair", "hebrew_lists"])
def test_the_board_outside_is_drawn_as_it_is(name: str) -> None:
    _, [trace] = recorded(DOCUMENTS / f"{name}.py")
    assert (str(trace.position.fullest_text), trace.best_move) == (".OO/XXO/.X. o", "a3")


def notebook(folder: Path) -> Path:
    cells = (DOCUMENTS / "notebook_cells.txt").read_text(encoding="utf-8").split("# %%\n")[1:]
    path = folder / "own.ipynb"
    path.write_text(json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]}), encoding="utf-8")
    return path


def test_a_notebook_that_asks_for_input(tmp_path: Path) -> None:
    session, [trace] = recorded(notebook(tmp_path), typed="Y\n")
    [one] = session.recordings
    assert (one.call, one.result) == ("minimax([0, -1, -1, 1, 1, -1, 0, 1, 0], -1)", "-1")
    assert (game_of(trace), str(trace.position.fullest_text)) == ("tictactoe", ".OO/XXO/.X. o")
    assert (trace.values[0], trace.best_move) == (-1, "a3")
    assert session.program.magics == ("%time (cell 4)",)


@pytest.mark.spread(2)
@pytest.mark.parametrize(("depth", "frames"), [(1, 8), (2, 50)])
def test_a_search_over_objects_in_another_file(depth: int, frames: int) -> None:
    session, [trace] = recorded(DOCUMENTS / "spots" / "main.py", "minimax", str(depth))
    [one] = session.recordings
    assert (one.function, one.result, one.frames) == ("Brain.minimax", "10", frames)
    assert one.source.path == str(DOCUMENTS / "spots" / "brain.py")
    assert trace.values[0] == 10


def test_a_board_of_objects_is_drawn() -> None:
    _, [trace] = recorded(DOCUMENTS / "spots" / "main.py", "minimax", "1")
    assert game_of(trace) == "connectfour"
    assert str(trace.position.fullest_text) == "......./......./......./...R.../Y..R.../YY.R..."
    assert trace.best_move == "4"


@pytest.mark.full
def test_a_sum_over_objects_is_no_best_move() -> None:
    """What adds up the scores of all moves has a result, but none of its moves is the best."""
    session, [trace] = recorded(DOCUMENTS / "spots" / "main.py", "weigh", "2")
    [one] = session.recordings
    assert (one.result, one.frames) == ("100", 50)
    assert not game_of(trace)


def test_the_hexline_project() -> None:
    session, [trace] = recorded(DOCUMENTS / "hexline_project" / "main.py")
    [one] = session.recordings
    assert (one.function, one.result) == ("minimax", "([(3, 4), 3, 4], 1000)")
    assert trace.values[0] == 1000


def test_the_board_of_the_hexline_project_is_drawn() -> None:
    _, [trace] = recorded(DOCUMENTS / "hexline_project" / "main.py")
    assert (game_of(trace), trace.best_move) == ("hexline", "5,4:3:3")
    move = trace.position.game.read_move("3,4:3:4", trace.position.state)
    assert move is not None
    assert trace.position.game.move_text(move) == trace.best_move, "the line has two names"
