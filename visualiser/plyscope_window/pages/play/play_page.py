"""A game in a tab: the board, the buttons below it, and the players beside it.

Besides moving, the user can take moves back, replay them, ask for a hint, resign, and make the machine move at once.
The legal moves of a position and their cells are found once, on large boards in the background: an empty board of 144
hexagons has 869 moves, whose cells take a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from plyscope.games import PLAYED_FIRST, sit_opposite
from plyscope.messages import InputError
from plyscope.model.position import SECOND, Cell, Position
from plyscope.play.game_file import ENDING, save_game, saved_game
from plyscope.play.game_session import Play
from plyscope.play.move_input import cells_of_moves, move_by_cells
from plyscope.play.played_game import asked_coordinates
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QToolButton, QWidget

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.pages.page import Page
from plyscope_window.pages.play.board import PlayBoard
from plyscope_window.pages.play.game_messages import announce, headline_text, message_below
from plyscope_window.pages.play.live_game import LiveGame
from plyscope_window.pages.play.play_form import SetupForm
from plyscope_window.pages.play.sidebar import SIDEBAR_WIDTH, Sidebar, move_line, position_at
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import framed_button
from plyscope_window.widgets.game_names import game_title
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import Beside, column_layout, flow_layout, line_between, row_layout, scroll_area
from plyscope_window.words import localized, tr


class PlayButtons(QWidget):
    """The buttons below the board; the tooltip of a disabled one says why it is disabled.

    On the machine's turn its buttons replace those for advice, so that the board keeps its size.
    """

    pressed = Signal(str)
    """The name of the button."""
    left = Signal()
    """The button with the keyboard is about to disappear: the keyboard must not go to the next one."""

    def __init__(self) -> None:
        super().__init__()
        self.by_name: dict[str, QToolButton] = {}
        self._helps: dict[str, str] = {}
        for name, text, help_text, picture in (
            ("move_now", tr("Move &now"), tr("The machine plays the best it has found so far"), "next-best"),
            ("pause", tr("Pa&use"), tr("The machine stops thinking and plays nothing"), "pause"),
            ("go_on", tr("Go o&n"), tr("The machine thinks about its move"), "play"),
            ("random", tr("P&lay any move"), tr("A random legal move in place of the machine’s"), "random"),
            ("take_back", tr("Take &back"), tr("Takes back your last move and what was answered (Backspace)"), "undo"),
            ("replay", tr("Re&play"), tr("Plays again what was taken back"), "redo"),
            ("legal", tr("&Legal moves"), tr("Shows where one may play"), "find"),
            ("turn", tr("&Turn"), tr("Turns the board, so that it is seen from the other side (F)"), "turn"),
            ("search", tr("Search"), tr("Searches the position on the board, as a recording (Ctrl+Enter)"), "record"),
            ("hint", tr("Hi&nt"), tr("Asks alpha-beta what it would play here"), "help"),
            ("resign", tr("Resi&gn"), tr("Gives the game up"), "close"),
            ("save", tr("S&ave…"), tr("Saves the game as a file"), "save"),
            ("new", tr("N&ew game…"), tr("Other players, another board"), "new"),
        ):
            self.by_name[name] = framed_button(
                text, help_text, picture, partial(self.pressed.emit, name), checkable=name in ("legal", "turn")
            )
            self._helps[name] = help_text
        self.setLayout(flow_layout(*self.by_name.values(), spacing=6))
        self.present(None)

    def present(self, live: LiveGame | None) -> None:
        """Enable the buttons that can be used now; without a game, none."""
        self.setVisible(live is not None)
        if live is None:
            return
        play, machine = live.play, live.machine_is_to_move
        is_waiting = machine and not live.is_thinking
        self._show("move_now", live.is_thinking)
        self._show("hint", not machine and not live.is_thinking)
        self._show("legal", not machine)
        self._show("turn", sit_opposite(play.position.game.name))
        self._show("pause", (machine and not live.is_paused) or live.is_searching_again)
        self._show("go_on", is_waiting and live.is_paused)
        self._show("random", live.failure is not None and machine)
        is_over = tr("The game is over.") if play.ending is not None else ""
        nothing = tr("You have not moved yet.") if play.game.moves else tr("Nothing has been played yet.")
        self._enable("take_back", "" if play.can_take_back else nothing)
        self._enable("replay", "" if play.game.undone else tr("Nothing has been taken back."))
        self._enable("legal", is_over)
        self._enable("hint", is_over)
        self._enable("resign", is_over or ("" if play.persons else tr("Only machines play here.")))

    def _show(self, name: str, is_shown: bool) -> None:
        """Show a button, or hide it."""
        self._release_keyboard(name, is_shown)
        self.by_name[name].setVisible(is_shown)

    def _enable(self, name: str, why_not: str) -> None:
        """Enable a button, or say in its tooltip why it is disabled."""
        self._release_keyboard(name, not why_not)
        button = self.by_name[name]
        button.setEnabled(not why_not)
        button.setToolTip(why_not or self._helps[name])

    def _release_keyboard(self, name: str, stays: bool) -> None:
        """Give the keyboard away from a button that is about to disappear."""
        if not stays and self.by_name[name].hasFocus():
            self.left.emit()


Moves = Mapping[str, frozenset[tuple[int, int]]]
"""Legal moves, each with the cells that it takes."""
AT_ONCE = 100
"""The largest number of moves whose cells are found in the interface thread."""


class LegalMoves(QObject):
    """The legal moves of the last requested position, with their cells."""

    found = Signal()
    """Emitted when the requested moves have been found."""

    def __init__(self) -> None:
        super().__init__()
        self._state: tuple[int, ...] | None = None
        self._moves: Moves = {}
        self._answer: Answer | None = None

    def of(self, position: Position) -> Moves:
        """Return the moves of a position; empty until they are found."""
        if position.state == self._state:
            return self._moves
        self.end()
        self._state, self._moves = position.state, {}
        if len(position.legal_moves()) <= AT_ONCE:
            self._moves = cells_of_moves(position)
        else:
            self._answer = in_background(lambda: cells_of_moves(position), self._take_moves)
        return self._moves

    def _take_moves(self, moves: Moves) -> None:
        """Take the moves that were found in another thread."""
        self._answer, self._moves = None, moves
        self.found.emit()

    def end(self) -> None:
        """Cancel the search for moves."""
        if self._answer is not None:
            self._answer.cancel()
        self._answer = None


def saved_content(play: Play) -> tuple[list[str], str]:
    """Return what the file of a game holds: its moves, and how it ended if not on the board."""
    return play.game.moves, "" if play.ending is None else play.ending.how


class PlayPage(Page):
    """The page of one game, from the choice of players to its end."""

    recording_requested = Signal(object, str)
    """Request for the recording of a move: the Decision, and a title."""
    search_requested = Signal(object)
    """Request to search a position of the game."""

    def __init__(self) -> None:
        super().__init__()
        self.live: LiveGame | None = None
        self._coordinates = ""
        """The notation that the settings choose; empty for that of the game."""
        self.folder = Path.home()
        """The folder that is proposed for a new file."""
        self.name = ""
        self.notes = ""
        self._saved: tuple[list[str], str] | None = None
        """What the file holds: the moves, and how the game ended if not on the board."""
        self.move_count = 0
        """The number of moves on the board."""
        self._refusal = ""
        self._legal = LegalMoves()
        self._legal.found.connect(self.present)
        self.headline = Label("", 26, bold=True, wrapped=True)
        self.message_line = Label("", 14, wrapped=True)
        self.note = Label("", 13, quiet=True, wrapped=True)
        self.note.hide()
        self.pointed = Label("", 12, quiet=True)
        self.board = PlayBoard()
        self.typed = QLineEdit()
        self.typed.setPlaceholderText(tr("Type a move"))
        self.typed.setAccessibleName(tr("Type a move"))
        self.typed.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.buttons = PlayButtons()
        self.setup = SetupForm()
        self.sidebar = Sidebar()
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.board)
        self.ask_players()

    def _lay_out(self) -> None:
        for words in (self.headline, self.message_line):
            words.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        self.message_line.setMinimumHeight(self.message_line.fontMetrics().height() + 6)
        left = column_layout(
            self.headline, self.message_line, self.note, (self.board, 1), row_layout((self.pointed, 1), self.typed),
            self.buttons, margins=(24, 16, 24, 12), spacing=6,
        )  # fmt: skip
        form = scroll_area(self.setup, is_upright=True, takes_focus=False)
        self.beside = Beside(SIDEBAR_WIDTH, form, self.sidebar)
        self.setLayout(row_layout((left, 1), line_between(), self.beside, spacing=0))

    def _connect(self) -> None:
        self.board.chosen.connect(self._play_cells)
        self.board.typed.connect(self._play_text)
        self.board.pointed.connect(self.pointed.setText)
        self.typed.returnPressed.connect(self._play_typed)
        self.buttons.pressed.connect(self.run_command)
        self.buttons.left.connect(self.board.setFocus)
        self.setup.begun.connect(self._begin)
        self.setup.left.connect(self.go_back)
        self.setup.previewed.connect(self._preview)
        self.sidebar.looked_at.connect(self.show_move)
        self.sidebar.opening_requested.connect(self._request_recording)

    # Which game

    @property
    def play(self) -> Play | None:
        """The game; None before one has begun."""
        return self.live.play if self.live is not None else None

    @property
    def is_saved(self) -> bool:
        """Whether closing loses nothing; taking back and resigning change a game as moves do."""
        return self.play is None or self._saved == saved_content(self.play)

    @is_saved.setter
    def is_saved(self, value: bool) -> None:
        self._saved = saved_content(self.play) if value and self.play is not None else None

    @property
    def position(self) -> Position | None:
        """The position on the board."""
        return self.board.position

    @property
    def title(self) -> str:
        game = self.board.position.game.name if self.board.position is not None else PLAYED_FIRST
        name = self.name or game_title(game)
        return tr("Play: {name}", name=name) if self.is_saved else tr("Play: {name} *", name=name)

    def ask_players(self) -> None:
        """Show the form for a new game; a running game is paused, and stays until another one begins."""
        if self.live is not None:
            self.live.pause()
        self.setup.back.setVisible(self.live is not None)
        self.beside.setCurrentIndex(0)
        if self.setup.position is not None:
            self._preview(self.setup.position)
        self.present()

    def go_back(self) -> None:
        """Go back to the running game."""
        self.beside.setCurrentIndex(1)
        self._turn_board(self.buttons.by_name["turn"].isChecked())
        self.present()
        self.board.setFocus()

    def _begin(self, play: Play) -> None:
        """Replace the game, after asking if it is not saved."""
        if self.live is not None and not self.is_saved and self.live.play.ending is None:
            what, then = tr("The game so far has not been saved."), tr("Another game takes its place.")
            if not questions.confirm(self, what, then, tr("Begin another one")):
                play.close()
                return
        self.show_play(play)

    @property
    def is_asking(self) -> bool:
        """Whether the form is visible."""
        return self.beside.currentIndex() == 0

    def _preview(self, position: Position) -> None:
        """Show the start position of the form on the board."""
        if self.is_asking:
            self._refusal = ""
            self.board.hint = frozenset()
            self.board.turn(False)
            notation = self._coordinates or position.coordinates or asked_coordinates(position)
            self.board.show_position(position.shown_in(notation), None, {})
            self.title_changed.emit(self.title)

    def show_play(self, play: Play, *, title: str = "", notes: str = "", is_paused: bool = False) -> None:
        """Show a game that begins or is continued, in place of the one before, and let it go on unless it is paused."""
        self.notes = notes
        self.note.setText(" ".join(notes.split()))
        self.note.setVisible(bool(notes))
        if self.live is not None:
            self.live.close()
            self.path = None
        self.name, self.live = title, LiveGame(play, self)
        if self._coordinates in play.game.start.game.coordinates:
            play.game.choose_coordinates(self._coordinates)
        self.live.changed.connect(self.present)
        self.live.played.connect(self._played)
        self.live.ticked.connect(self._show_clocks)
        self.live.searched_again.connect(self._request_recording)
        self.beside.setCurrentIndex(1)
        self.move_count, self._saved = len(play.game.moves), ([], "")
        self._turn_board(sit_opposite(play.position.game.name) and play.persons == [SECOND])
        self.live.is_paused = is_paused and self.live.machine_is_to_move
        self.board.setFocus()
        if not is_paused:
            self.live.go_on()
        self.present()

    def _turn_board(self, is_turned: bool) -> None:
        """Show the board from the second side, or from the first, for the rest of the game."""
        self.buttons.by_name["turn"].setChecked(is_turned)
        self.board.turn(is_turned)

    def show_coordinates(self, name: str) -> None:
        self._coordinates = name
        if self.live is not None:
            game = self.live.play.game
            game.choose_coordinates(name if name in game.start.game.coordinates else "")
            self.present()

    # Searching

    @property
    def can_record(self) -> bool:
        return self.live is not None and not self.is_asking

    @property
    def position_to_grow(self) -> Position | None:
        return self.position if self.can_record else None

    def record_or_run(self) -> None:
        if self.live is not None and self.position is not None:
            self.search_requested.emit(self.position)

    # Moves

    def _tells_refusal(self) -> bool:
        """Whether no move can be made now; if so, show the reason."""
        if self.live is None or self.is_asking:
            self._show_refusal(tr("Say who plays and press Begin."))
        elif self.live.play.ending is not None:
            self._show_refusal(tr("The game is over."))
        elif self.move_count != len(self.live.play.game.moves):
            self._show_refusal(tr("This is an earlier position. Go to the last move of the list to play on."))
        elif not self.live.play.is_persons_turn:
            self._show_refusal(tr("It is the machine’s turn."))
        else:
            return False
        return True

    def _show_refusal(self, why: str, cells: frozenset[Cell] = frozenset()) -> None:
        """Show why a move cannot be made, and mark its cells."""
        self._refusal = why
        self.board.show_faults(cells)
        self._present_texts()
        announce(self, why)

    def _play_cells(self, cells: frozenset[Cell]) -> None:
        """Play the move that takes these cells, or show why it cannot be played."""
        if self._tells_refusal():
            return
        assert self.live is not None
        position = self.live.play.position
        try:
            self.live.move(move_by_cells(position, cells, self.board.moves))
        except InputError as error:
            self._show_refusal(localized(error.message), frozenset(error.places) or cells)

    def _play_text(self, text: str) -> bool:
        """Play the move of a text; False where that cannot be played, which is shown."""
        if self._tells_refusal():
            return False
        assert self.live is not None
        try:
            self.live.move(text)
        except InputError as error:
            self._show_refusal(localized(error.message), frozenset(error.places))
            return False
        return True

    def _play_typed(self) -> None:
        """Play the move in the text field."""
        if self.typed.text().strip() and self._play_text(self.typed.text().strip()):
            self.typed.clear()

    def _played(self) -> None:
        """Show the last move, unless an earlier position is looked at, and announce what was played."""
        assert self.live is not None
        game = self.live.play.game
        moves = before = len(game.moves)
        while before > 1 and game.mover(before - 1) == 0:
            before -= 1
        if self.move_count >= before - 1:
            self.move_count = moves
            position, last = position_at(game, moves)
            self.board.show_position(position, last, self._moves(), falls=True)
        self._refusal = ""
        announce(self, "; ".join(move_line(game, number) for number in range(before, moves + 1)))

    # What can be done

    def run_command(self, command: str) -> None:
        """Run the command of a button, by its name."""
        if self.live is None:
            return
        self._refusal = ""
        self.board.show_faults(frozenset())
        if command == "legal":
            self.board.shows_legal = self.buttons.by_name["legal"].isChecked()
            self.present()
        elif command == "turn":
            self._turn_board(self.buttons.by_name["turn"].isChecked())
        elif command == "save":
            self.save()
        elif command == "new":
            self.ask_players()
        elif command == "search":
            self.record_or_run()
        else:
            if command in ("take_back", "replay", "go_on"):
                self.move_count = len(self.live.play.game.moves)
            {
                "move_now": self.live.move_now, "pause": self.live.pause, "go_on": self.live.go_on,
                "random": self.live.move_randomly, "take_back": self.live.take_back, "replay": self.live.replay,
                "hint": self.live.ask_hint, "resign": self.live.resign,
            }[command]()  # fmt: skip

    def show_move(self, number_of_moves: int) -> None:
        """Show the board after so many moves."""
        self.move_count, self._refusal = number_of_moves, ""
        self.board.show_faults(frozenset())
        self.present()

    def _request_recording(self, number_of_move: int) -> None:
        """Request the recording of a machine's move; for a move from a file, it searches again first."""
        assert self.live is not None
        play = self.live.play
        if number_of_move not in play.decisions:
            self.live.search_again(number_of_move)
            return
        move, decision = play.game.moves[number_of_move], play.decisions[number_of_move]
        self.recording_requested.emit(
            decision, tr("Why {move}? (move {number})", move=play.game.shown(move), number=number_of_move + 1)
        )

    # Showing

    def _moves(self) -> Moves:
        """Return the legal moves on the displayed board; empty where none can be made."""
        if self.live is None or self.is_asking or self.move_count != len(self.live.play.game.moves):
            return {}
        return self._legal.of(self.live.play.position) if self.live.play.is_persons_turn else {}

    def present(self) -> None:
        """Show the present state of the game."""
        self.buttons.present(None if self.is_asking else self.live)
        self.typed.setVisible(self.live is not None and not self.is_asking)
        if self.live is not None and not self.is_asking:
            play = self.live.play
            self.move_count = min(self.move_count, len(play.game.moves))
            position, last = position_at(play.game, self.move_count)
            moves = self._moves()
            self.board.hint = frozenset()
            if self.live.hint is not None and moves:
                self.board.hint = moves.get(self.live.hint.move, frozenset())
            self.board.show_position(position, last, moves)
            self.sidebar.present(self.live, self.move_count)
            self.title_changed.emit(self.title)
        self._present_texts()

    def _present_texts(self) -> None:
        """Show the headline and the message below it."""
        live = None if self.is_asking else self.live
        headline = headline_text(live)
        if headline != self.headline.text():
            self.headline.setText(headline)
            announce(self, headline)
        legal = self.board.moves if self.board.shows_legal else None
        self.message_line.setText(self._refusal or message_below(live, self.move_count, legal))

    def _show_clocks(self) -> None:
        """Show the clocks, and how far the machine has come."""
        if self.live is not None and not self.is_asking:
            self.sidebar.present_clocks(self.live)
            self._present_texts()

    # Keys, and the end

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and self.live is not None and not self.is_asking:
            button = self.buttons.by_name["take_back"]
            self.run_command("take_back") if button.isEnabled() else self._show_refusal(button.toolTip())
        elif event.key() == Qt.Key.Key_F and not event.modifiers() and self.buttons.by_name["turn"].isVisible():
            self.buttons.by_name["turn"].click()
        elif event.matches(QKeySequence.StandardKey.Cancel) and self.is_asking and self.live is not None:
            self.go_back()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Pause a game of two machines while the page is hidden."""
        super().hideEvent(event)
        if self.live is not None and not self.live.play.persons:
            self.live.pause()

    # Saving and closing

    @property
    def why_not_save(self) -> str:
        return tr("No game has begun yet.") if self.play is None else ""

    def save(self, *, to_new_file: bool = False) -> bool:
        if self.play is None:
            return False
        path = None if to_new_file else self.path
        if path is None:
            proposed = self.folder / f"{self.play.position.game.name}{ENDING}"
            kinds = tr("Games ({patterns})", patterns=f"*{ENDING}")
            path = questions.ask_new_path(self, tr("Save the game"), proposed, kinds)
            if path is None:
                return False
        game = saved_game(self.play, self.name, self.notes)
        if not questions.succeeds(self, lambda: save_game(game, path, force=True), tr("It could not be saved.")):
            return False
        self.path, self.is_saved = path, True
        self.file_used.emit(path)
        self.message.emit(tr("Saved as {path}", path=str(path)))
        self.title_changed.emit(self.title)
        return True

    def may_close(self) -> bool:
        if self.is_saved:
            return True
        answer = questions.ask_to_save(self, self.title.rstrip(" *"))
        if answer == "save":
            self.front_requested.emit()
            return self.save()
        return answer == "discard"

    def close(self) -> bool:
        self._legal.end()
        if self.live is not None:
            self.live.close()
        return super().close()
