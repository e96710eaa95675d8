"""The description of the package: the README without what only works inside the repository.

A package index shows the README alone. There a relative picture is a broken picture and a relative link leads nowhere,
and Plyscope has no address of its own to make them absolute. So the one picture is dropped, the README's listing of a
search in plain text says the same, and links keep their words.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Description(MetadataHookInterface):
    """Called by hatchling for `dynamic = ["readme"]`."""

    def update(self, metadata: dict[str, Any]) -> None:
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": without_relative_links(readme)}


def without_relative_links(text: str) -> str:
    """Markdown without pictures and links that are relative to the repository."""
    without_pictures = re.sub(r"^!\[[^]]*\]\((?!https?:)[^)]*\)\n\n?", "", text, flags=re.MULTILINE)
    return re.sub(r"(?<!!)\[([^]]*)\]\((?!https?:)[^)]*\)", r"\1", without_pictures)
