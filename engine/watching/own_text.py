"""The text of somebody's file, read and not run: the functions in it, and which of them are to be watched."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.messages import InputError
from engine.sources import samples_folder
from engine.watching.implied import recursive_by_implication
from engine.watching.inside.recursion import Function, called_in, functions_in, reachable

LARGEST_TEXT = 1 << 20


@dataclass(frozen=True)
class OwnText:
    """Somebody's file, read and not run."""

    path: Path
    text: str
    functions: dict[str, Function]

    def reached_from(self, names: Sequence[str]) -> set[str]:
        """These functions and all that they come to."""
        return set(names).union(*(reachable(name, self.functions) for name in names))

    @property
    def recursive(self) -> list[str]:
        return [name for name, function in self.functions.items() if function.is_recursive]


def own_file(path: str | Path) -> Path:
    """Where the file is; sample:recursion/fibonacci is one that we bring along."""
    name = str(path)
    if not name.startswith("sample:"):
        return Path(path).absolute()
    folder = samples_folder().resolve()
    found = (folder / f"{name.removeprefix('sample:')}.py").resolve()
    if folder not in found.parents or not found.is_file():
        raise InputError("there is no sample {name} of a program", name=name.removeprefix("sample:"))
    return found


def read_own_text(path: str | Path) -> OwnText:
    """The file and the functions in it. Nothing is run."""
    place = own_file(path)
    try:
        with tokenize.open(str(place)) as file:
            text = file.read(LARGEST_TEXT + 1)
        if len(text) > LARGEST_TEXT:
            raise InputError("{path}: longer than {most} characters", path=str(path), most=LARGEST_TEXT)
        tree = ast.parse(text, str(place))
    except SyntaxError as error:
        raise InputError(
            "{path}: line {line}: this is not Python: {reason}",
            path=str(path),
            line=error.lineno or 0,
            reason=error.msg,
        ) from error
    except OSError as error:
        raise InputError("{path}: cannot be read: {reason}", path=str(path), reason=error.strerror) from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise InputError("{path}: this is not Python: {reason}", path=str(path), reason=str(error)) from error
    return OwnText(place, text, functions_in(tree))


def chosen(own: OwnText, call: str, names: Sequence[str]) -> list[str]:
    """The functions to watch: those asked for, else the recursive ones, with those called where none is reached."""
    try:
        expression = ast.parse(call.strip(), mode="eval").body
    except (SyntaxError, ValueError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise InputError("{call} is no call that Python understands: {reason}", call=call, reason=reason) from error
    found: list[str] = []
    for name in names:
        matching = [
            full
            for full, one in own.functions.items()
            if name in (full, one.plain_name) or one.plain_name.endswith(f".{name}")
        ]
        if not matching:
            known = ", ".join(own.functions) or "none"
            raise InputError("there is no function {name} in the file; there are: {names}", name=name, names=known)
        found += [full for full in matching if full not in found]
    if found:
        return found
    called = set(called_in(expression))
    meant = [full for full, one in own.functions.items() if one.last_name in called or not called.isdisjoint(one.also)]
    found = own.recursive
    if not any(own.functions[name].is_recursive for name in own.reached_from(meant)):
        implied = recursive_by_implication(own.functions, expression)
        found = [*dict.fromkeys([*(implied or meant), *found])]
    if not found:
        raise InputError("no function in {path} calls itself, and the call names none of them", path=str(own.path))
    return found
