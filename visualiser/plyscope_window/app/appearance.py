"""How the window looks as a whole, and what it remembers of that: theme, size of text, presentation, layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyscope_window.look import theme
from plyscope_window.pages.usercode.usercode_commands import show_strip
from plyscope_window.settings import FOLLOW_SYSTEM

if TYPE_CHECKING:
    from plyscope_window.app.docks import Docks
    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.app.status import Caption
    from plyscope_window.app.transport import TransportBar
    from plyscope_window.session.stepping import Stepping
    from plyscope_window.settings import Settings

SMALLEST, LARGEST = 0.7, 2.0
"""Text, against its usual size."""
WHILE_PRESENTING = 1.35
"""How much larger text is then."""


class Looks:
    """The part of the window that changes how all of it looks."""

    settings: Settings
    docks: Docks
    stepping: Stepping
    transport: TransportBar
    caption: Caption
    is_presenting = False
    _was_full_screen = False
    """Whether it was before the presentation."""

    @property
    def _as_window(self) -> MainWindow:
        from plyscope_window.app.main_window import MainWindow

        assert isinstance(self, MainWindow)
        return self

    def change_theme(self) -> None:
        chosen = theme.LIGHT if theme.theme() is theme.DARK else theme.DARK
        self.settings.set("theme", chosen.name)
        self.dress(chosen)

    def follow_system(self) -> None:
        """The desktop has turned dark or light, and the person has chosen neither."""
        if self.settings.text("theme", FOLLOW_SYSTEM) == FOLLOW_SYSTEM:
            self.dress(theme.system_theme())

    @property
    def text_scale(self) -> float:
        """The size of text that the person chose."""
        return self.settings.number("text_scale", 1.0, SMALLEST, LARGEST)

    def scale_text(self, factor: float | None) -> None:
        scale = 1.0 if factor is None else round(min(LARGEST, max(SMALLEST, self.text_scale * factor)), 2)
        self.settings.set("text_scale", scale)
        self.dress(theme.theme())

    def dress(self, chosen: theme.Theme) -> None:
        theme.use(chosen, self.text_scale * (WHILE_PRESENTING if self.is_presenting else 1.0))

    # Presenting

    def present_or_not(self) -> None:
        """The presentation: full screen, large, nothing but canvas, board and sentence."""
        window = self._as_window
        if not self.is_presenting:
            self._was_full_screen = window.isFullScreen()
        self.is_presenting = not self.is_presenting
        for bar in (window.menuBar(), window.statusBar(), window.tabs.tabBar()):
            bar.setVisible(not self.is_presenting)
        self.dress(theme.theme())
        if self.is_presenting:
            self.docks.show_only("board")
            self.caption.show()
            window.showFullScreen()
        else:
            self.caption.hide()
            if not self._was_full_screen:
                window.showNormal()
            self.docks.apply()
        window.toolbar.setVisible(window.session is not None and not self.is_presenting)
        show_strip(window)
        window.present()

    def restore_layout(self) -> None:
        if self.is_presenting:
            self.present_or_not()
        self.docks.arrange()
        window = self._as_window
        window.toolbar.setVisible(window.session is not None)

    # Remembering

    def restore(self) -> None:
        window = self._as_window
        window.restoreGeometry(self.settings.bytes("geometry"))
        self.docks.arrangement.restore(self.settings.bytes("layout"))
        wanted = self.settings.text("docks", "")
        if wanted:
            self.docks.restore_wanted(wanted)
        else:
            self.docks.apply()
        self.transport.set_speed(self.settings.number("speed", self.transport.speed, 0.1, 10_000))
        self.stepping.set_speed(self.transport.speed)

    def remember(self) -> None:
        window = self._as_window
        if self.is_presenting:
            self.present_or_not()
        self.settings.set("geometry", window.saveGeometry())
        arrangement = self.docks.arrangement
        if not arrangement.is_own:
            self.settings.remove("layout")
        else:
            self.settings.set("layout", window.saveState() if self.docks.are_shown else arrangement.state)
        self.settings.set("docks", self.docks.wanted_text)
        self.settings.set("speed", self.stepping.speed)
        self.settings.sync()
