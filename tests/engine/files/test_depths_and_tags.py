"""Trace files with depths and tags: in format 3, and refused where these members are wrong."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import plyscope
import pytest
from plyscope.audit.verification import verify
from plyscope.model.columns import TAG_BITS

from tests import full_traces
from tests.unusual import loaded, record


@pytest.fixture(autouse=True)
def plugin() -> Iterator[None]:
    with loaded():
        yield


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "null.plytrace"
    record(plyscope.load("numbers:7 a 6"), "null-move", 4).save(path)
    return path


def members_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write(path: Path, members: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def npy(column: np.ndarray[Any, Any]) -> bytes:
    file = io.BytesIO()
    np.save(file, column)
    return file.getvalue()


def complaint(path: Path) -> str:
    with pytest.raises(plyscope.InputError) as error:
        verify(full_traces.Trace.open(path))
    return str(error.value)


def test_a_file_has_the_lowest_version_that_holds_it(saved: Path, tmp_path: Path) -> None:
    assert json.loads(members_of(saved)["manifest.json"])["version"] == 3
    usual = tmp_path / "usual.plytrace"
    full_traces.record("numbers:7 a 6", algorithm="pvs", depth=3, score="worth").save(usual)
    members = members_of(usual)
    assert json.loads(members["manifest.json"])["version"] == 1
    assert not members.keys() & {"depth.npy", "tags.npy"}


def test_columns_of_another_length_or_type_are_refused(saved: Path) -> None:
    members = members_of(saved)
    count = len(full_traces.Trace.open(saved))
    for name, wrong in (
        ("depth.npy", np.zeros(count - 1, "<f4")),
        ("depth.npy", np.zeros(count, "<f8")),
        ("tags.npy", np.zeros(count + 1, "<u2")),
        ("tags.npy", np.zeros(count, "<i4")),
    ):
        write(saved, {**members, name: npy(wrong)})
        assert f"{name} should be a column of {count}" in complaint(saved)


def test_tags_that_are_not_known_or_not_given_are_refused(saved: Path) -> None:
    members, given = members_of(saved), full_traces.Trace.open(saved).origin.tags
    assert given is not None
    given = given.copy()  # the file is written over
    for tag, reason in (
        (1 << 10, "frame 5: it has a tag that is not known"),
        (TAG_BITS["iid"], "frame 5: it has a tag that its search does not give"),
        (TAG_BITS["null"], "frame 5: it has a tag that its search does not give"),
    ):
        tags = given.copy()
        tags[5] = tag
        write(saved, {**members, "tags.npy": npy(tags)})
        assert reason in complaint(saved)


def test_a_falsified_depth_is_no_longer_what_was_signed(saved: Path) -> None:
    members, given = members_of(saved), full_traces.Trace.open(saved).origin.depths
    assert given is not None
    given = given.copy()
    for frame in range(0, len(given), 7):
        depths = given.copy()
        depths[frame] += 1
        write(saved, {**members, "depth.npy": npy(depths)})
        assert "the signature is" in complaint(saved)


def test_members_that_the_manifest_does_not_name_are_refused(saved: Path) -> None:
    members = members_of(saved)
    manifest = json.loads(members["manifest.json"])
    for change in ({"version": 2}, {"members": {"tags.npy": manifest["frames"]}}):
        write(saved, {**members, "manifest.json": json.dumps({**manifest, **change}).encode()})
        assert "the manifest contradicts the members of the file" in complaint(saved)
    write(saved, {name: content for name, content in members.items() if name != "tags.npy"})
    assert "the manifest contradicts the members of the file" in complaint(saved)


def test_without_its_game_a_recording_keeps_depths_and_null_moves(saved: Path) -> None:
    from plyscope.games import GAMES

    game = GAMES.pop("numbers")
    try:
        trace = full_traces.Trace.open(saved)
    finally:
        GAMES["numbers"] = game
    whole = full_traces.Trace.open(saved)
    assert trace.search.is_imported
    assert np.array_equal(trace.column("depth"), whole.column("depth"))
    nulls = whole.column("tags") & TAG_BITS["null"]
    assert np.array_equal(trace.column("tags") & TAG_BITS["null"], nulls)
    assert np.array_equal(trace.facts.counts, whole.facts.counts)
