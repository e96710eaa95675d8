"""The command compare, as somebody types it."""

from __future__ import annotations

import json
from pathlib import Path

import plyscope
import pytest
from plyscope.messages import OptionError

from tests import full_traces
from tests.command_line import check_refused, facts, printed

TREE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"


def test_two_searches_of_one_source() -> None:
    found = facts("compare", TREE, "minimax", "alphabeta:cut='>'")
    assert list(found) == [
        "a", "b", "headline", "first_difference", "matched", "same", "bounds_agree", "value_differs",
        "window_differs", "only_a", "only_b", "pruned_in_a", "pruned_in_b", "by_ply", "first_divergence",
    ]  # fmt: skip
    assert (found["a"]["algorithm"], found["b"]["options"]["cut"]) == ("minimax", ">")
    assert (found["matched"], found["only_a"], found["pruned_in_b"]) == (11, 2, 2)
    assert (found["same"], found["bounds_agree"]) == (10, 1)
    assert found["headline"] == "Alpha-beta made 11 of minimax’s 13 calls: 84.6 %. Same value, same move."
    assert found["first_difference"].startswith("At step 16 alpha-beta cuts at C. At step 17 minimax goes on to C2.")
    assert found["first_divergence"] == {"path": ["2", "2"], "what": "pruned in b"}
    assert "seconds" in found["a"]


def test_it_prints_what_python_gives() -> None:
    found = facts("compare", TREE, "minimax", "pvs")
    for side in "ab":
        del found[side]["seconds"]
    assert found == full_traces.compare(full_traces.record(TREE, "minimax"), full_traces.record(TREE, "pvs"))


def test_a_page_walks_through_both(tmp_path: Path) -> None:
    page = tmp_path / "both.html"
    printed("compare", TREE, "minimax", "alphabeta", "-o", str(page))
    assert page.read_text(encoding="utf-8").count("<plyscope-stepper>") == 2
    _, err = printed("compare", TREE, "minimax", "alphabeta", "-o", str(page), status=1)
    assert "--force" in err
    with pytest.raises(OptionError, match="svg holds one recording"):
        plyscope.export([plyscope.record(TREE), plyscope.record(TREE)], tmp_path / "both.svg")
    plyscope.export([plyscope.record(TREE, "minimax"), plyscope.record(TREE)], tmp_path / "traces.html")
    assert (tmp_path / "traces.html").read_text(encoding="utf-8") == page.read_text(encoding="utf-8")


def test_two_recordings(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("a.plytrace", "b.plytrace")]
    for file, depth in zip(files, (2, 3), strict=True):
        full_traces.record("tictactoe:", depth=depth).save(file)
    found = facts("compare", *files)
    assert (found["a"]["depth"], found["b"]["depth"]) == (2, 3)
    assert found["first_divergence"]["what"] == "only in b"
    _, err = printed("compare", *files, "--depth", "3", status=2)
    assert "--depth is for searching" in err


def test_the_tables() -> None:
    out, err = printed("compare", TREE, "minimax", "alphabeta")
    assert err == ""
    assert out.splitlines()[:2] == [
        "Alpha-beta made 11 of minimax’s 13 calls: 84.6 %. Same value, same move.",
        "At step 16 alpha-beta cuts at C. At step 17 minimax goes on to C2. "
        "Until then both made 7 calls with the same moves and values.",
    ]
    lines = [line.split() for line in out.splitlines()]
    assert ["minimax", "3", "B", "13", "9", "0", "0"] in lines
    assert ["alpha-beta", "3", "B", "11", "7", "2", "2"] in lines
    assert ["1", "3", "3", "100.0%", "3", "100.0%", "2", "1", "0", "0", "0", "0"] in lines
    assert ["2", "9", "9", "100.0%", "7", "77.8%", "7", "0", "0", "0", "2", "0"] in lines
    assert ["same", "10"] in lines
    assert ["bounds", "agree", "1"] in lines
    assert ["pruned", "in", "alpha-beta", "2"] in lines
    assert ["C", "2", "≤2", "4", "2"] in lines
    out, _ = printed("compare", TREE, "minimax", "maxmin")
    assert out.splitlines()[:2] == [
        "Both made 13 calls with the same moves and values. Same value, same move.",
        "",
    ]


def test_two_searches_of_one_name_are_told_apart() -> None:
    out, _ = printed("compare", TREE, "alphabeta", "alphabeta")
    assert {"first alpha-beta", "second alpha-beta"} <= {line.split("  ")[0] for line in out.splitlines()}
    out, _ = printed("compare", TREE, "alphabeta", "alphabeta:cut='>'")
    assert "pruned in alpha-beta · cut >=" in out


def test_moves_that_only_one_tried_have_no_partner() -> None:
    out, _ = printed("compare", "tree:[inf,3]", "alphabeta", "minimax")
    assert ["A2", "3", "1"] in [line.split() for line in out.splitlines()]
    out, err = printed("compare", "tictactoe:", "minimax", "alphabeta", "--limit", "50")
    assert "not finished" in out
    assert err.count("stopped at the limit") == 2


def test_options_of_the_command_hold_for_both() -> None:
    found = facts("compare", "tictactoe:", "minimax", "alphabeta:depth=2", "--depth", "3", "--order", "center")
    assert (found["a"]["depth"], found["b"]["depth"]) == (3, 2)
    assert found["a"]["options"]["order"] == found["b"]["options"]["order"] == "center"


def test_what_is_too_large_is_searched_equally_deep() -> None:
    out, err = printed("compare", "connectfour:", "minimax", "alphabeta", "--limit", "2000", "--json")
    found = json.loads(out)
    assert found["a"]["depth"] == found["b"]["depth"] is not None
    assert f"searched to depth {found['a']['depth']}" in err


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        ([], 2, "Missing argument"),
        (["a"], 2, "compare takes two recordings, or a source and two searches"),
        (["a", "b", "c", "d"], 2, "compare takes two recordings, or a source and two searches"),
        ([TREE, "minimax"], 2, "is not a recording; to compare two searches of a source"),
        (["a.plytrace", "b.plytrace"], 1, "a.plytrace"),
        (["tree:[", "minimax", "pvs"], 1, ""),
        ([TREE, "minimax", "nobody"], 2, "nobody is not an algorithm"),
        ([TREE, "minimax:cut=>", "pvs"], 2, "minimax does not read the option cut"),
        ([TREE, "minimax:deep", "pvs"], 2, "deep is not an option"),
        ([TREE, "minimax", "pvs", "--algorithm", "pvs"], 2, "--algorithm does not apply here: each WHO names its own"),
    ],
)
def test_what_cannot_be_compared(arguments: list[str], status: int, complaint: str) -> None:
    check_refused(["compare", *arguments], status, complaint)


def test_different_positions_are_bad_input(tmp_path: Path) -> None:
    files = [str(tmp_path / name) for name in ("a.plytrace", "b.plytrace")]
    for file, tree in zip(files, ("tree:[1,2]", "tree:[1,3]"), strict=True):
        full_traces.record(tree).save(file)
    _, err = printed("compare", *files, status=1)
    assert err == (
        "plyscope: only recordings of the same position can be compared; these begin with tree:[1,2] and tree:[1,3]\n"
    )


def test_infinite_values_are_written_as_everywhere() -> None:
    out, _ = printed("compare", "connectfour:4453", "tutorial-block", "tutorial-max")
    rows = [line.split() for line in out.splitlines()]
    assert ["6", "∞", "∞", "8", "8"] in rows
