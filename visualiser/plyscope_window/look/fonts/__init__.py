"""The bundled fonts. They draw every language and every sign that the window writes, so that none turns into a box."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from PySide6.QtGui import QFontDatabase

FILES = {
    "Inter-Regular.otf": "Inter",
    "Inter-SemiBold.otf": "Inter",
    "JetBrainsMono-Regular.ttf": "JetBrains Mono",
    "JetBrainsMono-Bold.ttf": "JetBrains Mono",
    "NotoSansHebrew-Regular.ttf": "Noto Sans Hebrew",
    "NotoSansHebrew-Bold.ttf": "Noto Sans Hebrew",
    "NotoSansSC-Regular.otf": "Noto Sans SC",
    "NotoSansTC-Regular.otf": "Noto Sans TC",
}
"""Every font file, and the family that it belongs to."""


@cache
def load() -> None:
    """Register the fonts with Qt, once; needs an application. No outline is read before a letter is drawn."""
    for name in FILES:
        content = files(__name__).joinpath(name).read_bytes()
        if QFontDatabase.addApplicationFontFromData(content) < 0:
            raise RuntimeError(f"Qt does not take the font {name}")
