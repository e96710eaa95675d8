"""Which program to run as a whole, and how: as the settings remember it, and as the engine takes it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyscope.messages import InputError

if TYPE_CHECKING:
    from plyscope.tracer.programs import Program

    from plyscope_window.settings import Settings

FILE, MODULE, TESTS, TEXT = "file", "module", "tests", "text"
KINDS = (FILE, MODULE, TESTS, TEXT)
KEY = "programs"
MAX_REQUESTS = 20


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

    @staticmethod
    def of(facts: Mapping[str, Any]) -> ProgramRequest:
        """The request with these facts; raise ValueError, TypeError or KeyError if they are invalid."""
        made = ProgramRequest(**facts)
        texts = [made.target, made.arguments, made.folder, made.python, made.modules]
        if made.kind not in KINDS or not all(isinstance(text, str) for text in texts):
            raise TypeError("other types")
        return replace(made, lines={True: True, False: False, None: None}[made.lines])


def remembered(settings: Settings) -> list[ProgramRequest]:
    """The requests in the settings, the last one first."""
    try:
        return [ProgramRequest.of(facts) for facts in json.loads(settings.text(KEY, "[]"))][:MAX_REQUESTS]
    except (ValueError, TypeError, KeyError, AttributeError):
        return []


def remember(settings: Settings, request: ProgramRequest) -> None:
    """Save a request as the last one, in place of an earlier one for the same program."""
    others = [one for one in remembered(settings) if (one.kind, one.target) != (request.kind, request.target)]
    settings.set(KEY, json.dumps([asdict(one) for one in [request, *others][:MAX_REQUESTS]]))


def last_request(settings: Settings, kind: str, target: str) -> ProgramRequest | None:
    """The last request for a program."""
    return next((one for one in remembered(settings) if (one.kind, one.target) == (kind, target)), None)
