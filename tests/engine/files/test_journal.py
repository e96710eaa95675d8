"""A file that grows line by line and loses none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from plyscope.files.journal import Journal, read_journal
from plyscope.messages import InputError

HEADER = {"format": "test", "version": 1, "seed": 1, "inf": [0.5]}


def test_lines_come_back(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with Journal(path, HEADER) as journal:
        assert journal.lines == []
        journal.add({"number": 0, "text": "\u00e9\n"})
        journal.add({"number": 1}, {"number": 2})
    with Journal(path, HEADER) as journal:
        assert [line["number"] for line in journal.lines] == [0, 1, 2]
        assert journal.lines[0]["text"] == "\u00e9\n"
        journal.add({"number": 3})
    header, lines = read_journal(path, "test", 1)
    assert header == HEADER
    assert len(lines) == 4


@pytest.mark.parametrize("cut", range(1, 60, 3))
def test_half_a_line_is_cut_off(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "a"
    with Journal(path, HEADER) as journal:
        journal.add({"number": 0})
        journal.add({"number": 1})
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    left = whole[:-cut].count(b"\n") - 1
    with Journal(path, HEADER) as journal:
        assert [line["number"] for line in journal.lines] == list(range(max(left, 0)))
        for number in range(max(left, 0), 2):
            journal.add({"number": number})
    assert path.read_bytes() == whole


def test_another_match_and_another_file_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with Journal(path, HEADER) as journal:
        journal.add({"number": 0})
    before = path.read_bytes()
    with pytest.raises(InputError, match=r"other settings \(seed\); --force starts over"):
        Journal(path, {**HEADER, "seed": 2})
    for content in (b"a letter to my mother\n", b'{"format":"else"}\n', b"a letter without an end"):
        other = tmp_path / "b"
        other.write_bytes(content)
        with pytest.raises(InputError, match="the file exists and is something else"):
            Journal(other, HEADER)
        assert other.read_bytes() == content
    assert path.read_bytes() == before
    with Journal(path, {**HEADER, "seed": 2}, force=True) as journal:
        assert journal.lines == []


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with Journal(path, HEADER) as journal:
        journal.add({"number": 0})
        journal.add({"number": 1})
    path.write_bytes(path.read_bytes().replace(b'{"number":0}', b'{"number":0'))
    with pytest.raises(InputError, match="line 2 is damaged"):
        Journal(path, HEADER)


def test_two_processes_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a"
    script = (
        f"from plyscope.files.journal import Journal; from pathlib import Path; Journal(Path({str(path)!r}), {HEADER})"
    )
    with Journal(path, HEADER):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "another process is writing it" in done.stderr


def test_a_full_disk_leaves_no_empty_file_and_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    path = tmp_path / "m.plymatch"
    with pytest.raises(InputError, match=r"m.plymatch: cannot be written: No space left"):
        Journal(path, HEADER)
    assert not path.exists()
