"""Columns and texts in a zip file; columns are stored as they are, so that they can be read where they lie."""

from __future__ import annotations

import io
import json
import os
import re
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from plyscope.messages import InputError

ALIGNMENT_BYTES = 64
PADDING_FIELD_ID = 0xD935
"""The kind of extra field with which alignment tools pad zip files."""

MAX_TEXTS_BYTES = 1 << 30
"""Bytes of all texts of a member together."""

NPY_HEADER = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '(?P<kind>[^']*)', "
    rb"'fortran_order': False, 'shape': \((?P<count>[0-9]*),\), \} *\n",
    re.DOTALL,
)
"""The beginning of a one-dimensional column, as numpy writes it. Stricter than numpy's own reader, and safer."""


def member(name: str) -> zipfile.ZipInfo:
    """Return the entry of a member without a date, so that equal traces are equal files."""
    return zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))


def write_column(archive: zipfile.ZipFile, name: str, column: NDArray[Any]) -> None:
    """Write a column so that it can be mapped from the file where it lies."""
    header = io.BytesIO()
    npy.write_array_header_1_0(header, npy.header_data_from_array_1_0(column))
    info = member(f"{name}.npy")
    info.file_size = len(header.getvalue()) + column.nbytes
    is_large = info.file_size > 2**31
    assert archive.fp is not None
    # The local header has 30 bytes and the name; 20 more in a large file; 4 begin our own extra field.
    start = archive.fp.tell() + 30 + len(info.filename) + 20 * is_large + 4
    filling = -start % ALIGNMENT_BYTES
    info.extra = PADDING_FIELD_ID.to_bytes(2, "little") + filling.to_bytes(2, "little") + bytes(filling)
    with archive.open(info, "w", force_zip64=is_large) as file:
        file.write(header.getvalue())
        file.write(column.data.cast("B"))


def map_column(file: IO[bytes], path: Path, info: zipfile.ZipInfo, kind: np.dtype[Any], frames: int) -> NDArray[Any]:
    """Return a column mapped from the file, once its headers agree with each other."""
    file.seek(info.header_offset)
    local = file.read(30)
    if len(local) < 30 or local[:4] != b"PK\x03\x04":
        raise InputError("damaged: {name} is not where the directory says", name=info.filename)
    start = info.header_offset + 30 + int.from_bytes(local[26:28], "little") + int.from_bytes(local[28:30], "little")
    file.seek(start)
    header = NPY_HEADER.match(file.read(1024))
    if header is None:
        raise InputError("damaged: {name} is not a column", name=info.filename)
    if header["kind"] != kind.str.encode() or header["count"] != str(frames).encode():
        raise InputError(
            "damaged: {name} should be a column of {frames} {kind}", name=info.filename, frames=frames, kind=kind.str
        )
    length, end = header.end() + frames * kind.itemsize, start + info.file_size
    if length != info.file_size or end > os.fstat(file.fileno()).st_size:
        raise InputError("damaged: {name} has another size than its header says", name=info.filename)
    # As a plain column: each slice of the other kind would take as long as a hundred numbers.
    column = np.asarray(np.memmap(path, kind, "r", start + header.end(), (frames,)))
    # Other programs write zip files without padding; then the numbers cannot be read in place.
    return column if column.flags.aligned else np.array(column)


def write_texts(archive: zipfile.ZipFile, name: str, texts: Iterable[str]) -> None:
    """Write texts as one JSON member."""
    archive.writestr(member(name), json.dumps(list(texts), ensure_ascii=False, indent=0))


def read_texts(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, count: int, *, may_be_empty: bool = True
) -> tuple[str, ...]:
    """Return the texts of a member; raise InputError unless there are `count`."""
    name = info.filename
    if info.file_size > MAX_TEXTS_BYTES:
        raise InputError("damaged: {name} has {size} bytes", name=name, size=info.file_size)
    try:
        found = json.loads(archive.read(info))
    except (ValueError, RecursionError) as error:
        raise InputError("damaged: {name} is not JSON: {reason}", name=name, reason=str(error)) from error
    is_well = isinstance(found, list) and all(type(text) is str and (text or may_be_empty) for text in found)
    if not is_well or len(found) != count:
        raise InputError("damaged: {name} should hold {count} texts", name=name, count=count)
    return tuple(found)
