"""What an action is: a command of the window, with its keys and what it requires. And the menus that they stand in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from plyscope_window.words import tr

Window = TypeVar("Window")


@dataclass(frozen=True)
class Action(Generic[Window]):
    """One line of the table of actions."""

    key: str
    """Its name in settings."""
    text: str
    menu: str
    keys: tuple[str, ...]
    icon: str
    run: Callable[[Window], object]
    requires: tuple[Callable[[Window], str], ...] = ()
    """Its requirements; each returns a sentence on what is missing, or an empty one."""
    is_on: Callable[[Window], bool] | None = None
    """The state of an action that is on or off."""
    now: Callable[[Window], str] | None = None
    """What it does where the cursor is, if that is not the same everywhere."""

    def why_not(self, window: Window) -> str:
        """Why it is disabled; empty if it is enabled."""
        return next((reason for missing in self.requires if (reason := missing(window))), "")

    def words(self, window: Window) -> str:
        """What it does, for its tooltip."""
        return self.now(window) if self.now is not None else self.text.replace("&", "")


def menus() -> dict[str, str]:
    """The titles of the menus, in order, by their names in the table."""
    return {
        "file": tr("&File"), "view": tr("&View"), "step": tr("&Step"), "run": tr("&Run"), "mark": tr("&Marks"),
        "tree": tr("&Tree"), "why": tr("Wh&y"), "compare": tr("&Compare"), "own": tr("User c&ode"),
        "window": tr("&Window"), "help": tr("&Help"),
    }  # fmt: skip
