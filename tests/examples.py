"""How many examples a property is tried with: a few in the quick suite, many in the full one.

The number given is what `--hypothesis-profile=full` tries five times over; the quick suite tries a fifth of it.
"""

from __future__ import annotations

from typing import Any

from hypothesis import settings

settings.register_profile("quick", max_examples=20, deadline=None)
settings.register_profile("ci", max_examples=20, deadline=None, derandomize=True, database=None)
settings.register_profile("full", max_examples=500, deadline=None, derandomize=True, database=None)


def examples(count: int, **others: Any) -> settings:
    """Settings of a property for which `count` examples are a fair search."""
    return settings(max_examples=max(10, count * settings.default.max_examples // 100), deadline=None, **others)
