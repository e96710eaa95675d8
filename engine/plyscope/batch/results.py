"""The rows of a batch in a file, as CSV or Parquet; and unfinished ones, a line for each task done.

The unfinished results stand beside the file, under its name with `.batch` behind it, until all are there: the same
command goes on from them. Parquet needs pyarrow, the extra `batch`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from plyscope.analysis.stats import as_csv
from plyscope.batch.batch import Batch
from plyscope.batch.measuring import COLUMNS
from plyscope.files.atomic import check_writable, replacing
from plyscope.files.journal import Journal
from plyscope.messages import InputError, OptionError

Rows = Sequence[Mapping[str, Any]]


def unfinished(path: Path, batch: Batch, *, force: bool) -> Journal:
    """Return the file of the results so far, which the same batch continues."""
    return Journal(path.with_name(path.name + ".batch"), batch.header, force=force)


def check_output(path: Path, *, force: bool) -> None:
    """Raise InputError, before any work, for a file that cannot be written."""
    if writer_of(path) is write_parquet:
        arrow()
    check_writable(path, force=force)


def write(rows: Rows, path: Path, *, force: bool) -> None:
    """Write rows to a file in the format that its suffix says."""
    writer = writer_of(path)
    with replacing(path, force=force) as temporary:
        writer(rows, temporary)


def writer_of(path: Path) -> Callable[[Rows, Path], None]:
    """Return the function that writes files with a path's suffix; raise OptionError where there is none."""
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise OptionError(
            "results are written as {known}, and this is {path}", known=", ".join(WRITERS), path=path.name
        )
    return writer


def write_csv(rows: Rows, path: Path) -> None:
    """Write rows as comma-separated values, the names of the columns first."""
    path.write_text(as_csv(rows) if rows else ",".join(COLUMNS) + "\n", encoding="utf-8")


def write_parquet(rows: Rows, path: Path) -> None:
    """Write rows as a Parquet file with typed columns."""
    pa, parquet = arrow()
    types = {int: pa.int64(), float: pa.float64(), bool: pa.bool_(), str: pa.string()}
    columns = {name: [as_type(row[name], kind) for row in rows] for name, kind in COLUMNS.items()}
    schema = pa.schema([(name, types[kind]) for name, kind in COLUMNS.items()])
    parquet.write_table(pa.table(columns, schema=schema), path)


def as_type(value: Any, kind: type) -> Any:
    """Return a value in its column's type: infinite numbers are texts in CSV and JSON, and numbers here."""
    return None if value is None else kind(value)


WRITERS: Mapping[str, Callable[[Rows, Path], None]] = {".csv": write_csv, ".parquet": write_parquet}
"""Suffix -> the function that writes such a file."""


def arrow() -> tuple[Any, Any]:
    """Return the modules of pyarrow; raise InputError where it is not installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise InputError(
            'Parquet needs pyarrow: pip install "plyscope[batch]"; results are written as .csv without it'
        ) from None
    return pyarrow, pyarrow.parquet
