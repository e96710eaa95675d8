"""What an action is: a command of the window, with its keys and requirements; and the menus that hold the actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Generic, TypeVar

from plyscope_window.words import tr

Window = TypeVar("Window")


@dataclass(frozen=True)
class Action(Generic[Window]):
    """One line of the table of actions."""

    key: str
    """The name of the action in settings."""
    text: str
    menu: str
    keys: tuple[str, ...]
    icon: str
    run: Callable[[Window], object]
    requires: tuple[Callable[[Window], str], ...] = ()
    """The requirements; each returns a sentence on what is missing, or an empty text."""
    is_on: Callable[[Window], bool] | None = None
    """Whether it is on, for an action that can be on or off."""
    now: Callable[[Window], str] | None = None
    """The label at the current step, for an action that does not do the same everywhere."""
    group: str = ""
    """The part of its menu in which it stands; `submenus` says which parts are menus of their own."""

    def why_not(self, window: Window, known: dict[Callable[[Window], str], str] | None = None) -> str:
        """Why the action is disabled, empty if it is enabled; `known` keeps what requirements have said by now."""
        known = {} if known is None else known
        for missing in self.requires:
            if missing not in known:
                known[missing] = missing(window)
            if known[missing]:
                return known[missing]
        return ""

    def words(self, window: Window) -> str:
        """The label of the action at the current step, for its tooltip."""
        return self.now(window) if self.now is not None else self.text.replace("&", "")


def command(place: str, *args: object) -> Callable[[Any], object]:
    """The command at a place `module:function` of the window; its module is loaded by the first call."""
    module, _, function = place.partition(":")
    return lambda window: getattr(import_module(f"plyscope_window.{module}"), function)(window, *args)


def menus() -> dict[str, str]:
    """The titles of the menus in order, by the names that the table has for them."""
    return {
        "file": tr("&File"), "view": tr("&View"), "step": tr("&Step"), "run": tr("&Run"), "mark": tr("&Marks"),
        "tree": tr("&Tree"), "why": tr("Wh&y"), "compare": tr("&Compare"), "own": tr("User c&ode"),
        "window": tr("&Window"), "help": tr("&Help"),
    }  # fmt: skip


def submenus() -> dict[tuple[str, str], str]:
    """The titles of the groups that are menus of their own, by menu and group."""
    return {
        ("file", "play"): tr("Ga&mes"), ("view", "zoom"): tr("&Zoom"), ("view", "future"): tr("F&uture"),
        ("view", "text size"): tr("Te&xt size"), ("view", "coordinates"): tr("Coordinate&s"),
        ("tree", "copy"): tr("Cop&y"), ("help", "lessons"): tr("More &lessons"),
    }  # fmt: skip
