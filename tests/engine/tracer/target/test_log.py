"""The log of a target, as it is written and read."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO
from pathlib import Path

from plyscope.tracer.running import debug
from plyscope.tracer.target.log import BatchReader, Log
from plyscope.tracer.target.snapshots import text_of


def test_integers_with_very_many_digits_take_few_bytes() -> None:
    file = BytesIO()
    log = Log(file)
    log.events += [1, *(10**100_000 + number for number in range(50)), (-4, 0, 1, {"n": 10**100_000})]
    log.flush()
    assert len(file.getvalue()) < 10_000
    [items] = BatchReader(BytesIO(file.getvalue())).batches()
    assert items[0] == 1
    assert {text_of(item) for item in items[1:-1]} == {"<integer of 332193 bits>"}
    assert text_of(items[-1][3]["n"]) == "<integer of 332193 bits>"


def test_calls_with_very_long_integers_are_recorded(tmp_path: Path) -> None:
    file = tmp_path / "long.py"
    file.write_text("def f(n, x):\n    return x if n == 0 else f(n - 1, x * 10 + n)\n", encoding="utf-8")
    trace = debug(file, "f(400, 10 ** 100_000)", lines=True)
    assert len(trace) == 401
    assert trace.user_code.arguments(0)["x"] == "<integer of 332193 bits>"
    assert (trace.user_code.result(0) or "").startswith("<integer of 3335")


def test_moves_are_known_after_the_stack_was_used_up_while_one_was_left() -> None:
    log = Log(BytesIO())

    def dive(frames: int) -> None:
        log.put_move("search", None, frames)
        dive(frames + 1)

    def called() -> object:
        return log.take_move("search")

    def caller(move: int) -> object:
        log.put_move("search", None, move)
        return called()

    for _ in range(20):  # it is used up in the one or the other frame
        with suppress(RecursionError):
            dive(0)
        assert (caller(3), called()) == (3, None)
