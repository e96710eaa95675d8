"""What to run: a file, a call in it, and the limits; and the last requests, kept in the settings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyscope.tracer.starting import Limits

if TYPE_CHECKING:
    from plyscope_window.settings import Settings

MEBIBYTE = 1 << 20
MAX_SECONDS, MAX_MEMORY, MAX_CALLS = 86_400, 1 << 20, 100_000_000
"""The largest limits that can be requested; that of memory is in MiB."""
MIN_LEVELS, MAX_LEVELS = 10, 64_000


def usual_limits(settings: Settings) -> Limits:
    """The limits with which a program runs unless others are given for it."""
    usual = Limits()
    return Limits(
        seconds=settings.number("limits/seconds", usual.seconds, 1, MAX_SECONDS),
        memory=round(settings.number("limits/memory", usual.memory // MEBIBYTE, 64, MAX_MEMORY)) * MEBIBYTE,
        frames=round(settings.number("limits/calls", usual.frames, 1, MAX_CALLS)),
        depth=usual.depth,
    )


IGNORED_KEYS = {"paths", "folder", "is_over"}
"""Keys of earlier versions, which are ignored."""


@dataclass(frozen=True)
class RunRequest:
    """A call of a function in a user's file."""

    file: str
    call: str
    functions: tuple[str, ...] = ()
    """The traced functions; if empty, the recursive ones."""
    lines: bool | None = None
    """Whether executed lines are recorded; None: only the first ones, as many as fit."""
    limits: Limits = field(default_factory=Limits)

    @property
    def facts(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of(facts: Mapping[str, Any]) -> RunRequest:
        """The request with these facts; raise ValueError, TypeError or KeyError if they are invalid."""
        limits = facts["limits"]
        if facts.keys() - IGNORED_KEYS != {"file", "call", "functions", "lines", "limits"}:
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


MAX_REQUESTS = 20
KEY = "own_code"


def remembered(settings: Settings) -> list[RunRequest]:
    """The requests in the settings, the last one first, without those of missing files."""
    try:
        lines = json.loads(settings.text(KEY, "[]"))
        found = [RunRequest.of(facts) for facts in lines]
    except (ValueError, TypeError, KeyError, AttributeError):
        return []
    return [one for one in found if Path(one.file).exists()][:MAX_REQUESTS]


def remember(settings: Settings, request: RunRequest) -> None:
    """Save a request as the last one, in place of an earlier one for the same file."""
    others = [one for one in remembered(settings) if one.file != request.file]
    settings.set(KEY, json.dumps([one.facts for one in [request, *others][:MAX_REQUESTS]]))


def last_request(settings: Settings, file: str) -> RunRequest | None:
    return next((one for one in remembered(settings) if one.file == file), None)
