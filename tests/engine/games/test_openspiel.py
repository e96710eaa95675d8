"""The games of OpenSpiel: values and moves against its own search, names, and what is refused."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import plyscope
import pytest
from plyscope.audit.deviation import Weight
from plyscope.audit.laws import audit
from plyscope.audit.verification import verify
from plyscope.export import export
from plyscope.games.openspiel import known, numbers
from plyscope.messages import InputError

from tests import full_traces
from tests.recordings import as_lines

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
its_minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")
pytestmark = pytest.mark.full

NAME = "openspiel"
TRIED = {
    "tic_tac_toe": 9,
    "connect_four": 4,
    "breakthrough(rows=5,columns=4)": 3,
    "clobber(rows=3,columns=4)": 4,
    "othello": 3,
    "nim(pile_sizes=2;3;4)": 9,
    "hex(board_size=4)": 2,
    "havannah(board_size=3)": 2,
    "go(board_size=4)": 2,
    "gomoku(size=5)": 2,
    "mnk(m=4,n=3,k=3)": 3,
    "oware": 4,
    "pentago": 1,
    "chess": 2,
    "y(board_size=4)": 2,
}
"""Games, and how deep they are searched from a random position."""
SEARCHES = ("minimax", "maxmin", "alphabeta", "negamax", "pvs", "table", "deepening", "mtdf", "expectimax")


def searchable() -> list[str]:
    """The games of OpenSpiel that can be searched as they are by default."""
    found = []
    for name in pyspiel.registered_names():
        with suppress(InputError):
            known(name)
            found.append(name)
    return found


def positions(count: int) -> list[tuple[str, int]]:
    """Positions after random actions, games in turn."""
    draw, found = random.Random(7), []
    games = {name: pyspiel.load_game(name) for name in TRIED}
    while len(found) < count:
        name = list(TRIED)[len(found) % len(TRIED)]
        actions: list[int] = []
        state = games[name].new_initial_state()
        for _ in range(draw.randrange(3 if TRIED[name] < 9 else 1, 12)):
            if state.is_terminal():
                break
            actions.append(draw.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        if not state.is_terminal():
            found.append((" ".join([name, *map(str, actions)]), TRIED[name]))
    return found


def its_value(state: Any, depth: int) -> float:
    """What OpenSpiel's alpha-beta says, from the first side, with 0 at the horizon."""
    if state.is_terminal():
        return float(state.returns()[0])
    if depth == 0:
        return 0.0
    value, _ = its_minimax.alpha_beta_search(state.get_game(), state, lambda _: 0, depth, 0)
    return float(value)


def check(source: str, depth: int) -> None:
    position = plyscope.load(f"{NAME}:{source}")
    name, *actions = source.split()
    state = pyspiel.load_game(name).new_initial_state()
    for action in actions:
        state.apply_action(int(action))
    expected = its_value(state, depth)
    side = position.side_to_move
    children = {move: its_value(state.child(move // 3), depth - 1) for move in position.legal_moves()}
    best = {position.here.move_text(move) for move, value in children.items() if value == expected}
    for search in SEARCHES:
        trace = full_traces.record(position, search, depth=depth)
        assert trace.value == expected, (source, search, side)
        assert trace.best_move in best, (source, search)
        if search in ("alphabeta", "table", "deepening", "mtdf"):
            verify(trace)


def test_values_and_moves_are_those_of_its_own_search() -> None:
    for source, depth in positions(15):
        check(source, min(depth, 2))


def test_values_and_moves_on_300_positions() -> None:
    found = positions(300)
    assert len({source.split()[0] for source, _ in found}) >= 10
    for source, depth in found:
        check(source, depth)


WIDER = {
    "pig(winscore=4,horizon=6,diceoutcomes=2)": 50,
    "mancala": 3,
    "dots_and_boxes(num_rows=2,num_cols=2)": 4,
    "backgammon": 1,
    "ultimate_tic_tac_toe": 2,
    "amazons": 1,
}
"""Games with chance, or with sides that move again. OpenSpiel does not count plies of chance, so games of chance are
searched to their end, or for one ply."""


@pytest.mark.parametrize("name", WIDER)
def test_chance_and_sides_that_move_again_as_in_its_expectiminimax(name: str) -> None:
    draw, game = random.Random(name), pyspiel.load_game(name)
    for _ in range(50):
        state = game.new_initial_state()
        for _ in range(draw.randrange(6)):
            offered = [one for one, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(draw.choice(offered))
        if state.is_terminal():
            continue
        position = plyscope.load(" ".join([f"{NAME}:{name}", *map(str, state.history())]))
        trace = full_traces.record(position, "expectimax", depth=WIDER[name])
        verify(trace)
        value, _ = its_minimax.expectiminimax(state, WIDER[name], lambda _: 0, 0)
        assert trace.value == pytest.approx(value, abs=1e-12)


def test_moves_are_read_by_their_text_and_by_number() -> None:
    position = plyscope.load(f"{NAME}:connect_four 3")
    assert position.moves() == [f"o{column}" for column in range(7)]
    assert position.play("o2").text == position.play("2").text == "connect_four 3 2"
    with pytest.raises(InputError, match=r"^9 is not a legal move here; legal are o0 o1"):
        position.play("9")


VARYING = ("chess", "amazons", "backgammon", "banqi", "chinese_checkers", "quoridor", "ultimate_tic_tac_toe", "xiangqi")
"""Games that write an action differently in different positions."""


@pytest.mark.parametrize("name", VARYING)
def test_an_action_has_the_text_of_its_position_wherever_it_is_shown(name: str, tmp_path: Path) -> None:
    draw, game = random.Random(name), pyspiel.load_game(name)
    state = game.new_initial_state()
    for _ in range(9):
        state.apply_action(draw.choice([move // 3 for move in numbers(state)]))
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    position = plyscope.load(" ".join([f"{NAME}:{name}", *map(str, state.history())]))
    trace = full_traces.record(position, "expectimax", depth=2, limit=300)
    for frame in range(1, len(trace)):
        above = game.new_initial_state()
        for action in trace.state(trace.parents[frame]):
            above.apply_action(action)
        text = above.action_to_string(above.current_player(), trace.moves[frame] // 3)
        assert trace.move_text(frame) == "_".join(text.split())
    export(trace, tmp_path / "x.json")
    again = full_traces.Trace.open(tmp_path / "x.json")
    assert again.position.warnings == ()
    assert again.column("move").tolist() == trace.column("move").tolist()


@pytest.mark.parametrize("name", searchable())
def test_every_legal_move_is_read_by_its_text_and_by_its_number(name: str) -> None:
    draw, game = random.Random(name), pyspiel.load_game(name)
    state = game.new_initial_state()
    for ply in range(60):
        if state.is_terminal():
            break
        if ply % 6 == 0:
            position = plyscope.load(" ".join([f"{NAME}:{name}", *map(str, state.history())]))
            texts = position.moves()
            assert len(set(texts)) == len(texts)
            for move, text in list(zip(position.legal_moves(), texts, strict=True))[:80]:
                assert position.find_move(text) == position.find_move(str(move // 3)) == move
        state.apply_action(draw.choice([move // 3 for move in numbers(state)]))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nogame", "nogame is not a game of OpenSpiel"),
        ("tic_tac_toe 4 4", "action 2, 4, is not legal there; legal are 0 1 2 3 5 6 7 8"),
        ("tic_tac_toe 0 3 1 4 2 5", "action 6, 5, is not legal there; legal are none, since the game is over"),
        ("tic_tac_toe(size=4)", "tic_tac_toe of OpenSpiel has no parameter size; it has none"),
        ("connect_four(rows=x)", "is refused by OpenSpiel: Wrong type for parameter rows"),
        ("connect_four(rows=0)", "rows of connect_four of OpenSpiel is 1 at least, not 0"),
        ("hex(board_size=-3)", "board_size of hex of OpenSpiel is 1 at least, not -3"),
        (
            "clobber(rows=1,columns=1)",
            r"^clobber\(rows=1,columns=1\) of OpenSpiel cannot be searched: there is no move, and the game is not over",
        ),
        ("go(board_size=99)", "is refused by OpenSpiel: The current Go implementation supports board size up to 19"),
        ("tic_tac_toe e4", r"a position of OpenSpiel is NAME\(parameters\) and numbers of actions"),
        ("leduc_poker", "its players do not see everything"),
        ("goofspiel", "its players do not move one after the other"),
        ("chinese_checkers(players=3)", "is not a game that two players win, draw or lose"),
    ],
)
def test_what_cannot_be_searched_is_refused_in_one_line(
    text: str, complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(InputError, match=complaint) as refused:
        plyscope.load(f"{NAME}:{text}")
    assert "\n" not in str(refused.value)
    assert capfd.readouterr().err == "", "OpenSpiel prints nothing beside it"


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyscope.games.entry.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"needs the package pyspiel, .*pip install 'plyscope\[openspiel\]'"):
        plyscope.load(f"{NAME}:")


def test_lines_of_a_game_in_which_a_side_may_move_again(tmp_path: Path) -> None:
    trace = full_traces.record("openspiel:mancala", "minimax", depth=3)
    (tmp_path / "x.jsonl").write_text(as_lines(trace), encoding="utf-8")
    again = full_traces.Trace.open(tmp_path / "x.jsonl")
    assert (again.position.warnings, again.value) == ((), trace.value)
    assert again.column("kind").tolist() == trace.column("kind").tolist()
    lines = as_lines(trace).splitlines()
    at = next(number for number, line in enumerate(lines) if '"move": "3", "kind": "max"' in line)
    lines[at] = lines[at].replace('"max"', '"min"')
    (tmp_path / "y.jsonl").write_text("\n".join(lines), encoding="utf-8")
    [wrong] = audit(full_traces.Trace.open(tmp_path / "y.jsonl"))
    assert (wrong.law, wrong.weight, wrong.frame) == ("side", Weight.BUG, json.loads(lines[at])["id"])
    assert (wrong.recorded, wrong.due) == ({"kind": 0}, {"kind": 1})
