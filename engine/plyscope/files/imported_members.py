"""What an imported recording has in a trace file beside its columns: pruned moves, texts, chances, further facts.

The manifest names these members and says how many items each of them has. Further facts lie name after name, each for
all frames: numbers in one member, all others in another, as numbers of the values that the manifest lists.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.files.sources import read_text
from plyscope.files.user_code_members import (
    USER_CODE_MEMBERS,
    item_counts,
    read_user_code,
    text_of_files,
    user_code_manifest,
    write_user_code,
)
from plyscope.files.zip_members import StoredArchive, write_column, write_texts
from plyscope.games import GAMES
from plyscope.messages import InputError, Message, OptionError
from plyscope.model.columns import DEPTHS
from plyscope.model.declaration import CUTS, Windows
from plyscope.model.further_facts import FACT_NAME, MAX_FACTS, NO_FURTHER_FACTS, Fact, FurtherFacts
from plyscope.model.imported import IMPORTED, USER_CODE, imported_plan, user_code_plan
from plyscope.model.origin import Imported, Origin, TracedUserCode
from plyscope.model.plan import Plan
from plyscope.model.position import Position
from plyscope.model.recorded_game import recorded_position
from plyscope.model.traced_game import traced_position
from plyscope.model.user_code import CallTexts

PRUNED, MOVES, CHANCES = "left_out.npy", "moves.json", "probability.npy"
DEPTH, TAGS = "depth.npy", "tags.npy"
NUMBERS, VALUES = "x_numbers.npy", "x_values.npy"
OF_EVERY_SEARCH = frozenset({CHANCES, DEPTH, TAGS})
"""Those that a recording of one of our searches may have, too."""
MEMBERS = OF_EVERY_SEARCH | {PRUNED, MOVES, NUMBERS, VALUES} | USER_CODE_MEMBERS

Manifest = Mapping[str, Any]
Members = Mapping[str, zipfile.ZipInfo]


def members_of(origin: Origin, text: str = "") -> dict[str, Any]:
    """Return the manifest's entries for the members beside the columns; empty ones are omitted.

    The text of user code in several files is stored file by file, and not once more as a whole.
    """
    beside = {name: len(column) for name, column in columns_beside(origin).items()}
    if not isinstance(origin, Imported):
        return {"members": beside} if beside else {}
    counts = {PRUNED: len(origin.pruned_moves)} if len(origin.pruned_moves) else {}
    if has_own_move_texts(origin):
        counts[MOVES] = len(origin.texts or ())
    counts |= beside
    facts = origin.further_facts
    x = {"x": {"numbers": sorted(facts.numbers), "values": lists_of(facts)}} if facts.names else {}
    if not isinstance(origin, TracedUserCode):
        return {"members": counts, **x}
    user_code = origin.user_code
    found = {**x, "members": counts | item_counts(user_code), "own": user_code_manifest(user_code, text)}
    return found | ({"text": ""} if user_code.files else {})


def lists_of(facts: FurtherFacts) -> dict[str, list[Fact]]:
    """Return the different values of each further fact that is not always a number."""
    return {name: list(facts.values[name][0]) for name in sorted(facts.values)}


def columns_beside(origin: Origin) -> dict[str, NDArray[Any]]:
    """Return the columns of probabilities, depths, tags and further facts that are not empty."""
    found: dict[str, NDArray[Any]] = {}
    facts = origin.further_facts
    if origin.probabilities is not None:
        found[CHANCES] = np.ascontiguousarray(origin.probabilities, "<f8")
    if origin.depths is not None:
        found[DEPTH] = np.ascontiguousarray(origin.depths, DEPTHS)
    if origin.tags is not None:
        found[TAGS] = np.ascontiguousarray(origin.tags, "<u2")
    if facts.numbers:
        found[NUMBERS] = np.concatenate([facts.numbers[name] for name in sorted(facts.numbers)]).astype("<f8")
    if facts.values:
        found[VALUES] = np.concatenate([facts.values[name][1] for name in sorted(facts.values)]).astype("<i4")
    return found


def has_own_move_texts(imported: Imported) -> bool:
    """Whether the texts of the moves must be written, since no game provides them."""
    return imported.texts is not None and not isinstance(imported.texts, CallTexts)


def write_beside(archive: zipfile.ZipFile, origin: Origin) -> None:
    """Write the members beside the columns into a trace file."""
    if isinstance(origin, Imported) and len(origin.pruned_moves):
        write_column(archive, PRUNED.removesuffix(".npy"), origin.pruned_moves)
    if isinstance(origin, Imported) and has_own_move_texts(origin):
        write_texts(archive, MOVES, origin.texts or ())
    for name, column in columns_beside(origin).items():
        write_column(archive, name.removesuffix(".npy"), column)
    if isinstance(origin, TracedUserCode):
        write_user_code(archive, origin.user_code)


def read_imported(archive: StoredArchive, members: Members, manifest: Manifest) -> Imported | None:
    """Return the members beside the columns of an imported recording; None for one of our own."""
    check_members(manifest, members)
    if manifest["algorithm"] not in (IMPORTED.name, USER_CODE.name):
        return None
    counts, pruned, texts = manifest["members"], np.zeros(0, "<i4"), None
    if PRUNED in counts:
        pruned = archive.column(members[PRUNED], np.dtype("<i4"), counts[PRUNED])
    if MOVES in counts:
        texts = archive.texts(members[MOVES], counts[MOVES], may_be_empty=False)
    if manifest["algorithm"] == IMPORTED.name:
        chances = None
        if CHANCES in counts:
            chances = archive.column(members[CHANCES], np.dtype("<f8"), manifest["frames"])
        further = read_facts(archive, members, manifest)
        return Imported(pruned, texts, further=further, probabilities=chances)
    user_code = read_user_code(archive, members, manifest)
    if texts is None and manifest["game"] not in GAMES:
        return TracedUserCode(pruned, CallTexts(user_code), user_code)
    return TracedUserCode(pruned, texts, user_code)


def read_beside(archive: StoredArchive, members: Members, manifest: Manifest) -> dict[str, Any]:
    """Return the depths and tags in a trace file, as fields of an origin."""
    kinds = {"depths": (DEPTH, DEPTHS), "tags": (TAGS, "<u2")}
    return {
        field: archive.column(members[name], np.dtype(kind), manifest["frames"])
        for field, (name, kind) in kinds.items()
        if name in members
    }


def read_facts(archive: StoredArchive, members: Members, manifest: Manifest) -> FurtherFacts:
    """Return the further facts of all frames in a trace file."""
    x, frames = manifest.get("x"), manifest["frames"]
    if x is None:
        return NO_FURTHER_FACTS
    check_fact_names(x)
    numbers, values = x["numbers"], x["values"]
    if bool(numbers) != (NUMBERS in members) or bool(values) != (VALUES in members):
        raise InputError("damaged: the manifest contradicts the members of the file")
    columns: dict[str, Any] = {}
    for member_name, names, kind in ((NUMBERS, numbers, "<f8"), (VALUES, list(values), "<i4")):
        if names:
            whole = archive.column(members[member_name], np.dtype(kind), frames * len(names))
            columns |= {name: whole[place * frames :][:frames] for place, name in enumerate(names)}
    return FurtherFacts(
        {name: columns[name] for name in numbers}, {name: (tuple(values[name]), columns[name]) for name in values}
    )


def check_fact_names(x: Any) -> None:
    """Raise InputError unless the manifest names further facts properly."""
    is_well = isinstance(x, dict) and x.keys() == {"numbers", "values"}
    is_well = is_well and isinstance(x["numbers"], list) and isinstance(x["values"], dict)
    if is_well:
        names = [*x["numbers"], *x["values"]]
        is_well = len(set(map(str, names))) == len(names) <= MAX_FACTS
        is_well = is_well and all(isinstance(name, str) and FACT_NAME.fullmatch(name) for name in names)
        lists = x["values"].values()
        is_well = is_well and all(
            isinstance(facts, list) and all(type(fact) in (str, int, float, bool) for fact in facts) for facts in lists
        )
    if not is_well:
        raise InputError("damaged: {key} is missing from the manifest or of the wrong type", key="x")


def check_members(manifest: Manifest, members: Members) -> None:
    """Raise InputError unless the other members are those that the manifest names."""
    is_own = manifest["algorithm"] == USER_CODE.name
    is_imported = is_own or manifest["algorithm"] == IMPORTED.name
    named = manifest.get("members", {})
    is_well = isinstance(named, dict) and all(type(count) is int and count >= 0 for count in named.values())
    is_well = is_well and named.get(PRUNED) != 0 and named.keys() == members.keys() & MEMBERS
    is_well = is_well and (is_own or not named.keys() & USER_CODE_MEMBERS)
    is_well = is_well and ("x" in manifest or not named.keys() & {NUMBERS, VALUES})
    is_well = is_well and (manifest["version"] >= 3 or not named.keys() & {DEPTH, TAGS})
    is_well = is_well and not (is_own and named.keys() & {DEPTH, TAGS})
    has_some = is_imported or (named.keys() and named.keys() <= OF_EVERY_SEARCH)
    if not is_well or ("members" in manifest) != bool(has_some):
        raise InputError("damaged: the manifest contradicts the members of the file")


def parts_of_imported(columns: Mapping[str, NDArray[Any]], manifest: Manifest, imported: Imported) -> dict[str, Any]:
    """Return the parts of an imported trace; what depends on its size is left to `verify`."""
    ready = plan_from_manifest(columns, manifest, imported)
    if manifest["played"] is not None or (manifest["text"] and not imported.is_user_code):
        raise InputError("damaged: the manifest has entries that an imported recording cannot have")
    return {
        "columns": columns,
        "plan": ready,
        "origin": imported,
        **{name: manifest[name] for name in ("complete", "limit", "made_by")},
        "text": text_of_files(manifest),
        "claimed_signature": manifest["signature"],
    }


def warnings_of(position: Position, origin: Origin) -> dict[str, Any]:
    """Return the manifest's entry for the warnings of an imported recording; empty without any."""
    if not isinstance(origin, Imported) or origin.is_user_code or not position.warnings:
        return {}
    return {"warnings": [str(warning) for warning in position.warnings]}


def with_warnings(position: Position, manifest: Manifest) -> Position:
    """Return the position with the manifest's warnings added, each once."""
    stored = manifest.get("warnings", [])
    if not isinstance(stored, list) or not all(type(warning) is str for warning in stored):
        raise InputError("damaged: {key} is missing from the manifest or of the wrong type", key="warnings")
    known = [str(warning) for warning in position.warnings]
    more = (Message("{warning}", warning=warning) for warning in stored if warning not in known)
    return replace(position, warnings=(*position.warnings, *more))


def plan_from_manifest(columns: Mapping[str, NDArray[Any]], manifest: Manifest, imported: Imported) -> Plan:
    """Return the search that an imported recording's manifest describes."""
    game, text, max_name = (manifest[name] for name in ("game", "position", "max"))
    options = manifest["options"]
    try:
        windows = Windows(options.get("windows"))
        has_cut = windows is not Windows.NONE
    except ValueError:
        raise InputError("damaged: the options in the manifest do not fit together") from None
    if has_cut and isinstance(imported, TracedUserCode):
        has_cut = "cut" in options  # a program may leave its loop by a flag, and have no rule that is known
    if options.keys() != ({"windows", "cut"} if has_cut else {"windows"}) or (has_cut and options["cut"] not in CUTS):
        raise InputError("damaged: the options in the manifest do not fit together")
    try:
        if imported.texts is None:
            position = read_text(game, text).with_max(max_name)
        else:
            position = recorded_position(game, text, max_name, columns, imported)
            if isinstance(imported, TracedUserCode):
                position = traced_position(position, imported)
    except OptionError as error:
        raise error.of_data() from None
    make = user_code_plan if imported.is_user_code else imported_plan
    return make(with_warnings(position, manifest).named(manifest["title"], manifest["notes"]), options)
