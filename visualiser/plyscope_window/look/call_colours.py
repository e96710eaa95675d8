"""Themes for recordings of recursion without a game: equal calls in equal colours, calls made once in grey.

There are as many colours as people can tell apart; none of them is the yellow of the current step.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from plyscope.layout.rows import Rows
from plyscope.layout.shades import STEPS, CallShades
from PySide6.QtGui import QColor

from plyscope_window.look.theme import DARK, LIGHT, THEMES, Theme, mixed, theme

SHADE_TOLERANCE = 0.1
"""How far a mean may be from a call's shade, in steps, and still stand for this call."""


@dataclass(frozen=True)
class CallTheme(Theme):
    """A theme whose shades are calls."""

    calls: tuple[QColor, ...] = field(default=())
    """The colours from the lowest shade to the highest, without the even one in the middle."""

    def of_shade(self, shade: float) -> QColor:
        """The colour of a call, by the shade that stands for it; grey for a call that is made once."""
        step = round(shade * STEPS)
        if step == 0 or abs(shade * STEPS - step) > SHADE_TOLERANCE:
            return self.even
        return self.calls[step + STEPS - (step > 0)]

    def of_mean(self, shade: float) -> QColor:
        """The colour of a pixel by the mean shade on it: paler than of a single call, grey where several calls lie."""
        colour = self.of_shade(shade)
        return mixed(self.paper, colour, 0.38 if colour == self.even else 0.88)


def with_calls(plain: Theme, *colours: str) -> CallTheme:
    """A copy of a theme with colours for calls, those of the lowest shade first."""
    roles = {role.name: getattr(plain, role.name) for role in fields(plain) if role.name != "name"}
    return CallTheme(f"{plain.name} calls", **roles, calls=tuple(map(QColor, colours)))


CALL_THEMES = {
    "light": with_calls(LIGHT, "#2B6E4F", "#7A5C00", "#B02A5B", "#5A6B1E", "#0072B2", "#C8500A", "#7B3FA0", "#00808A"),
    "dark": with_calls(DARK, "#7FC8A0", "#C9A66B", "#F27BA5", "#B5C96A", "#56B4E9", "#F09A3E", "#C79AF0", "#4EC9C9"),
}
"""The call themes by the names of the themes they belong to."""
THEMES_BY_NAME: dict[str, Theme] = {**THEMES, **{one.name: one for one in CALL_THEMES.values()}}
"""Every theme by its name."""


def call_theme() -> Theme:
    """The theme in use, with colours for calls."""
    return CALL_THEMES[theme().name]


def theme_for(rows: Rows | None) -> Theme:
    """The theme of a recording: colours by value, or by calls where there are no sides."""
    return call_theme() if rows is not None and isinstance(rows.shades, CallShades) else theme()
