"""Equal calls in equal colours: what pictures are painted in where nobody plays."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.layout.shades import STEPS
from plyscope_window.canvas.strips import shade_table
from plyscope_window.look.call_colours import CALL_THEMES, call_theme, theme_for
from plyscope_window.look.theme import THEMES, theme

from tests.visualiser.driving import session_on
from tests.visualiser.user_code_sessions import user_code_session, user_code_trace


@pytest.mark.parametrize("name", THEMES)
def test_every_step_has_a_colour_of_its_own_and_means_of_several_are_grey(name: str) -> None:
    calls = CALL_THEMES[name]
    shades = [step / STEPS for step in range(-STEPS, STEPS + 1)]
    assert len({calls.of_shade(shade).name() for shade in shades}) == 2 * STEPS + 1
    assert calls.of_shade(0) == THEMES[name].even
    assert calls.of_shade(0.5 / STEPS) == calls.even
    assert {calls.of_shade(round(shade * 127) / 127).name() for shade in shades} == {
        calls.of_shade(shade).name() for shade in shades
    }
    assert THEMES[name].now.name() not in {calls.of_shade(shade).name() for shade in shades}
    assert shade_table(calls.name).shape == shade_table(name).shape


@pytest.mark.qt
def test_own_recursion_is_painted_by_calls_and_a_search_by_value(qapp: Any) -> None:
    recursion = user_code_session(user_code_trace("fibonacci", "fib(8)"))
    recursion.lay_out(recursion.make_rows())
    assert theme_for(recursion.rows) is call_theme()
    search = session_on("sample:tree/textbook")
    search.lay_out(search.make_rows())
    assert theme_for(search.rows) is theme()
    assert theme_for(None) is theme()
