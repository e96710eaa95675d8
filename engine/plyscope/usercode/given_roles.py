"""Roles that the user gives: `NAME=ROLE` on the command line, remembered for the text of each function.

A function that stands elsewhere with the same text has the same roles; one whose text has changed is recognised anew.

`board=board` gives a role to a parameter, `search.b=board` to that of one function. `value=score` or `value=[0]` says
which part of a result is the value, `max=X` which value of the parameter for the side means MAX (or `max=first`:
MAX moves in the first call and on every second ply), `seen-by=mover` that values are those of the side to move, as in
negamax. What is given as `auto` is recognised again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from textwrap import dedent
from typing import Any

from plyscope.files.atomic import write_json
from plyscope.folders import config_folder
from plyscope.messages import InputError, OptionError
from plyscope.model.roles import BY_MAX, BY_MOVER, GIVEN_NAMES, GIVEN_VIEW, IGNORE, ROLES, VALUE
from plyscope.model.trace import Trace
from plyscope.tracer.source_text import SourceFile

Given = dict[str, dict[str, str]]
AUTO = "auto"
ROLES_FILE = "roles.json"
MAX_FUNCTIONS = 2000
"""Functions whose roles are remembered."""


def given_roles(source: SourceFile, texts: Sequence[str], before: Mapping[str, Mapping[str, str]]) -> Given:
    """Return the roles of all functions of a file: those given before, changed by texts NAME=ROLE."""
    given = {function: dict(roles) for function, roles in before.items()}
    for text in texts:
        name, sign, role = text.partition("=")
        name, role = name.strip(), role.strip()
        if not sign or not name or not role:
            raise OptionError("{text}: a role is given as NAME=ROLE, as in {example}", text=text, example="b=board")
        if role == VALUE:
            name, role = VALUE, name
        add_given_role(source, given, name, role)
    return {function: roles for function, roles in given.items() if roles}


def add_given_role(source: SourceFile, given: Given, name: str, role: str) -> None:
    """Give a role to a parameter of the functions of a file that have it; an error where none has.

    Another parameter of such a function loses the role; `auto` takes away what was given before.
    """
    holder, _, last = name.rpartition(".")
    if last == GIVEN_VIEW and role not in (BY_MAX, BY_MOVER, AUTO):
        raise OptionError("{role}: values are seen by {answers}", role=role, answers=f"{BY_MAX} {BY_MOVER}")
    if last not in GIVEN_NAMES and role not in (*ROLES, AUTO):
        raise OptionError("{role} is no role; the roles are {roles}", role=role, roles=" ".join((*ROLES, VALUE)))
    functions = list(functions_with_name(source, holder, last))
    if not functions:
        known = dict.fromkeys(parameter for function in source.functions.values() for parameter in function.parameters)
        raise InputError(
            "no function in the file has a parameter {name}; there are: {names}", name=name, names=", ".join(known)
        )
    for function in functions:
        mine = given.setdefault(function, {})
        if role in ROLES and role != IGNORE:
            for other in [known for known, its_role in mine.items() if its_role == role and known != last]:
                del mine[other]
        mine[last] = role
        if role == AUTO:
            del mine[last]


def remember_given_texts(sources: Iterable[SourceFile], texts: Sequence[str]) -> None:
    """Remember roles, given as NAME=ROLE, for those files that have such parameters; an error where none has."""
    fault: InputError | None = None
    has_any = False
    for source in sources:
        keys = function_keys_of_file(source)
        try:
            remember_roles(keys, given_roles(source, texts, remembered_roles(keys)))
            has_any = True
        except OptionError:
            raise
        except InputError as error:
            fault = error
    if fault is not None and not has_any:
        raise fault


def functions_with_name(source: SourceFile, holder: str, name: str) -> Iterator[str]:
    """Yield the functions that have a parameter of a name, or read a board of that name outside of them.

    Names such as `value` and `max` are of no parameter: they mean all recursive functions.
    """
    # Functions that call themselves through other files are recursive in none of them.
    has_recursion = bool(source.recursive)
    for key, function in source.functions.items():
        is_meant = not holder or holder in (key, function.plain_name) or function.plain_name.endswith(f".{holder}")
        if is_meant and (
            name in (*function.parameters, *function.outside)
            or (name in GIVEN_NAMES and (function.is_recursive or not has_recursion))
        ):
            yield key


# Remembered


def function_keys_of_file(source: SourceFile) -> dict[str, str]:
    """Return the keys under which the roles of the functions of a file are remembered, by function."""
    nodes = {name: function.node for name, function in source.functions.items()}
    return {name: function_key(source.text, node.lineno, node.end_lineno or 0) for name, node in nodes.items()}


def roles_of(trace: Trace) -> Given:
    """Return the roles that the user gave for the functions of a recording, as remembered for their texts."""
    return remembered_roles(function_keys(trace)) if stored_roles() else {}


def function_keys(trace: Trace) -> dict[str, str]:
    """Return the keys under which the roles of the functions of a recording are remembered, by function."""
    functions = [function for function in trace.user_code.functions if function.line]
    return {function.name: function_key(trace.text, function.line, function.last_line) for function in functions}


def function_key(text: str, line: int, last_line: int) -> str:
    """Return the hash of a function's text, which is the key for its roles; its indentation does not count."""
    from hashlib import sha256

    function = dedent("\n".join(text.split("\n")[line - 1 : last_line]))
    return sha256(function.encode("utf-8", "replace")).hexdigest()


def stored_roles() -> dict[str, Any]:
    """Return the remembered roles of all functions, by key; a file that cannot be read is treated as absent."""
    try:
        stored = json.loads((config_folder() / ROLES_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return stored if isinstance(stored, dict) else {}


def remembered_roles(keys: Mapping[str, str]) -> Given:
    """Return the roles that are remembered for functions, of which the keys are given."""
    functions = stored_roles()
    roles = {name: functions[key] for name, key in keys.items() if isinstance(functions.get(key), dict)}
    known = {
        name: {
            str(parameter): str(role)
            for parameter, role in of_function.items()
            if parameter in GIVEN_NAMES or role in ROLES
        }
        for name, of_function in roles.items()
    }
    return {name: of_function for name, of_function in known.items() if of_function}


def remember_roles(keys: Mapping[str, str], given: Mapping[str, Mapping[str, str]]) -> None:
    """Remember roles in place of all that the functions had, as the latest; not where settings cannot be written."""
    functions = stored_roles()
    for name, key in keys.items():
        functions.pop(key, None)
        if given.get(name):
            functions[key] = given[name]
    kept = dict(list(functions.items())[-MAX_FUNCTIONS:])
    with suppress(OSError, InputError):
        config_folder().mkdir(parents=True, exist_ok=True)
        write_json(config_folder() / ROLES_FILE, kept, force=True)
