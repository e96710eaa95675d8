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
FOLLOW_SYSTEM = "system"
SETTINGS_FILE = "window.ini"

Location = QStandardPaths.StandardLocation


def config_folder() -> Path:
    """Where settings are kept: ~/.config/plyscope on Linux, as XDG_CONFIG_HOME says."""
    return folder(Location.AppConfigLocation)


def state_folder() -> Path:
    """Where recordings that are not saved yet are kept: ~/.local/state/plyscope on Linux, as XDG_STATE_HOME says."""
    return folder(Location.StateLocation)


def folder(location: Location) -> Path:
    """A folder of the platform; PLYSCOPE_STATE names another one for everything."""
    named = os.environ.get("PLYSCOPE_STATE")
    return Path(named or QStandardPaths.writableLocation(location))


def earlier_folder() -> Path | None:
    """Where earlier versions kept everything; None where a folder is named by PLYSCOPE_STATE."""
    if os.environ.get("PLYSCOPE_STATE"):
        return None
    return Path(QStandardPaths.writableLocation(Location.AppDataLocation))


def move_earlier_settings(target: Path) -> None:
    """Move the settings of an earlier version to their place, once; settings that are there already stay."""
    earlier = earlier_folder()
    if earlier is None:
        return
    source = earlier / SETTINGS_FILE
    if source != target and source.is_file() and not target.exists():
        shutil.move(source, target)
        with suppress(OSError):
            earlier.rmdir()


class Settings:
    """The file of settings. What cannot be read is treated as absent."""

    def __init__(self) -> None:
        path = config_folder() / SETTINGS_FILE
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            move_earlier_settings(path)
        self._store = QSettings(str(path), QSettings.Format.IniFormat)

    def text(self, key: str, default: str) -> str:
        value = self._store.value(key, default)
        return value if isinstance(value, str) else default

    def number(self, key: str, default: float, low: float, high: float) -> float:
        try:
            value = float(self.text(key, str(default)))
        except ValueError:
            return default
        return value if low <= value <= high else default

    def truth(self, key: str, default: bool) -> bool:
        return self.text(key, str(default)) == "True"

    def set(self, key: str, value: Any) -> None:
        self._store.setValue(key, value if isinstance(value, QByteArray) else str(value))

    def remove(self, key: str) -> None:
        self._store.remove(key)

    def bytes(self, key: str) -> QByteArray:
        value = self._store.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    # Recent files

    @property
    def recent(self) -> list[Path]:
        paths = [Path(line) for line in self.text("recent", "").split("\n") if line]
        return [path for path in paths if path.exists()][:MAX_RECENT]

    @property
    def folder(self) -> Path:
        """The folder of the file that was used last."""
        recent = self.recent
        return recent[0].parent if recent else Path.home()

    def add_recent(self, path: Path) -> None:
        path = path.absolute()
        others = [other for other in self.recent if other != path]
        self.set("recent", "\n".join(map(str, [path, *others][:MAX_RECENT])))

    # Keys

    def keys(self, action: str, usual: list[str]) -> list[str]:
        """The keys of an action: those the user has chosen, or the usual ones."""
        own = self._store.value(f"keys/{action}")
        return [key for key in own.split("\n") if key] if isinstance(own, str) else usual

    def set_keys(self, action: str, keys: list[str] | None) -> None:
        """Change the keys of an action; None brings the usual ones back."""
        if keys is None:
            self.remove(f"keys/{action}")
        else:
            self.set(f"keys/{action}", "\n".join(keys))

    def sync(self) -> None:
        self._store.sync()
