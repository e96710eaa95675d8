"""A page as one file that stands alone: it opens in any browser and loads nothing.

Its policy allows its own script and style only, by their checksums.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from string import Template

IMPORT = re.compile(r'^import \{[^}]*\} from "\./(.+)";\n', re.MULTILINE)
"""An import of a module; its name."""
NOT_RUN = re.compile(r"^(export | *//.*\n)", re.MULTILINE)
"""What a script is without: the word for names that other modules see, and comments."""


def document(title: str, body: str, *, style: str, script: str = "", theme: str = "auto") -> str:
    """Return a page as one file; title and body are markup already."""
    return Template(read("page.html")).substitute(
        title=title,
        body=body,
        style=style,
        script=f"<script>{script}</script>\n" if script else "",
        theme=theme,
        allowed_style=allowed(style),
        allowed_script=allowed(script) if script else "'none'",
    )


def allowed(text: str) -> str:
    """Return the checksum by which a page's policy allows a script or style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def read(name: str) -> str:
    """Return a file of the application."""
    return files("plyscope.web").joinpath(name).read_text(encoding="utf-8")


def script(start: str) -> str:
    """Return a module with all that it imports as one script, each once, after what it needs."""
    written: dict[str, str] = {}

    def runs(text: str) -> str:
        for name in IMPORT.findall(text):
            if name not in written:
                written[name] = runs(read(name))
        return NOT_RUN.sub("", IMPORT.sub("", text)).strip()

    last = runs(start)
    return '"use strict";\n{\n' + "\n\n".join([*written.values(), last]) + "\n}\n"
