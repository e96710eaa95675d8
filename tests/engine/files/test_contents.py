"""The list of samples is complete, and what it says of them is true."""

from __future__ import annotations

import re

import pytest
from plyscope.files.contents import groups
from plyscope.files.sources import available_samples, find_sample, load, program_paths, sample_names
from plyscope.messages import InputError
from plyscope.tracer.source_text import resolve_file

LISTED = [sample for group in groups() for sample in group.samples]


def test_every_sample_is_in_one_group() -> None:
    names = [sample.name for sample in LISTED]
    assert sorted(names) == sorted([*sample_names(), *program_paths()])
    assert len(set(names)) == len(names)


def test_no_two_samples_have_the_same_title() -> None:
    titles = [sample.title for sample in LISTED]
    assert len(set(titles)) == len(titles)
    assert all(0 < len(title) <= 50 for title in titles)
    assert not [title for title in titles if re.match(r"Chapter|Example|Sample", title)], "says nothing by itself"


def test_the_groups_begin_where_one_begins_to_learn() -> None:
    assert [group.title for group in groups()][:5] == [
        "Recursion", "Minimax by hand", "Alpha-beta", "Depth and judgement", "Whole games"
    ]  # fmt: skip
    assert all(group.about.endswith((".", "?")) for group in groups())


def test_a_listed_sample_is_found_by_its_name_and_where_that_is_clear_without_its_folder() -> None:
    last = [sample.name.rpartition("/")[2] for sample in LISTED]
    for sample, short in zip(LISTED, last, strict=True):
        find = resolve_file if sample.is_program else lambda name: find_sample(name.removeprefix("sample:"))
        assert find(f"sample:{sample.name}") == sample.path
        if last.count(short) == 1:
            assert find(f"sample:{short}") == sample.path
        if sample.name in available_samples():
            assert load(f"sample:{sample.name}").title == sample.title


def test_a_program_is_not_searched() -> None:
    with pytest.raises(InputError, match="fibonacci is a program; plyscope debug sample:fibonacci"):
        find_sample("fibonacci")


def test_the_drawn_calls_are_a_tree() -> None:
    for sample in LISTED:
        assert sample.is_program or not sample.calls
        for before, after in zip(sample.calls, sample.calls[1:], strict=False):
            assert 0 < after <= before + 1
        assert list(sample.calls[:1]) in ([], [0])
