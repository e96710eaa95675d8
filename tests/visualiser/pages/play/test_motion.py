"""Whether motion is reduced when the system asks for less."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import Any

import pytest
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.pages.play import board
from plyscope_window.pages.play.board import REDUCED_MOTION, Motion, reduced_on_desktops
from PySide6.QtWidgets import QApplication

from tests.places import ROOT

pytestmark = pytest.mark.qt

PORTAL = """
import subprocess, sys
from PySide6.QtCore import QCoreApplication
from PySide6.QtDBus import QDBusConnection, QDBusVariant, QDBusVirtualObject

SETTING, VALUE = {setting!r}, {value!r}

class Portal(QDBusVirtualObject):
    def introspect(self, path): return ""
    def handleMessage(self, message, connection):
        if tuple(message.arguments()) == SETTING:
            return connection.send(message.createReply(QDBusVariant(QDBusVariant(VALUE))))
        return connection.send(message.createErrorReply("org.freedesktop.portal.Error.NotFound", "none"))

running = QCoreApplication([])
portal, bus = Portal(), QDBusConnection.sessionBus()
assert bus.registerVirtualObject("/org/freedesktop/portal/desktop", portal)
assert bus.registerService("org.freedesktop.portal.Desktop")
print("there", flush=True)
running.exec()
"""
ASK = """
import subprocess, sys
from plyscope_window.pages.play.board import reduced_on_desktops
for script in sys.argv[1:]:
    portal = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    portal.stdout.readline()
    print(reduced_on_desktops())
    portal.kill()
    portal.wait()
"""
ANSWERS = [
    (("org.freedesktop.appearance", "reduced-motion"), 1, True),
    (("org.freedesktop.appearance", "reduced-motion"), 0, False),
    (("org.gnome.desktop.interface", "enable-animations"), False, True),
    (("org.gnome.desktop.interface", "enable-animations"), True, False),
    (("org.kde.kdeglobals.KDE", "AnimationDurationFactor"), "0", True),
]
"""A setting of a desktop, its value, and whether that asks for less motion."""


@pytest.mark.full
def test_the_setting_of_a_desktop_is_read_from_its_portal() -> None:
    assert {setting for setting, _, _ in ANSWERS} == REDUCED_MOTION.keys()
    if shutil.which("dbus-run-session") is None:
        pytest.skip("there is no dbus-run-session")
    portals = [PORTAL.format(setting=setting, value=value) for setting, value, _ in ANSWERS]
    done = subprocess.run(
        ["dbus-run-session", "--", sys.executable, "-c", ASK, *portals],
        capture_output=True, text=True, timeout=60, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.stdout.split() == [str(is_less) for _, _, is_less in ANSWERS], done.stderr


def test_where_nobody_answers_things_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "desktop_setting", lambda *_: None)
    assert not reduced_on_desktops()


@pytest.mark.parametrize("less", [True, False])
def test_the_answer_is_remembered(qapp: QApplication, qtbot: Any, monkeypatch: pytest.MonkeyPatch, less: bool) -> None:
    asked = []
    monkeypatch.setattr(board, "reduces_motion", lambda: asked.append(1) or less)
    made = Motion()
    assert made.is_allowed
    made.query()
    made.query()
    assert wait_for_all()
    qtbot.waitUntil(lambda: made.is_allowed is not less)
    assert asked == [1]
