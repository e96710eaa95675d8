"""A panel beside a real recording, told to show the cursor as the main window tells it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.visualiser.panels.recordings import SOURCES


@pytest.fixture
def open_session(qapp: Any) -> Callable[[str], Any]:
    """Opens a recording by its name above."""
    from plyscope_window.look import theme
    from plyscope_window.session.session import Session

    theme.use(theme.LIGHT)
    return lambda name: Session(SOURCES[name](), name)


@pytest.fixture
def show(qtbot: Any) -> Callable[[Any, Any], Any]:
    """Shows a panel with a session, and keeps it up to date as the main window does."""

    def shown(panel: Any, session: Any, width: int = 320, height: int = 420) -> Any:
        qtbot.addWidget(panel)
        panel.resize(width, height)
        panel.attach(session)
        if session is not None:
            for signal in (session.moved, session.marked, session.search_changed):
                signal.connect(panel.present)
        panel.show()
        qtbot.waitExposed(panel)
        return panel

    return shown
