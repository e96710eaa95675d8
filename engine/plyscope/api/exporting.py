"""`export` as `import plyscope` promises it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyscope.export import export as write
from plyscope.export.extent import WHOLE, Extent

if TYPE_CHECKING:
    from plyscope.api.trace import Trace


def export(
    trace: Trace | Iterable[Trace],
    path: str | Path,
    extent: Extent = WHOLE,
    *,
    form: str | None = None,
    force: bool = True,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> list[Path]:
    """Write a recording in the format that `form` or the path's suffix names, and return the files. A page in HTML may
    hold several.

    The options are the fields of an Extent. `progress` is called with the number of nodes written so far; an
    exception that it raises ends the export, and leaves no file behind.
    """
    from plyscope.api.trace import Trace

    recorded = trace._recorded if isinstance(trace, Trace) else [one._recorded for one in trace]
    return write(recorded, path, extent, form=form, force=force, progress=progress, **options)
