"""What to run: a call in a file with its limits, or a whole program; and the last of each, kept in the settings."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from plyscope.files.records import read_record
from plyscope.messages import InputError
from plyscope.tracer.starting import Limits

if TYPE_CHECKING:
    from plyscope.tracer.programs import Program

    from plyscope_window.settings import Settings

MAX_PRINTED_AT_ONCE = 20_000
"""The most characters of printed text in one report; the window shows its end, and the recording has all of it."""


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


FILE, MODULE, TESTS, TEXT = "file", "module", "tests", "text"
KINDS = (FILE, MODULE, TESTS, TEXT)


@dataclass(frozen=True)
class ProgramRequest:
    """A whole program, as the user has named it."""

    kind: str = FILE
    target: str = ""
    """A file or notebook, the name of a module, FILE.py::test, or the pasted text itself."""
    arguments: str = ""
    """The program's arguments, as one would type them after its name."""
    folder: str = ""
    """The current folder of the program; empty for the folder of its file."""
    python: str = ""
    """The interpreter or its environment; empty for the one that is found for the program."""
    modules: str = ""
    """Installed modules that are traced too, separated by spaces."""
    lines: bool | None = None
    """Whether executed lines are recorded; None: only the first ones."""

    @property
    def name(self) -> str:
        """The program's name in a title."""
        if self.kind == TEXT:
            return ""
        return self.target if self.kind == MODULE else Path(self.target).name

    @property
    def place(self) -> Path:
        """The current folder of the program."""
        if self.folder:
            return Path(self.folder).expanduser()
        if self.kind in (FILE, TESTS) and self.target:
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
            return programs.pasted(self.target, "", arguments, self.place)
        return programs.program_of(str(Path(self.target).expanduser()), "", arguments, self.place)


# The last ones

MAX_REQUESTS = 20
Request = TypeVar("Request", bound=RunRequest | ProgramRequest)


@dataclass(frozen=True)
class LastRequests(Generic[Request]):
    """The last requests of a kind in the settings, one for each thing that is run."""

    key: str
    kind: type[Request]
    what: Callable[[Request], object]
    """What a request runs."""
    is_there: Callable[[Request], bool] = lambda _: True

    def all(self, settings: Settings) -> list[Request]:
        """The requests, the last one first, without those of missing files."""
        try:
            found = [read_record(self.kind, facts) for facts in json.loads(settings.text(self.key, "[]"))]
        except (ValueError, TypeError):
            return []
        return [one for one in found if self.is_there(one)][:MAX_REQUESTS]

    def add(self, settings: Settings, request: Request) -> None:
        """Save a request as the last one, in place of an earlier one for the same thing."""
        others = [one for one in self.all(settings) if self.what(one) != self.what(request)]
        settings.set(self.key, json.dumps([asdict(one) for one in [request, *others][:MAX_REQUESTS]]))

    def find(self, settings: Settings, what: object) -> Request | None:
        return next((one for one in self.all(settings) if self.what(one) == what), None)


CALLS = LastRequests("own_code", RunRequest, lambda one: one.file, lambda one: Path(one.file).exists())
PROGRAMS = LastRequests("programs", ProgramRequest, lambda one: (one.kind, one.target), lambda one: one.kind in KINDS)
