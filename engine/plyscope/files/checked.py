"""Checking a trace file before its first fact is printed; what is known to be sound is not derived a second time.

What is checked is what was opened, whatever the file's name leads to by now. The checksums are compared every time.
Whether the laws of a recording hold takes longer, and depends on nothing but these bytes and on Plyscope: that they do
is remembered, with the signature, under a hash of both. A changed file has another hash, and is checked. What a game
from a plug-in calls legal may change, so nothing is remembered of such a recording. Marks are no part of a recording,
and may change.

What a command has counted in a sound recording is remembered in the same way, beside the hash.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any

from plyscope import plugins
from plyscope.audit.verification import check
from plyscope.files.atomic import write_file
from plyscope.files.trace_file import check_file
from plyscope.folders import cache_folder
from plyscope.messages import InputError
from plyscope.model.trace import Trace

SOUND_FILE = "checked"
"""The file in the folder of caches: a hash and the recording's signature in each line, the latest last."""
SOUND_LINE = re.compile("([0-9a-f]{64}) ([0-9a-f]{16})")
COUNTS_FILE = "counted"
"""Another one: a hash, a name and what was counted as JSON in each line, the latest last."""
MAX_COUNTED_LINES, MAX_COUNTED_BYTES = 100, 1 << 20
"""Results that are remembered, and bytes of the file that are read."""
MAX_SOUND_HASHES = 1000
"""Recordings that are remembered to be sound."""
MIN_REMEMBERED_FRAMES = 50_000
"""Frames below which a recording is checked in a moment, and nothing is remembered."""
MAX_SOUND_FILE_BYTES = 2 * 82 * MAX_SOUND_HASHES
"""Bytes of the file that are read: twice what is written."""


def check_once(trace: Trace, version: str, *, again: bool = False) -> None:
    """Check the sums of the file that a trace was opened from, and its laws unless they are known to hold.

    `version` is that of Plyscope. With `again` they are checked whatever is known. Raises InputError for the first
    thing that is wrong.
    """
    key = sha256(f"{version} {check_file(trace.archive)}".encode()).hexdigest()
    is_kept = len(trace) >= MIN_REMEMBERED_FRAMES and not is_from_plugin(trace)
    if is_kept and not again and key in (known := remembered()):
        trace.take_as_checked(known[key])
        trace.checked_as = key
        return
    check(trace)
    if is_kept:
        remember(key, trace.signature)
    if is_kept and not again:
        trace.checked_as = key


def counted_once(trace: Trace, name: str, count: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the counts of a recording by their name, from the cache where it is known to be sound.

    A result that would not come back from JSON as it is is not remembered.
    """
    if not trace.checked_as:
        return count()
    key, lines = f"{trace.checked_as} {name} ", kept_lines(COUNTS_FILE, MAX_COUNTED_BYTES)
    for line in lines:
        if line.startswith(key):
            with suppress(ValueError):
                found: dict[str, Any] = json.loads(line.removeprefix(key))
                return found
    result = count()
    text = json.dumps(result)
    if json.loads(text) == result:
        keep_counts([*(line for line in lines if not line.startswith(key))][1 - MAX_COUNTED_LINES :], f"{key}{text}")
    return result


def keep_counts(before: list[str], line: str) -> None:
    """Write the lines of the cache of counts with one more, the oldest dropped; failures are ignored."""
    while before and sum(map(len, before)) + len(line) > MAX_COUNTED_BYTES // 2:
        del before[0]
    keep_lines(COUNTS_FILE, [*before, line])


def is_from_plugin(trace: Trace) -> bool:
    """Whether the game or the search of a recording belongs to a plug-in."""
    own = {name for plugin in plugins.loaded() for name in (*plugin.games, *plugin.searches)}
    return not own.isdisjoint((trace.position.game.name, trace.search.name))


def remembered() -> dict[str, str]:
    """Return the signatures of recordings that are known to be sound, by their hashes; none that cannot be read."""
    lines = kept_lines(SOUND_FILE, MAX_SOUND_FILE_BYTES)
    return {found[1]: found[2] for line in lines if (found := SOUND_LINE.fullmatch(line))}


def remember(key: str, signature: str) -> None:
    """Remember by its hash that a recording is sound, and its signature; failures are ignored."""
    known = [f"{other} {its}" for other, its in remembered().items() if other != key]
    keep_lines(SOUND_FILE, [*known[1 - MAX_SOUND_HASHES :], f"{key} {signature}"])


def kept_lines(name: str, max_bytes: int) -> list[str]:
    """Return the lines of a file in the cache folder; none where it cannot be read."""
    with suppress(OSError, RuntimeError), (cache_folder() / name).open("rb") as file:
        return file.read(max_bytes).decode("ascii", "replace").splitlines()
    return []


def keep_lines(name: str, lines: list[str]) -> None:
    """Write the lines of a file in the cache folder; failures are ignored."""
    with suppress(OSError, RuntimeError, InputError):
        cache_folder().mkdir(parents=True, exist_ok=True)
        write_file(cache_folder() / name, "\n".join([*lines, ""]).encode("ascii", "replace"), force=True)
