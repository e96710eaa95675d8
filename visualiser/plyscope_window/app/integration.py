"""The command integrate: Plyscope in the menus of a Linux desktop, and `.plytrace` files that open in it.

Everything goes below the user's data folder: a desktop file, icons, a MIME type, the manual page, and completion for
bash and fish. A receipt there lists every file and folder that was made, so that `--remove` leaves nothing behind.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import click
from click.shell_completion import FishComplete
from plyscope.cli.completion import Bash
from plyscope.cli.manual import manual_page
from plyscope.cli.running import COMPLETION
from plyscope.files.records import read_record
from plyscope.messages import InputError, Message

from plyscope_window import look

ICON = Path(look.__file__).with_name("plyscope.svg")
"""The icon that is installed."""
MIME_TYPE = "application/x-plytrace"
RECEIPT = Path("plyscope", "integration.json")
"""The list of what was installed, below the data folder."""
DESKTOP_FILES, ICONS, MIME = Path("applications"), Path("icons", "hicolor"), Path("mime")
"""Where the desktop looks for what is installed, below the data folder."""
MANUAL, BASH, FISH = Path("man"), Path("bash-completion"), Path("fish")
UPDATED = (DESKTOP_FILES, ICONS, MIME, MANUAL, BASH, FISH, RECEIPT.parent)
"""The folders, below the data folder, in which something may be made."""

DESKTOP_FILE = """\
[Desktop Entry]
Type=Application
Name=Plyscope
GenericName=Game-tree debugger
Comment=See a game-tree search and walk through it call by call
Exec={command} open %F
Icon=plyscope
Terminal=false
Categories=Education;
Keywords=minimax;alpha-beta;game tree;recursion;debugger;
MimeType={mime_type};
StartupWMClass=plyscope
"""
"""The entry of the menu."""
MIME_PACKAGE = """\
<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{mime_type}">
    <comment>{comment}</comment>
    <sub-class-of type="application/zip"/>
    <glob pattern="*.plytrace"/>
  </mime-type>
</mime-info>
"""
"""The description of the file type."""


@click.command()
@click.option("--remove", "is_removal", is_flag=True, help="remove what the command has installed")
@click.pass_context
def integrate(context: click.Context, is_removal: bool) -> None:
    """Add Plyscope to a Linux desktop: menu entry, icon, file type, manual page, completion.

    Everything goes into the user's data folder (~/.local/share); nothing needs administrator rights.
    """
    if sys.platform != "linux":
        raise InputError(
            "plyscope integrate is for Linux desktops; on this system open recordings by plyscope open FILE"
        )
    data = data_folder()
    if is_removal:
        removed = remove(data)
        print(Message("removed: {count} files", count=removed) if removed else "there is nothing to remove")
        return
    group = context.find_root().command
    assert isinstance(group, click.Group)
    for path in install(data, contents(group, launcher())):
        print(path)


def data_folder() -> Path:
    """The user's data folder: XDG_DATA_HOME if that is an absolute path, else ~/.local/share."""
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if os.path.isabs(named) else Path.home() / ".local" / "share"


def launcher() -> list[str]:
    """The command that starts the Plyscope that is running now."""
    program = Path(sys.argv[0]).absolute()
    if program.name == "plyscope" and os.access(program, os.X_OK):
        return [str(program)]
    return [sys.executable, "-m", "plyscope"]


def contents(group: click.Group, command: list[str]) -> dict[Path, str]:
    """The text of every file to install, by its path below the data folder."""
    icon = ICON.read_text(encoding="utf-8")
    scripts = {
        BASH / "completions" / "plyscope": Bash,
        FISH / "vendor_completions.d" / "plyscope.fish": FishComplete,
    }
    return {
        DESKTOP_FILES / "plyscope.desktop": DESKTOP_FILE.format(
            command=" ".join(map(quoted, command)), mime_type=MIME_TYPE
        ),
        ICONS / "scalable" / "apps" / "plyscope.svg": icon,
        ICONS / "scalable" / "mimetypes" / "application-x-plytrace.svg": icon,
        MIME / "packages" / "plyscope.xml": MIME_PACKAGE.format(mime_type=MIME_TYPE, comment="Plyscope recording"),
        MANUAL / "man1" / "plyscope.1": manual_page(group),
        **{path: shell(group, {}, "plyscope", COMPLETION).source() for path, shell in scripts.items()},
    }


def quoted(word: str) -> str:
    """A word of a command in a desktop file, quoted as its specification says."""
    if re.fullmatch(r"[\w./+@:-]+", word):
        return word
    inside = re.sub(r'(["`$\\])', r"\\\1", word)
    return f'"{inside}"'.replace("\\", "\\\\").replace("%", "%%")


@dataclass(frozen=True)
class Receipt:
    """What was made below the data folder."""

    files: list[str]
    """The files of Plyscope."""
    generated: list[str]
    """Caches that the desktop's tools made of them and that did not exist before."""
    folders: list[str]


def install(data: Path, files: dict[Path, str]) -> list[Path]:
    """Write the files, in place of an earlier run's, and the receipt; InputError where another program has one."""
    own = {data / name for name in read_receipt(data).files}
    for place, text in files.items():
        path = data / place
        if path.exists() and path not in own and path.read_text(encoding="utf-8", errors="replace") != text:
            raise InputError("{path}: this file is there already, and Plyscope has not installed it", path=str(path))
    remove(data)
    before = entries(data)
    for place, text in files.items():
        path = data / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (data / RECEIPT).parent.mkdir(parents=True, exist_ok=True)
    update_caches(data)
    new_paths = entries(data) - before
    installed = [str(place) for place in files]
    receipt = Receipt(
        installed,
        sorted(str(path) for path in new_paths if not (data / path).is_dir() and str(path) not in installed),
        sorted((str(path) for path in new_paths if (data / path).is_dir()), reverse=True),
    )
    (data / RECEIPT).write_text(json.dumps(vars(receipt), indent=1), encoding="utf-8")
    return [data / place for place in files]


def remove(data: Path) -> int:
    """Remove what the receipt lists, and return the number of files; caches that others need are rebuilt."""
    receipt = read_receipt(data)
    count = 0
    for name in receipt.files:
        with suppress(FileNotFoundError):
            (data / name).unlink()
            count += 1
    for name in receipt.generated:
        if not is_needed_by_others(data, Path(name)):
            (data / name).unlink(missing_ok=True)
    (data / RECEIPT).unlink(missing_ok=True)
    if receipt.files:
        update_caches(data)
    for name in receipt.folders:
        with suppress(OSError):  # it is not empty, or gone
            (data / name).rmdir()
    return count


def read_receipt(data: Path) -> Receipt:
    """What an earlier run has installed; nothing where there is no receipt that can be read."""
    with suppress(OSError, ValueError):
        return read_record(Receipt, json.loads((data / RECEIPT).read_text(encoding="utf-8")))
    return Receipt([], [], [])


def entries(data: Path) -> set[Path]:
    """All files and folders that may have been installed, below the data folder."""
    roots = {parent for folder in UPDATED for parent in (folder, *folder.parents)}
    paths = {path for path in roots if (data / path).exists()}
    for folder in UPDATED:
        paths |= {path.relative_to(data) for path in (data / folder).rglob("*")}
    return paths


def is_needed_by_others(data: Path, cache: Path) -> bool:
    """Whether another program has files in the folder that a cache is made from."""
    if cache.parts[0] == MIME.name:
        return any((data / MIME / "packages").glob("*.xml"))
    return cache.parts[0] == DESKTOP_FILES.name and any((data / DESKTOP_FILES).glob("*.desktop"))


def update_caches(data: Path) -> None:
    """Run the desktop's tools that update its caches; where one is missing, the files are found at the next login."""
    commands = {
        "update-mime-database": (MIME, any((data / MIME / "packages").glob("*.xml"))),
        "update-desktop-database": (DESKTOP_FILES, any((data / DESKTOP_FILES).glob("*.desktop"))),
    }
    for name, (folder, has_entries) in commands.items():
        program = shutil.which(name)
        if program is not None and has_entries:
            subprocess.run([program, str(data / folder)], capture_output=True, check=False)
