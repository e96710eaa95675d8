"""Logs of engines that were written without a look at the audit: nothing is said of right ones, and each mistake is
named at the frame at which the engine knows that it shows."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from io import BytesIO
from itertools import islice
from math import inf

import numpy as np
import pytest
from plyscope.audit.deviation import Deviation, Weight
from plyscope.audit.effect import effect_of
from plyscope.audit.laws import audit
from plyscope.files.json_lines import read_lines
from plyscope.model.trace import Trace

chess = pytest.importorskip("chess", reason="the extra chess is not installed")

from tests.engine.audit.chess_engine import Engine, Manner  # noqa: E402 - after the extra has been found
from tests.engine.audit.faulty_engine import MISTAKES, FaultyEngine, MisreportingEngine  # noqa: E402
from tests.engine.audit.search_log import Call, Mistake, SearchLog  # noqa: E402
from tests.engine.audit.tree_engine import STYLES, Style, TreeEngine, random_tree  # noqa: E402

FEW, MANY = 2, 10
"""Positions for each manner in the quick suite, and in the full one."""
MAX_PLACES = 8
"""Places at which one mistake in one manner of searching is made, in the full suite."""
ENDINGS = (
    "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
    "3k4/8/3K4/3P4/8/8/8/8 b - - 0 1",
    "7k/8/6KP/8/8/8/8/8 w - - 0 1",
    "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
    "8/8/8/5k2/8/5K1R/8/8 w - - 0 1",
    "5k2/5P2/4K3/8/8/8/6r1/8 b - - 0 1",
)
"""Mates, promotions and a stalemate within a few plies."""
STALEMATES = ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "k7/8/1QK5/8/8/8/8/8 w - - 0 1")
"""Mates and stalemates within two plies."""
MISREPORTS = {"side": ENDINGS[:3], "terminal": ENDINGS[:3], "won below drawn": STALEMATES}
"""The positions in which a call is told as what it is not."""
EVERYTHING = {
    "mate_pruning": True,
    "pvs": True,
    "reduces": True,
    "extends": True,
    "internal": True,
    "table": True,
    "static_null": True,
    "razors": True,
    "late": True,
    "singular": True,
    "deepens": True,
    "aspiration": 25,
}
MANNERS: dict[str, Manner] = {
    "plain": Manner(),
    "no windows": Manner(depth=2, windows=False),
    "hard": Manner(hard=True),
    "cuts beyond": Manner(strict=True),
    "returns early": Manner(early=True),
    "starts at α": Manner(starts_at_alpha=True),
    "mates alike": Manner(mate="plain"),
    "mates fall": Manner(mate="falls"),
    "mates fall, windows kept": Manner(mate="falls, windows kept"),
    "mates fall, hard": Manner(mate="falls", hard=True),
    "mates fall, pvs, windows kept": Manner(mate="falls, windows kept", pvs=True, reduces=True),
    "mates fall above quiescence": Manner(depth=2, mate="falls above quiescence", quiescence="direct"),
    "mates fall, table": Manner(mate="falls", table=True, deepens=True, aspiration=25),
    "mate pruning": Manner(mate_pruning=True),
    "mate pruning, hard": Manner(mate_pruning=True, hard=True),
    "quiescence": Manner(depth=2, quiescence="direct"),
    "quiescence, same side": Manner(depth=2, quiescence="call"),
    "quiescence, hard": Manner(depth=2, quiescence="direct", hard=True),
    "quiescence, delta": Manner(depth=2, quiescence="direct", delta=True),
    "null move": Manner(quiescence="direct", null="trusted"),
    "null move, hard": Manner(quiescence="direct", null="trusted", hard=True),
    "null move, verified": Manner(quiescence="direct", null="verified"),
    "pvs": Manner(pvs=True),
    "pvs, hard": Manner(pvs=True, hard=True),
    "reductions": Manner(reduces=True),
    "reductions, pvs": Manner(reduces=True, pvs=True),
    "check extensions": Manner(depth=2, extends=True),
    "internal deepening": Manner(internal=True),
    "table": Manner(table=True, deepens=True),
    "table, hard": Manner(table=True, deepens=True, hard=True),
    "table, pvs, aspiration": Manner(table=True, deepens=True, aspiration=5, pvs=True),
    "static null move": Manner(static_null=True),
    "razors": Manner(razors=True),
    "futility": Manner(futility="skips"),
    "futility counts": Manner(futility="counts"),
    "late moves left out": Manner(late=True),
    "deepening": Manner(deepens=True),
    "aspiration": Manner(deepens=True, aspiration=25),
    "aspiration, hard": Manner(deepens=True, aspiration=25, hard=True),
    "singular": Manner(singular=True, table=True, deepens=True),
    "three lines": Manner(depth=2, lines=3),
    "three lines, deepening": Manner(depth=2, lines=3, deepens=True),
    "given up": Manner(depth=4, deepens=True, limit=300),
    "everything": Manner(quiescence="direct", null="verified", futility="counts", **EVERYTHING),  # type: ignore[arg-type]
    "everything, hard": Manner(  # type: ignore[misc]
        quiescence="call",
        null="trusted",
        futility="skips",
        hard=True,
        delta=True,
        lines=2,
        **EVERYTHING,  # type: ignore[arg-type]
    ),
}
MISTAKEN: dict[str, tuple[str, ...]] = {
    "no window": ("aspiration", "pvs"),
    "α stays": ("aspiration", "hard"),
    "β too small": ("aspiration", "hard"),
    "not turned": ("plain", "hard"),
    "bounds leak": ("plain", "hard"),
    "cut": ("plain", "quiescence", "everything"),
    "goes on": ("plain", "hard", "quiescence"),
    "last value": ("plain", "hard", "pvs"),
    "sign": ("plain", "quiescence"),
    "not negated": ("plain", "hard"),
    "wrong end": ("hard",),
    "mate distance": ("plain",),
    "probe is exact": ("pvs", "pvs, hard", "reductions, pvs"),
    "pass is a move": ("null move", "null move, verified"),
    "round outside": ("table, pvs, aspiration",),
}
"""The manners in which each mistake is made."""
SELDOM_SHOWN = ("α stays", "pass is a move")
"""Mistakes that show after many positions alone."""
SAMPLED = (
    "plain",
    "hard",
    "quiescence, same side",
    "null move",
    "reductions, pvs",
    "mates fall",
    "three lines",
    "everything",
)
"""The manners of which samples are read in the quick suite."""


@cache
def positions(count: int, pieces: int = 32) -> tuple[str, ...]:
    """Endings first, and then positions of random games, or of few pieces."""
    draw, found = random.Random(1), list(ENDINGS if pieces == 32 else ())
    while len(found) < count:
        board = chess.Board()
        for _ in range(draw.randrange(4, 60) if pieces == 32 else 400):
            moves = list(board.legal_moves)
            if not moves or len(board.piece_map()) <= pieces < 32:
                break
            takes = [move for move in moves if board.is_capture(move)]
            board.push(draw.choice(takes if takes and pieces < 32 else moves))
        board.halfmove_clock = 0
        if not board.is_game_over() and len(board.piece_map()) <= pieces:
            found.append(board.fen())
    return tuple(found[:count])


def trace_of(log: SearchLog, is_left_out: Callable[[Call], bool] = lambda call: False) -> Trace:
    """The recording of a log, which is read to its end without a word."""
    trace = read_lines(BytesIO(log.text(is_left_out).encode()))
    assert trace.position.warnings == ()
    assert len(trace) + trace.left_out_calls == len(log.calls)
    return trace


def mistakes(trace: Trace) -> list[Deviation]:
    return [one for one in audit(trace) if one.weight is not Weight.FLAG]


def check_what_the_engine_kept(log: SearchLog, trace: Trace) -> None:
    """Values, cuts and windows in effect are those that the engine went by."""
    effect, has_windows = effect_of(trace), any(call.window != (-inf, inf) for call in log.calls)
    parent = np.maximum(trace.column("parent"), 0)
    low = np.maximum(effect.low, effect.first_low[parent])
    high = np.minimum(effect.high, effect.first_high[parent])
    for call in log.calls:
        value = trace.values[call.number]
        assert value == call.value or (np.isnan(value) and call.value is None)
        if not call.calls:
            continue
        assert trace.facts.cutoff[call.number] == call.has_cut, call
        moved = [below.number for below in call.calls if below.move is not None]
        for below, window in zip(call.calls, call.effect, strict=False):
            if below.number in moved and has_windows:
                assert (low[below.number], high[below.number]) == window, below.number


def check_right(engine: Engine | TreeEngine, *, shifts_bounds: bool = False) -> None:
    """Nothing is said; what is read is what was kept, but for bounds that calls do not show: of a table, of mates."""
    trace = trace_of(engine.log)
    assert mistakes(trace) == []
    if not shifts_bounds:
        check_what_the_engine_kept(engine.log, trace)


@pytest.mark.spread(3)
@pytest.mark.parametrize("name", MANNERS)
def test_nothing_is_said_of_an_engine_that_is_right(name: str) -> None:
    search_right(name, positions(MANY)[:FEW])


@pytest.mark.full
@pytest.mark.parametrize("name", MANNERS)
def test_nothing_is_said_of_an_engine_that_is_right_in_many_positions(name: str) -> None:
    search_right(name, positions(MANY)[FEW:])


def search_right(name: str, fens: tuple[str, ...]) -> None:
    for fen in fens:
        engine = Engine(fen, MANNERS[name])
        engine.think()
        assert engine.counted == len(engine.log.calls) or name == "given up"
        manner = MANNERS[name]
        shifts = manner.mate_pruning or manner.mate.startswith("falls") or (manner.table and manner.aspiration > 0)
        check_right(engine, shifts_bounds=shifts)


@pytest.mark.parametrize("name", SAMPLED)
def test_nothing_is_said_of_a_sample(name: str) -> None:
    check_samples(name, positions(MANY)[:1])


@pytest.mark.full
@pytest.mark.parametrize("name", MANNERS)
def test_nothing_is_said_of_samples_of_many_positions(name: str) -> None:
    check_samples(name, positions(MANY))


def check_samples(name: str, fens: tuple[str, ...]) -> None:
    """Samples with what is below one move of the root alone, and with every fifth call of the second ply whole."""
    for fen in fens:
        engine = Engine(fen, MANNERS[name])
        engine.think()
        first = engine.log.calls[0].calls
        second = [call for above in first for call in above.calls]
        for written, some in ((first, {first[len(first) // 2]}), (second, set(second[::5]))):
            left_out = set(written) - some
            trace = trace_of(engine.log, left_out.__contains__)
            assert mistakes(trace) == []
            assert (trace.left_out_calls > 0) == any(call.calls for call in left_out)


@pytest.mark.full
@pytest.mark.spread(3)
@pytest.mark.parametrize("style", STYLES)
def test_nothing_is_said_of_two_functions_on_trees(style: Style) -> None:
    searched = 0
    for seed in range(40):
        tree = random_tree(random.Random(seed), 5)
        if not tree.moves:
            continue
        engine = TreeEngine(style)
        assert engine.solve(tree) == tree.minimax
        assert style != "no windows" or len(engine.log.calls) == tree.count
        check_right(engine)
        searched += 1
    assert searched > 20


def is_excused(log: SearchLog, mistake: Mistake) -> bool:
    """Whether the log can also be read as that of an engine that is right."""
    at = log.calls[mistake.frame]
    if "leave" in mistake.laws:  # a value that cannot be beaten, or moves that are said to be left out by a rule
        leaves = [call.value for call in log.calls if not call.calls and call.value is not None]
        return at.value in (min(leaves), max(leaves)) or "forward" in at.tags
    if "stay" in mistake.laws:  # a rule that cuts only beyond the window
        cut = [call for call in log.calls if call.has_cut and call is not at.parent]
        return not any(call.value in call.window for call in cut)
    if any(call.value is not None and at.value == one_less(call.value) for call in at.calls):
        # The value of a mate that falls by one, and no other move shows that it does not.
        others = [call for call in log.calls if call is not at and call.move is not None and call.calls]
        return all(call.value is None or abs(call.value) < abs(at.value or 0) for call in others)
    return False


def one_less(value: float) -> float:
    """The value one nearer to zero."""
    return value - 1 if value > 0 else value + 1


def first_mistake(fen: str, manner: Manner, mistake: str, chance: int) -> tuple[FaultyEngine, list[Deviation]] | None:
    """A search with a mistake that shows, and what is said of it."""
    engine = FaultyEngine(fen, manner, mistake, chance)
    engine.think()
    if engine.log.mistake is None:
        return None
    if all(call.window == (-inf, inf) for call in engine.log.calls):
        return None  # a search without windows
    if is_excused(engine.log, engine.log.mistake):
        return None
    return engine, mistakes(trace_of(engine.log))


def is_named(name: str, mistake: str, fen: str, chance: int) -> bool:
    """Whether there is such a mistake; then it is the first that is said."""
    found = first_mistake(fen, MANNERS[name], mistake, chance)
    if found is None:
        return False
    engine, said = found
    made = engine.log.mistake
    assert made is not None
    assert said, (name, fen, chance, made)
    assert (said[0].frame, said[0].law in made.laws) == (made.frame, True), (name, fen, chance, made, said)
    return True


def fens_for(mistake: str, count: int) -> tuple[str, ...]:
    if mistake == "mate distance":
        return ENDINGS
    return positions(count)[len(ENDINGS) :] if mistake == "pass is a move" else positions(count, 9)


@pytest.mark.parametrize(
    "mistake", [pytest.param(one, marks=[pytest.mark.full] * (one in SELDOM_SHOWN)) for one in MISTAKES]
)
def test_a_mistake_is_named_where_it_shows(mistake: str) -> None:
    for name in MISTAKEN[mistake]:
        assert any(is_named(name, mistake, fen, chance) for chance in (1, 9) for fen in fens_for(mistake, 16)), name


@pytest.mark.full
@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_where_it_shows_in_many_positions(mistake: str) -> None:
    for name in MISTAKEN[mistake]:
        chances = ((fen, chance) for fen in fens_for(mistake, 16) for chance in (1, 3, 8, 20))
        shown = (True for fen, chance in chances if is_named(name, mistake, fen, chance))
        assert sum(islice(shown, MAX_PLACES)) >= 3, name


@pytest.mark.spread(4)
@pytest.mark.parametrize("mistake", MISREPORTS)
@pytest.mark.parametrize("chance", [1, 2, 5])
def test_what_is_not_so_of_a_known_game_is_named(mistake: str, chance: int) -> None:
    made = 0
    for fen in MISREPORTS[mistake]:
        engine = MisreportingEngine(fen, Manner(), mistake, chance)
        engine.think()
        if engine.log.mistake is not None:
            first = mistakes(trace_of(engine.log))[0]
            assert (first.frame, {first.law}) == (engine.log.mistake.frame, engine.log.mistake.laws), fen
            made += 1
    assert made


def test_nothing_is_said_of_a_known_game_that_is_told_as_it_is() -> None:
    for fen in (*ENDINGS[:4], *STALEMATES):
        engine = MisreportingEngine(fen, Manner(), "none")
        engine.think()
        assert mistakes(trace_of(engine.log)) == []


def test_every_mistake_has_its_manners() -> None:
    assert set(MISTAKEN) == set(MISTAKES)
