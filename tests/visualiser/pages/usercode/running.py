"""What it takes to run somebody's code in the real window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from plyscope_window.jobs.background import wait_for_all
from plyscope_window.pages.usercode.usercode_commands import user_code_page
from plyscope_window.pages.usercode.usercode_page import UserCodePage

from tests.places import ROOT
from tests.visualiser.driving import settle

SAMPLES = ROOT / "samples" / "recursion"


def opened(window: Any, file: str | Path) -> UserCodePage:
    window.open_source(str(file))
    settle(window)
    page = user_code_page(window.page)
    assert page is not None, window.page
    return page


def write(folder: Path, text: str, name: str = "own.py") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def run(window: Any, qtbot: Any, page: UserCodePage, call: str = "") -> Any:
    """Presses the button; gives the session that is in front then, None where there is none."""
    if call:
        page.form.call.setText(call)
    page.form.run.click()
    return ended(window, qtbot, page)


def ended(window: Any, qtbot: Any, page: UserCodePage) -> Any:
    wait_for_all()  # it begins when what will run has been looked up
    settle(window)
    qtbot.waitUntil(lambda: page.running is None)
    wait_for_all()
    settle(window)
    return window.session
