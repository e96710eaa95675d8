"""The differences in columns: counted and sorted against what `Comparison.differences` finds one by one."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.analysis.comparison import CONTRADICTORY, Comparison
from plyscope.analysis.differences import COLUMNS, KINDS, Differences
from plyscope.analysis.union import VALUE_DIFFERS, WINDOW_DIFFERS, Union
from plyscope.files.sources import load

from tests.full_traces import record


def differences(source: str, first: dict[str, Any], second: dict[str, Any]) -> Differences:
    return Differences(Union(Comparison(record(load(source), **first), record(load(source), **second))))


@pytest.fixture
def mixed() -> Differences:
    """Of every kind but one, with values that differ since one search goes deeper."""
    source = "sample:connectfour/chapter-7-story"
    return differences(source, {"algorithm": "alphabeta", "depth": 4}, {"algorithm": "pvs", "depth": 5})


def test_it_lists_what_the_comparison_finds(mixed: Differences) -> None:
    comparison, alignment = mixed.union.comparison, mixed.union.comparison.alignment
    pairs = zip(
        alignment.frames_a.tolist(), alignment.frames_b.tolist(), comparison.value_agreement.tolist(), strict=True
    )
    found = {
        (a, b, abs(comparison.a.values[a] - comparison.b.values[b])) for a, b, fit in pairs if fit == CONTRADICTORY
    }
    found |= {(frame, -1, comparison.a.sizes[frame]) for frame in alignment.branches_a.frames.tolist()}
    found |= {(-1, frame, comparison.b.sizes[frame]) for frame in alignment.branches_b.frames.tolist()}
    listed = {
        (int(mixed.union.frames_a[node]), int(mixed.union.frames_b[node]), mixed.size_of(node))
        for node in mixed.chosen([kind for kind in KINDS if kind != WINDOW_DIFFERS]).tolist()
    }
    assert listed == found
    assert sum(mixed.count(kind) for kind in KINDS) == len(mixed)


def test_by_size_values_come_first_and_windows_last(mixed: Differences) -> None:
    kinds = [int(mixed.union.verdicts[node]) for node in mixed.chosen().tolist()]
    last_value = max(place for place, kind in enumerate(kinds) if kind == VALUE_DIFFERS)
    first_window = kinds.index(WINDOW_DIFFERS)
    assert last_value == kinds.count(VALUE_DIFFERS) - 1
    assert set(kinds[first_window:]) == {WINDOW_DIFFERS}


@pytest.mark.parametrize("by", COLUMNS)
@pytest.mark.parametrize("descending", [True, False])
def test_sorting_loses_nothing(mixed: Differences, by: str, descending: bool) -> None:
    chosen = mixed.chosen(by=by, descending=descending)
    assert sorted(chosen.tolist()) == mixed.nodes.tolist()
    if by == "path":
        assert chosen.tolist() == sorted(chosen.tolist(), reverse=descending)


def test_one_after_the_other_in_the_order_of_the_tree(mixed: Differences) -> None:
    node, found = -1, []
    while (node := mixed.next_after(node, forwards=True)) >= 0:
        found.append(node)
    assert found == mixed.nodes.tolist()
    assert mixed.next_after(found[3], forwards=False) == found[2]
    assert mixed.next_after(found[0], forwards=False) == -1


def test_the_same_search_twice_differs_nowhere() -> None:
    same = {"algorithm": "alphabeta"}
    assert len(differences("sample:tictactoe/hebrew", same, same)) == 0
