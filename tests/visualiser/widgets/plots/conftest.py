"""Qt with fonts and a theme, for tests that measure text."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture(autouse=True)
def dressed(request: pytest.FixtureRequest) -> Any:
    if "qt" not in request.keywords:
        return None
    qapp = request.getfixturevalue("qapp")
    from plyscope_window.look import fonts, theme

    fonts.load()
    theme.use(theme.LIGHT)
    return qapp
