"""The commands stats and growth, as somebody types them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from plyscope.analysis import growth as growth_module
from plyscope.analysis.stats import as_csv, by_ply

from tests import full_traces
from tests.command_line import check_refused, facts, printed


def test_what_is_counted_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "plies.csv"
    found = facts("stats", "sample:tree/nine-leaves", "--csv", str(file))
    assert file.read_text() == as_csv(by_ply(full_traces.record("sample:tree/nine-leaves")))
    assert found["by_ply"][1]["first_move_cut_rate"] == 1.0
    _, err = printed("stats", "sample:tree/nine-leaves", "--csv", str(file), status=1)
    assert "exists" in err
    printed("stats", "tree:[1,2]", "--csv", str(file), "--force")
    assert len(file.read_text().splitlines()) == 3


def test_the_table_of_plies() -> None:
    out, _ = printed("stats", "sample:tree/nine-leaves")
    assert [line.split() for line in out.splitlines() if line.strip()[:1] == "1"] == [
        ["1", "3", "3", "0", "0", "2", "100.0%", "0", "1.67", "3.00", "0"]
    ]
    assert "cut by the first move  100.0%" in out
    assert "effective branching    2.37" in out


def test_growth_as_json_and_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "growth.csv"
    arguments = ("growth", "tictactoe:", "minimax", "alphabeta:order=best", "--depths", "1-3")
    found = facts(*arguments, "--csv", str(file))
    assert [one["who"] for one in found["searches"]] == ["minimax", "alphabeta:order=best"]
    assert [one["frames"] for one in found["searches"][0]["measured"]] == [10, 82, 586]
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert {(row["who"], row["depth"], row["frames"]) for row in rows} >= {("minimax", "3", "586")}
    assert len(rows) == 6


def test_growth_for_people() -> None:
    out, _ = printed("growth", "connectfour:4453", "--depths", "4", "--limit", "1000")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert any(line.startswith("minimax 4 1,000") and line.endswith("stopped at the limit") for line in lines)
    assert any(
        line.startswith("minimax 1.1 · 7.07^depth 1.000") and "more frames than the limit" in line for line in lines
    )
    assert any(line.startswith("alphabeta:order=center 3 150") for line in lines)


def test_growth_that_cannot_be() -> None:
    for arguments, status, words in (
        (("tictactoe:", "nonsense"), 2, "nonsense is not an algorithm"),
        (("tictactoe:", "--depths", "3-1"), 2, "the depths go up"),
        (("sample:tree/nine-leaves",), 1, "has no value of its own"),
        (("tictactoe:", "--limit", "0"), 2, "--limit"),
    ):
        check_refused(["growth", *arguments], status, words)


def test_what_was_measured_until_ctrl_c_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    import os
    import signal

    real, sent = growth_module.run, []

    def interrupting(plan: Any, limit: int, progress: Any, **how: Any) -> Any:
        if plan.options["depth"] == 3 and not sent:
            sent.append(True)
            os.kill(os.getpid(), signal.SIGINT)
        return real(plan, limit, progress, **how)

    monkeypatch.setattr(growth_module, "run", interrupting)
    out, err = printed("growth", "tictactoe:", "minimax", "--depths", "1-8", "--json", status=130)
    measured = json.loads(out)["searches"][0]["measured"]
    assert [one["depth"] for one in measured][:2] == [1, 2]
    assert len(measured) <= 4
    assert f"interrupted: {len(measured)} measurements are kept" in err
