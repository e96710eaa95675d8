"""What a recording of a program says of how it was read is held to its shape when it is opened."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError
from plyscope.tracer.running import debug
from plyscope.usercode.reading import read_as_search

from tests.full_traces import Trace

TEXT = """
KNOWN = {}

def search(path, depth, is_max):
    if path in KNOWN:
        return KNOWN[path]
    if depth == 0 or path[-2:] in ((0, 0), (1, 1)):
        return 7 * sum(path) % 5 - 2
    values = [search(path + (step,), depth - 1, is_max=not is_max) for step in range(2)]
    KNOWN[path] = max(values) if is_max else min(values)
    return KNOWN[path]
"""


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proposal")
    (folder / "own.py").write_text(TEXT, encoding="utf-8")
    save_trace(read_as_search(debug(folder / "own.py", "search((), 3, True)"), {}), folder / "own.plytrace")
    return folder / "own.plytrace"


def with_proposal(saved: Path, folder: Path, **parts: Any) -> Path:
    """Write the recording with other parts of its proposal."""
    path = folder / "changed.plytrace"
    with zipfile.ZipFile(saved) as source, zipfile.ZipFile(path, "w") as target:
        for info in source.infolist():
            content = source.read(info)
            if info.filename == "manifest.json":
                manifest = json.loads(content)
                manifest["own"]["proposal"] |= parts
                content = json.dumps(manifest).encode()
            target.writestr(info, content)
    return path


def test_the_parts_that_follow_from_the_text_are_read_as_written(saved: Path, tmp_path: Path) -> None:
    proposal = Trace.open(saved).user_code.proposal
    assert proposal is not None
    assert proposal["places"] == {"search": {"depth": "depth", "side": "is_max"}}
    assert proposal["stored"] == {"search": [6, 11]}
    assert proposal["ends"] == {"search": [[6, []], [8, [["==", 0.0], None]]]}
    older = Trace.open(with_proposal(saved, tmp_path, places={}, stored={}, ends={}))
    assert older.facts.ends.knows_horizon.tolist() == [bool(size > 1) for size in older.sizes]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *((key, value) for key in ("roles", "places", "stored", "ends") for value in (None, 3, [], "search")),
        *((key, {"search": value}) for key in ("roles", "places") for value in (None, 3, [[1]], {"depth": 3})),
        *(("stored", {"search": value}) for value in (None, 3, "6", ["6"], [True], [[6]])),
        *(("ends", {"search": value}) for value in (None, 3, {}, "8", [8], [[8]], [["8", []]], [[8, {}]], [[8, "=="]])),
        *(
            ("ends", {"search": [[8, [part]]]})
            for part in (3, "==", ["=="], ["==", 0, 0], ["!=", 0], [[], 0], {"==": 0, "depth": 0})
        ),
        *(("ends", {"search": [[8, [["==", limit]]]]}) for limit in (None, True, [], "other")),
        ("ends", {"other": [[8, []]]}),
    ],
)
def test_another_shape_is_damage(saved: Path, tmp_path: Path, key: str, value: Any) -> None:
    path = with_proposal(saved, tmp_path, **{"ends": {}, key: value})
    with pytest.raises(InputError) as refused:
        Trace.open(path)
    assert str(refused.value) == f"{path}: damaged: the entries of the manifest about user code"


@pytest.mark.parametrize("roles", [{}, {"search": {"is_max": "side"}}, {"search": {"other": "depth"}}])
def test_ends_without_a_parameter_for_the_depth_are_damage(saved: Path, tmp_path: Path, roles: Any) -> None:
    with pytest.raises(InputError, match="damaged: the entries of the manifest about user code"):
        Trace.open(with_proposal(saved, tmp_path, roles=roles))
