"""Columns and texts in a zip file; columns are stored as they are, so that they can be read where they lie."""

from __future__ import annotations

import errno
import io
import json
import mmap
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, cast

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from plyscope.messages import InputError

ALIGNMENT_BYTES = 64
PADDING_FIELD_ID = 0xD935
"""The kind of extra field with which alignment tools pad zip files."""

MAX_READ_BYTES = 64 << 20
"""Bytes up to which a file is read as a whole, since reading it takes longer than mapping it."""
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


class BufferReader(io.RawIOBase):
    """Bytes in memory as a file, without a copy."""

    def __init__(self, content: memoryview) -> None:
        self.content, self.place = content, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.place

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self.place, os.SEEK_END: len(self.content)}[whence]
        if start + offset < 0:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        self.place = start + offset
        return self.place

    def readinto(self, buffer: Any) -> int:
        found = self.content[self.place : self.place + len(buffer)]
        buffer[: len(found)] = found
        self.place += len(found)
        return len(found)


class StoredArchive:
    """A zip file, opened once: its directory, and all that is ever read of it.

    Up to `MAX_READ_BYTES` it is read into memory, and no later change can reach what was read. A larger one is mapped:
    another file under its name does not matter, and `refuse_changed` looks whether it was changed in place.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("rb", buffering=0) as file:
            self.status = os.fstat(file.fileno())
            self.is_mapped = self.status.st_size > MAX_READ_BYTES
            self.content = self.mapped(file) if self.is_mapped else self.read(file)
        if bytes(self.content[:2]) != b"PK":
            raise InputError("not a trace file: it does not begin like one")
        self.zip = zipfile.ZipFile(cast(IO[bytes], BufferReader(self.content)))
        self.infos: Sequence[zipfile.ZipInfo] = self.zip.infolist()
        """The members, in the order of the directory."""

    @staticmethod
    def mapped(file: io.FileIO) -> memoryview:
        """Return the bytes of a file where they lie; the mapping keeps the only descriptor."""
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

    def read(self, file: io.FileIO) -> memoryview:
        """Return a copy of the bytes of a file, as far as it goes."""
        # numpy asks the system for large pages, which halves the time of a large file.
        content, place = np.empty(self.status.st_size, np.uint8).data, 0
        while place < len(content) and (count := file.readinto(content[place:])):
            place += count
        return content[:place].toreadonly()

    def refuse_changed(self) -> None:
        """Raise InputError if a mapped file is known to have been written to since it was opened.

        That its size and times are the same is no proof; it cannot be known of a file whose name now means another one.
        """
        with suppress(OSError):
            now, then = os.stat(self.path), self.status
            is_same = self.is_mapped and (now.st_dev, now.st_ino) == (then.st_dev, then.st_ino)
            if is_same and (now.st_size, now.st_mtime_ns) != (then.st_size, then.st_mtime_ns):
                raise InputError("the file was changed while it was read")

    def start_of(self, info: zipfile.ZipInfo) -> int:
        """Return where the bytes of a member start, once its local header agrees with the directory."""
        local = bytes(self.content[info.header_offset : info.header_offset + 30])
        if len(local) < 30 or local[:4] != b"PK\x03\x04":
            raise InputError("damaged: {name} is not where the directory says", name=info.filename)
        name_start, name_length = info.header_offset + 30, int.from_bytes(local[26:28], "little")
        name = bytes(self.content[name_start : name_start + name_length])
        if name.decode("utf-8" if local[7] & 8 else "cp437", "replace") != info.orig_filename:
            raise InputError("damaged: {name} is not where the directory says", name=info.filename)
        return name_start + name_length + int.from_bytes(local[28:30], "little")

    def bytes_of(self, info: zipfile.ZipInfo) -> memoryview:
        """Return the bytes of a member, which match its checksum."""
        if info.compress_type != zipfile.ZIP_STORED or info.file_size != info.compress_size or info.flag_bits & 1:
            raise InputError("damaged: {name} is not stored as it is", name=info.filename)
        start = self.start_of(info)
        found = self.content[start : start + info.file_size]
        if len(found) != info.file_size or zlib.crc32(found) != info.CRC:
            raise InputError("damaged: {name} does not match its checksum", name=info.filename)
        return found

    def column(self, info: zipfile.ZipInfo, kind: np.dtype[Any], frames: int) -> NDArray[Any]:
        """Return a column where it lies, once its headers agree with each other."""
        start = self.start_of(info)
        header = NPY_HEADER.match(bytes(self.content[start : start + 1024]))
        if header is None:
            raise InputError("damaged: {name} is not a column", name=info.filename)
        if header["kind"] != kind.str.encode() or header["count"] != str(frames).encode():
            raise InputError(
                "damaged: {name} should be a column of {frames} {kind}",
                name=info.filename,
                frames=frames,
                kind=kind.str,
            )
        length, end = header.end() + frames * kind.itemsize, start + info.file_size
        if length != info.file_size or end > len(self.content):
            raise InputError("damaged: {name} has another size than its header says", name=info.filename)
        column: NDArray[Any] = np.frombuffer(self.content, kind, frames, start + header.end())
        # Other programs write zip files without padding; then the numbers cannot be read in place.
        return column if column.flags.aligned else np.array(column)

    def texts(self, info: zipfile.ZipInfo, count: int, *, may_be_empty: bool = True) -> tuple[str, ...]:
        """Return the texts of a member; raise InputError unless there are `count`."""
        name = info.filename
        if info.file_size > MAX_TEXTS_BYTES:
            raise InputError("damaged: {name} has {size} bytes", name=name, size=info.file_size)
        content = bytes(self.bytes_of(info))
        try:
            found = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise InputError("damaged: {name} is not JSON: {reason}", name=name, reason=str(error)) from error
        is_well = isinstance(found, list) and all(type(text) is str and (text or may_be_empty) for text in found)
        if not is_well or len(found) != count:
            raise InputError("damaged: {name} should hold {count} texts", name=name, count=count)
        return tuple(found)


def write_texts(archive: zipfile.ZipFile, name: str, texts: Iterable[str]) -> None:
    """Write texts as one JSON member."""
    archive.writestr(member(name), json.dumps(list(texts), ensure_ascii=False, indent=0))
