"""What is to be run of a file, written down and read again, and remembered for each file."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from plyscope.files.records import read_record
from plyscope.tracer.starting import Limits
from plyscope_window.pages.usercode.requests import (
    CALL,
    CALLS_KEY,
    MAX_REQUESTS,
    PROGRAMS_KEY,
    RunRequest,
    last_request,
    last_requests,
    read_request,
    remember_request,
)
from plyscope_window.settings import Settings

REQUEST = RunRequest(CALL, "/a/b.py", "f(1, 'ü')", ("f", "C.g"), lines=True, limits=Limits(3.5, 1 << 28, 1000, 99))


@pytest.mark.parametrize("lines", [None, True, False])
def test_it_is_remembered_as_it_was(lines: bool | None) -> None:
    request = replace(REQUEST, lines=lines)
    remembered = json.loads(json.dumps(asdict(request)))
    assert read_request(remembered) == request
    assert read_request({**remembered, "paths": ["/x"], "is_over": False}) == request


@pytest.mark.parametrize(
    "change",
    [
        {"target": 3}, {"functions": [3]}, {"lines": "yes"}, {"limits": []},
        {"limits": {"seconds": 1, "memory": "much", "frames": 1, "depth": 1}},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="no "):
        read_record(RunRequest, {**json.loads(json.dumps(asdict(REQUEST))), **change})


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("PLYSCOPE_STATE", str(tmp_path / "state"))
    return Settings()


def request(path: Path, call: str) -> RunRequest:
    path.touch()
    return RunRequest(CALL, str(path), call, ("f",), lines=False, limits=Limits(7, 1 << 28, 1234, 55))


def test_each_file_keeps_its_last_call_and_limits_and_the_latest_comes_first(
    tmp_path: Path, settings: Settings
) -> None:
    assert last_requests(settings, CALLS_KEY) == []
    first, other = request(tmp_path / "a.py", "f(1)"), request(tmp_path / "b.py", "f(2)")
    remember_request(settings, first)
    remember_request(settings, other)
    assert last_requests(settings, CALLS_KEY) == [other, first]
    changed = replace(first, call="f(3)")
    remember_request(settings, changed)
    assert last_requests(Settings(), CALLS_KEY) == [changed, other]
    assert last_request(settings, CALL, first.target) == changed
    assert last_request(settings, CALL, "/elsewhere.py") is None


def test_files_that_are_gone_and_too_many_are_left_away(tmp_path: Path, settings: Settings) -> None:
    for number in range(MAX_REQUESTS + 3):
        remember_request(settings, request(tmp_path / f"{number}.py", "f(1)"))
    assert len(last_requests(settings, CALLS_KEY)) == MAX_REQUESTS
    (tmp_path / f"{MAX_REQUESTS}.py").unlink()
    assert len(last_requests(settings, CALLS_KEY)) == MAX_REQUESTS - 1


@pytest.mark.parametrize("text", ["no JSON", "{}", "[3]", '[{"file": "x"}]', "null"])
def test_what_cannot_be_read_is_as_if_it_were_not_there(settings: Settings, text: str) -> None:
    settings.set(CALLS_KEY, text)
    assert last_requests(settings, CALLS_KEY) == []


def test_a_program_of_an_unknown_kind_is_left_away(settings: Settings) -> None:
    known = RunRequest("module", "one", lines=True)
    for request in (known, RunRequest("kernel", "two")):
        remember_request(settings, request)
    assert last_requests(settings, PROGRAMS_KEY) == [known]


def test_what_an_earlier_version_has_kept_of_a_call_is_read(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "a.py"
    path.touch()
    kept = {"file": str(path), "call": "f(1)", "functions": ["f"], "lines": None, "limits": {"seconds": 9}}
    settings.set(CALLS_KEY, json.dumps([kept]))
    assert last_request(settings, CALL, str(path)) == RunRequest(
        CALL, str(path), "f(1)", ("f",), limits=Limits(seconds=9)
    )
