"""Nim and a search for Plyscope, written after docs/contributing.md."""

from __future__ import annotations

from plyscope.messages import Message
from plyscope.model.declaration import MAX, MIN, Calls, Search, Windows
from plyscope.search import EVERY_SEARCH_READS

AIMA = Search(
    "aima",
    f"{__name__}:aima.py",
    (Calls("max_value", MAX, best="v"), Calls("min_value", MIN, best="v")),
    Message("alpha-beta in two functions, as Russell and Norvig print it"),
    reads=EVERY_SEARCH_READS,
    windows=Windows.WHOLE,
)
