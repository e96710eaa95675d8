"""What `plyscope integrate` makes on a Linux desktop, and that `--remove` leaves nothing behind."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner, Result
from plyscope.messages import InputError
from plyscope_window.app.integration import integrate, launcher, quoted


@click.group("plyscope")
def group() -> None:
    """A command line with this command alone."""


group.add_command(integrate)
PLACES = {
    "applications/plyscope.desktop",
    "bash-completion/completions/plyscope",
    "fish/vendor_completions.d/plyscope.fish",
    "icons/hicolor/scalable/apps/plyscope.svg",
    "icons/hicolor/scalable/mimetypes/application-x-plytrace.svg",
    "man/man1/plyscope.1",
    "mime/packages/plyscope.xml",
}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, on a Linux desktop."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path / "share"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["integrate", *arguments], catch_exceptions=False)


def tree(folder: Path) -> dict[str, str]:
    """Every file and folder, with what is in it."""
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8") if path.is_file() else ""
        for path in folder.rglob("*")
        if path.name != "mime.cache"
    }


def test_everything_is_below_the_data_folder_and_listed(data: Path) -> None:
    done = run()
    listed = {str(Path(line).relative_to(data)) for line in done.output.splitlines()}
    assert listed == PLACES
    assert all((data / place).stat().st_size > 0 for place in PLACES)
    assert ElementTree.parse(data / "mime/packages/plyscope.xml").getroot()[0].get("type") == "application/x-plytrace"
    assert "MimeType=application/x-plytrace;" in (data / "applications/plyscope.desktop").read_text()


def test_removing_undoes_it_exactly(data: Path) -> None:
    run()
    run()
    assert run("--remove").output == "removed: 7 files\n"
    assert not data.exists()
    assert run("--remove").output == "there is nothing to remove\n"


def test_what_other_programs_have_there_stays_as_it_was(data: Path) -> None:
    other = '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info"/>'
    (data / "mime" / "packages").mkdir(parents=True)
    (data / "mime" / "packages" / "other.xml").write_text(other)
    (data / "applications").mkdir()
    (data / "applications" / "other.desktop").write_text("[Desktop Entry]\nType=Application\nName=Other\nExec=true\n")
    if shutil.which("update-mime-database"):
        subprocess.run(["update-mime-database", str(data / "mime")], check=True)
    if shutil.which("update-desktop-database"):
        subprocess.run(["update-desktop-database", str(data / "applications")], check=True)
    before = tree(data)
    run()
    run("--remove")
    assert tree(data) == before


def test_a_file_of_another_program_is_not_replaced(data: Path) -> None:
    desktop = data / "applications" / "plyscope.desktop"
    desktop.parent.mkdir(parents=True)
    desktop.write_text("mine")
    with pytest.raises(InputError, match=r"plyscope\.desktop: this file is there already"):
        run()
    assert tree(data) == {"applications": "", "applications/plyscope.desktop": "mine"}


def test_other_systems_get_a_message_with_the_alternative(monkeypatch: pytest.MonkeyPatch) -> None:
    for system in ("win32", "darwin"):
        monkeypatch.setattr(sys, "platform", system)
        with pytest.raises(InputError, match="is for Linux desktops"):
            run()


def test_the_desktop_file_starts_this_very_installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "plyscope"
    program.touch(0o755)
    monkeypatch.setattr(sys, "argv", [str(program), "integrate"])
    assert launcher() == [str(program)]
    monkeypatch.setattr(sys, "argv", ["/x/plyscope/__main__.py"])
    assert launcher() == [sys.executable, "-m", "plyscope"]


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("/usr/bin/plyscope", "/usr/bin/plyscope"),
        ("/home/a b/plyscope", '"/home/a b/plyscope"'),
        ("/100%/$x", '"/100%%/\\\\$x"'),
    ],
)
def test_words_of_a_command_are_quoted_as_desktop_files_are(word: str, written: str) -> None:
    assert quoted(word) == written


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="desktop-file-validate is not installed")
def test_the_desktop_file_is_valid(data: Path) -> None:
    run()
    subprocess.run(["desktop-file-validate", str(data / "applications" / "plyscope.desktop")], check=True)
