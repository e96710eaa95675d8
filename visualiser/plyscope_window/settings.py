"""What the window remembers from one start to the next: layout, theme, recent files, keys."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

from plyscope_window.jobs.recovery import state_folder

MOST_RECENT = 12
FOLLOW_SYSTEM = "system"


class Settings:
    """A file of settings where Plyscope keeps its state. What cannot be read is as if it were not there."""

    def __init__(self) -> None:
        folder = state_folder()
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        self._store = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)

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
        return [path for path in paths if path.exists()][:MOST_RECENT]

    def add_recent(self, path: Path) -> None:
        path = path.absolute()
        others = [other for other in self.recent if other != path]
        self.set("recent", "\n".join(map(str, [path, *others][:MOST_RECENT])))

    # Keys

    def keys(self, action: str, usual: list[str]) -> list[str]:
        """The keys of an action: a person's own, or the usual ones."""
        own = self._store.value(f"keys/{action}")
        return [key for key in own.split("\n") if key] if isinstance(own, str) else usual

    def set_keys(self, action: str, keys: list[str] | None) -> None:
        """Other keys for an action; None for the usual ones again."""
        if keys is None:
            self.remove(f"keys/{action}")
        else:
            self.set(f"keys/{action}", "\n".join(keys))

    def sync(self) -> None:
        self._store.sync()
