"""What an imported recording has in a trace file beside its columns: the pruned moves, and the texts of moves.

The manifest names these members and says how many items each of them has.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from plyscope.files.json_values import refuse_constant
from plyscope.files.sources import read_text
from plyscope.files.user_code_members import (
    USER_CODE_MEMBERS,
    item_counts,
    read_user_code,
    user_code_manifest,
    write_user_code,
)
from plyscope.files.zip_members import map_column, member, write_column
from plyscope.games import GAMES
from plyscope.messages import InputError, OptionError
from plyscope.model.declaration import CUTS, Windows
from plyscope.model.imported import IMPORTED, USER_CODE, imported_plan, user_code_plan
from plyscope.model.origin import Imported, Origin, TracedUserCode
from plyscope.model.plan import Plan
from plyscope.model.recorded_game import recorded_position
from plyscope.model.traced_game import traced_position
from plyscope.model.user_code import CallTexts

PRUNED, MOVES = "left_out.npy", "moves.json"
MEMBERS = frozenset({PRUNED, MOVES}) | USER_CODE_MEMBERS
MAX_TEXTS_BYTES = 1024 * 1024 * 1024
"""Bytes of all texts of moves together."""

Manifest = Mapping[str, Any]
Members = Mapping[str, zipfile.ZipInfo]


def members_of(origin: Origin) -> dict[str, Any]:
    """The entries of the manifest about them. An empty column is omitted."""
    if not isinstance(origin, Imported):
        return {}
    counts = {PRUNED: len(origin.pruned_moves)} if len(origin.pruned_moves) else {}
    if has_own_move_texts(origin):
        counts[MOVES] = len(origin.texts or ())
    if not isinstance(origin, TracedUserCode):
        return {"members": counts}
    return {"members": counts | item_counts(origin.user_code), "own": user_code_manifest(origin.user_code)}


def has_own_move_texts(imported: Imported) -> bool:
    """Whether the texts of the moves must be written: not if a game provides them, or if they are calls."""
    return imported.texts is not None and not isinstance(imported.texts, CallTexts)


def write_imported(archive: zipfile.ZipFile, imported: Imported) -> None:
    if len(imported.pruned_moves):
        write_column(archive, PRUNED.removesuffix(".npy"), imported.pruned_moves)
    if has_own_move_texts(imported):
        archive.writestr(member(MOVES), json.dumps(imported.texts, ensure_ascii=False, indent=0))
    if isinstance(imported, TracedUserCode):
        write_user_code(archive, imported.user_code)


def read_imported(
    archive: zipfile.ZipFile, file: IO[bytes], path: Path, members: Members, manifest: Manifest
) -> Imported | None:
    """The members of an imported recording beside its columns; None for a recording of our own."""
    check_members(manifest, members)
    if manifest["algorithm"] not in (IMPORTED.name, USER_CODE.name):
        return None
    counts, pruned, texts = manifest["members"], np.zeros(0, "<i4"), None
    if PRUNED in counts:
        pruned = map_column(file, path, members[PRUNED], np.dtype("<i4"), counts[PRUNED])
    if MOVES in counts:
        texts = read_texts(archive, members[MOVES], counts[MOVES])
    if manifest["algorithm"] == IMPORTED.name:
        return Imported(pruned, texts)
    user_code = read_user_code(archive, file, path, members, manifest)
    if texts is None and manifest["game"] not in GAMES:
        return TracedUserCode(pruned, CallTexts(user_code), user_code)
    return TracedUserCode(pruned, texts, user_code)


def check_members(manifest: Manifest, members: Members) -> None:
    """Check that the other members are those named in the manifest, and only in an imported recording."""
    is_own = manifest["algorithm"] == USER_CODE.name
    is_imported = is_own or manifest["algorithm"] == IMPORTED.name
    named = manifest.get("members", {})
    is_well = isinstance(named, dict) and all(type(count) is int and count >= 0 for count in named.values())
    is_well = is_well and named.get(PRUNED) != 0 and named.keys() == members.keys() & MEMBERS
    is_well = is_well and (is_own or not named.keys() & USER_CODE_MEMBERS)
    if not is_well or ("members" in manifest) != is_imported:
        raise InputError("damaged: the manifest contradicts the members of the file")


def read_texts(archive: zipfile.ZipFile, info: zipfile.ZipInfo, count: int) -> tuple[str, ...]:
    """The texts of the moves."""
    if info.file_size > MAX_TEXTS_BYTES:
        raise InputError("damaged: {name} has {size} bytes", name=MOVES, size=info.file_size)
    try:
        texts = json.loads(archive.read(info), parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise InputError("damaged: {name} is not JSON: {reason}", name=MOVES, reason=str(error)) from error
    if not isinstance(texts, list) or len(texts) != count or not all(type(text) is str and text for text in texts):
        raise InputError("damaged: {name} should hold {count} texts", name=MOVES, count=count)
    return tuple(texts)


def fitted_imported(columns: Mapping[str, NDArray[Any]], manifest: Manifest, imported: Imported) -> dict[str, Any]:
    """The parts of a trace recorded by another program. Checks that cost more at larger sizes are made by `verify`."""
    ready = replanned(columns, manifest, imported)
    if imported.texts is None and columns["kind"][0] != ready.root_kind:
        raise InputError("damaged: frame 0: it moves for the wrong side")
    if manifest["played"] is not None or (manifest["text"] and not imported.is_user_code):
        raise InputError("damaged: the manifest has entries that an imported recording cannot have")
    return {
        "columns": columns,
        "plan": ready,
        "origin": imported,
        **{name: manifest[name] for name in ("complete", "limit", "made_by", "text")},
        "claimed_signature": manifest["signature"],
    }


def replanned(columns: Mapping[str, NDArray[Any]], manifest: Manifest, imported: Imported) -> Plan:
    game, text, max_name = (manifest[name] for name in ("game", "position", "max"))
    options = manifest["options"]
    try:
        windows = Windows(options.get("windows"))
        has_cut = windows is not Windows.NONE
    except ValueError:
        raise InputError("damaged: the options in the manifest do not fit together") from None
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
    return make(position.named(manifest["title"], manifest["notes"]), options)
