"""Ways of recording against each other on searches drawn at random: both lanes, and replayed blocks against none.

PLYSCOPE_FUZZ_SECONDS says for how long, else a minute each.

PLYSCOPE_FUZZ_SEED repeats a run, which prints its seed.
"""

from __future__ import annotations

import os
import random
from time import monotonic, process_time

import pytest
from plyscope.model.columns import COLUMNS
from plyscope.recording import recorder
from plyscope.recording.lanes.program import program_of
from plyscope.recording.recorder import record_columns

from .positions import BOARDS, completed, differences, every_request, plan_or_none, some_position

SECONDS = float(os.environ.get("PLYSCOPE_FUZZ_SECONDS", "60"))
SEED = int(os.environ.get("PLYSCOPE_FUZZ_SEED", "0")) or random.randrange(1, 2**32)
MORE_BOARDS = (
    "connectfour:6,5,3 ",
    "connectfour:9,4,4 ",
    "tictactoe:5,4,4 ...../...../...../.....",
    "tictactoe:3,5,3 .../.../.../.../...",
    "hexline:random 12 {seed}",
    "hexline:random 9 {seed}",
)
POSITIONS_EACH, MAX_POSITIONS_EACH = 25, 1000
"""Positions for one compiled program: as many as are compared in the time that compiling took, within these bounds."""


@pytest.mark.full
def test_both_lanes_record_the_same_whatever_is_asked() -> None:
    pytest.importorskip("numba", reason="the extra fast is not installed")
    from plyscope.recording.lanes.compiled import CompiledSearch

    draw = random.Random(SEED)
    ends, compared = monotonic() + SECONDS, 0
    while monotonic() < ends:
        source = draw.choice(BOARDS + MORE_BOARDS).format(seed=draw.randrange(1000))
        request = draw.choice(list(every_request(source)))
        side, seed = draw.choice((1, 2)), draw.randrange(-(2**63) + 1, 2**63)
        compiled, compiling, comparing = None, 0.0, 0.0
        for number in range(MAX_POSITIONS_EACH):
            if number >= POSITIONS_EACH and (comparing >= compiling or monotonic() >= ends):
                break
            position = some_position(source, draw, side)
            ready = plan_or_none(position, completed(request, draw, seed))
            if ready is None:
                continue
            program, began = program_of(ready), process_time()
            if compiled is None:
                compiled = CompiledSearch(program)
                compiled.run(1, lambda count: True, program)
                compiling = process_time() - began
            elif compiled.program.code != program.code:
                continue  # of a brain that falls back on another move, say; some other round begins with that
            began = process_time()
            limit = draw.choice((1, 10, 1000, 20_000))
            assert differences(compiled, ready, limit) == [], (source, request, ready.options, position.state, limit)
            comparing += process_time() - began
            compared += 1
    print(f"{compared} recordings compared, seed {SEED}")
    assert compared > 0


@pytest.mark.full
def test_replaying_blocks_changes_nothing_whatever_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(SEED)
    ends, compared = monotonic() + SECONDS, 0
    while monotonic() < ends:
        source = draw.choice(BOARDS + MORE_BOARDS).format(seed=draw.randrange(1000))
        request = completed(draw.choice(list(every_request(source))), draw, draw.randrange(-(2**63) + 1, 2**63))
        position = some_position(source, draw, draw.choice((1, 2)))
        ready = plan_or_none(position, request)
        if ready is None or ready.begin or not ready.search.repeats:
            continue
        monkeypatch.setattr(recorder, "TRIED_BLOCKS", draw.choice((8, 1 << 14)))
        monkeypatch.setattr(recorder, "MOST_BLOCKS", draw.choice((16, 1 << 17)))
        given = ready.search, ready.names, ready.options, ready.root, ready.arguments
        limit = draw.choice((1, 10, 1000, 20_000))
        honest, replayed = (
            record_columns(*given, limit=limit, replay=key).columns for key in (None, position.game.rules.key)
        )
        for name in COLUMNS:
            assert honest[name].tobytes() == replayed[name].tobytes(), (source, request, position.state, limit, name)
        compared += 1
    print(f"{compared} recordings compared, seed {SEED}")
    assert compared > 0
