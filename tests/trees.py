"""Random trees for property tests."""

from __future__ import annotations

from math import inf
from typing import Any

from hypothesis import strategies as st

leaves = st.integers(-4, 4) | st.sampled_from([inf, -inf, 0.5, -0.5])
nested = st.recursive(leaves, lambda children: st.lists(children, min_size=1, max_size=4), max_leaves=30)
inner_nested = nested.filter(lambda tree: isinstance(tree, list))

NOISY = 'tree:[{"value":1,"children":[{"noisy":true,"value":3},5]},{"value":2,"children":[2,{"noisy":true,"value":9}]}]'
"""A tree for searches that go on with noisy moves."""


def as_text(tree: Any) -> str:
    if isinstance(tree, list):
        return "[" + ",".join(map(as_text, tree)) + "]"
    return str(tree)
