"""Chess: its rules and names against the package's own, published counts, and what is refused."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import plyscope
import pytest
from plyscope.audit.verification import verify
from plyscope.files.sources import SeveralPositions, read_list
from plyscope.games import GAMES
from plyscope.messages import InputError

from tests import full_traces
from tests.command_line import plyscope as plyscope_command
from tests.perft import perft

chess = pytest.importorskip("chess", reason="the extra chess is not installed")

NAME = "chess"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PERFT = {
    "": (20, 400, 8_902),
    KIWIPETE: (48, 2_039, 97_862),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1": (14, 191, 2_812, 43_238),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1": (6, 264, 9_467),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8": (44, 1_486, 62_379),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10": (46, 2_079, 89_890),
}
"""The lines of play of one, two, three … plies, from the Chess Programming Wiki."""
MATES = {
    "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1": (1, "Ra8#"),
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1": (2, "Ra6"),
    "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1": (3, "Bc5+"),
}


@pytest.mark.parametrize("fen", PERFT)
def test_as_many_lines_as_published(fen: str) -> None:
    counts = PERFT[fen][: 3 if len(PERFT[fen]) > 3 else 2]
    assert tuple(perft(GAMES[NAME].read(fen), plies) for plies in range(1, len(counts) + 1)) == counts


@pytest.mark.full
@pytest.mark.parametrize("fen", PERFT)
def test_as_many_long_lines_as_published(fen: str) -> None:
    assert perft(GAMES[NAME].read(fen), len(PERFT[fen])) == PERFT[fen][-1]


def test_names_texts_and_noisy_moves_are_those_of_the_package() -> None:
    draw = random.Random(3)
    for fen in PERFT:
        reading = GAMES[NAME].read(fen)
        game, rules, state, board = (
            reading.game,
            reading.game.rules,
            list(reading.state),
            chess.Board(fen or chess.STARTING_FEN),
        )
        for _ in range(50):
            assert rules.key(state) == rules.key(GAMES[NAME].read(board.fen(en_passant="fen")).state)
            over = not any(board.legal_moves) or board.halfmove_clock >= 100 or board.is_insufficient_material()
            assert rules.is_over(state) == over
            if over:
                assert rules.outcome(state) == (0 if not board.is_checkmate() else -1 if board.turn else 1)
                break
            moves = list(rules.moves(state))
            found = {game.shown_move(move, "UCI"): game.move_text(move) for move in moves}
            assert found == {move.uci(): board.san(move) for move in board.legal_moves}
            loud = {
                move.uci() for move in board.legal_moves if board.is_capture(move) or move.promotion or board.is_check()
            }
            assert {game.shown_move(move, "UCI") for move in rules.noisy(state)} == loud
            move = draw.choice(moves)
            rules.play(state, move)
            board.push_uci(game.shown_move(move, "UCI"))


@pytest.mark.spread(3)
@pytest.mark.parametrize("fen", MATES)
def test_mates_are_found_with_the_known_move(fen: str) -> None:
    moves, best = MATES[fen]
    trace = full_traces.record(plyscope.load(f"{NAME}:{fen}", max="mover"), depth=2 * moves - 1, order="history")
    assert (trace.value, trace.best_move) == (1, best)
    assert moves == 1 or full_traces.record(f"{NAME}:{fen}", depth=2 * moves - 3).value == 0, "no quicker mate"


def test_a_move_is_read_in_san_and_uci() -> None:
    position = plyscope.load(f"{NAME}:{KIWIPETE}")
    for text in ("O-O", "0-0", "e1g1"):
        assert position.play(text).text.startswith("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq")
    assert position.find_move("Qxf6") == position.find_move("f3f6") == position.find_move("Qf3xf6")
    with pytest.raises(InputError, match=r"^Ke4 is not a legal move here; legal are"):
        position.play("Ke4")


def test_moves_from_the_start_are_a_position() -> None:
    position = plyscope.load(f"{NAME}:1. e4 e5 2. Nf3 b8c6")
    assert position.text == "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    assert position.fullest_text == "1. e4 e5 2. Nf3 b8c6"
    with pytest.raises(InputError, match="word 3, e5, is no legal move of chess"):
        plyscope.load(f"{NAME}:e4 e5 e5")


PGN = """[White "One"]

1. e4 {the king's pawn} e5 (1... c5 2. Nf3) 2. Qh5 Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0

[SetUp "1"]
[FEN "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1"]

1. O-O-O+ *
"""


def test_games_in_pgn_are_a_list_of_positions(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(PGN, encoding="utf-8")
    found = read_list(tmp_path / "games.pgn", plyscope.load)
    assert len(found) == 7 + 1
    assert found[-2].text == "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"
    assert full_traces.record(found[-2], depth=1).best_move == "Qxf7#"
    assert "O-O-O+" in found[-1].moves()
    with pytest.raises(SeveralPositions, match=r"games\.pgn: there are 2 positions or games; say which") as refused:
        plyscope.load(tmp_path / "games.pgn")
    assert refused.value.choices == ("One", "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1")
    (tmp_path / "games.pgn").write_text(PGN.replace("Qh5", "Qh6"), encoding="utf-8")
    with pytest.raises(InputError, match=r"games\.pgn: game 1: illegal san: 'Qh6'"):
        read_list(tmp_path / "games.pgn", plyscope.load)
    for wrong, game in (("4.Qh9", 1), ("Ki7", 2)):
        (tmp_path / "games.pgn").write_text(PGN.replace(("4. Qxf7#", "1. O-O-O+")[game - 1], wrong), encoding="utf-8")
        with pytest.raises(InputError, match=rf"game {game}: {wrong[-3:]} is no move of chess"):
            read_list(tmp_path / "games.pgn", plyscope.load)
    noted = (
        PGN.replace("{the king's pawn}", "{Qh9 (a1}")
        .replace("Nf6??", "Nf6?? $4 (3... Nh9x) ; e9")
        .replace("2. Nf3", "")
    )
    (tmp_path / "games.pgn").write_text(noted, encoding="utf-8")
    assert len(read_list(tmp_path / "games.pgn", plyscope.load)) == 7, "comments and variations may say anything"


def test_a_game_of_a_file_is_walked_through(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(PGN, encoding="utf-8")
    last = plyscope.load(f"{path}#1")
    assert (last.title, last.notes, last.is_over) == ("One", "1-0", True)
    assert last.walked_moves() == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]
    assert next(last.walked()).text == plyscope.load(f"{NAME}:").text
    assert plyscope.load(f"{path}#1@2").text == plyscope.load(f"{NAME}:e4 e5").text
    assert plyscope.load(f"{path}#1@0").text == plyscope.load(f"{NAME}:").text
    other = plyscope.load(f"{path}#2")
    assert other.fullest_text == "8/8/8/3k4/8/8/8/R3K3 w Q - 0 1 moves O-O-O+"
    assert plyscope.load(f"{NAME}:{other.fullest_text}").state == other.state
    for selected, complaint in (
        ("#3", "there is no number 3; they are from 1 to 2"),
        ("#0", "there is no number 0"),
        ("#2@2", "there are no 2 moves; the game has 1"),
        ("", "there are 2 positions or games"),
    ):
        with pytest.raises(InputError, match=rf"games\.pgn: {complaint}"):
            plyscope.load(f"{path}{selected}")


def test_operations_behind_a_position_are_its_title_notes_and_best_moves(tmp_path: Path) -> None:
    fields, operations = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -", 'bm Qd1+; id "BK.01";'
    for counts in ("", " 0 1"):
        position = plyscope.load(f"{fields}{counts} {operations}")
        assert position.text == f"{fields} 0 1"
        assert (position.title, position.notes, position.best) == ("BK.01", operations, ("Qd1+",))
    path = tmp_path / "suite.epd"
    path.write_text(f"{fields} {operations}\n{KIWIPETE}\n", encoding="utf-8")
    assert [position.text for position in read_list(path, plyscope.load)] == [f"{fields} 0 1", KIWIPETE]
    assert plyscope.load(f"{path}#2").title == "suite 2"
    with pytest.raises(SeveralPositions):
        plyscope.load(path)
    path.write_text(f"{fields} bm Qd9;\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"suite\.epd: what is said of this position of chess cannot be read: "):
        plyscope.load(path)


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "there are no pieces"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
        ("k7/8/8/8/8/8/8/KK6 w - - 0 1", "more than one king"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "the side that is not to move is in check"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "a right to castle"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on the first"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn can have gone"),
        ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", "this is no position of chess"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "this is no position of chess"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999", "it counts more than 1,?000,?000 moves"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1", "it counts more than 1,?000,?000 moves"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(fen: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason) as refused:
        plyscope.load(f"{NAME}:{fen}")
    assert "\n" not in str(refused.value)


def test_a_search_needs_a_depth() -> None:
    with pytest.raises(InputError, match="a depth is needed: how long a game of chess can be is not known"):
        full_traces.record(f"{NAME}:", score="material")


def test_positions_that_moves_reach_in_several_ways_are_one() -> None:
    for algorithm in ("minimax", "table"):
        trace = full_traces.record(f"{NAME}:8/8/8/3k4/8/8/8/R3K3 w - - 0 1", algorithm, depth=3, score="material")
        verify(trace)
        assert len(trace.facts.position_table.states) < len(trace)
    again = full_traces.record(f"{NAME}:8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "alphabeta", depth=3, score="material")
    assert again.value == trace.value


def test_the_clock_draws_and_is_part_of_the_position() -> None:
    trace = full_traces.record(f"{NAME}:8/8/8/3k4/8/8/8/R3K3 w - - 98 90", depth=2, score="material")
    assert trace.value == 0, "after two moves without a capture the game is drawn"
    one, other = (plyscope.load(f"{NAME}:8/8/8/3k4/8/8/8/R3K3 w - - {clock} 90") for clock in (3, 4))
    assert one.state != other.state


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    monkeypatch.setattr("plyscope.games.entry.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"chess needs the package chess, .*pip install 'plyscope\[chess\]'"):
        plyscope.load(f"{NAME}:")
    assert not GAMES[NAME].is_available
    [sample] = [one for one in json.loads(plyscope_command("samples", "--json").stdout) if one["name"] == "chess/fork"]
    assert "the extra chess brings" in sample["missing"]
    assert "position" not in sample
