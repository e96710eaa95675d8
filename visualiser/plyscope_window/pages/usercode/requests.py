"""What to run: a call of a function in a file, or a whole program; and the last of each, kept in the settings."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyscope.files.records import read_record
from plyscope.messages import InputError
from plyscope.tracer.starting import Limits

if TYPE_CHECKING:
    from plyscope.tracer.programs import Program

    from plyscope_window.settings import Settings

MAX_PRINTED_CHARS = 20_000
"""The most characters of printed text in one report; the window shows its end, and the recording has all of it."""
CALL, FILE, MODULE, TESTS, TEXT = "call", "file", "module", "tests", "text"
"""The kinds of requests."""
KINDS = (CALL, FILE, MODULE, TESTS, TEXT)


@dataclass(frozen=True)
class RunRequest:
    """What is to be run, as the user has named it, and how it is recorded."""

    kind: str = FILE
    target: str = ""
    """A file or notebook, the name of a module, FILE.py::test, or the pasted text itself."""
    call: str = ""
    """The call of a function in the file; empty for a whole program."""
    functions: tuple[str, ...] = ()
    """The functions of the file that are traced in a call; if empty, the recursive ones."""
    arguments: str = ""
    """The program's arguments, as one would type them after its name."""
    folder: str = ""
    """The current folder of the program; empty for the folder of its file."""
    python: str = ""
    """The interpreter or its environment; empty for the one that is found for the program."""
    modules: str = ""
    """Installed modules that are traced too, separated by spaces."""
    lines: bool | None = None
    """Whether executed lines are recorded; None: only the first ones, as many as fit."""
    limits: Limits = field(default_factory=Limits)
    """Of a call its limits; of a program those of each recorded call, and its memory is not limited."""

    @property
    def is_call(self) -> bool:
        """Whether a call of a function is run, and not a whole program."""
        return self.kind == CALL

    @property
    def name(self) -> str:
        """The program's name in a title."""
        if self.kind == TEXT:
            return ""
        return self.target if self.kind == MODULE else Path(self.target).name

    @property
    def place(self) -> Path:
        """The current folder of the program."""
        if self.folder and not self.is_call:
            return Path(self.folder).expanduser()
        if self.kind in (CALL, FILE, TESTS) and self.target:
            return Path(self.target.partition("::")[0]).expanduser().absolute().parent
        return Path.home()

    @property
    def program(self) -> Program:
        """The program as the engine runs it; raise InputError if there is none of this name."""
        from plyscope.tracer import programs

        try:
            arguments = shlex.split(self.arguments)
        except ValueError as error:
            raise InputError("the arguments cannot be split: {reason}", reason=str(error)) from error
        if not self.target.strip():
            raise InputError("nothing to run has been named yet")
        if not self.place.is_dir():
            raise InputError("{path}: there is no such folder", path=str(self.place))
        if self.kind == MODULE:
            return programs.module_of(self.target.strip(), arguments, self.place)
        if self.kind == TEXT:
            return programs.pasted_program(self.target, "", arguments, self.place)
        target = str(Path(self.target).expanduser())
        return programs.program_of(target, self.call if self.is_call else "", arguments, self.place)


# The last ones

MAX_REQUESTS = 20
"""The largest number of requests that are kept."""
CALLS_KEY, PROGRAMS_KEY = "own_code", "programs"
"""Where the settings keep the last calls and the last programs."""


def settings_key(request: RunRequest) -> str:
    """Return the key of the settings that keeps requests like this one."""
    return CALLS_KEY if request.is_call else PROGRAMS_KEY


def read_request(facts: Any) -> RunRequest:
    """Return a request out of the settings. One with a `file` is a call, as earlier versions wrote it."""
    fields = {"kind": CALL, "target": facts["file"], **facts} if "file" in facts else facts
    return read_record(RunRequest, fields)


def last_requests(settings: Settings, key: str) -> list[RunRequest]:
    """Return the last requests, the latest first, one for each thing that is run; no calls in missing files."""
    try:
        requests = [read_request(facts) for facts in json.loads(settings.text(key, "[]"))]
    except (ValueError, TypeError):
        return []
    return [
        request
        for request in requests
        if request.kind in KINDS and (not request.is_call or Path(request.target).exists())
    ][:MAX_REQUESTS]


def remember_request(settings: Settings, request: RunRequest) -> None:
    """Keep a request as the last one, in place of an earlier one for the same thing."""
    key, thing = settings_key(request), (request.kind, request.target)
    others = [other for other in last_requests(settings, key) if (other.kind, other.target) != thing]
    settings.set(key, json.dumps([asdict(other) for other in [request, *others][:MAX_REQUESTS]]))


def last_request(settings: Settings, kind: str, target: str) -> RunRequest | None:
    """Return the last request for a thing; None if there is none."""
    requests = last_requests(settings, settings_key(RunRequest(kind)))
    return next((request for request in requests if (request.kind, request.target) == (kind, target)), None)
