"""open_spiel plays the game that an `.efg` file describes, and it is worth what the recording says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope.export import export
from plyscope.files.sources import load

from tests.full_traces import record

pytestmark = pytest.mark.full

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed; pip install '.[oracle]' brings it")

NAMES = 'tree:[{"name":"say \\"a\\\\","children":[3,{"name":"אב { } t","children":[1,2]}]},{"name":"b","value":0.1}]'
SOURCES = ["sample:tree/nine-leaves", "sample:tree/probes", NAMES, "tictactoe:XO./.X./..O", "sample:hexline/three-left"]


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "negamax", "pvs"])
@pytest.mark.parametrize("source", SOURCES)
def test_it_is_worth_the_same(tmp_path: Path, source: str, algorithm: str) -> None:
    trace = record(load(source), algorithm)
    export(trace, tmp_path / "x.efg")
    game = pyspiel.load_game("efg_game", {"filename": str(tmp_path / "x.efg")})
    kind = game.get_type()
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert value(game.new_initial_state()) == trace.value


def value(state: Any) -> float:
    if state.is_terminal():
        mine, other = state.returns()
        assert mine == -other
        return float(mine)
    below = [value(state.child(action)) for action in state.legal_actions()]
    return max(below) if state.current_player() == 0 else min(below)


def test_the_moves_have_their_names(tmp_path: Path) -> None:
    export(record("sample:tictactoe/hebrew"), tmp_path / "x.efg")
    state = pyspiel.load_game("efg_game", {"filename": str(tmp_path / "x.efg")}).new_initial_state()
    names = [state.action_to_string(state.current_player(), action) for action in state.legal_actions()]
    assert names == [move for move, *_ in record("sample:tictactoe/hebrew").root_moves]
