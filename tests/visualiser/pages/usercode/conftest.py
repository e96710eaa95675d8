"""What the tests of user code in the window share."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.pages.usercode import usercode_page


@pytest.fixture(autouse=True)
def _runs_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is repeated quickly, also on a busy machine, so that nothing is lost with its recordings."""
    monkeypatch.setattr(usercode_page, "MIN_KEPT_SECONDS", 1_000.0)
