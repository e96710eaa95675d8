"""The folders in which Plyscope keeps things for a user: settings, and what was worked out once. The engine's view.

The window asks Qt for the same folders. PLYSCOPE_STATE names one folder for everything.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def config_folder() -> Path:
    """Return the folder of the settings, the window's too."""
    return user_folder("AppData/Local", "Library/Preferences", "XDG_CONFIG_HOME", ".config")


def cache_folder() -> Path:
    """Return the folder of results that can be worked out again; all of it can be deleted at any time."""
    folder = user_folder("AppData/Local", "Library/Caches", "XDG_CACHE_HOME", ".cache")
    return folder / "cache" if sys.platform == "win32" or os.environ.get("PLYSCOPE_STATE") else folder


def user_folder(on_windows: str, on_macos: str, variable: str, elsewhere: str) -> Path:
    """Return our folder for this user: PLYSCOPE_STATE, else by system; on Linux `variable` may name its parent."""
    named = os.environ.get("PLYSCOPE_STATE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / on_windows) / "plyscope"
    if sys.platform == "darwin":
        return Path.home() / on_macos / "plyscope"
    folder = os.environ.get(variable, "")
    return (Path(folder) if Path(folder).is_absolute() else Path.home() / elsewhere) / "plyscope"
