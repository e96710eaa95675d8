"""Files written in other forms."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from plyscope.export import EXPORTERS, PART, export, find_exporter
from plyscope.export.extent import Extent
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError
from plyscope.recording.plan import ALGORITHMS

from tests.engine.export.written import written_as
from tests.full_traces import record
from tests.places import GOLDEN
from tests.trees import NOISY


def test_the_listing_is_written_as_it_is_printed(tmp_path: Path) -> None:
    trace = record(load("tictactoe:.OO/XXO/.X. o", max="o"), "maxmin")
    golden = GOLDEN / "hebrew.maxmin.txt"
    assert export(trace, tmp_path / "x.txt")[0].read_text(encoding="utf-8") == golden.read_text(encoding="utf-8")


def test_json_holds_every_frame_and_every_pruned_move() -> None:
    source = 'tree:[{"name":"a","children":[3,inf]},{"name":"b","value":1,"children":[2,4,{"name":"z","value":6}]}]'
    tree: dict[str, Any] = json.loads(written_as("json", source))
    assert (tree["format"], tree["version"], tree["game"], tree["algorithm"]) == (
        "plyscope-tree",
        1,
        "tree",
        "alphabeta",
    )
    nodes = tree["nodes"]
    assert [(n["id"], n["parent"], n["move"], n["name"], n["kind"], n["status"]) for n in nodes] == [
        (0, None, None, None, "max", "inner"),
        (1, 0, "a", "a", "min", "inner"),
        (2, 1, "1", None, "max", "terminal"),
        (3, 1, "2", None, "max", "terminal"),
        (4, 0, "b", "b", "min", "inner"),
        (5, 4, "1", None, "max", "terminal"),
        (6, 4, "2", None, "max", "pruned"),
        (7, 4, "z", "z", "max", "pruned"),
    ]
    assert [(n["alpha"], n["beta"], n["value"]) for n in nodes[3:7]] == [
        (None, 3, "inf"), (3, None, 2), (3, None, 2), (None, None, None),
    ]  # fmt: skip
    assert [n["id"] for n in nodes if n["best"]] == [1, 2, 5]
    assert [n["id"] for n in nodes if n["cutoff"]] == [4]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("limit", [None, 7])
def test_every_recording_is_valid_json_with_as_many_nodes_as_counted(algorithm: str, limit: int | None) -> None:
    game = getattr(ALGORITHMS[algorithm], "game", "tree" if ALGORITHMS[algorithm].stands_pat else "hexline")
    source = {
        "tree": NOISY,
        "tictactoe": "tictactoe:XO./.X./O..",
        "connectfour": "connectfour:3,3,3 12",
        "hexline": "hexline:....",
    }
    trace = record(source[game], algorithm, limit=limit)
    content = written_as("json", trace)
    tree = json.loads(content, parse_constant=lambda text: pytest.fail(f"{text} is no JSON"))
    assert len(tree["nodes"]) == len(trace) + trace.pruned
    assert tree["complete"] == trace.complete
    for node in tree["nodes"][1:]:
        assert node["parent"] < node["id"]
    is_open = [node["status"] == "open" for node in tree["nodes"][: len(trace)]]
    assert is_open == [status == 3 for status in trace.column("status").tolist()]


def test_an_unknown_format_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    trace = record("tree:[1,2]")
    for name in ("x.foo", "x", ".json"):
        with pytest.raises(InputError, match="there is no export to"):
            export(trace, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_kept_without_force(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("mine")
    with pytest.raises(InputError, match="the file exists"):
        export(record("tree:[1,2]"), path, force=False)
    assert path.read_text() == "mine"
    export(record("tree:[1,2]"), path)
    assert path.read_text() != "mine"


def test_nothing_half_written_remains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = record("tree:[1,2]")
    monkeypatch.setattr(type(trace.position.game), "move_text", lambda self, move: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        export(trace, tmp_path / "x.json")
    assert list(tmp_path.iterdir()) == []


def test_the_longest_suffix_names_the_format() -> None:
    found = {
        name: find_exporter(Path(name)).name for name in ("a.json", "A.JSON", "b.speedscope.json", "c.svg", "d.x.txt")
    }
    assert found == {
        "a.json": "json",
        "A.JSON": "json",
        "b.speedscope.json": "speedscope",
        "c.svg": "svg",
        "d.x.txt": "txt",
    }
    assert find_exporter(Path("a.json"), "svg").name == "svg"


def test_every_suffix_names_one_format_and_reads_known_fields() -> None:
    suffixes = [suffix for exporter in EXPORTERS.values() for suffix in exporter.suffixes]
    assert len(suffixes) == len(set(suffixes))
    known = {field.name for field in fields(Extent)}
    for name, exporter in EXPORTERS.items():
        assert exporter.name == name
        assert exporter.reads <= known
        assert str(exporter.about)


@pytest.mark.parametrize("name", [name for name, exporter in EXPORTERS.items() if exporter.module])
def test_every_format_writes_every_kind_of_recording(tmp_path: Path, name: str) -> None:
    exporter = EXPORTERS[name]
    # A format that reads a part and no step holds a game, which has no open ends.
    stopped = [] if exporter.reads == PART else [("tictactoe:XO./.X./O..", 7)]
    for source, limit in [("sample:tree/nine-leaves", None), ("tree:5", None), *stopped]:
        path = tmp_path / f"x.{exporter.suffixes[0]}"
        [written] = export(record(source, limit=limit), path)
        assert written == path
        assert path.stat().st_size > 0


def test_unsupported_options_are_refused_from_python_too(tmp_path: Path) -> None:
    trace = record("tree:[1,2]")
    with pytest.raises(OptionError, match="txt does not support --boards"):
        export(trace, tmp_path / "x.txt", boards=True)
    with pytest.raises(OptionError, match="txt does not support --no-stubs"):
        export(trace, tmp_path / "x.txt", Extent(stubs=False))
    with pytest.raises(OptionError, match="an export has no option colour"):
        export(trace, tmp_path / "x.svg", colour="red")
    assert list(tmp_path.iterdir()) == []


def test_progress_is_called_for_every_piece_and_can_stop_the_export(tmp_path: Path) -> None:
    trace, numbers = record("sample:tree/nine-leaves"), list[int]()
    export(trace, tmp_path / "x.json", progress=numbers.append)
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= len(trace)

    def stop(number: int) -> None:
        raise ZeroDivisionError

    for asked in ({}, {"all_steps": True}):
        with pytest.raises(ZeroDivisionError):
            export(trace, tmp_path / "y.svg", progress=stop, **asked)
    assert [path.name for path in tmp_path.iterdir()] == ["x.json"]


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="would be as many files, and 2000 are the most"):
        export(record("tictactoe:", "alphabeta", depth=5), tmp_path / "x.svg", all_steps=True)


def test_a_part_in_json_keeps_the_numbers_of_frames(tmp_path: Path) -> None:
    trace = record("sample:tree/nine-leaves")
    export(trace, tmp_path / "x.json", root=5, notes={6: "a note"}, step=15)
    nodes = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["nodes"]
    assert [(node["id"], node["parent"], node["status"]) for node in nodes[:2]] == [
        (5, None, "inner"), (6, 5, "terminal"),
    ]  # fmt: skip
    assert all((node["parent"], node["status"]) == (5, "pruned") and node["id"] >= len(trace) for node in nodes[2:])
    assert nodes[1]["note"] == "a note"
    assert {node["state"] for node in nodes[:2]} <= {"done", "open", "now", "future"}
