"""One application for all: what is painted here would otherwise begin with one that shows no widgets, for good."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def _application(request: pytest.FixtureRequest) -> None:
    if request.config.pluginmanager.has_plugin("pytestqt.plugin"):
        request.getfixturevalue("qapp")
