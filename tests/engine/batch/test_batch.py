"""Batches from the command line: their tasks, their results in files, and the way on after an interruption."""

from __future__ import annotations

import csv
import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from plyscope.batch.batch import Batch, prepare
from plyscope.batch.measuring import COLUMNS, do_task
from plyscope.batch.plot import plot
from plyscope.batch.results import unfinished, write
from plyscope.batch.summary import by_search
from plyscope.cli.main import run_command
from plyscope.files.sources import load
from plyscope.messages import InputError

from tests import full_traces
from tests.command_line import check_refused

SOURCES = ("tictactoe:", "connectfour:4453", "connectfour:")
SEARCHES = ("minimax", "alphabeta:order=center,cut='>'")


def batch(depths: tuple[int, int] = (1, 3), limit: int = 100_000) -> Batch:
    return prepare([(source, load(source)) for source in SOURCES], SEARCHES, depths, limit)


def rows_of(batch: Batch) -> list[dict[str, Any]]:
    return [row for task in batch.tasks for row in do_task(batch.settings, task)["rows"]]


def read_csv(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_each_row_is_what_a_recording_says() -> None:
    rows = rows_of(batch())
    assert [(row["source"], row["search"], row["depth"]) for row in rows] == [
        (source, search, depth) for source in SOURCES for search in SEARCHES for depth in (1, 2, 3)
    ]
    for row in rows:
        cut = {"cut": ">", "order": "center"} if row["algorithm"] == "alphabeta" else {}
        trace = full_traces.record(row["source"], algorithm=row["algorithm"], depth=row["depth"], **cut)
        found = (trace.value, trace.bound, trace.best_move, len(trace), trace.leaves, trace.cutoffs, trace.pruned)
        assert found == tuple(row[name] for name in ("value", "bound", "best_move", *COUNTS))
        assert row["complete"]
        assert not row["is_whole"]


@pytest.mark.parametrize(
    ("source", "search", "score"),
    [
        ("sample:chess/fork", "alphabeta", "material"),
        ("sample:kalah/three-in-turn", "table", "stores"),
        ("sample:pig/hold-at-20", "expectimax", "lead"),
        ("weighted.toml", "alphabeta", "linear"),
    ],
)
def test_what_a_file_says_of_its_search_holds(
    source: str, search: str, score: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("weighted.toml").write_text(WEIGHTED, encoding="utf-8")
    [row] = rows_of(prepare([(source, load(source))], [search], (2, 2), 100_000))
    trace = full_traces.record(source, algorithm=search, depth=2)
    assert (row["score"], row["value"], row["best_move"]) == (score, trace.value, trace.best_move)
    assert row["frames"] == len(trace)
    [other] = rows_of(prepare([(source, load(source))], [f"{search}:score=result"], (2, 2), 100_000))
    assert other["score"] == "result"
    assert other["value"] != row["value"]


WEIGHTED = """game = "connectfour"
position = "445"
order = "center"
score = "linear"
weights = {open-2 = 5, centre = 0.5}
"""
COUNTS = ("frames", "leaves", "cutoffs", "pruned")


def test_a_search_ends_at_the_limit_or_with_the_game() -> None:
    rows = rows_of(prepare([("a", load("tictactoe:.OO/XXO/.X."))], ["minimax"], (1, 9), 100))
    assert [(row["depth"], row["is_whole"]) for row in rows] == [(1, False), (2, False), (3, True)]
    rows = rows_of(prepare([("a", load("tictactoe:"))], ["minimax"], (1, 9), 100))
    assert [(row["depth"], row["complete"], row["frames"]) for row in rows] == [
        (1, True, 10),
        (2, True, 82),
        (3, False, 100),
    ]
    [*_, last] = by_search(rows)
    assert (last["positions"], last["stopped"], last["frames"]) == (0, 1, None)


def test_the_summary_has_medians_and_the_share_of_plain_minimax() -> None:
    lines = {(one["game"], one["search"], one["depth"]): one for one in by_search(rows_of(batch()))}
    assert len(lines) == 12
    assert lines["tictactoe", "minimax", 3]["share"] == 1
    assert lines["tictactoe", SEARCHES[1], 3]["share"] == pytest.approx(
        lines["tictactoe", SEARCHES[1], 3]["frames"] / 586
    )
    assert lines["connectfour", "minimax", 2]["positions"] == 2
    assert lines["tictactoe", "minimax", 2]["leaves_for_each_needed"] is None
    assert lines["tictactoe", SEARCHES[1], 2]["leaves_for_each_needed"] == 72 / (9 + 8 - 1)
    assert lines["connectfour", "minimax", 2]["frames"] == 57
    without = [row for row in rows_of(batch()) if row["search"] == SEARCHES[1]]
    assert {one["share"] for one in by_search(without)} == {None}


def test_the_drawing_has_a_panel_and_a_legend_for_each() -> None:
    root = ElementTree.fromstring(plot(by_search(rows_of(batch()))))
    texts = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [text for text in texts if ":" in text and "depth" in text] == [
        "tictactoe: frames by depth",
        "connectfour: frames by depth",
    ]
    assert texts[-2:] == list(SEARCHES)
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 12 + 12 + 6


def test_the_command_writes_rows_and_a_drawing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "list.txt").write_text("# two\nconnectfour:4453 # four discs\n\nconnectfour:\n", encoding="utf-8")
    output, drawing = tmp_path / "r.csv", tmp_path / "r.svg"
    command = ["batch", "tictactoe:", "--list", str(tmp_path / "list.txt"), "--depths", "1-3", "--jobs", "2", "--json"]
    command += ["--algorithms", " ".join(SEARCHES), "-o", str(output), "--plot", str(drawing)]
    assert run_command(command) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["positions"], facts["tasks"], facts["rows"], facts["complete"]) == (3, 6, 18, True)
    expected = {tuple(str(row[name]) for name in ("task", "depth", *COUNTS)) for row in rows_of(batch())}
    rows = read_csv(output)
    assert {tuple(row[name] for name in ("task", "depth", *COUNTS)) for row in rows} == expected
    assert list(rows[0]) == list(COLUMNS)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["list.txt", "r.csv", "r.svg"]
    assert run_command(command) == 1
    assert "the file exists" in capsys.readouterr().err


def test_the_same_command_resumes_an_interrupted_batch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ready, output = batch(), tmp_path / "r.csv"
    kept = {"number": 3, "rows": [dict.fromkeys(COLUMNS) | {"task": 3, "game": "connectfour"}]}
    kept["rows"][0] |= {"search": "kept", "depth": 1, "complete": False, "algorithm": "minimax"}
    with unfinished(output, ready, force=False) as journal:
        journal.add({**kept, "problem": None})
    command = ["batch", *SOURCES, "--depths", "1-3", "--jobs", "1", "--limit", "100000", "-o", str(output)]
    command += ["--algorithms", " ".join(SEARCHES)]
    assert run_command([*command[:-1], "minimax"]) == 1, "another batch"
    assert "it was begun with other settings" in capsys.readouterr().err
    assert run_command(command) == 0
    assert "1 of 6 tasks are done already" in capsys.readouterr().err
    rows = read_csv(output)
    assert [row["task"] for row in rows] == [str(n) for n in (0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 4, 4, 4, 5, 5, 5)]
    assert rows[9]["search"] == "kept"
    assert not (tmp_path / "r.csv.batch").exists()


def test_a_repeated_task_is_refused() -> None:
    with pytest.raises(InputError, match="repeated task"):
        batch().left([{"number": 1}, {"number": 1}])
    with pytest.raises(InputError, match="repeated task"):
        batch().left([{"number": 99}])


def test_a_search_that_fails_is_named_and_the_others_go_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = ["batch", "tree:[[inf,1],[2,-inf]]", "tree:[[3,1],[2,9]]", "--depths", "2-2"]
    command += ["-o", str(tmp_path / "r.csv")]
    assert run_command([*command, "--algorithms", "accumulate minimax"]) == 1
    assert (
        "plyscope: tree:[[inf,1],[2,-inf]], accumulate: the search adds ∞ and -∞, or scores" in capsys.readouterr().err
    )
    assert [row["value"] for row in read_csv(tmp_path / "r.csv")] == ["1", "15", "2"]


def test_whatever_a_search_raises_is_the_reason_of_its_task_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    [task, *_] = batch().tasks
    monkeypatch.setattr("plyscope.batch.measuring.measure", fail)
    found = do_task(batch().settings, task)
    assert found == {"number": task["number"], "rows": [], "problem": "ZeroDivisionError: division by zero"}


@pytest.mark.full
def test_infinite_values_are_numbers_in_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    ready = prepare([("a", load("tree:[[inf,1],[inf,2]]"))], ["minimax"], (2, 2), 1000)
    write(rows_of(ready), tmp_path / "r.parquet", force=False)
    table = parquet.read_table(tmp_path / "r.parquet")
    assert table.column_names == list(COLUMNS)
    assert table.to_pylist()[0]["value"] == 2.0
    ready = prepare([("a", load("tree:[[inf,inf],[inf,2]]"))], ["minimax"], (2, 2), 1000)
    write(rows_of(ready), tmp_path / "s.parquet", force=False)
    assert parquet.read_table(tmp_path / "s.parquet").to_pylist()[0]["value"] == float("inf")


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        ([], 2, "no position was given"),
        (["no such"], 1, "there is no such file"),
        (["tictactoe:", "--depths", "3-1"], 2, "the depths go up"),
        (["tictactoe:", "--algorithms", "nothing"], 2, "nothing"),
        (["tictactoe:", "--algorithms", "minimax:depth=3"], 2, "the depths are set for all searches together"),
        (["connectfour:", "--algorithms", "notebook"], 2, "connectfour:: "),
        (["tictactoe:", "-o", "r.txt"], 2, "results are written as .csv, .parquet, and this is r.txt"),
        (["tictactoe:", "-o", "no/r.csv"], 1, "there is no such folder"),
        (["tictactoe:", "--plot", "r.png"], 2, "drawn as .svg"),
        (["tictactoe:", "--jobs", "2", "--cluster", "x"], 2, "--jobs is for processes of our own"),
        (["--list", "bad.txt"], 1, "bad.txt: line 2: "),
        (["connectfour:", "connectfour:9"], 1, "plyscope: connectfour:9: "),
        (["--list", "empty.txt"], 1, "the file has no positions"),
    ],
)
def test_refusals(arguments: list[str], status: int, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("connectfour:\nconnectfour:9\n", encoding="utf-8")
    (tmp_path / "empty.txt").write_text("# nothing\n", encoding="utf-8")
    check_refused(["batch", *arguments], status, complaint, tmp_path)
