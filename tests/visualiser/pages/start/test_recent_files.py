from __future__ import annotations

from datetime import date

import pytest
from plyscope_window.pages.start.recent_files import day_text

pytestmark = pytest.mark.qt


def test_days_are_said_as_people_say_them(qapp: object) -> None:
    today = date(2026, 11, 22)
    assert day_text(today, today) == "today"
    assert day_text(date(2026, 11, 21), today) == "yesterday"
    assert day_text(date(2026, 11, 12), today).startswith("12 ")
    assert day_text(date(2025, 11, 12), today).endswith("2025")
