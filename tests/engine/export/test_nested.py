"""A nested list is a tree of ours again, and minimax gives it the value that the recording has."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.export import export
from plyscope.files.sources import load
from plyscope.messages import InputError

from tests.engine.export.written import written_as
from tests.examples import examples
from tests.full_traces import record
from tests.trees import as_text, nested

text_of = partial(written_as, "nested")


def test_what_was_searched_and_nothing_else() -> None:
    assert text_of(record("sample:tree/nine-leaves", "minimax")) == "[[9, 8, 7], [6, 5, 4], [3, 2, 1]]\n"
    assert text_of("sample:tree/nine-leaves") == "[[9, 8, 7], [6], [3]]\n"
    assert text_of(record("tree:[1,[inf,-inf]] second", "minimax")) == '[1, ["inf", "-inf"]] second\n'
    assert text_of("tree:5") == "5\n"
    assert text_of(record("tree:inf second", "minimax")) == '"inf"\n', "a leaf has no side to move"


def test_a_part_ends_with_the_values_that_were_found() -> None:
    assert text_of("sample:tree/nine-leaves", depth=1) == "[7, 6, 3]\n"
    assert text_of("sample:tree/nine-leaves", root=1) == "[9, 8, 7] second\n"


@examples(60)
@given(nested, st.sampled_from(["minimax", "alphabeta", "negamax", "pvs"]), st.sampled_from(["", " second"]))
def test_it_is_worth_the_same(tree: Any, algorithm: str, turn: str) -> None:
    trace = record(load(f"tree:{as_text(tree)}{turn}"), algorithm)
    again = load("tree:" + text_of(trace))
    assert record(again, "minimax").value == trace.value
    if algorithm == "minimax" and isinstance(tree, list):
        assert again.text == trace.position.text


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs"])
@pytest.mark.parametrize("source", ["sample:tictactoe/hebrew", "tictactoe:XO./.X./..O", "sample:hexline/three-left"])
def test_games_become_trees_of_the_same_value(tmp_path: Path, source: str, algorithm: str) -> None:
    trace = record(source, algorithm)
    export(trace, tmp_path / "x.nested.json")
    assert record(load(str(tmp_path / "x.nested.json")), "minimax").value == trace.value


def test_a_probe_that_was_searched_again_counts_once() -> None:
    trace = record("sample:tree/probes", "pvs")
    assert trace.facts.probe is not None
    assert trace.facts.probe.any()
    again = record(load("tree:" + text_of(trace)), "minimax")
    assert len(again) == len(trace) - sum(
        trace.sizes[frame] for frame in range(len(trace))
        if trace.is_probe(frame) and not any(trace.is_probe(above) for above in trace.ancestors(frame)[:-1])
    )  # fmt: skip


def test_an_open_frame_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    trace = record("tictactoe:XO./.X./..O", limit=7)
    with pytest.raises(InputError, match="a nested list cannot hold frame 0, which has no value"):
        export(trace, tmp_path / "x.nested.json")
    assert list(tmp_path.iterdir()) == []
