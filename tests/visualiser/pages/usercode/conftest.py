"""What the tests of user code in the window share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _runs_are_quick(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is repeated quickly, also on a busy machine, so that nothing is lost with its recordings."""
    if "qt" in request.keywords:
        monkeypatch.setattr("plyscope_window.pages.usercode.usercode_page.MIN_KEPT_SECONDS", 1_000.0)
