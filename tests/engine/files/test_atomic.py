"""Files that are written: what they replace, and what they leave alone."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path

import pytest
from plyscope.export import export
from plyscope.files.atomic import FileThereError, replacing, write_file, write_json
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError

from tests.full_traces import Trace, record

TRACE = record("tree:[1,2]")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes, links and modes are those of Unix")


def write(path: Path, text: str = "new", *, force: bool = True) -> None:
    with replacing(path, force=force) as temporary:
        temporary.write_text(text)


@pytest.mark.parametrize("force", [True, False])
def test_a_pipe_or_a_socket_is_never_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, force: bool) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    os.mkfifo("pipe.txt")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.txt")
        for name in ("pipe.txt", "socket.txt"):
            kind = stat.S_IFMT(Path(name).stat().st_mode)
            for attempt in (lambda path: write(path, force=force), lambda path: save_trace(TRACE, path, force=force)):
                with pytest.raises(InputError, match=f"{name}: this is not a regular file"):
                    attempt(Path(name))
            with pytest.raises(InputError, match="this is not a regular file"):
                export(TRACE, name, force=force)
            assert stat.S_IFMT(Path(name).stat().st_mode) == kind
    assert sorted(os.listdir()) == ["pipe.txt", "socket.txt"]


def test_what_a_link_leads_to_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    target, link = tmp_path / "far" / "target.txt", tmp_path / "link.txt"
    target.parent.mkdir()
    link.symlink_to(target)
    with pytest.raises(InputError, match="the file exists"):
        write(link, force=False)  # the link does, though it leads to nothing yet
    for text in ("one", "two"):
        write(link, text)
        assert link.is_symlink()
        assert target.read_text() == text
    assert [path.name for path in target.parent.iterdir()] == ["target.txt"]
    target.unlink()
    target.parent.rmdir()
    with pytest.raises(InputError, match="no such folder"):
        write(link)


def test_links_that_lead_in_a_circle_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "circle.txt"
    path.symlink_to(path)
    with pytest.raises(InputError, match="not a regular file"):
        write(path)
    assert path.is_symlink()


def test_the_mode_of_a_replaced_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    for mode in (0o640, 0o600, 0o444):
        path.write_text("old")
        path.chmod(mode)
        write(path)
        assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", mode)
        path.unlink()


@pytest.mark.parametrize("name", ["n" * 246 + ".plytrace", "ת" * 120 + ".plytrace"])
def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    save_trace(TRACE, path)
    assert Trace.open(path).signature == TRACE.signature
    assert [found.name for found in tmp_path.iterdir()] == [name]


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written: embedded null"):
        save_trace(TRACE, tmp_path / "a\0b.plytrace")
    with pytest.raises(InputError, match="cannot be written"):
        write(tmp_path / ("n" * 300))


def test_interrupted_writing_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("old")

    def stop() -> None:
        with replacing(path, force=True) as temporary:
            temporary.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop()
    assert path.read_text() == "old"
    assert [found.name for found in tmp_path.iterdir()] == ["x.txt"]


def test_text_is_written_in_utf_8_and_json_to_be_read(tmp_path: Path) -> None:
    write_json(tmp_path / "a.json", {"name": "α"}, force=False)
    assert (tmp_path / "a.json").read_bytes() == '{\n "name": "α"\n}\n'.encode()
    with pytest.raises(FileThereError):
        write_file(tmp_path / "a.json", b"", force=False)
    write_file(tmp_path / "a.json", b"\xff", force=True)
    assert (tmp_path / "a.json").read_bytes() == b"\xff"
