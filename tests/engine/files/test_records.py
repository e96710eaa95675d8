"""What is kept as JSON comes back as it was; what has another form is refused."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from enum import Enum
from typing import NamedTuple

import pytest
from plyscope.files.records import read_record


class Colour(Enum):
    RED = "red"


@dataclass(frozen=True)
class Inner:
    seconds: float = 1.0


class Place(NamedTuple):
    line: int
    name: str = ""


@dataclass(frozen=True)
class Outer:
    name: str
    count: int | None = None
    is_on: bool = False
    words: tuple[str, ...] = ()
    numbers: list[int] = field(default_factory=list)
    colour: Colour = Colour.RED
    inner: Inner = field(default_factory=Inner)
    places: tuple[Place, ...] = ()


def test_it_comes_back() -> None:
    outer = Outer("ü", 3, True, ("a", "b"), [1], Colour.RED, Inner(2), (Place(3, "a"),))
    assert read_record(Outer, json.loads(json.dumps(asdict(outer) | {"colour": "red"}))) == outer
    assert read_record(Place, [3]) == Place(3)
    assert read_record(Outer, {"name": "x", "count": None, "of a later version": 1}) == Outer("x")


@pytest.mark.parametrize(
    "found",
    [
        None, [], {}, {"name": 3}, {"name": None}, {"name": "", "count": True}, {"name": "", "count": 1.0},
        {"name": "", "is_on": 1}, {"name": "", "words": "ab"}, {"name": "", "words": [1]}, {"name": "", "numbers": {}},
        {"name": "", "colour": "blue"}, {"name": "", "colour": []}, {"name": "", "inner": {"seconds": "2"}},
        {"name": "", "inner": {"seconds": True}},
        {"name": "", "places": [[]]}, {"name": "", "places": [[1, "", 2]]}, {"name": "", "places": [{"line": 1}]},
    ],
)  # fmt: skip
def test_another_form_is_refused(found: object) -> None:
    with pytest.raises(ValueError, match=r"no |missing|not a valid"):
        read_record(Outer, found)
