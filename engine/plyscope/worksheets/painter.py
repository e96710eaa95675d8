"""Which module paints pages as PDF: the window registers it, for the engine alone has no fonts."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from plyscope.messages import InputError

if TYPE_CHECKING:
    from plyscope.worksheets.pages import Page

_painter: list[str] = []


def register_painter(module: str) -> None:
    """Register the module; it is loaded when it is needed."""
    _painter[:] = [module]


def paint_pages(pages: Sequence[Page]) -> bytes:
    if not _painter:
        raise InputError("PDF is painted by the window: the command `plyscope` writes it")
    painted: bytes = import_module(_painter[0]).painted(pages)
    return painted
