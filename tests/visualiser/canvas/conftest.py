"""A canvas over a real recording, as the main window shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.layout.rows import Rows

from tests.full_traces import Trace, record


@pytest.fixture
def light(qapp: Any) -> Any:
    """The light theme, in use."""
    from plyscope_window.look import theme

    theme.use(theme.LIGHT)
    return theme.LIGHT


@pytest.fixture
def session_of(light: Any) -> Callable[..., Any]:
    """A session that has been laid out, with some frames hidden or collapsed."""
    from plyscope_window.session.session import Session

    def opened(trace: Trace, collapsed: set[int] | None = None, hidden: set[int] | None = None) -> Any:
        session = Session(trace, "a recording")
        session.cursor.marks.hidden.update(hidden or set())
        session.cursor.marks.collapsed.update(collapsed or set())
        session.lay_out(Rows(trace, collapsed or set(), hidden or set()))
        return session

    return opened


@pytest.fixture
def canvas_of(session_of: Callable[..., Any], qtbot: Any) -> Callable[..., Any]:
    """A canvas on the screen. In the mode `large tree` a small tree is drawn as large ones are."""
    from plyscope_window.canvas.canvas import Canvas

    def shown(trace: Trace, mode: str = "tree", width: int = 1000, height: int = 640, **marks: Any) -> Any:
        canvas = Canvas(session_of(trace, **marks))
        qtbot.addWidget(canvas)
        canvas.resize(width, height)
        canvas.show()
        qtbot.waitExposed(canvas)
        if mode == "large tree":
            canvas.whole.max_nodes = 0
            canvas.lay_out()
        canvas.set_mode("tree" if mode == "large tree" else mode)
        canvas.finish_easing()
        return canvas

    return shown


@pytest.fixture(scope="session")
def pruned() -> Trace:
    """Ninety-three frames of tic-tac-toe with cuts in them."""
    return record("tictactoe:XO./.X./..O")


@pytest.fixture(scope="session")
def by_hand() -> Trace:
    """Eight frames: few enough for boards beside them."""
    return record(load("sample:tictactoe/hebrew"))


@pytest.fixture(scope="session")
def wide() -> Trace:
    """A root with 150 children, the best of them in the midst."""
    leaves = [100 if place == 90 else place % 7 for place in range(150)]
    return record(f"tree:[{','.join(f'[{leaf}]' for leaf in leaves)}]", "minimax")
