"""A panel with a recording, which shows the cursor as in the main window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.visualiser.panels.recordings import SOURCES


@pytest.fixture
def open_session(qapp: Any) -> Callable[[str], Any]:
    """Open a recording by its name in `SOURCES`."""
    from plyscope_window.look import theme
    from plyscope_window.session.session import Session

    theme.use(theme.LIGHT)
    return lambda name: Session(SOURCES[name](), name)


@pytest.fixture
def show(qtbot: Any) -> Callable[[Any, Any], Any]:
    """Show a panel with a session, and keep it up to date as the main window does."""

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


@pytest.fixture
def shown(panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]) -> Callable[..., Any]:
    """Show the panel of the module with a recording by its name in `SOURCES`, in a size; the function returns it."""

    def open_and_show(name: str, **size: int) -> Any:
        session = open_session(name)
        show(panel, session, **size)
        return session

    return open_and_show
