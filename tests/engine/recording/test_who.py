"""A search and its options in one word."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.messages import OptionError
from plyscope.recording.who import read_who

from tests.full_traces import record


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("alphabeta", {"algorithm": "alphabeta"}),
        (" pvs: ", {"algorithm": "pvs"}),
        ("alphabeta:depth=4,order=center", {"algorithm": "alphabeta", "depth": 4, "order": "center"}),
        ("alphabeta:cut='>'", {"algorithm": "alphabeta", "cut": ">"}),
        ("negamax:cut=>=, fail=hard", {"algorithm": "negamax", "cut": ">=", "fail": "hard"}),
        ("pvs:order=random,seed=-3", {"algorithm": "pvs", "order": "random", "seed": -3}),
        ("alphabeta:score=linear,weights=w.toml", {"algorithm": "alphabeta", "score": "linear", "weights": "w.toml"}),
        ("alphabeta:weights=a=1,b=2,depth=3", {"algorithm": "alphabeta", "weights": "a=1,b=2", "depth": 3}),
    ],
)
def test_what_is_read(text: str, expected: dict[str, Any]) -> None:
    assert read_who(text) == expected


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "'': the name is missing"),
        (":depth=3", ":depth=3: the name is missing"),
        ("pvs:deep", "deep is not an option; write name=value"),
        ("pvs:depth", "depth is not an option"),
        ("pvs:width=3", "width=3 is not an option"),
        ("pvs:depth=3,,", "'' is not an option"),
        ("pvs:depth=x", "depth is a whole number, not x"),
        ("pvs:depth=3,depth=4", "depth is given twice"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(OptionError, match=complaint):
        read_who(text)


def test_it_is_what_a_recording_takes() -> None:
    trace = record("tictactoe:X../.O./...", **read_who("alphabeta:depth=2,cut='>'"))
    assert (trace.options["depth"], trace.options["cut"]) == (2, ">")
