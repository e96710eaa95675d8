"""Which limit a run has ended at, and what it would be raised to."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.model.user_code import Ended
from plyscope.tracer.running import debug
from plyscope.tracer.starting import Limits
from plyscope_window.pages.usercode.limits import LIMIT_RANGES, limit_reached, limits_of_file, raised_limits_of

from tests.full_traces import Trace

DEEP = "import sys\ndef down(n):\n    return 0 if n == 0 else 1 + down(n - 1)\n"


def ended(tmp_path: Path, text: str, call: str, limits: Limits) -> Trace:
    path = tmp_path / "own.py"
    path.write_text(text, encoding="utf-8")
    return debug(path, call, limits=limits, lines=False)


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("text", "call", "limits", "name", "more", "words"),
    [
        (DEEP, "down(900)", Limits(frames=100), "frames", Limits(frames=400), "up to 400 calls"),
        (
            "def f(n):\n    while n == 0:\n        pass\n    return f(n - 1)\n",
            "f(2)",
            Limits(seconds=1),
            "seconds",
            Limits(seconds=4),
            "up to 4 seconds",
        ),
        (
            "def f(n):\n    return f(n - 1) if n else len(bytearray(1 << 29))\n",
            "f(2)",
            Limits(memory=256 << 20),
            "memory",
            Limits(memory=512 << 20),
            "up to 512 MiB",
        ),
        (
            DEEP + "sys.setrecursionlimit(10_000)\n",
            "down(5000)",
            Limits(depth=2000),
            "depth",
            Limits(depth=4000),
            "depth 4,000",
        ),
    ],
    ids=["calls", "time", "memory", "depth"],
)
def test_each_limit_is_known_and_raised(
    tmp_path: Path, text: str, call: str, limits: Limits, name: str, more: Limits, words: str
) -> None:
    trace = ended(tmp_path, text, call, limits)
    assert limit_reached(trace, limits) == name
    found = raised_limits_of(trace, limits)
    assert found is not None
    assert found.limits == more
    assert words in "".join(letter for letter in found.text if letter not in "\u2066\u2067\u2068\u2069")


@pytest.mark.parametrize(
    ("text", "call"),
    [
        (DEEP, "down(5)"),
        (DEEP, "down('x')"),
        (DEEP, "down(-1)"),  # endless, within the limit that Python has
    ],
)
def test_other_ends_have_no_limit_to_raise(tmp_path: Path, text: str, call: str) -> None:
    trace = ended(tmp_path, text, call, Limits())
    assert (limit_reached(trace, Limits()), raised_limits_of(trace, Limits())) == ("", None)


def test_a_limit_that_nobody_sets_cannot_be_raised(tmp_path: Path) -> None:
    """The log of a program has a size at which the recording of a call ends."""
    trace = ended(tmp_path, DEEP, "down(900)", Limits(frames=100))
    vars(trace.user_code)["ended"] = Ended("limit", "size")
    assert (limit_reached(trace, Limits()), raised_limits_of(trace, Limits())) == ("", None)


def test_what_cannot_be_more_is_not_raised(tmp_path: Path) -> None:
    trace = ended(tmp_path, DEEP, "down(900)", Limits(frames=100))
    most = LIMIT_RANGES["frames"].most
    assert raised_limits_of(trace, Limits(frames=most)) is None
    assert raised_limits_of(trace, Limits(frames=most - 1)) == ("frames", Limits(frames=most))
    assert limits_of_file(trace) == Limits(frames=100)
