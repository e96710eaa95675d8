"""Writes docs/keys.md from the tables of actions and of docks: every command of the window, with its keys.

python docs/keys.py
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from plyscope_window.app.action import menus
from plyscope_window.app.actions import actions
from plyscope_window.app.docks import entries

PAGE = Path(__file__).with_name("keys.md")
HEAD = """\
# Keys

Every command of the window, by its menu. F1 shows this list in the window, and Ctrl+K changes the keys. A command that
cannot act just now says why in its tooltip. `python docs/keys.py` writes this page from the tables in
`visualiser/plyscope_window/app/actions.py` and `docks.py`.

The F-keys always move in time, whatever has the focus. The arrow keys select frames in the tree (parent, child,
siblings) and move in time on the timeline; the status bar says which.
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    table = actions()
    for menu, title in menus().items():
        rows = [(plain(action.text), action.keys) for action in table if action.menu == menu and action.keys]
        parts.append(section(plain(title), rows))
    docks = [(plain(dock.title), [dock.keys] if dock.keys else []) for dock in entries()]
    parts.append(section("Panels", docks))
    return "\n".join(parts)


def section(title: str, rows: Iterable[tuple[str, Iterable[str]]]) -> str:
    lines = [f"## {title}", "", "| command | keys |", "|---|---|"]
    lines += [f"| {words} | {', '.join(map(shown, keys))} |" for words, keys in rows]
    return "\n".join(lines) + "\n"


def shown(key: str) -> str:
    r"""A key in a cell of a table: `Ctrl+S`; a `|` and a `\` as Markdown wants them there."""
    return f"`{key}`".replace("|", "\\|")


def plain(text: str) -> str:
    """A text without the mark of its menu's letter, and without dots that announce a dialog."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
