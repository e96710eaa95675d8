"""Running once more with the limit raised, by one click in the real window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope.files.trace_file import save_trace
from plyscope_window.pages.usercode.summary_line import UserCodeBar
from plyscope_window.pages.usercode.usercode_commands import user_code_page

from tests.visualiser.driving import settle
from tests.visualiser.pages.usercode.running import ended, opened, run

pytestmark = pytest.mark.qt


def cut_short(window: Any, qtbot: Any) -> Any:
    page = opened(window, "sample:recursion/fibonacci")
    page.form.form["frames"] = 1000
    return run(window, qtbot, page, "fib(16)")


def again_shown(window: Any) -> list[str]:
    """Which of the two commands that run it again can be seen above the recording."""
    strip = window.findChild(UserCodeBar)
    ways = (strip.run_again, strip.run_more)
    return [button.text() for button in strip.buttons if button.action in ways and button.isVisible()]


def test_a_click_above_the_recording_runs_it_with_more(window: Any, qtbot: Any) -> None:
    session = cut_short(window, qtbot)
    assert len(session.trace) == 1000
    settle(window)
    assert again_shown(window) == ["Run it with a higher limit"]
    window.actions_by_key["run_raised"].trigger()
    page = user_code_page(window.page)
    assert page is not None
    session = ended(window, qtbot, page)
    page.show_form()
    assert (len(session.trace), session.trace.value, page.form.form["frames"]) == (3193, 987, 4000)
    page.form.back.click()
    settle(window)
    assert again_shown(window) == ["Run it again"]
    assert not window.actions_by_key["run_raised"].isEnabled()


@pytest.mark.full
def test_of_a_recording_from_elsewhere_it_is_shown_what_would_run(window: Any, qtbot: Any, tmp_path: Path) -> None:
    save_trace(cut_short(window, qtbot).trace, tmp_path / "cut.plytrace")
    while window.session is not None or user_code_page(window.page) is not None:
        window.close_tab()
    window.open_source(str(tmp_path / "cut.plytrace"))
    settle(window)
    window.actions_by_key["run_raised"].trigger()
    page = user_code_page(window.page)
    assert page is not None
    assert page.running is None
    assert (page.form.call.text(), page.form.form["frames"]) == ("fib(16)", 4000)


@pytest.mark.full
def test_the_name_of_a_limit_stands_in_no_line_of_the_text(window: Any, qtbot: Any) -> None:
    session = cut_short(window, qtbot)
    assert session.cursor.step == session.cursor.last_step
    settle(window)
    assert not any("frames" in str(value) for value in window.docks.docks["source"].panel.text.values.values())
