"""Trace files: a zip of uncompressed numpy columns and a manifest. Nothing in one is ever executed.

`np.load` reads such a file anywhere. It is opened once, and the columns are used where they lie, each at a multiple of
64 bytes. Opening checks what costs the same at any size; `check` in `audit.verification` looks at every byte.

One more member may follow the columns: the marks that the user has set. They are no part of the
recording, the signature does not cover them, and nothing that is wrong with them makes a file unreadable;
`saved_marks` reads them.
"""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.files.atomic import replacing
from plyscope.files.imported_members import (
    CHANCES,
    MEMBERS,
    members_of,
    parts_of_imported,
    read_beside,
    read_imported,
    warnings_of,
    write_beside,
)
from plyscope.files.json_values import refuse_constant, refuse_newer
from plyscope.files.sources import read_text
from plyscope.files.user_code_members import has_facts
from plyscope.files.zip_members import StoredArchive, member, write_column
from plyscope.games import GAMES
from plyscope.messages import InputError, Message, OptionError
from plyscope.model.columns import COLUMNS, MAX_FRAMES
from plyscope.model.declaration import CHANCE, Search
from plyscope.model.frames import Frames
from plyscope.model.imported import imported_plan, shown_options
from plyscope.model.marks import Marks
from plyscope.model.origin import OUR_SEARCH, Hits, Imported, Origin
from plyscope.model.plan import Plan
from plyscope.model.recorded_game import recorded_position
from plyscope.model.source_lines import SourceLines
from plyscope.model.trace import Trace
from plyscope.recording.plan import ALGORITHMS, plan

FORMAT, VERSION = "plyscope-trace", 3
MANIFEST = "manifest.json"
HITS = "hits"
"""The member with the frames that a table has answered, each followed by the frame that had stored the answer."""
STATIC_SCORES = "static_score"
"""The member with what a frame's side has by standing pat, for each frame; NaN where it must move."""
MARKS = "marks.json"
MAX_MANIFEST_BYTES = 256 * 1024 * 1024
MAX_MARKS_BYTES = 8 * 1024 * 1024
MAX_TEXT_LENGTH = 100_000
MAX_UNNAMED_MOVES = 50_000_000
"""Pruned moves of a recording whose game is missing: each takes four bytes of memory."""
DAMAGED_FILE_ERRORS = (
    zipfile.BadZipFile,
    EOFError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
)
"""The exceptions of reading a broken zip file."""

MANIFEST_TYPES: Mapping[str, tuple[type, ...]] = {
    "format": (str,),
    "version": (int,),
    "game": (str,),
    "position": (str,),
    "max": (str,),
    "algorithm": (str,),
    "options": (dict,),
    "title": (str,),
    "notes": (str,),
    "text": (str,),
    "frames": (int,),
    "complete": (bool,),
    "limit": (int, type(None)),
    "made_by": (str,),
    "played": (dict, type(None)),
    "signature": (str,),
}


def manifest_of(frames: Frames) -> dict[str, Any]:
    """Return the manifest of a recording."""
    return {
        "format": FORMAT,
        "version": VERSION if has_facts(frames.origin) else frames.format_version,
        "game": frames.position.game.name,
        "position": frames.position.fullest_text,
        "max": frames.position.max,
        "algorithm": frames.search.name,
        "options": frames.options,
        "title": frames.position.title,
        "notes": frames.position.notes,
        "text": frames.text,
        "frames": len(frames),
        "complete": frames.complete,
        "limit": frames.limit,
        "made_by": frames.made_by,
        "played": frames.played,
        "signature": frames.signature,
        **({"hits": len(frames.origin.hits.frames)} if frames.search.has_table else {}),
        **({"coordinates": frames.position.coordinates} if frames.position.coordinates else {}),
        **warnings_of(frames.position, frames.origin),
        **members_of(frames.origin, frames.text),
    }


def save_trace(frames: Frames, path: str | Path, *, force: bool = True, marks: Marks | None = None) -> None:
    """Write a trace file; an existing one is replaced atomically, unless `force` is false.

    `saved_marks.read_marks` gives the marks back.
    """
    path, kept_marks = Path(path), content_of(marks)
    manifest = json.dumps(manifest_of(frames), ensure_ascii=False, indent=1, allow_nan=False)
    with (
        replacing(Path(path), force=force) as temporary,
        zipfile.ZipFile(temporary, "w", zipfile.ZIP_STORED) as archive,
    ):
        archive.writestr(member(MANIFEST), manifest)
        for name in COLUMNS:
            write_column(archive, name, frames.column(name))
        if frames.search.has_table:
            write_column(archive, HITS, frames.origin.hits.pairs)
        if frames.origin.static_scores is not None:
            write_column(archive, STATIC_SCORES, np.ascontiguousarray(frames.origin.static_scores, "<f8"))
        write_beside(archive, frames.origin)
        if kept_marks:
            archive.writestr(member(MARKS), kept_marks)


def content_of(marks: Marks | None) -> bytes:
    """Return marks as the bytes in a trace file, empty where nothing is marked; raise InputError for too many."""
    content = b"" if marks is None else marks.text.encode("utf-8", "replace")
    if len(content) > MAX_MARKS_BYTES:
        raise InputError(
            "the marks would take {size} bytes, and a trace file has room for {most}",
            size=len(content),
            most=MAX_MARKS_BYTES,
        )
    return content


def check_file(archive: StoredArchive) -> str:
    """Compare the members of a trace file with their checksums; return a hash of all of them.

    A checksum of 32 bits tells damage, and can be forged; the hash cannot.
    """
    digest = sha256()
    try:
        for info in archive.infos:
            if info.filename != MARKS:
                digest.update(f"{info.filename}\0{info.file_size}\0".encode("utf-8", "replace"))
                digest.update(archive.bytes_of(info))
        archive.refuse_changed()
    except InputError as error:
        raise error.inside(str(archive.path)) from None
    return digest.hexdigest()


def open_trace_file(path: Path) -> Trace:
    """Return the trace in a file; raise InputError if the file is wrong."""
    try:
        archive = StoredArchive(path)
        trace = Trace(**read_archive(archive))
    except InputError as error:
        raise error.inside(str(path)) from None
    except DAMAGED_FILE_ERRORS as error:
        raise InputError("{path}: damaged or cut short: {reason}", path=str(path), reason=str(error)) from error
    except OSError as error:
        raise InputError("{path}: cannot be read: {reason}", path=str(path), reason=error.strerror) from error
    trace.archive = archive
    return trace


def read_archive(archive: StoredArchive) -> dict[str, Any]:
    """Return the parts of a trace in an open trace file."""
    manifest = read_manifest(archive)
    members = check_directory(archive)
    check_manifest(manifest)
    columns = {
        name: archive.column(members[f"{name}.npy"], np.dtype(COLUMNS[name]), manifest["frames"]) for name in COLUMNS
    }
    imported = read_imported(archive, members, manifest)
    beside = read_beside(archive, members, manifest)
    if imported is not None:  # its places depend on tags
        imported = replace(imported, **beside)
    parts = parts_of_trace(columns, manifest, imported, beside.get("tags"))
    if parts["plan"].search.has_table:
        parts["origin"] = Origin(hits=read_hits(archive, members, manifest))
    if parts["plan"].search.stands_pat:
        parts["origin"] = Origin(static_scores=read_static_scores(archive, members, manifest))
    if beside and imported is None:
        parts["origin"] = replace(parts.get("origin", OUR_SEARCH), **beside)
    if imported is None and CHANCES in members:
        chances = archive.column(members[CHANCES], np.dtype("<f8"), manifest["frames"])
        parts["origin"] = with_chances(parts, chances)
    elif imported is None and parts["plan"].search.takes_chance and (columns["kind"] == CHANCE).any():
        raise InputError("damaged: {name} is missing", name=CHANCES)
    return parts


def with_chances(parts: Mapping[str, Any], chances: NDArray[Any]) -> Origin:
    """Return the origin of a recording with the probabilities of its moves of chance."""
    origin: Origin = parts.get("origin", OUR_SEARCH)
    if not parts["plan"].search.takes_chance and not isinstance(origin, Imported):
        raise InputError("damaged: {name} does not belong in a trace file", name=CHANCES)
    return replace(origin, probabilities=chances)


def read_hits(archive: StoredArchive, members: Mapping[str, zipfile.ZipInfo], manifest: Mapping[str, Any]) -> Hits:
    """Return the answers of the table; each frame comes after the one that stored its answer."""
    count, info = manifest.get("hits"), members.get(f"{HITS}.npy")
    if type(count) is not int or not 0 <= count < manifest["frames"] or info is None:
        raise InputError("damaged: the answers of the table are missing")
    hits = Hits(archive.column(info, np.dtype(np.int32), 2 * count))
    is_fine = np.all(np.diff(hits.frames) > 0) and np.all(hits.sources < hits.frames)
    if count and not (is_fine and hits.sources.min() >= 0 and hits.frames.max() < manifest["frames"]):
        raise InputError("damaged: {name} does not fit the frames", name=f"{HITS}.npy")
    return hits


def read_static_scores(
    archive: StoredArchive, members: Mapping[str, zipfile.ZipInfo], manifest: Mapping[str, Any]
) -> NDArray[Any]:
    """Return the static score of each frame."""
    info = members.get(f"{STATIC_SCORES}.npy")
    if info is None:
        raise InputError("damaged: {name} is missing", name=f"{STATIC_SCORES}.npy")
    return archive.column(info, np.dtype("<f8"), manifest["frames"])


def check_directory(archive: StoredArchive) -> dict[str, zipfile.ZipInfo]:
    """Return the members by name; raise InputError for others, compressed or overlapping ones.

    Marks are read on request only, and errors in them do not matter here.
    """
    expected = {MANIFEST, *(f"{name}.npy" for name in COLUMNS)}
    known = expected | MEMBERS | {f"{HITS}.npy", f"{STATIC_SCORES}.npy"}
    members: dict[str, zipfile.ZipInfo] = {}
    free_from = 0
    for info in sorted(archive.infos, key=lambda info: info.header_offset):
        if info.filename == MARKS:
            continue
        if info.filename not in known:
            raise InputError("damaged: {name} does not belong in a trace file", name=info.filename)
        if info.filename in members:
            raise InputError("damaged: {name} is in it twice", name=info.filename)
        if info.compress_type != zipfile.ZIP_STORED or info.file_size != info.compress_size or info.flag_bits & 1:
            raise InputError("damaged: {name} is not stored as it is", name=info.filename)
        if info.header_offset < free_from:
            raise InputError("damaged: {name} overlaps another member", name=info.filename)
        free_from = info.header_offset + info.file_size
        members[info.filename] = info
    for name in sorted(expected - members.keys()):
        raise InputError("damaged: {name} is missing", name=name)
    return members


def read_manifest(archive: StoredArchive) -> dict[str, Any]:
    """Return the manifest, once its version is known to be readable."""
    found = [info for info in archive.infos if info.filename == MANIFEST]
    if not found:
        raise InputError("damaged: {name} is missing", name=MANIFEST)
    if len(found) > 1:
        raise InputError("damaged: {name} is in it twice", name=MANIFEST)
    [info] = found
    if info.file_size > MAX_MANIFEST_BYTES:
        raise InputError("damaged: the manifest has {size} bytes", size=info.file_size)
    try:
        manifest = json.loads(archive.zip.read(info), parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        raise InputError("damaged: the manifest is not JSON: {reason}", reason=str(error)) from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise InputError("not a trace file: its manifest does not say so")
    refuse_newer(manifest.get("version"), VERSION)
    return manifest


def check_manifest(manifest: Mapping[str, Any]) -> None:
    """Raise InputError for a manifest's entry that is missing, of the wrong type, or a number out of range."""
    for key, types in MANIFEST_TYPES.items():
        value = manifest.get(key)
        if key not in manifest or not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise InputError("damaged: {key} is missing from the manifest or of the wrong type", key=key)
    if manifest["version"] not in range(1, VERSION + 1) or not 1 <= manifest["frames"] <= MAX_FRAMES:
        raise InputError("damaged: the manifest says {frames} frames", frames=manifest["frames"])


def parts_of_trace(
    columns: Mapping[str, NDArray[Any]],
    manifest: Mapping[str, Any],
    imported: Imported | None,
    tags: NDArray[np.uint16] | None,
) -> dict[str, Any]:
    """Return position, search and columns as the parts of a trace; the manifest must agree with them."""
    if imported is not None:
        return parts_of_imported(columns, manifest, imported)
    if manifest["game"] not in GAMES:
        return without_game(columns, manifest, tags)
    if manifest["algorithm"] not in ALGORITHMS:
        raise InputError(
            "recorded with {name}, which is not a known algorithm; if a plug-in has it, name its file with --plugin",
            name=manifest["algorithm"],
        )
    ready = plan_from_manifest(manifest)
    if columns["kind"][0] != ready.root_kind:
        raise InputError("damaged: frame 0: it moves for the wrong side")
    check_played(manifest, ready)
    check_text(manifest["text"], ready.search)
    kept = ("complete", "limit", "made_by", "played", "text")
    return {
        "columns": columns,
        "plan": ready,
        **{name: manifest[name] for name in kept},
        "claimed_signature": manifest["signature"],
    }


def without_game(
    columns: Mapping[str, NDArray[Any]], manifest: Mapping[str, Any], tags: NDArray[np.uint16] | None
) -> dict[str, Any]:
    """Return the parts of a recording whose game is not loaded: no boards, moves by number.

    The signature covers the game's moves, so it cannot be checked.
    """
    moves = columns["move"].copy()
    moves[0] = -1
    moving = np.flatnonzero(moves != -1)
    distinct, moves[moving] = np.unique(moves[moving], return_inverse=True)
    names = [f"m{number}" for number in distinct.tolist()]
    skipped = columns["skipped"].astype(np.int64)
    if skipped.sum() > MAX_UNNAMED_MOVES:
        raise InputError("too many pruned moves to open it without the game {game}", game=manifest["game"])
    firsts = np.cumsum(skipped) - skipped
    pruned = (np.arange(int(skipped.sum())) - np.repeat(firsts, skipped) + len(names)).astype(np.int32)
    names += [f"pruned{number}" for number in range(1, int(skipped.max()) + 1)]
    renumbered = {**columns, "move": moves}
    origin = Imported(pruned, tuple(names))
    position = recorded_position(manifest["game"], manifest["position"], manifest["max"], renumbered, origin)
    missing = Message(
        "the game {game} is not loaded, so there are no boards; load its plug-in with --plugin", game=manifest["game"]
    )
    position = replace(position.named(manifest["title"], manifest["notes"]), warnings=(missing,))
    return {
        "columns": renumbered,
        "plan": imported_plan(position, shown_options(renumbered, tags)),
        "origin": origin,
        **{name: manifest[name] for name in ("complete", "limit", "made_by")},
    }


def plan_from_manifest(manifest: Mapping[str, Any]) -> Plan:
    """Return the search that the manifest describes, with the weights that it holds."""
    if not isinstance(manifest["options"].get("weights", {}), dict):
        raise InputError("damaged: the weights in the manifest are not a table of numbers")
    try:
        position = read_text(manifest["game"], manifest["position"]).with_max(manifest["max"])
        position = position.named(manifest["title"], manifest["notes"])
        position = position.with_coordinates(str(manifest["coordinates"])) if "coordinates" in manifest else position
        ready = plan(position, {"algorithm": manifest["algorithm"], **manifest["options"]})
    except OptionError as error:
        raise error.of_data() from None
    if ready.options != manifest["options"]:
        raise InputError("damaged: the options in the manifest do not fit together")
    return ready


def check_played(manifest: Mapping[str, Any], ready: Plan) -> None:
    """Raise InputError unless the move played is one that a brain's complete search can play."""
    played, plays = manifest["played"], ready.search.is_brain and manifest["complete"]
    if (played is not None) != plays or (plays and not is_choice(played)):
        raise InputError("damaged: played in the manifest is not a choice of {search}", search=ready.search.name)


def is_choice(played: Mapping[str, Any]) -> bool:
    """Whether the manifest's entry for the move played has the parts and types that it must have."""
    move, drawn, full = played.get("move"), played.get("fallback"), played.get("full_column", "")
    return (
        {"move", "fallback"} <= played.keys() <= {"move", "fallback", "full_column"}
        and isinstance(move, str | None)
        and isinstance(drawn, bool)
        and isinstance(full, str)
    )


def check_text(text: str, search: Search) -> None:
    """Raise InputError unless a search's text has its functions; it may be of another version."""
    try:
        if len(text) > MAX_TEXT_LENGTH:
            raise ValueError
        SourceLines(text, search)
    except (ValueError, LookupError, SyntaxError, RecursionError, MemoryError) as error:
        raise InputError("damaged: the text in the manifest is not that of {search}", search=search.name) from error
