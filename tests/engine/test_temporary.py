"""Temporary folders: what a killed process leaves, the next start removes, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from plyscope import temporary
from plyscope.temporary import OWNER, TemporaryFolder, remove_abandoned

from tests.places import SOURCE_ROOTS

KILLED = """
import os, sys
from pathlib import Path
from plyscope.temporary import TemporaryFolder
folder = TemporaryFolder(folder=Path(sys.argv[1]))
os._exit(0)
"""


def test_a_folder_is_there_until_it_is_removed(tmp_path: Path) -> None:
    with TemporaryFolder("plyscope-x-", tmp_path) as folder:
        (folder.path / "log").touch()
        assert folder.path.parent == tmp_path
        remove_abandoned(tmp_path)
        assert (folder.path / "log").exists()
    assert list(tmp_path.iterdir()) == []
    folder = TemporaryFolder(folder=tmp_path)
    del folder
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_leaves_is_removed_by_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], env={"PYTHONPATH": SOURCE_ROOTS}, check=True)
        [left] = tmp_path.iterdir()
        assert (left / OWNER).stat().st_size
    monkeypatch.setattr(temporary, "swept_parents", set())
    with TemporaryFolder(folder=tmp_path) as folder:
        assert list(tmp_path.iterdir()) == [folder.path]


def test_what_is_not_known_to_be_left_stays(tmp_path: Path) -> None:
    for name, owner in (("plyscope-new", b""), ("other", b"1"), ("plyscope-without", None)):
        (tmp_path / name).mkdir()
        if owner is not None:
            (tmp_path / name / OWNER).write_bytes(owner)
    remove_abandoned(tmp_path)
    assert len(list(tmp_path.iterdir())) == 3
    remove_abandoned(tmp_path / "none")


def test_nothing_is_removed_where_there_are_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with TemporaryFolder(folder=tmp_path) as folder:
        assert (folder.path / OWNER).read_bytes() == str(os.getpid()).encode()
        for name in ("fcntl", "msvcrt"):
            monkeypatch.setitem(sys.modules, name, None)
        remove_abandoned(tmp_path)
        assert folder.path.exists()
