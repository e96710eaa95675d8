"""One dialog has all settings; what is changed there takes effect at once and is remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope.tracer.starting import Limits
from plyscope_window.app.settings_dialog import KEYS, LOOK, SettingsDialog
from plyscope_window.look import theme
from plyscope_window.pages.record.recording_page import frames_to_ask_at
from plyscope_window.pages.usercode.limits import usual_limits
from plyscope_window.pages.usercode.usercode_commands import show_user_code
from plyscope_window.widgets.form import set_value
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from tests.visualiser.driving import settle

pytestmark = [pytest.mark.qt, pytest.mark.own_window]


def opened(window: Any, action: str = "settings") -> SettingsDialog:
    window.actions_by_key[action].trigger()
    [dialog] = [one for one in window.findChildren(SettingsDialog) if one.isVisible()]
    return dialog


@pytest.mark.full
def test_a_change_takes_effect_at_once_and_is_remembered(window: Any, make_window: Callable[..., Any]) -> None:
    form = opened(window).form
    try:
        for control, value in (
            (form.theme, "dark"), (form.text, 120), (form.coordinates, "coordinates number"), (form.speed, 10),
            (form.legend, False), (form.ask_at, 3), (form.limits["seconds"], 5),
            (form.limits["memory"], 512), (form.limits["frames"], 1000),
        ):  # fmt: skip
            set_value(control, value)
        assert theme.theme() is theme.DARK
        assert (theme.Current.text_scale, window.coordinates, window.stepping.speed) == (1.2, "number", 10)
        assert not window.actions_by_key["legend"].isChecked()
        assert frames_to_ask_at(window.settings) == 3_000_000
        assert usual_limits(window.settings) == Limits(5, 512 << 20, 1000)
        assert show_user_code(window).form.form["frames"] == 1000
        window.close()
        again = opened(make_window()).form
        assert again.form.values == {
            "theme": "dark", "text": 120, "coordinates": "coordinates number", "speed": 10, "legend": False,
            "ask_at": 3, "seconds": 5, "memory": 512, "frames": 1000
        }  # fmt: skip
    finally:
        theme.use(theme.LIGHT)


def test_the_first_field_has_the_keyboard(window: Any) -> None:
    dialog = opened(window)
    assert dialog.focusWidget() is dialog.form.theme
    dialog.close()


def test_the_keys_are_a_part_of_it_and_it_opens_once(window: Any) -> None:
    dialog = opened(window, "shortcuts")
    assert dialog.tabs.currentIndex() == KEYS
    assert opened(window) is dialog
    assert dialog.tabs.currentIndex() == LOOK
    QTest.keySequence(dialog, "Esc")
    assert not dialog.isVisible()


def test_the_controls_of_both_groups_begin_at_one_line(window: Any) -> None:
    dialog = opened(window)
    form = dialog.form
    for scale in (1.0, 1.4):
        window.set_text_scale(scale)
        settle(window)
        fields = (form.theme, form.text, form.speed, form.ask_at, *form.limits.values())
        assert len({field.mapTo(form, QPoint()).x() for field in fields}) == 1
    dialog.close()
