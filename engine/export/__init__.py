"""Writing a recording in other forms: one file each, one line in the table.

extent       how much of a recording is written, as of which moment
selection    the frames that this means, as nodes of a tree of their own
tidy         where the nodes of a small tree stand when it is drawn
text         the nested listing of calls
json_tree    every frame and every pruned move as a JSON object
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from engine.messages import InputError, Message
from engine.writing import replacing

if TYPE_CHECKING:
    from engine.trace import Trace


@dataclass(frozen=True)
class Exporter:
    """One line of the table."""

    suffix: str
    about: Message
    module: str
    """Where in this package it is written; loaded when it is wanted."""

    def pieces(self, trace: Trace) -> Iterable[str]:
        """The file's text, piece by piece."""
        pieces: Iterable[str] = import_module(f"engine.export.{self.module}").pieces(trace)
        return pieces


EXPORTERS = {
    exporter.suffix: exporter
    for exporter in (
        Exporter("txt", Message("the nested listing of calls"), "text"),
        Exporter("json", Message("every frame and every pruned move"), "json_tree"),
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
