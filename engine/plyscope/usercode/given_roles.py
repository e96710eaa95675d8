"""Roles that the user gives: `NAME=ROLE` on the command line, remembered for each file and function.

`board=board` gives a role to a parameter, `search.b=board` to that of one function. `value=score` or `value=[0]` says
which part of a result is the value, `max=X` which value of the parameter for the side means MAX (or `max=first`:
MAX moves in the first call and on every second ply), `seen-by=mover` that values are those of the side to move, as in
negamax. What is given as `auto` is recognised again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from plyscope.files.atomic import replacing
from plyscope.folders import config_folder
from plyscope.messages import InputError, OptionError
from plyscope.model.roles import BY_MAX, BY_MOVER, ROLES, SAID, SEEN_SAID, VALUE
from plyscope.model.user_code import UserCode
from plyscope.tracer.source_text import SourceFile

Given = dict[str, dict[str, str]]
AUTO = "auto"
FILE = "roles.json"
MAX_FILES = 500
"""Files whose roles are remembered."""


def given_roles(source: SourceFile, texts: Sequence[str], before: Mapping[str, Mapping[str, str]]) -> Given:
    """The roles of all functions of a file: those that are given now, and before."""
    given = {function: dict(roles) for function, roles in before.items()}
    for text in texts:
        name, sign, role = text.partition("=")
        name, role = name.strip(), role.strip()
        if not sign or not name or not role:
            raise OptionError("{text}: a role is given as NAME=ROLE, as in {example}", text=text, example="b=board")
        if role == VALUE:
            name, role = VALUE, name
        give(source, given, name, role)
    return {function: roles for function, roles in given.items() if roles}


def give(source: SourceFile, given: Given, name: str, role: str) -> None:
    holder, _, last = name.rpartition(".")
    if last == SEEN_SAID and role not in (BY_MAX, BY_MOVER, AUTO):
        raise OptionError("{role}: values are seen by {answers}", role=role, answers=f"{BY_MAX} {BY_MOVER}")
    if last not in SAID and role not in (*ROLES, AUTO):
        raise OptionError("{role} is no role; the roles are {roles}", role=role, roles=" ".join((*ROLES, VALUE)))
    functions = list(functions_with(source, holder, last))
    if not functions:
        known = dict.fromkeys(one for function in source.functions.values() for one in function.parameters)
        raise InputError(
            "no function in the file has a parameter {name}; there are: {names}", name=name, names=", ".join(known)
        )
    for function in functions:
        mine = given.setdefault(function, {})
        for other in [one for one, has in mine.items() if has == role and role in ROLES and one != last]:
            if role != "ignore":
                del mine[other]
        mine[last] = role
        if role == AUTO:
            del mine[last]


def remember_in(sources: Iterable[SourceFile], texts: Sequence[str]) -> None:
    """Remember roles in those of several files that have such parameters; an error where none has."""
    fault: InputError | None = None
    has_any = False
    for source in sources:
        try:
            remember(source.path, given_roles(source, texts, remembered(source.path)))
            has_any = True
        except OptionError:
            raise
        except InputError as error:
            fault = error
    if fault is not None and not has_any:
        raise fault


def functions_with(source: SourceFile, holder: str, name: str) -> Iterator[str]:
    """The functions that have a parameter, or a board outside of them, of a name."""
    # Functions that call themselves through other files are recursive in none of them.
    has_recursion = bool(source.recursive)
    for key, function in source.functions.items():
        is_meant = not holder or holder in (key, function.plain_name) or function.plain_name.endswith(f".{holder}")
        if is_meant and (
            name in (*function.parameters, *function.outside)
            or (name in SAID and (function.is_recursive or not has_recursion))
        ):
            yield key


# Remembered


def stored() -> dict[str, Any]:
    """What is remembered of all files; what cannot be read is treated as absent."""
    try:
        found = json.loads((config_folder() / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def remembered(file: str | Path) -> Given:
    """The roles that were given for the functions of a file."""
    found = stored().get(str(Path(file).absolute())) if str(file) else None
    if not isinstance(found, dict):
        return {}
    return {
        str(function): {str(name): str(role) for name, role in roles.items() if name in SAID or role in ROLES}
        for function, roles in found.items()
        if isinstance(roles, dict)
    }


def remembered_of(user_code: UserCode) -> Given:
    """The roles that were given for the functions of a recording, by their names in it."""
    if not user_code.files:
        return remembered(user_code.file)
    roles = {one.path: remembered(one.path) for one in user_code.files}
    found = {name: roles[path].get(own, {}) for name, path, own in places_of(user_code)}
    return {name: given for name, given in found.items() if given}


def remember_of(user_code: UserCode, given: Mapping[str, Mapping[str, str]]) -> None:
    """Remembers the roles of a recording's functions, each in its file; those of files that are gone are not kept."""
    names = [(user_code.file, given)]
    if user_code.files:
        places = [*places_of(user_code)]
        names = [
            (file.path, {own: given[name] for name, path, own in places if path == file.path and name in given})
            for file in user_code.files
        ]
    for path, roles in names:
        if path and Path(path).is_file():
            remember(path, roles)


def places_of(user_code: UserCode) -> Iterator[tuple[str, str, str]]:
    """Of each function in several files: its name in the recording, its file, and its name there."""
    for one in user_code.functions:
        if one.line:
            yield one.name, user_code.file_at(one.line).path, one.name.partition("@")[0]


def remember(file: str | Path, given: Mapping[str, Mapping[str, str]]) -> None:
    """Remembers the roles of a file, as its latest; where settings cannot be written, nothing is remembered."""
    files = stored()
    files.pop(str(Path(file).absolute()), None)
    if given:
        files[str(Path(file).absolute())] = given
    kept = dict(list(files.items())[-MAX_FILES:])
    with suppress(OSError, InputError):
        config_folder().mkdir(parents=True, exist_ok=True)
        with replacing(config_folder() / FILE, force=True) as place:
            place.write_text(json.dumps(kept, ensure_ascii=False, indent=1), encoding="utf-8")
