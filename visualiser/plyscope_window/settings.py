"""What the window remembers from one start to the next, and the folders in which it is kept.

Settings (layout, theme, recent files, keys) are in the platform's configuration folder; recordings that are not
saved yet are in its state folder. Earlier versions kept both in the data folder; what is still there is moved.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings, QStandardPaths

MAX_RECENT = 12
"""The most files that are remembered as recently used."""
FOLLOW_SYSTEM = "system"
"""The value of the setting `theme` while the window follows the desktop's dark or light."""
SETTINGS_FILE = "window.ini"
VERSION = 1
"""The version of the settings' format, in the file as `version`; files without it are read as version 1."""

Location = QStandardPaths.StandardLocation


def config_folder() -> Path:
    """The folder of the settings: ~/.config/plyscope on Linux, as XDG_CONFIG_HOME says."""
    return folder(Location.AppConfigLocation)


def state_folder() -> Path:
    """The folder of recordings that are not saved yet: ~/.local/state/plyscope on Linux, as XDG_STATE_HOME says."""
    return folder(Location.StateLocation)


def folder(location: Location) -> Path:
    """Return a folder of the platform, or the one that PLYSCOPE_STATE names in place of all of them."""
    named = os.environ.get("PLYSCOPE_STATE")
    return Path(named or QStandardPaths.writableLocation(location))


def earlier_folder() -> Path | None:
    """The folder in which earlier versions kept everything; None if PLYSCOPE_STATE names a folder."""
    if os.environ.get("PLYSCOPE_STATE"):
        return None
    return Path(QStandardPaths.writableLocation(Location.AppDataLocation))


def move_earlier_settings(target: Path) -> None:
    """Move the settings of an earlier version to their present place, unless there are settings already."""
    earlier = earlier_folder()
    if earlier is None:
        return
    source = earlier / SETTINGS_FILE
    if source != target and source.is_file() and not target.exists():
        shutil.move(source, target)
        with suppress(OSError):
            earlier.rmdir()


class Settings:
    """The file of settings. A setting that cannot be read has its default value."""

    def __init__(self) -> None:
        path = config_folder() / SETTINGS_FILE
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            move_earlier_settings(path)
        self._store = QSettings(str(path), QSettings.Format.IniFormat)

    def text(self, key: str, default: str) -> str:
        """Return a setting as a text; `default` where it is not set."""
        value = self._store.value(key, default)
        return value if isinstance(value, str) else default

    def number(self, key: str, default: float, low: float, high: float) -> float:
        """Return a setting as a number; `default` where it is none, or not between `low` and `high`."""
        try:
            value = float(self.text(key, str(default)))
        except ValueError:
            return default
        return value if low <= value <= high else default

    def truth(self, key: str, default: bool) -> bool:
        """Return whether a setting is on; `default` where it is not set."""
        return self.text(key, str(default)) == "True"

    def set(self, key: str, value: Any) -> None:
        """Change a setting; the file is written by `sync`."""
        self._store.setValue(key, value if isinstance(value, QByteArray) else str(value))

    def remove(self, key: str) -> None:
        """Forget a setting, which then has its default value."""
        self._store.remove(key)

    def bytes(self, key: str) -> QByteArray:
        """Return a setting that Qt made, such as the layout of the docks; empty where it is not set."""
        value = self._store.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    # Recent files

    @property
    def recent(self) -> list[Path]:
        """The files that were used recently and still exist, the last one first."""
        paths = [Path(line) for line in self.text("recent", "").split("\n") if line]
        return [path for path in paths if path.exists()][:MAX_RECENT]

    @property
    def folder(self) -> Path:
        """The folder of the file that was used last."""
        recent = self.recent
        return recent[0].parent if recent else Path.home()

    def add_recent(self, path: Path) -> None:
        """Put a file before the others that were used recently."""
        path = path.absolute()
        others = [other for other in self.recent if other != path]
        self.set("recent", "\n".join(map(str, [path, *others][:MAX_RECENT])))

    # Keys

    def keys(self, action: str, default: list[str]) -> list[str]:
        """The keys of an action: those the user has chosen, or the default ones."""
        chosen = self._store.value(f"keys/{action}")
        return [key for key in chosen.split("\n") if key] if isinstance(chosen, str) else default

    def set_keys(self, action: str, keys: list[str] | None) -> None:
        """Change the keys of an action; None restores the default ones."""
        if keys is None:
            self.remove(f"keys/{action}")
        else:
            self.set(f"keys/{action}", "\n".join(keys))

    @property
    def version(self) -> int:
        """The version of the format in which the settings were last saved."""
        return round(self.number("version", VERSION, 1, 1e6))

    def sync(self) -> None:
        """Write the settings to their file; those of a later version of Plyscope keep its version number."""
        self.set("version", max(VERSION, self.version))
        self._store.sync()
