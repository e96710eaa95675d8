"""What is to be run: a file, a call in it, and the limits; as it is remembered in the settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from plyscope.tracer.running import Limits

from plyscope_window.settings import Settings

MEBIBYTE = 1 << 20
MOST_SECONDS, MOST_MEMORY, MOST_CALLS = 86_400, 1 << 20, 100_000_000
"""The largest limits that can be asked for; those of memory are MiB."""
FEWEST_LEVELS, MOST_LEVELS = 10, 64_000


FORMER_KEYS = {"paths", "folder", "is_over"}
"""What was remembered too, and does not matter."""


@dataclass(frozen=True)
class RunRequest:
    """A call of a user's file."""

    file: str
    call: str
    functions: tuple[str, ...] = ()
    """What is traced; where nothing is named, what calls itself."""
    lines: bool | None = None
    """Whether executed lines are recorded; None: those of the beginning."""
    limits: Limits = field(default_factory=Limits)

    @property
    def facts(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of(facts: Mapping[str, Any]) -> RunRequest:
        """Read again; raises ValueError, TypeError or KeyError where it makes no sense."""
        limits = facts["limits"]
        if facts.keys() - FORMER_KEYS != {"file", "call", "functions", "lines", "limits"}:
            raise KeyError("other names")
        has_numbers = all(type(limits[name]) is int for name in ("memory", "frames", "depth"))
        texts = [facts["file"], facts["call"], *facts["functions"]]
        if not has_numbers or not all(isinstance(text, str) for text in texts):
            raise TypeError("other types")
        return RunRequest(
            facts["file"],
            facts["call"],
            tuple(facts["functions"]),
            {True: True, False: False, None: None}[facts["lines"]],
            Limits(float(limits["seconds"]), limits["memory"], limits["frames"], limits["depth"]),
        )


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
