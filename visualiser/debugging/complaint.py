"""Words that may say what is wrong, in the colour for that, which follows the theme."""

from __future__ import annotations

from visualiser.panels.parts import Words
from visualiser.theme import theme


class Complaint(Words):
    """A label that is told whether what it says is bad."""

    is_bad = False

    def complain(self, text: str, *, is_bad: bool = True) -> None:
        self.is_bad = is_bad
        self.setText(text)
        self.dress()

    def dress(self) -> None:
        self._colour = theme().for_min if self.is_bad else None
        super().dress()
