"""What properties are tried with: a few examples in the quick suite, many in the full one; and texts.

The number given is what `--hypothesis-profile=full` tries five times over; the quick suite tries about a seventh of it.
"""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

settings.register_profile("quick", max_examples=15, deadline=None)
settings.register_profile("ci", max_examples=15, deadline=None, derandomize=True, database=None)
settings.register_profile("full", max_examples=500, deadline=None, derandomize=True, database=None)


def examples(count: int, **others: Any) -> settings:
    """Settings of a property for which `count` examples are a fair search."""
    return settings(max_examples=max(10, count * settings.default.max_examples // 100), deadline=None, **others)


def texts(**bounds: int) -> st.SearchStrategy[str]:
    """Any text. `st.text()` would ask of each character whether UTF-8 has it, more than a second in each process."""
    return st.text(st.characters(exclude_categories=["Cs"]), **bounds)
