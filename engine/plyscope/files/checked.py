"""Checking a trace file before its first fact is printed; what is known to be sound is not derived a second time.

The checksums are compared every time. Whether the laws of a recording hold takes longer, and depends on nothing but
the bytes of the file and on Plyscope: so that they do is remembered, under a hash of both. A changed file has
another hash, and is checked. What a game from a plug-in calls legal may change, so nothing is remembered of such a
recording. Marks are no part of a recording, and may change.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from plyscope import plugins
from plyscope.files.atomic import replacing
from plyscope.files.trace_file import check_file
from plyscope.folders import cache_folder
from plyscope.messages import InputError
from plyscope.model.trace import Trace
from plyscope.recording.verification import check

FILE = "checked"
"""The file in the folder of caches: one hash a line, the latest last."""
MAX_REMEMBERED = 1000
"""Recordings that are remembered to be sound."""
MIN_FRAMES = 50_000
"""Frames below which a recording is checked in a moment, and nothing is remembered."""
MAX_BYTES = 2 * 65 * MAX_REMEMBERED
"""Bytes of the file that are read: twice what is written."""


def check_once(path: Path, trace: Trace, version: str, *, again: bool = False) -> None:
    """Compare the checksums of a trace file, and check the laws of its recording unless they are known to hold.

    `version` is that of Plyscope. With `again` they are checked whatever is known. Raises InputError for the first
    thing that is wrong.
    """
    key = sha256(f"{version} {check_file(path)}".encode()).hexdigest()
    is_kept = len(trace) >= MIN_FRAMES and not is_from_plugin(trace)
    if is_kept and not again and key in remembered():
        trace.take_as_checked()
        return
    check(trace)
    if is_kept:
        remember(key)


def is_from_plugin(trace: Trace) -> bool:
    """Whether a plug-in has the game or the search of a recording."""
    own = {name for plugin in plugins.loaded() for name in (*plugin.games, *plugin.searches)}
    return not own.isdisjoint((trace.position.game.name, trace.search.name))


def remembered() -> list[str]:
    """The hashes of recordings that were found to be sound; none where they cannot be read."""
    with suppress(OSError, RuntimeError), (cache_folder() / FILE).open("rb") as file:
        return file.read(MAX_BYTES).decode("ascii", "replace").split("\n")
    return []


def remember(key: str) -> None:
    """Remember that a recording is sound; where the folder cannot be written, nothing is remembered."""
    known = [one for one in remembered() if len(one) == len(key) and one != key]
    with suppress(OSError, RuntimeError, InputError):
        cache_folder().mkdir(parents=True, exist_ok=True)
        with replacing(cache_folder() / FILE, force=True) as place:
            place.write_text("\n".join([*known[1 - MAX_REMEMBERED :], key, ""]), encoding="ascii", errors="replace")
