"""The files that were run before, each with its call, what was watched and its limits; the latest first."""

from __future__ import annotations

import json
from pathlib import Path

from plyscope_window.pages.usercode.run_request import RunRequest
from plyscope_window.settings import Settings

MOST = 20
KEY = "own_code"


def remembered(settings: Settings) -> list[RunRequest]:
    """What cannot be read is as if it were not there; nor is what has been moved away."""
    try:
        lines = json.loads(settings.text(KEY, "[]"))
        found = [RunRequest.of(facts) for facts in lines]
    except (ValueError, TypeError, KeyError, AttributeError):
        return []
    return [one for one in found if Path(one.file).exists()][:MOST]


def remember(settings: Settings, wanted: RunRequest) -> None:
    """A file has one place in the list, with what was wanted of it last."""
    others = [one for one in remembered(settings) if one.file != wanted.file]
    settings.set(KEY, json.dumps([one.facts for one in [wanted, *others][:MOST]]))


def wanted_before(settings: Settings, file: str) -> RunRequest | None:
    return next((one for one in remembered(settings) if one.file == file), None)
