"""The rows of a batch by game, search and depth: what pruning saves.

Medians, since a few positions are much larger than all others. The share is that of the frames of the first search that
prunes nothing, in the same position at the same depth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from plyscope.brains import BRAINS
from plyscope.model.declaration import Windows
from plyscope.search import SEARCHES

Row = Mapping[str, Any]


def by_search(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Return a line for each game, search and depth: searches in the order in which they were met, then by depth."""
    groups: dict[tuple[str, str, int], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["game"], row["search"], row["depth"]), []).append(row)
    whole = {one: frames_without_pruning(rows, one) for one in {row["game"] for row in rows}}
    places = {search: place for place, search in enumerate(dict.fromkeys((row["game"], row["search"]) for row in rows))}
    return [
        line(groups[group], whole[group[0]])
        for group in sorted(groups, key=lambda group: (places[group[:2]], group[2]))
    ]


def frames_without_pruning(rows: Sequence[Row], game: str) -> dict[tuple[str, int], int]:
    """Return the frames of the first search that prunes nothing, by position and depth, where it was complete."""
    plain = next((row["search"] for row in rows if row["game"] == game and prunes_nothing(row["algorithm"])), None)
    return {
        (row["position"], row["depth"]): row["frames"]
        for row in rows
        if row["game"] == game and row["search"] == plain and row["complete"]
    }


def prunes_nothing(algorithm: str) -> bool:
    """Whether an algorithm is a search without windows, and no brain."""
    search = SEARCHES.get(algorithm) or BRAINS.get(algorithm)
    return search is not None and not search.is_brain and search.windows is Windows.NONE


def line(rows: Sequence[Row], whole: Mapping[tuple[str, int], int]) -> dict[str, Any]:
    """Return the medians of rows of one game, search and depth that are complete, and how many are and are not."""
    complete = [row for row in rows if row["complete"]]
    shares = [
        row["frames"] / whole[row["position"], row["depth"]]
        for row in complete
        if (row["position"], row["depth"]) in whole
    ]
    proportions = [row["leaves"] / row["needed_leaves"] for row in complete if row["needed_leaves"]]
    if prunes_nothing(rows[0]["algorithm"]):
        proportions = []  # an order of moves saves nothing there
    return {
        "game": rows[0]["game"],
        "search": rows[0]["search"],
        "depth": rows[0]["depth"],
        "positions": len(complete),
        "stopped": len(rows) - len(complete),
        "frames": middle([row["frames"] for row in complete]),
        "share": middle(shares),
        "leaves_for_each_needed": middle(proportions),
        "effective_branching_factor": middle(known(complete, "effective_branching_factor")),
        "first_move_cut_rate": middle(known(complete, "first_move_cut_rate")),
        "seconds": middle([row["seconds"] for row in complete]),
    }


def known(rows: Sequence[Row], name: str) -> list[float]:
    """Return the numbers of a column that are known."""
    return [row[name] for row in rows if row[name] is not None]


def middle(numbers: Sequence[float]) -> float | None:
    """Return the median; None without numbers."""
    return median(numbers) if numbers else None
