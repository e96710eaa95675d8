"""The members of a trace file for user code, beside the columns of the recording.

Tables are mapped from the file; names, texts and how it ended are JSON. Nothing of it is ever executed: arguments and
results are texts, and stay so.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from plyscope.files.records import read_record, read_value
from plyscope.files.zip_members import StoredArchive, write_column, write_texts
from plyscope.messages import InputError
from plyscope.model.leaf_ends import COMPARISONS
from plyscope.model.origin import Origin, TracedUserCode
from plyscope.model.roles import DEPTH
from plyscope.model.user_code import CallTables, Ended, TracedFunction, UserCode, joined_files, texts_by_file
from plyscope.model.user_code_facts import Event, Guard, Site, UserCodeFacts

TEXTS, PRINTED = "own_texts.json", "own_printed.json"
COLUMNS = {name: f"own_{name}" for name in CallTables.TYPES}
FACT_COLUMNS = {"step": "own_fact_step", "event": "own_fact_event", "value": "own_fact_value"} | {
    "frame": "own_fact_frame",
    "site": "own_site",
}
USER_CODE_MEMBERS = frozenset(
    {TEXTS, PRINTED, *(f"{name}.npy" for name in (*COLUMNS.values(), *FACT_COLUMNS.values()))}
)

Manifest = Mapping[str, Any]


def has_user_code(path: Path) -> bool:
    """Whether a file is a recording of user code; False if it cannot be read."""
    try:
        with zipfile.ZipFile(path) as archive:
            return TEXTS in archive.NameToInfo
    except (OSError, zipfile.BadZipFile):
        return False


def has_facts(origin: Origin) -> bool:
    """Whether a recording has facts of user code beside its calls."""
    return isinstance(origin, TracedUserCode) and origin.user_code.facts.are_recorded


def item_counts(user_code: UserCode) -> dict[str, int]:
    """Return the number of items of each member; an empty column has no member."""
    counts = {f"{COLUMNS[name]}.npy": len(column) for name, column in user_code.tables.columns.items()}
    counts |= {f"{full}.npy": len(getattr(user_code.facts, name)) for name, full in FACT_COLUMNS.items()}
    counts |= {TEXTS: len(user_code.texts), PRINTED: len(user_code.printed)}
    return {name: count for name, count in counts.items() if count}


def user_code_manifest(user_code: UserCode, text: str) -> dict[str, Any]:
    """Return the manifest's entries for user code, with the text of each file where there are several."""
    texts = texts_by_file(text, user_code.files) if user_code.files else ()
    files = [{"file": one.path, "text": part} for one, part in zip(user_code.files, texts, strict=True)]
    facts = user_code.facts
    tables = {"events": facts.events, "sites": facts.sites, "guards": facts.guards} if facts.are_recorded else {}
    return (
        ({"files": files} if files else {})
        | tables
        | {
            "file": user_code.file,
            "call": user_code.call,
            "functions": [
                [function.name, list(function.parameters), list(function.variables), function.line, function.last_line]
                for function in user_code.functions
            ],
            "ended": [
                user_code.ended.how,
                user_code.ended.text,
                user_code.ended.frame,
                user_code.ended.line,
                user_code.ended.elsewhere,
                *([user_code.ended.lines_ended] if user_code.ended.lines_ended or user_code.ended.unread else []),
                *([user_code.ended.unread] if user_code.ended.unread else []),
            ],
            "proposal": user_code.proposal,
            "depends_on": None if user_code.depends_on is None else list(user_code.depends_on),
        }
    )


def write_user_code(archive: zipfile.ZipFile, user_code: UserCode) -> None:
    """Write the members for user code into a trace file."""
    for name, column in user_code.tables.columns.items():
        if len(column):
            write_column(archive, COLUMNS[name], np.ascontiguousarray(column, CallTables.TYPES[name]))
    for name, full in FACT_COLUMNS.items():
        column = getattr(user_code.facts, name)
        if len(column):
            write_column(archive, full, np.ascontiguousarray(column, UserCodeFacts.TYPES[name]))
    for name, texts in ((TEXTS, user_code.texts), (PRINTED, user_code.printed)):
        if texts:
            write_texts(archive, name, [with_escaped_surrogates(text) for text in texts])


def with_escaped_surrogates(text: str) -> str:
    """Return a text with lone surrogates escaped, which cannot be encoded."""
    return text.encode("utf-8", "backslashreplace").decode()


def read_user_code(
    archive: StoredArchive,
    members: Mapping[str, zipfile.ZipInfo],
    manifest: Manifest,
) -> UserCode:
    """Return the user code in a trace file."""
    counts = manifest["members"]
    columns = {}
    for name, kind in CallTables.TYPES.items():
        full = f"{COLUMNS[name]}.npy"
        count = counts.get(full, 0)
        if name in ("function", "result", "call") and count != manifest["frames"]:
            raise InputError("damaged: {name} should hold {count} items", name=full, count=manifest["frames"])
        columns[name] = archive.column(members[full], np.dtype(kind), count) if count else np.zeros(0, kind)
    texts, printed = (
        archive.texts(members[name], counts[name]) if counts.get(name) else () for name in (TEXTS, PRINTED)
    )
    found = user_code_from(manifest.get("own"), CallTables(**columns), texts, printed)
    facts = {}
    for name, kind in UserCodeFacts.TYPES.items():
        full = f"{FACT_COLUMNS[name]}.npy"
        count = counts.get(full, 0)
        facts[name] = archive.column(members[full], np.dtype(kind), count) if count else np.zeros(0, kind)
    return replace(found, facts=facts_from(manifest["own"], manifest["frames"], len(found.functions), facts))


def facts_from(stored: Manifest, frames: int, functions: int, columns: Mapping[str, Any]) -> UserCodeFacts:
    """Return the facts of a recording, checked item by item; empty in older ones."""
    try:
        events = tuple(read_record(Event, event) for event in stored.get("events", ()))
        sites = tuple(read_record(Site, site) for site in stored.get("sites", ()))
        guards = tuple(read_record(Guard, guard) for guard in stored.get("guards", ()))
    except (TypeError, ValueError) as error:
        raise InputError("damaged: the entries of the manifest about facts of user code") from error
    facts = UserCodeFacts(**columns, events=events, sites=sites, guards=guards)
    counts = {len(facts.step), len(facts.event), len(facts.value), len(facts.frame)}
    is_fine = (
        len(counts) == 1
        and len(facts.site) in ({0, frames} if not sites else {frames})
        and {event.function for event in events} | {site.function for site in sites} <= {*range(functions)}
        and all(0 <= guard.function < functions for guard in guards)
        and all(-1 <= event.guard < len(guards) for event in events)
        and bool((facts.event < len(events)).all())
        and (facts.frame.min(initial=0), facts.site.min(initial=-1)) >= (0, -1)
        and facts.frame.max(initial=-1) < frames
        and facts.site.max(initial=-1) < len(sites)
        and not np.any(np.diff(facts.step) < 0)
    )
    if not is_fine:
        raise InputError("damaged: the facts of user code do not fit the calls")
    return facts


def user_code_from(stored: Any, tables: CallTables, texts: tuple[str, ...], printed: tuple[str, ...]) -> UserCode:
    """Return the user code that a manifest describes, checked item by item."""
    try:
        functions = tuple(
            TracedFunction(
                read_text_value(name),
                read_texts_value(parameters),
                read_texts_value(variables),
                read_int(line),
                read_int(last),
            )
            for name, parameters, variables, line, last in stored["functions"]
        )
        proposal = stored["proposal"]
        if proposal is not None:
            check_proposal(proposal, functions)
        ended = read_record(Ended, stored["ended"])
        files = joined_files(texts_of_files(stored))[1]
        depends = stored.get("depends_on")  # older files do not say it
        depends = None if depends is None else read_texts_value(depends)
        user_code = (
            read_text_value(stored["file"]),
            read_text_value(stored["call"]),
            functions,
            tables,
            texts,
            printed,
            ended,
            proposal,
        )
        return UserCode(*user_code, depends, files)
    except (AttributeError, TypeError, ValueError, KeyError) as error:
        raise InputError("damaged: the entries of the manifest about user code") from error


def check_proposal(stored: Any, functions: Sequence[TracedFunction]) -> None:
    """Raise an error unless what a stored proposal says by function has the shape that is written.

    These parts are used before the proposal is read as a whole; the recording's signature says nothing of most of them.
    """
    for name in ("roles", "places"):
        for texts in stored.get(name, {}).values():
            for text in texts.values():
                read_text_value(text)
    for lines in stored.get("stored", {}).values():
        read_value(list[int], lines)
    parameters = {function.name: function.parameters for function in functions}
    for name, returns in stored.get("ends", {}).items():
        depth = [parameter for parameter, role in stored["roles"][name].items() if role == DEPTH]
        if len(depth) != 1 or depth[0] not in parameters[name]:
            raise ValueError
        for line, parts in read_value(list, returns):
            read_int(line)
            for part in read_value(list, parts):
                if part is not None:
                    check_part(part, parameters[name])


def check_part(part: Any, parameters: Sequence[str]) -> None:
    """Raise an error unless a part of a test compares the depth with a number or a parameter."""
    comparison, limit = read_value(list, part)
    if comparison not in COMPARISONS or (limit not in parameters and type(limit) not in (int, float)):
        raise ValueError


def texts_of_files(stored: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the path and text of each file, where the recording has several."""
    return [(read_text_value(file["file"]), read_text_value(file["text"])) for file in stored.get("files", ())]


def text_of_files(manifest: Manifest) -> str:
    """Return the text of a recording: the manifest's, or those of its files one after the other."""
    own = manifest.get("own")
    found = joined_files(texts_of_files(own))[0] if isinstance(own, dict) else ""
    return found or manifest["text"]


def read_text_value(value: Any) -> str:
    """Return a JSON value that must be a text; raise TypeError otherwise."""
    if type(value) is not str:
        raise TypeError
    return value


def read_int(value: Any) -> int:
    """Return a JSON value that must be a whole number; raise TypeError otherwise."""
    if type(value) is not int:
        raise TypeError
    return value


def read_texts_value(value: Any) -> tuple[str, ...]:
    """Return a JSON value that must be a list of texts; raise TypeError otherwise."""
    return tuple(map(read_text_value, value))
