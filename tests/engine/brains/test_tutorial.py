"""The connect four tutorial, chapter by chapter: what its code prints, and what is true of what its text says.

The scores per column were found with the tutorial's own code under the Python it was written for.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from plyscope.audit.verification import verify
from plyscope.files.sources import load
from plyscope.messages import OptionError
from plyscope.model.position import Position

from tests.full_traces import Trace, record

THREAT = "......./......./......./......./.....Y./..YRRR."
EDGE = "......./......./......./......./...Y.../.RRRY.."
OPEN_THREE = "......./......./......./......./...Y.../...RR.."
OPEN_THREE_GAP = "......./......./......./......./...Y.../...R.R."
OPEN_THREE_RIGHT = "......./......./......./......./....Y../....RR."
OWN_THREE = "......./......./......./......./...RR../R..YY.."
STORY = "......./......./......./..R..../..R..../R.RYYY."
FREE_TO_WIN = "......./......./......./......./R.R..../R.RYYY."
LETS_WIN = "......./......./.R...../.R..YR./RR..YY./RYYRRYY"
BLOCKS_AFTER_ALL = ".RR..../YRY..../RRY..RY/RYY.YYR/RRR.YYR/YYYRRRY"
SKIPS_ITS_WIN = "Y....../Y....RY/Y....RY/R.RRYRY/YYRRRYR/YRYRRRY"
FAILS_TO_STOP = "....Y../....R.Y/.YR.R.R/.YR.YRY/YRY.RYR/RYRYYRR"

NONE, LOW = "None", "-∞"
FALLBACK = "fallback"

PRINTED = [
    (THREAT, "dummy", 4, [NONE] * 7, FALLBACK),
    (THREAT, "max", 1, [NONE] * 7, FALLBACK),
    (THREAT, "max", 2, [LOW] * 7, FALLBACK),
    (THREAT, "max", 3, [LOW] * 7, FALLBACK),
    (THREAT, "max", 4, [LOW] * 7, FALLBACK),
    (THREAT, "block", 1, [10] * 6 + [LOW], "7"),
    (THREAT, "block", 2, [10] * 6 + [LOW], "7"),
    (THREAT, "block", 3, [10] * 6 + [LOW], "7"),
    (THREAT, "sum", 1, [10] * 6 + [0], "7"),
    (THREAT, "depth", 3, [1360] * 6 + [0], "7"),
    (EDGE, "block", 1, [LOW] + [10] * 6, "1"),
    (EDGE, "sum", 1, [0] + [10] * 6, "1"),
    (EDGE, "max", 1, [NONE] * 7, FALLBACK),
    (OPEN_THREE, "block", 1, [LOW] * 7, "1234567"),
    (OPEN_THREE, "block", 2, [LOW] * 7, "1234567"),
    (OPEN_THREE, "block", 3, [10, 10, LOW, 10, 10, LOW, 10], "36"),
    (OPEN_THREE_GAP, "block", 3, [10, 10, LOW, 10, LOW, 10, LOW], "357"),
    (OPEN_THREE_RIGHT, "block", 3, [10, 10, LOW, LOW, 10, 10, LOW], "347"),
    (OPEN_THREE, "sum", 3, [360, 240, 120, 360, 360, 120, 240], "36"),
    (OPEN_THREE, "depth", 3, [360, 240, 120, 360, 360, 120, 240], "36"),
    (OPEN_THREE, "depth", 2, [0] * 7, "1234567"),
    (OWN_THREE, "max", 1, [NONE] * 7, FALLBACK),
    (OWN_THREE, "max", 2, [LOW, LOW, -10, LOW, LOW, -10, LOW], "36"),
    (OWN_THREE, "max", 3, [LOW, LOW, -10, LOW, LOW, -10, LOW], "36"),
    (OWN_THREE, "max", 4, [LOW, LOW, -10, LOW, LOW, -10, LOW], "36"),
    (OWN_THREE, "depth", 2, [0, -60, -120, 0, 0, -120, -60], "36"),
    (OWN_THREE, "depth", 3, [0, -600, -1200, 0, 0, -1200, -600], "36"),
    (STORY, "random", 4, [1] * 7, "1234567"),
    (STORY, "dummy", 4, [NONE] * 6 + [-10], "7"),
    (STORY, "max", 1, [NONE] * 6 + [-10], "7"),
    (STORY, "block", 1, [10, 10, LOW, 10, 10, 10, -10], "3"),
    (STORY, "sum", 1, [10, 10, 0, 10, 10, 10, -10], "7"),
    (STORY, "sum", 2, [-40, -40, -60, -40, -40, -40, -10], "3"),
    (STORY, "sum", 3, [270, 270, -60, 270, 270, 270, -10], "3"),
    (STORY, "depth", 2, [50, 50, -60, 50, 50, 50, -1000], "7"),
    (STORY, "depth", 3, [810, 810, -600, 810, 810, 810, -10_000], "7"),
    (FREE_TO_WIN, "block", 1, [LOW] * 6 + [-10], "123456"),
    (FREE_TO_WIN, "sum", 1, [0] * 6 + [-10], "7"),
    (FREE_TO_WIN, "sum", 3, [0, 140, 0, 40, 50, 50, -10], "7"),
    (LETS_WIN, "depth", 3, [1610, 200, 980, -360, 980, 1000, 1000], "4"),
    (BLOCKS_AFTER_ALL, "max", 2, [LOW, None, None, -10, LOW, LOW, LOW], "4"),
    (SKIPS_ITS_WIN, "max", 3, [None, 10, -10, -10, -10, 10, -10], "26"),
    (FAILS_TO_STOP, "depth", 3, [-360, -460, 10, 780, None, -500, 30], "6"),
]


def columns(trace: Trace) -> list[str | None]:
    """The score that is printed for each column; None for a full one."""
    printed = {trace.move_text(child): trace.value_text(child) for child in trace.children(0)}
    return [printed.get(str(column)) for column in range(1, 8)]


@pytest.mark.spread(20)
@pytest.mark.parametrize(("position", "chapter", "depth", "scores", "played"), PRINTED)
def test_columns_score_what_the_tutorial_prints(
    position: str, chapter: str, depth: int, scores: list[object], played: str
) -> None:
    seen = set()
    for seed in range(20 if depth < 4 else 3):
        trace = record(f"connectfour:{position}", f"tutorial-{chapter}", depth=depth, seed=seed)
        assert columns(trace) == [None if score is None else str(score) for score in scores]
        assert trace.played is not None
        assert trace.played["fallback"] == (played == FALLBACK)
        assert trace.best_move is not None
        seen.add(trace.best_move)
        if seed == 0:
            verify(trace)
            deepest = 1 if chapter in ("random", "dummy") else depth + 1
            assert trace.column("ply").max() == deepest
    assert seen <= set("123456" if played == FALLBACK else played), "the last column is never drawn"
    if depth < 4:
        assert len(seen) > 1 or played != FALLBACK
        assert len(seen) > 1 or len(played) == 1 or played == FALLBACK, "ties are broken by the shuffle"


@pytest.mark.parametrize(
    ("chapter", "depth"), [("random", 4), ("dummy", 4), ("max", 1), ("block", 1), ("sum", 1), ("depth", 3)]
)
def test_without_a_depth_the_chapters_own_number_counts(chapter: str, depth: int) -> None:
    assert record(f"connectfour:{STORY}", f"tutorial-{chapter}").options == {"depth": depth, "seed": 0}


@pytest.mark.parametrize(
    ("chapter", "root", "below"),
    [("random", 1, 0), ("dummy", 1, 0), ("max", 1, 0), ("block", 0, 1), ("sum", 0, 1), ("depth", 0, 1)],
)
def test_the_sides_are_those_of_the_code(chapter: str, root: int, below: int) -> None:
    """In chapter 4 the root maximises although Y moves, for whom small is good."""
    trace = record(f"connectfour:{STORY}", f"tutorial-{chapter}")
    assert trace.calls(0).function == "autoPlay"
    assert trace.kinds[0] == root
    assert {(trace.calls(child).function, trace.kinds[child]) for child in trace.children(0)} == {("minimax", below)}


def test_chapter_two_asks_without_playing() -> None:
    trace = record("connectfour:4453", "tutorial-random")
    assert len(trace) == 8
    assert {trace.position_at(frame).text for frame in range(8)} == {trace.position.text}
    assert sorted(move for move, *_ in trace.root_moves) == list("1234567")


def test_where_the_drawn_column_is_full_another_is_played_and_reported() -> None:
    board = "RYRYRY./YRYRYR./YRYRYR./RYRYRY./RYRYRY./YRYRYR."
    position = load(f"connectfour:{board}")
    assert position.to_move == "r"
    trace = record(position, "tutorial-max", depth=0)
    assert trace.played is not None
    assert trace.played["fallback"]
    assert trace.played["move"] == "7"
    assert trace.played["full_column"] in "123456"
    from plyscope.text.listing import as_text, listing

    assert "is full, so 7 is played" in list(as_text(trace, listing(trace)))[-1]


SWAP = str.maketrans("RY", "YR")


@pytest.mark.parametrize("chapter", ["dummy", "max", "block", "sum", "depth"])
def test_asked_to_play_red_it_plays_with_the_colours_exchanged(chapter: str) -> None:
    """The same recording, with every number and side turned round: R stays positive."""
    for before in ("445", "4435364", "17263"):
        yellow = load(f"connectfour:{before}")
        rows, turned = yellow.text, yellow.text.translate(SWAP)
        played = record(yellow, f"tutorial-{chapter}")
        assert yellow.to_move == "y"
        # A board with one Y more cannot be written down, so the exchanged one has a disc of R on top.
        other = played.plan.position.game.swapped(yellow.state)  # type: ignore[attr-defined]
        red = Position(yellow.game, other)
        assert (red.to_move, red.game.diagram(other)) == ("r", turned)
        exchanged = record(red, f"tutorial-{chapter}")
        verify(exchanged)
        assert exchanged.best_move == played.best_move
        assert exchanged.column("value").tolist() == [0 - value for value in played.column("value").tolist()]
        assert exchanged.column("kind").tolist() == [1 - kind for kind in played.column("kind").tolist()]
        assert exchanged.column("move").tolist() == played.column("move").tolist()
        assert rows != turned


def test_max_is_red_for_every_chapter() -> None:
    with pytest.raises(OptionError, match="MAX is always r"):
        record(load(f"connectfour:{STORY}", max="y"), "tutorial-max")


def test_a_chapter_plays_connect_four_only_and_not_when_it_is_over() -> None:
    from plyscope.messages import InputError

    with pytest.raises(OptionError, match="tutorial-max only plays connectfour"):
        record("tictactoe:", "tutorial-max")
    with pytest.raises(InputError, match="the game is over"):
        record("connectfour:1212121", "tutorial-max")
    with pytest.raises(OptionError, match="does not read the option order"):
        record("connectfour:", "tutorial-max", order="center")


def wins_at(position: Position, side: str) -> list[str]:
    """The columns in which a side would win with its next disc, whoever moves."""
    if position.to_move != side:
        position = Position(position.game, tuple(swap_turn(position)))
    return [move for move in position.moves() if position.play(move).game.rules.outcome(position.play(move).state)]


def swap_turn(position: Position) -> list[int]:
    *board, turn, empty, winner = position.state
    return [*board, 3 - turn, empty, winner]


def random_positions(count: int, is_wanted: Callable[[Position], bool]) -> Iterator[Position]:
    """Positions with Y to move from random games, of a certain kind."""
    draw, found = random.Random(7), 0
    while found < count:
        position = load("connectfour:")
        while not position.is_over:
            if position.to_move == "y" and is_wanted(position):
                yield position
                found += 1
                break
            position = position.play(draw.choice(position.moves()))


def can_win(position: Position) -> bool:
    return bool(wins_at(position, "y"))


def must_block(position: Position) -> bool:
    """One threat of R, no win of Y, and after the block R has no new one on top of it."""
    threats = wins_at(position, "r")
    if len(threats) != 1 or can_win(position):
        return False
    return not wins_at(position.play(threats[0]), "r")


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize(
    ("chapter", "depth"), [("dummy", 4), ("max", 1), ("sum", 1), ("depth", 1), ("depth", 2), ("depth", 3)]
)
def test_these_always_take_a_win(chapter: str, depth: int) -> None:
    for seed, position in enumerate(random_positions(15, can_win)):
        trace = record(position, f"tutorial-{chapter}", depth=depth, seed=seed)
        assert trace.best_move in wins_at(position, "y")


@pytest.mark.parametrize(("chapter", "depth"), [("block", 1), ("block", 2), ("sum", 1), ("depth", 1)])
def test_these_always_block(chapter: str, depth: int) -> None:
    for seed, position in enumerate(random_positions(15, must_block)):
        trace = record(position, f"tutorial-{chapter}", depth=depth, seed=seed)
        assert trace.best_move in wins_at(position, "r")


def test_chapter_four_blocks_by_luck_alone_at_depth_one() -> None:
    for seed, position in enumerate(random_positions(15, must_block)):
        trace = record(position, "tutorial-max", depth=1, seed=seed)
        assert trace.played is not None
        assert trace.played["fallback"]
