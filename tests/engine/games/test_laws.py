"""The laws that every game in the table obeys, walked through along random games."""

from __future__ import annotations

import random
from math import fsum
from typing import Any

import pytest
from plyscope.games import GAMES, TREE, available_games
from plyscope.model.position import Position, Reading
from plyscope.play.game_text import prompt
from plyscope.recording.plan import plan
from plyscope.recording.who import read_who

POSITIONS = {
    "tree": [
        "[[9,8,7],[6,5,4],[3,2,1]]",
        '{"name":"top","children":[{"name":"a","value":1,"children":[3,[4,5]]},{"name":"b","value":-2.5}]}',
        "[[1,[2,3]],[[4]],5] second",
        "[inf,-inf,0.25]",
    ],
    "tictactoe": ["", ".OO/XXO/.X. o", "4,3,3 ..../.X../....", "5,5,4 ", "2,1,1 "],
    "connectfour": ["", "4453", "5,4,4 1", "9,12,5 "],
    "chess": [
        "e4 e5 Nf3",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 98 40",
        "7k/P7/8/8/8/8/p7/7K b - - 3 70",
    ],
    "openspiel": ["connect_four 3 3", "nim(pile_sizes=2;3;4)"],
    "kalah": ["0 1 0 4/9 0 0 3 north", "5 1 6 7/7 1 3 2 south", "9,5", "1,9", "2 12 0 25/0 1 9 3 s"],
    "pig": ["20 3:7 +5 second", "20 3:7 +5 rolls second", "1", "3 0:2 second", "20 20:7"],
    "hexline": ["", "random 14 5", "..#/.1./#.. 2", "1#. 2"],
}
"""Positions beside the start and the offered boards, which every game in the table is tried on."""


MAX_PLIES = 60
"""Of a random game."""


def positions() -> list[tuple[str, str]]:
    found = []
    for entry in available_games():
        name = entry.name
        offered = [f"{board.text}{' 5' if board.is_random else ''}" for board in entry.offered_boards]
        found += [(name, text) for text in dict.fromkeys([entry.start, *offered, *POSITIONS.get(name, ())])]
    return found


def read(name: str, text: str) -> Reading:
    return GAMES[name].read(text)


@pytest.mark.spread(5, 1)
@pytest.mark.parametrize(("name", "text"), positions())
def test_the_laws_hold_along_random_games(name: str, text: str) -> None:
    draw = random.Random(f"{name}{text}")
    reading = read(name, text)
    # A long game is many positions already.
    longest = reading.game.rules.longest(reading.state)
    for _ in range(12 if longest is not None and longest < 40 else 2):
        walk(read(name, text), draw)


@pytest.mark.parametrize("name", [entry.name for entry in available_games()])
def test_an_entry_says_what_holds_of_its_games(name: str) -> None:
    entry = GAMES[name]
    reading = entry.read(entry.start)
    game = reading.game
    assert (game.name, len(set(game.sides)), len(set(game.marks))) == (name, 2, 2)
    assert (entry.manner is not None) == game.has_winner, "whoever can win can be played against"
    assert (
        entry.grid is None
        or entry.grid.read(game.text(reading.state)).board().owners == game.board(reading.state).owners
    )
    if entry.manner is not None:
        position = Position(game, tuple(reading.state))
        assert entry.manner.board(position)
        assert str(prompt(position)).strip().endswith(":")
        for who in entry.manner.opponents:
            plan(position, read_who(who))
        assert entry.read("").game.name == name, "an empty text is the start"


def walk(reading: Reading, draw: random.Random) -> None:
    game, rules, state = reading.game, reading.game.rules, list(reading.state)
    played: list[tuple[int, list[int]]] = []
    cells = game.board(state).owners.keys()
    while not rules.is_over(state) and len(played) < MAX_PLIES:
        before = list(state)
        moves = list(rules.moves(state))
        check_key(reading, state, moves)
        assert moves, "an unfinished position has moves"
        assert len(set(moves)) == len(moves), "each move once"
        assert list(rules.moves(list(state))) == moves, "the order follows from the state alone"
        assert rules.outcome(state) == 0 or not game.has_winner, "an unfinished board is worth 0"
        check_names(reading, state, moves)
        move = draw.choice(moves)
        side, longest = rules.to_move(state), rules.longest(state)
        check_chance(reading, state, moves)
        check_pass(reading, state)
        rules.play(state, move)
        assert all(isinstance(number, int) for number in state), "a flat list of ints"
        assert rules.to_move(state) in ((3 - side,) if rules.alternates else (1, 2)), "sides alternate"
        left = rules.longest(state)
        assert (left is None) is (longest is None), "a game knows how long it can be, or does not"
        assert left is None or longest is None or 0 <= left < longest, "the end comes nearer with every move"
        assert rules.key(state) != rules.key(before)
        board = game.board(state, move)
        assert board.last_move <= board.owners.keys()
        assert board.shape in ("node", "text") or board.owners.keys() == cells, "a board keeps its cells"
        played.append((move, before))
    assert (rules.longest(state) or 0) >= 0
    if game.has_winner:
        assert rules.outcome(state) in (-1, 0, 1)
    assert not rules.outcomes(state), "chance does not move where the game is over"
    check_text(reading, state)
    for move, before in reversed(played):
        rules.undo(state, move)
        assert state == before, "undo gives back the very state"


def check_key(reading: Reading, state: list[int], moves: list[int]) -> None:
    """A key is a state to go on from, with the same future as the state whose key it is."""
    game, rules, key = reading.game, reading.game.rules, reading.game.rules.key(state)
    again = list(key)
    assert rules.key(again) == key
    assert list(rules.moves(again)) == moves
    assert (game.text(key), rules.to_move(again)) == (game.text(state), rules.to_move(state))
    noisy = list(rules.noisy(state))
    assert noisy == [move for move in moves if move in noisy] == list(rules.noisy(again))
    rules.play(again, moves[0])
    rules.undo(again, moves[0])
    assert tuple(again) == key, "undo gives back the key that play began with"


def check_chance(reading: Reading, state: list[int], moves: list[int]) -> None:
    rules, outcomes = reading.game.rules, reading.game.rules.outcomes(state)
    assert not (rules.alternates and rules.chance), "no sides take turns where chance moves"
    if outcomes:
        assert [move for move, _ in outcomes] == moves, "the outcomes are the moves"
        assert all(probability > 0 for _, probability in outcomes), "no outcome is impossible"
        assert fsum(probability for _, probability in outcomes) == pytest.approx(1, abs=1e-12)


def check_pass(reading: Reading, state: list[int]) -> None:
    """A turn that is passed changes sides and nothing else, and can be taken back; a game has all of it or none."""
    rules, before = reading.game.rules, list(state)
    assert (rules.may_pass is None) == (rules.pass_turn is None) == (rules.undo_pass is None)
    if rules.may_pass is None or rules.pass_turn is None or rules.undo_pass is None or not rules.may_pass(state):
        return
    rules.pass_turn(state)
    assert rules.to_move(state) == 3 - rules.to_move(before)
    assert rules.key(state) != rules.key(before)
    assert reading.game.board(state).owners == reading.game.board(before).owners
    list(rules.moves(state))
    rules.undo_pass(state)
    assert state == before


def check_names(reading: Reading, state: list[int], moves: list[int]) -> None:
    game: Any = reading.game
    names = [game.move_text(move) for move in moves]
    assert len(set(names)) == len(names), "names tell moves apart"
    assert [game.read_move(name, state) for name in names] == moves, "names lead back to the moves"
    assert all(game.distance_from_centre(move) >= 0 for move in moves)
    check_text(reading, state)


def check_text(reading: Reading, state: list[int]) -> None:
    """The text of a state reads back as the same state; a tree reads back as the same subtree."""
    again = read(reading.game.name, reading.game.text(state))
    assert again.game.text(again.state) == reading.game.text(state)
    if reading.game.name != TREE:
        key = reading.game.rules.key(state)
        assert reading.game.rules.key(again.state) == key
        assert key in reading.game.find_states(reading.game.text(state), state)
    assert reading.game.rules.key(state) in reading.game.find_states(reading.game.diagram(state), reading.state)
