"""What one can do with a game besides moving: take back, replay, hint, resign, and tell the machine to hurry."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QWidget

from visualiser.controls import framed_button
from visualiser.flow import FlowLayout
from visualiser.playing.live import LiveGame
from visualiser.words import tr


class PlayButtons(QWidget):
    """The buttons under the board. On the machine's turn those for hurrying it stand where else advice is asked for,
    so that the board keeps its size; what can do nothing is greyed and says why."""

    pressed = Signal(str)
    left = Signal()
    """The button with the keyboard is about to go: nobody should press the next one by mistake."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.by_name: dict[str, QToolButton] = {}
        self._helps: dict[str, str] = {}
        flow = FlowLayout(6)
        self.setLayout(flow)
        for name, text, help_text, picture in (
            ("move_now", tr("Move &now"), tr("The machine plays the best it has found so far"), "next-best"),
            ("pause", tr("Pa&use"), tr("The machine stops thinking and plays nothing"), "pause"),
            ("go_on", tr("Go o&n"), tr("The machine thinks about its move"), "play"),
            ("random", tr("P&lay any move"), tr("A legal move by chance in place of the machine’s"), "random"),
            ("take_back", tr("Take &back"), tr("Takes back your last move and what was answered (Backspace)"), "undo"),
            ("replay", tr("Re&play"), tr("Plays again what was taken back"), "redo"),
            ("legal", tr("&Legal moves"), tr("Shows where one may play"), "find"),
            ("hint", tr("Hi&nt"), tr("Asks alpha-beta what it would play here"), "help"),
            ("resign", tr("Resi&gn"), tr("Gives the game up"), "close"),
            ("save", tr("S&ave…"), tr("Saves the game as a file"), "save"),
            ("new", tr("N&ew game…"), tr("Other players, another board"), "new"),
        ):
            button = framed_button(text, help_text, picture)
            button.clicked.connect(lambda _checked=False, asked=name: self.pressed.emit(asked))
            self.by_name[name], self._helps[name] = button, help_text
            flow.addWidget(button)
        self.by_name["legal"].setCheckable(True)
        self.present(None)

    def present(self, live: LiveGame | None) -> None:
        """Shows what can be done now; without a game, nothing."""
        self.setVisible(live is not None)
        if live is None:
            return
        play, machine = live.play, live.machine_is_to_move
        is_waiting = machine and not live.is_thinking
        self._show("move_now", live.is_thinking)
        self._show("hint", not machine and not live.is_thinking)
        self._show("legal", not machine)
        self._show("pause", (machine and not live.is_paused) or live.is_looking_again)
        self._show("go_on", is_waiting and live.is_paused)
        self._show("random", live.trouble is not None and machine)
        is_over = tr("The game is over.") if play.ending is not None else ""
        nothing = tr("You have not moved yet.") if play.game.moves else tr("Nothing has been played yet.")
        self._enable("take_back", "" if play.can_take_back else nothing)
        self._enable("replay", "" if play.game.undone else tr("Nothing has been taken back."))
        self._enable("legal", is_over)
        self._enable("hint", is_over)
        self._enable("resign", is_over or ("" if play.persons else tr("Only machines play here.")))

    def _show(self, name: str, is_shown: bool) -> None:
        self._leave(name, is_shown)
        self.by_name[name].setVisible(is_shown)

    def _enable(self, name: str, why_not: str) -> None:
        self._leave(name, not why_not)
        button = self.by_name[name]
        button.setEnabled(not why_not)
        button.setToolTip(why_not or self._helps[name])

    def _leave(self, name: str, stays: bool) -> None:
        if not stays and self.by_name[name].hasFocus():
            self.left.emit()
