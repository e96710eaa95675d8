from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtCore")

from plyscope.tracer.running import Limits
from plyscope_window.pages.usercode.recent_calls import KEY, MOST, remember, remembered, wanted_before
from plyscope_window.pages.usercode.run_request import RunRequest
from plyscope_window.settings import Settings


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("PLYSCOPE_STATE", str(tmp_path / "state"))
    return Settings()


def wanted(path: Path, call: str) -> RunRequest:
    path.touch()
    return RunRequest(str(path), call, ("f",), False, Limits(7, 1 << 28, 1234, 55))


def test_each_file_keeps_its_last_call_and_limits_and_the_latest_comes_first(
    tmp_path: Path, settings: Settings
) -> None:
    assert remembered(settings) == []
    first, other = wanted(tmp_path / "a.py", "f(1)"), wanted(tmp_path / "b.py", "f(2)")
    remember(settings, first)
    remember(settings, other)
    assert remembered(settings) == [other, first]
    changed = replace(first, call="f(3)")
    remember(settings, changed)
    assert remembered(Settings()) == [changed, other]
    assert wanted_before(settings, first.file) == changed
    assert wanted_before(settings, "/elsewhere.py") is None


def test_files_that_are_gone_and_too_many_are_left_away(tmp_path: Path, settings: Settings) -> None:
    for number in range(MOST + 3):
        remember(settings, wanted(tmp_path / f"{number}.py", "f(1)"))
    assert len(remembered(settings)) == MOST
    (tmp_path / f"{MOST}.py").unlink()
    assert len(remembered(settings)) == MOST - 1


@pytest.mark.parametrize("text", ["no JSON", "{}", "[3]", '[{"file": "x"}]', "null"])
def test_what_cannot_be_read_is_as_if_it_were_not_there(settings: Settings, text: str) -> None:
    settings.set(KEY, text)
    assert remembered(settings) == []
