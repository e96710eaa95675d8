"""Whether animations are allowed, which they are not if the system's settings ask for less motion.

Qt does not report it, so each system is queried in its own way, in the background, because it may take a while.
Animations are allowed until the answer has come.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress

from plyscope_window.jobs.background import in_background

MOTION_TIMEOUT_S = 1.0
"""Seconds to wait for the system's answer."""
REDUCED_MOTION: Mapping[tuple[str, str], Callable[[object], bool]] = {
    ("org.freedesktop.appearance", "reduced-motion"): lambda value: value == 1,
    ("org.gnome.desktop.interface", "enable-animations"): lambda value: value is False,
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): lambda value: str(value) in ("0", "0.0"),
}
"""Settings of desktops, as their portal names them, and whether a value asks for less motion."""


class Motion:
    """The system's answer."""

    def __init__(self) -> None:
        self.is_allowed = True
        self._was_queried = False

    def query(self) -> None:
        """Ask the system, once."""
        if not self._was_queried:
            self._was_queried = True
            in_background(reduces_motion, self._take)

    def _take(self, less: bool) -> None:
        self.is_allowed = not less


MOTION = Motion()


def reduces_motion() -> bool:
    if sys.platform == "win32":
        return reduced_on_windows()
    return reduced_on_macos() if sys.platform == "darwin" else reduced_on_desktops()


def reduced_on_desktops() -> bool:
    return any(asks_for_less(setting(*names)) for names, asks_for_less in REDUCED_MOTION.items())


def setting(namespace: str, name: str) -> object:
    """A setting of the desktop; None if it has none or does not answer."""
    from PySide6.QtDBus import QDBus, QDBusConnection, QDBusMessage

    place = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings"
    question = QDBusMessage.createMethodCall(*place, "Read")
    question.setArguments([namespace, name])
    answer = QDBusConnection.sessionBus().call(question, QDBus.CallMode.Block, int(1000 * MOTION_TIMEOUT_S))
    if answer.type() != QDBusMessage.MessageType.ReplyMessage:
        return None
    value = answer.arguments()[0]
    while hasattr(value, "variant"):
        value = value.variant()
    return value


def reduced_on_macos() -> bool:
    with suppress(OSError, subprocess.SubprocessError):
        command = ["defaults", "read", "com.apple.universalaccess", "reduceMotion"]
        return subprocess.run(command, capture_output=True, timeout=MOTION_TIMEOUT_S, check=False).stdout.strip() == b"1"
    return False


def reduced_on_windows() -> bool:
    import ctypes

    moves, get_client_area_animation = ctypes.c_int(1), 0x1042
    windll = getattr(ctypes, "windll", None)
    return (
        windll is not None
        and bool(windll.user32.SystemParametersInfoW(get_client_area_animation, 0, ctypes.byref(moves), 0))
        and not moves.value
    )
