"""The fonts that come with the window, so that no language and no sign that it writes turns to boxes.

Inter is for text, JetBrains Mono for code; Noto Sans stands behind both for Hebrew and Chinese. They are subsets:
Latin, Greek and mathematical signs; all of Hebrew; the 6,763 characters of GB 2312 for Simplified Chinese and the
5,401 of Big5's first level for Traditional, in one weight each, since a second would double the size and Qt makes
a bold of its own from weight 700 on. The two scripts are two families, because one code point is often drawn
differently in each: whoever sets text in Traditional Chinese names "Noto Sans TC" before "Noto Sans SC". Where the
machine has fuller fonts, Qt goes on to them for what is missing here. README.md tells how these were made.
"""

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
    """Makes the fonts known to Qt, once; needs an application. No outline is read before a letter is drawn."""
    for name in FILES:
        content = files(__name__).joinpath(name).read_bytes()
        if QFontDatabase.addApplicationFontFromData(content) < 0:
            raise RuntimeError(f"Qt does not take the font {name}")
