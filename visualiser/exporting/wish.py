"""What a person asks for in the dialog, and the extent that this means for a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum

from engine.export import EXPORTERS, Exporter
from engine.export.extent import LIGHT, WHOLE, Extent
from engine.ghosts import Ghost


class Part(Enum):
    WHOLE = "whole"
    SEEN = "seen"
    SUBTREE = "subtree"
    PATH = "path"


class Moment(Enum):
    END = "end"
    NOW = "now"
    ALL = "all"


@dataclass(frozen=True)
class Where:
    """Where the person stands in the recording."""

    seen: Extent
    """The part that the canvas shows."""
    selected: int
    step: int
    last_step: int
    notes: Mapping[int, str]
    ghosts: Mapping[tuple[int, int], Ghost] = field(default_factory=dict)
    """What has been searched of moves that were left out."""


@dataclass(frozen=True)
class Wish:
    """One state of the dialog."""

    form: str = "svg"
    part: Part = Part.WHOLE
    plies: int | None = None
    moment: Moment = Moment.END
    hides_future: bool = False
    stubs: bool = True
    boards: bool = False
    windows: bool = False
    with_notes: bool = False
    with_ghosts: bool = False
    theme: str = LIGHT
    fragment: bool = False
    scale: float = 2.0

    @property
    def exporter(self) -> Exporter:
        return EXPORTERS[self.form]


def extent_of(wish: Wish, where: Where) -> Extent:
    """The same as the engine has it; what the form has no use for is not asked of it."""
    part = {
        Part.WHOLE: WHOLE,
        Part.SEEN: where.seen,
        Part.SUBTREE: Extent(root=where.selected),
        Part.PATH: Extent(path_to=where.selected),
    }[wish.part]
    asked = replace(
        part,
        depth=wish.plies,
        step=where.step if wish.moment is Moment.NOW and where.step != where.last_step else None,
        all_steps=wish.moment is Moment.ALL,
        hides_future=wish.hides_future,
        stubs=wish.stubs,
        boards=wish.boards,
        windows=wish.windows,
        notes=where.notes if wish.with_notes else {},
        ghosts=where.ghosts if wish.with_ghosts else {},
        theme=wish.theme,
        fragment=wish.fragment,
        scale=wish.scale,
    )
    unread = {one.name: getattr(WHOLE, one.name) for one in fields(Extent) if one.name not in wish.exporter.reads}
    return replace(asked, **unread)
