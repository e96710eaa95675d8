"""Writing a recording in other forms: one file each, one line in the table.

text         the nested listing of calls
json_tree    every frame and every pruned move as a JSON object
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.export import json_tree, text
from engine.messages import InputError, Message
from engine.trace import Trace
from engine.tracefile import replacing


@dataclass(frozen=True)
class Exporter:
    """One line of the table."""

    suffix: str
    about: Message
    pieces: Callable[[Trace], Iterable[str]]
    """The file's text, piece by piece."""


EXPORTERS = {
    exporter.suffix: exporter
    for exporter in (
        Exporter("txt", Message("the nested listing of calls"), text.pieces),
        Exporter("json", Message("every frame and every pruned move"), json_tree.pieces),
    )
}


def find_exporter(path: Path) -> Exporter:
    exporter = EXPORTERS.get(path.suffix.lower().removeprefix("."))
    if exporter is None:
        raise InputError(
            "{path}: there is no export to {suffix}; there is {known}",
            path=str(path),
            suffix=path.suffix or "a file without an ending",
            known=" ".join(EXPORTERS),
        )
    return exporter


def export(trace: Trace, path: str | Path, *, force: bool = True) -> None:
    """Writes a recording in the form that the path's ending names."""
    path = Path(path)
    exporter = find_exporter(path)
    with replacing(path, force=force) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(exporter.pieces(trace))
