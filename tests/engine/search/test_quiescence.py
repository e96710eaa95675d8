"""Quiescence held against a brute force over the moves that it offers, on random trees and on positions of chess."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plyscope.analysis.alignment import PRUNED
from plyscope.analysis.comparison import Comparison, facts
from plyscope.analysis.ghosts import ghost
from plyscope.analysis.proof import proof
from plyscope.audit.verification import verify
from plyscope.cli.main import run_command
from plyscope.files.opening import open_trace
from plyscope.files.sources import load, read_text
from plyscope.files.trace_file import save_trace
from plyscope.games import GAMES
from plyscope.messages import InputError, OptionError
from plyscope.model.columns import HORIZON, INNER, TERMINAL
from plyscope.model.declaration import MAX
from plyscope.model.origin import Origin
from plyscope.model.position import Position
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run

from tests import full_traces
from tests.small_games import thicket

TREES, FALSIFICATIONS = 2_000, 1_000
SEARCHES = ("quiescence", "quiescence-minimax")
EXCHANGE = "6k1/5ppp/2p5/3p4/8/3Q4/5PPP/3R2K1 w - - 0 1"


def random_tree(draw: random.Random, depth: int = 5, *, is_root: bool = True) -> dict[str, Any]:
    """A tree in which every node has a number of its own, and half of the moves are noisy."""
    node: dict[str, Any] = {"value": draw.randrange(-9, 10)}
    if not is_root and draw.random() < 0.5:
        node["noisy"] = True
    if depth and (is_root or draw.random() < 0.8):
        node["children"] = [random_tree(draw, depth - 1, is_root=False) for _ in range(draw.randrange(1, 4))]
    return node


def noisy_tree(draw: random.Random, depth: int = 5) -> Position:
    """The same, in which at least one move is noisy."""
    while '"noisy":true' not in (text := text_of(random_tree(draw, depth))):
        pass
    return read_text("tree", text + draw.choice(("", " second")))


def text_of(tree: object) -> str:
    return json.dumps(tree).replace(" ", "")


def brute_force(position: Position, state: list[int], depth: float, score: str | None = None) -> float:
    """The value by the definition: below depth 0 a side takes a noisy move, or what the position is worth."""
    rules = position.game.rules
    static = plan(position, {"algorithm": "minimax", "depth": 0, "score": score}).judge
    known: dict[tuple[object, float], float] = {}

    def value(s: list[int], left: float) -> float:
        key = (tuple(rules.key(s)), left)
        if key not in known:
            known[key] = found(s, left)
        return known[key]

    def found(s: list[int], left: float) -> float:
        if rules.is_over(s):
            return static(s, max(left, 0))
        choices = [] if left > 0 else [static(s, 0)]
        for move in list(rules.moves(s) if left > 0 else rules.noisy(s)):
            rules.play(s, move)
            choices.append(value(s, left - 1))
            rules.undo(s, move)
        return max(choices) if rules.to_move(s) == position.max_side else min(choices)

    return value(list(state), depth)


def searched(position: Position | str, **options: Any) -> Trace:
    ready = load(position) if isinstance(position, str) else position
    return run(plan(ready, {"algorithm": "quiescence", **options}))


def check_all(position: Position, depth: int, score: str | None = None, **options: Any) -> Trace:
    """Value, best move, and every interval at every step are right, and what was recorded is verified."""
    trace = searched(position, depth=depth, score=score, **options)
    plain = searched(position, depth=depth, score=score, algorithm="quiescence-minimax")
    verify(trace)
    verify(plain)
    true = brute_force(position, list(position.state), depth, score)
    assert (trace.value, trace.bound, plain.value) == (true, "exact", true)
    if trace.best_move is not None:
        assert {move: value for move, value, *_ in plain.root_moves}[trace.best_move] == true
    check_intervals(trace, score)
    return trace


def check_intervals(trace: Trace, score: str | None = None) -> None:
    for frame in range(len(trace)):
        true = brute_force(trace.position, trace.state(frame), trace.depth_left(frame), score)
        low, high = trace.interval_of(frame)
        assert low <= true <= high, frame
        if trace.statuses[frame] in (TERMINAL, HORIZON) and not trace.skips[frame]:
            assert low == high == true
        for low, high in trace.intervals.after_each(frame):
            assert low <= true <= high, frame


@pytest.mark.parametrize("trees", [25, pytest.param(TREES, marks=pytest.mark.full)])
def test_random_trees_are_worth_what_a_brute_force_says(trees: int) -> None:
    draw, stood_pat, went_on = random.Random(trees), 0, 0
    for _ in range(trees):
        order = draw.choice(("given", "reverse", "random", "best", "killer", "history"))
        trace = check_all(noisy_tree(draw), draw.randrange(5), order=order, cut=draw.choice((">=", ">")))
        stood_pat += int(trace.facts.stood_pat.sum())
        went_on += int(np.count_nonzero((trace.facts.depth_left <= 0) & (trace.column("status") == INNER)))
    assert min(stood_pat, went_on) > trees / 2


@pytest.mark.parametrize("count", [25, pytest.param(2_000, marks=pytest.mark.full)])
def test_it_is_right_where_a_side_moves_again(count: int) -> None:
    draw, stood_pat, again = random.Random(f"again {count}"), 0, 0
    for _ in range(count):
        order = draw.choice(("given", "reverse", "random", "best", "killer", "history"))
        trace = check_all(thicket(draw), draw.randrange(4), order=order, cut=draw.choice((">=", ">")))
        stood_pat += int(trace.facts.stood_pat.sum())
        again += sum(trace.kinds[frame] == trace.kinds[trace.parents[frame]] for frame in range(1, len(trace)))
    assert stood_pat > count / 4
    assert again > count


PIECES = "QRRBBNNPPPP"
WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}


def random_fight(draw: random.Random) -> Any:
    """A board of the package with the kings and up to three pieces a side, near to each other."""
    import chess

    while True:
        board = chess.Board(None)
        squares = draw.sample([square for square in chess.SQUARES if 8 <= square < 56 and square % 8 < 5], 8)
        for colour in (chess.WHITE, chess.BLACK):
            for letter in ["K", *draw.sample(PIECES, draw.randrange(1, 4))]:
                board.set_piece_at(squares.pop(), chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), colour))
        board.turn = draw.choice((chess.WHITE, chess.BLACK))
        if board.is_valid() and any(board.legal_moves) and not board.is_insufficient_material():
            return board


class Fights:
    """Quiescence on boards of the package, by the definition and nothing else: every offered move is tried."""

    def __init__(self, is_white_max: bool) -> None:
        self.is_white_max = is_white_max
        self.known: dict[tuple[str, int], float] = {}

    def value(self, board: Any, depth: int) -> float:
        key = board.fen(en_passant="fen"), depth
        if key not in self.known:
            self.known[key] = self._found(board, depth)
        return self.known[key]

    def _found(self, board: Any, depth: int) -> float:
        legal = list(board.legal_moves)
        if not legal:
            won = 10_000 + depth if board.turn != self.is_white_max else -10_000 - depth
            return won if board.is_check() else 0
        if board.halfmove_clock >= 100 or board.is_insufficient_material():
            return 0
        choices = [] if depth else [self.material(board)]
        for move in legal:
            if depth or board.is_capture(move) or move.promotion or board.is_check():
                board.push(move)
                choices.append(self.value(board, max(0, depth - 1)))
                board.pop()
        return max(choices) if board.turn == self.is_white_max else min(choices)

    def material(self, board: Any) -> float:
        worth = sum(
            WORTH[piece.symbol().lower()] * (1 if piece.color == self.is_white_max else -1)
            for piece in board.piece_map().values()
        )
        return float(worth)


@pytest.mark.parametrize("count", [10, pytest.param(2_000, marks=pytest.mark.full)])
def test_random_fights_of_chess_against_brute_force(count: int) -> None:
    """Value, move and intervals; mates are worth more than all pieces, as the scoring has it."""
    chess = pytest.importorskip("chess", reason="the extra chess is not installed")
    draw, went_on, stood_pat = random.Random(f"fights {count}"), 0, 0
    for _ in range(count):
        board = random_fight(draw)
        position = load(f"chess:{board.fen()}", max=draw.choice(("first", "second")))
        fights = Fights(position.max_side == 1)
        order = draw.choice(("given", "random", "killer", "history"))
        depth = draw.choice((0, 0, 1, 1, 1, 2)) if len(board.piece_map()) < 6 else 0
        trace = searched(position, depth=depth, score="material", order=order, cut=draw.choice((">=", ">")))
        true = fights.value(board, depth)
        assert (trace.value, trace.bound) == (true, "exact"), board.fen()
        if trace.best_move is not None:
            after = chess.Board(board.fen())
            after.push_san(trace.best_move)
            assert fights.value(after, max(0, depth - 1)) == true, board.fen()
        for frame in range(0, len(trace), 1 + len(trace) // 300):
            stands = chess.Board(trace.position_at(frame).text)
            true = fights.value(stands, max(0, int(trace.depth_left(frame))))
            low, high = trace.interval_of(frame)
            assert low <= true <= high, (board.fen(), frame)
        verify(trace)
        went_on += int(np.count_nonzero((trace.facts.depth_left <= 0) & (trace.column("status") == INNER)))
        stood_pat += int(trace.facts.stood_pat.sum())
    assert min(went_on, stood_pat) > count


def changed(trace: Trace, draw: random.Random) -> Trace | None:
    """The recording with one thing in it that cannot be; None where the choice changes nothing."""
    columns = {name: trace.column(name).copy() for name in trace.columns}
    scores = np.array(trace.origin.static_scores)
    frame, stood_pat = draw.randrange(len(trace)), np.flatnonzero(trace.facts.stood_pat)
    match draw.randrange(7):
        case 0:
            columns["value"][frame] += draw.choice((1, -1, 0.5))
        case 1:
            scores[frame] = draw.choice((0.25, scores[frame] + 1, -np.inf)) if draw.random() < 0.9 else np.nan
        case 2:
            columns["status"][frame] = draw.choice((HORIZON, TERMINAL, INNER))
        case 3:
            columns["skipped"][frame] += 1
        case 4 if len(stood_pat):
            columns["skipped"][draw.choice(stood_pat.tolist())] = 0
        case 5 if len(stood_pat):
            place = draw.choice(stood_pat.tolist())
            columns["value"][place] = scores[place] = scores[place] + draw.choice((1, -1))
        case _:
            columns[draw.choice(("alpha", "beta"))][frame] = draw.choice((0.25, -0.75))
    found = Trace(columns, trace.plan, origin=Origin(static_scores=scores), complete=trace.complete)
    same = all(np.array_equal(columns[name], trace.column(name), equal_nan=True) for name in ("value", "status"))
    is_same = same and np.array_equal(scores, trace.origin.static_scores, equal_nan=True)
    return None if is_same and found.signature == trace.signature else found


@pytest.mark.parametrize("times", [30, pytest.param(FALSIFICATIONS, marks=pytest.mark.full)])
def test_what_cannot_be_is_refused(times: int) -> None:
    draw, done = random.Random(times), 0
    while done < times:
        trace = searched(noisy_tree(draw), depth=draw.randrange(4), algorithm=draw.choice(SEARCHES))
        wrong = changed(trace, draw)
        if wrong is not None:
            with pytest.raises(InputError, match="damaged"):
                verify(wrong)
            done += 1


def test_what_quiescence_prunes_is_what_it_offers() -> None:
    """Compared with all that is offered, every missing frame is pruned; quiet moves below the horizon are not."""
    draw, standing = random.Random("pruned there"), 0
    for _ in range(60):
        position, depth = noisy_tree(draw), draw.randrange(4)
        trace = searched(position, depth=depth)
        plain = searched(position, depth=depth, algorithm="quiescence-minimax")
        found = facts(Comparison(plain, trace))
        assert found["pruned_in_b"] == found["only_a"] == len(plain) - len(trace)
        assert [row["full"] for row in found["by_ply"]] == np.bincount(plain.column("ply")).tolist()
        deep = searched(position, depth=9, algorithm="minimax")
        branches = Comparison(deep, trace).alignment.branches_a
        for frame, parent, reason in zip(branches.frames, branches.parents, branches.reasons, strict=True):
            assert (reason == PRUNED) == (deep.moves[frame] in trace.pruned_moves(int(parent)))
            standing += reason == PRUNED and trace.stood_pat(int(parent))
    assert standing > 20


@pytest.mark.full
def test_ghosts_the_proof_and_the_file_know_of_standing_pat(tmp_path: Path) -> None:
    draw, searched_ghosts = random.Random("ghosts"), 0
    for number in range(40):
        trace = searched(noisy_tree(draw), depth=draw.randrange(4))
        for frame in np.flatnonzero(trace.column("skipped")).tolist():
            for move in trace.pruned_moves(frame):
                state = trace.state(frame)
                trace.position.game.rules.play(state, move)
                true = brute_force(trace.position, state, trace.depth_left(frame) - 1)
                assert ghost(trace, frame, move).value == true
                searched_ghosts += 1
        needed = proof(trace).needs
        low, high = trace.intervals.columns
        value = trace.values[0]
        assert all(low[frame] >= value for frame in np.flatnonzero(needed & 1))
        assert all(high[frame] <= value for frame in np.flatnonzero(needed & 2))
        if number < 3:
            path = tmp_path / "q.plytrace"
            full_traces.export(trace, tmp_path / "q.json", force=True)
            assert full_traces.Trace.open(tmp_path / "q.json").signature == trace.signature
            trace = full_traces.record(trace.position, algorithm="quiescence", depth=trace.options["depth"])
            trace.save(path, force=True)
            opened = full_traces.Trace.open(path)
            verify(opened)
            assert opened.signature == trace.signature
            assert [opened.interval_of(frame) for frame in range(len(opened))] == [*zip(low, high, strict=True)]
    assert searched_ghosts > 50


def test_without_its_game_a_recording_shows_the_same_cutoffs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, draw = tmp_path / "q.plytrace", random.Random("without its game")
    trace = next(one for one in (searched(noisy_tree(draw), depth=1) for _ in range(100)) if one.facts.stood_pat.any())
    save_trace(trace, path)
    monkeypatch.delitem(GAMES, "tree")
    bare = open_trace(path)
    assert bare.search.is_imported
    assert [bare.is_cutoff(frame) for frame in range(len(bare))] == trace.facts.cutoff.tolist()
    assert bare.facts.cutoff.tolist() == trace.facts.cutoff.tolist()


def test_a_limit_leaves_a_recording_that_is_verified() -> None:
    draw = random.Random("limits")
    for _ in range(20):
        position, depth = noisy_tree(draw, 6), draw.randrange(3)
        whole = searched(position, depth=depth)
        limit = draw.randrange(1, len(whole) + 1)
        trace = run(plan(position, {"algorithm": "quiescence", "depth": depth}), limit)
        assert len(trace) == limit
        verify(trace)
        check_intervals(trace)


def test_every_step_has_its_line_its_sentence_and_its_window() -> None:
    draw = random.Random("steps")
    for _ in range(10):
        trace = searched(noisy_tree(draw), depth=draw.randrange(3))
        cursor = full_traces.Cursor(trace)
        for step in range(cursor.steps.count):
            cursor.go(step)
            top = cursor.stack[-1]
            static = trace.static_score(top.frame)
            if static is not None and top.best is not None:
                assert top.best >= static if trace.kinds[top.frame] == MAX else top.best <= static
            text = trace.text.splitlines()[cursor.line - 1]
            assert str(cursor.sentence)
            if cursor.steps.leave(top.frame) == step:
                assert "return" in text
                assert ("score" in text) is (trace.statuses[top.frame] == TERMINAL)
                assert not trace.stood_pat(top.frame) or trace.text.splitlines()[cursor.line - 2].strip().startswith(
                    "if"
                )


def test_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    for source, reason in (
        ("tictactoe:", "quiescence needs noisy moves, and tictactoe has none"),
        ("tree:[[1,2],3]", "none of this tree is marked as noisy"),
        ('tree:{"noisy":true,"value":3}', "no move leads to the root"),
        ('tree:[{"noisy":1,"value":3}]', "noisy is true or false, not 1"),
        ('tree:{"chance":[[1,{"noisy":true,"value":3}]]}', "chance makes the move to this node"),
        ('tree:[{"value":1,"children":[{"noisy":true,"children":[2]}]}]', "the node root/1/1 has no value"),
    ):
        with pytest.raises(InputError, match=reason):
            searched(source, depth=1)
    with pytest.raises(OptionError, match="does not read the option fail"):
        searched('tree:[{"noisy":true,"value":3}]', fail="hard")
    text = '[{"noisy":true,"value":3},{"value":2,"children":[{"noisy":true,"value":1},4]}]'
    assert load(f"tree:{text}").text == text
    assert run_command(["solve", f"tree:{text}", "--algorithm", "quiescence", "--depth", "1", "--check"]) == 0
    assert "quiescence-minimax  agrees" in capsys.readouterr().out


def test_an_exchange_of_chess_is_followed_to_its_end() -> None:
    pytest.importorskip("chess")
    blind = full_traces.record(f"chess:{EXCHANGE}", algorithm="alphabeta", depth=1, score="material")
    seeing = full_traces.record(f"chess:{EXCHANGE}", algorithm="quiescence", depth=1, score="material")
    assert (blind.best_move, blind.value) == ("Qxd5", 13)
    assert seeing.best_move != "Qxd5"
