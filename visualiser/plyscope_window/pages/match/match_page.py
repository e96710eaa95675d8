"""A match in a tab: first its form, then its score, its games, and where the two versions differ."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from plyscope.messages import Message
from plyscope.model.position import Position
from plyscope.play.decision import Decision
from plyscope.play.disagreements import save
from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QTabWidget

from plyscope_window.jobs.background import later
from plyscope_window.pages.match.decision import DecisionRequest, RepeatedSearches
from plyscope_window.pages.match.disagreements import Answer, DisagreementsView, proposed_openings_file
from plyscope_window.pages.match.games_table import GamesList, Line, ending_text, result_text
from plyscope_window.pages.match.live_match import LiveMatch
from plyscope_window.pages.match.match_form import MatchForm
from plyscope_window.pages.match.match_game import GameView
from plyscope_window.pages.match.match_request import MatchRequest
from plyscope_window.pages.match.score_plot import score_numbers, score_plot
from plyscope_window.pages.match.standing import Standing
from plyscope_window.pages.page import Page
from plyscope_window.pages.play.board import PlayBoard
from plyscope_window.widgets import questions
from plyscope_window.widgets.game_names import side_names
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import (
    Beside,
    column_layout,
    line_between,
    row_layout,
    scroll_area,
    splitter,
    stacked,
    widget_with,
)
from plyscope_window.widgets.plots.stack import PlotStack
from plyscope_window.words import count, localized, tr

SIDE_WIDTH = 464
"""The width of the form and of the standing, in pixels."""
REPAINT_MS = 200
"""Milliseconds between two repaints while games come in; more if painting is slow."""


class MatchPage(Page):
    """The page of one match."""

    recording_requested = Signal(object, str)
    """Request for the recording of a move: the Decision, and a title."""
    comparison_requested = Signal(object, object)
    """Request to show two Decisions on one position side by side."""
    another_requested = Signal()

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.live = LiveMatch(self)
        self.repeated = RepeatedSearches(self)
        self._coordinates = ""
        self._recording_title = ""
        """The title of the awaited recording; empty if two are compared."""
        self._may_run = False
        """Whether the user lets the match's Python files run."""
        self._later = later(self, self.present, REPAINT_MS)
        self.form, self.standing = MatchForm(folder), Standing()
        self.stack = PlotStack(inside=300, has_table_below=True)
        self.stack.file_name = "plyscope-match"
        self.games, self.game_view, self.differing = GamesList(), GameView(), DisagreementsView()
        self.board = PlayBoard()
        about = tr("Two versions play each other, every opening twice, with sides swapped. Here the match begins.")
        self.about = Label(about, 14, wrapped=True)
        self.progress = Label("", 12, quiet=True, wrapped=True)
        self.progress.hide()
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.form.versions["a"].player)

    def _lay_out(self) -> None:
        parts = (scroll_area(part, is_upright=True, takes_focus=False) for part in (self.form, self.standing))
        self.beside = Beside(SIDE_WIDTH, *parts)
        preview = widget_with(column_layout(self.about, (self.board, 1), margins=(24, 20, 24, 16)))
        both = splitter((self.games, self.game_view), (440, 460))
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.stack, tr("Scor&e"))
        self.tabs.addTab(both, tr("G&ames"))
        self.tabs.addTab(self.differing, tr("&Disagreements"))
        self.front = stacked(preview, self.tabs)
        self.progress.setContentsMargins(12, 4, 12, 6)
        right = widget_with(column_layout((self.front, 1), self.progress))
        self.setLayout(row_layout(self.beside, line_between(), (right, 1), spacing=0))

    def _connect(self) -> None:
        self.form.begin_requested.connect(self._play)
        self.form.previewed.connect(self._preview)
        self.form.preview_start()
        self.standing.pressed.connect(self.run_command)
        self.differing.pressed.connect(self.run_command)
        self.live.begun.connect(self._show_match)
        self.live.game_over.connect(self.games.add)
        self.live.differs.connect(self.differing.add)
        self.live.changed.connect(self._present_soon)
        self.live.failed.connect(self._show_failure)
        self.games.chosen.connect(self._show_game)
        self.game_view.opening_requested.connect(self._ask_why)
        self.differing.opening_requested.connect(self._ask_both)
        self.differing.game_requested.connect(self._show_in_game)
        self.repeated.finished.connect(self._open)
        self.repeated.failed.connect(lambda message: self._show_progress(localized(message)))
        self.repeated.ticked.connect(
            lambda calls: self._show_progress(tr("Searching again: {calls} calls", calls=count(calls)))
        )
        self.stack.message.connect(self.message)

    # Which match

    @property
    def title(self) -> str:
        path = self.live.path
        return tr("Match: {name}", name=path.stem) if path is not None else tr("Match")

    def _show_match(self) -> None:
        """Show a match that is known now, with the games of its file."""
        live = self.live
        why_not = self.why_not
        self.games.begin(live.game, live.lines)
        self.game_view.show_game(None)
        self.differing.begin(live.game, why_not, live.match.coordinates)
        self.standing.problem.say("")
        self.beside.setCurrentIndex(1)
        self.front.setCurrentIndex(1)
        self.title_changed.emit(self.title)
        self.file_used.emit(live.path)
        self.standing.stop.setFocus()

    @property
    def why_not(self) -> tuple[str, str]:
        """The reasons why there are no recordings of A and of B; empty where there are."""
        words = tr("A Python file keeps no recording of its search.")
        a, b = (words if self.live.match.version(name).is_file else "" for name in ("a", "b"))
        return a, b

    # Commands

    def _play(self, request: MatchRequest) -> None:
        """Begin a match, unless one is running."""
        if not self.live.is_running:
            self.form.problem.say("")
            self.form.show_working(True)
            self.live.play(request)

    def run_command(self, command: str) -> None:
        """Run the command of a button, by its name."""
        {
            "stop": self.live.stop, "go_on": self._resume, "another": self.another_requested.emit,
            "ask": self._ask_about_all, "save": self._save_positions,
        }[command]()  # fmt: skip

    def _allowed_files(self) -> tuple[str | None, str | None] | None:
        """Ask whether the match's Python files may run, once; return those of A and B, or None if they may not."""
        match = self.live.match
        if match.python_files and not self._may_run:
            self._may_run = questions.confirm(
                self,
                tr("This match names a Python file that would be run: {who}", who=", ".join(match.python_files)),
                tr("Run it only if you know what it does."),
                tr("Run it"),
            )
            if not self._may_run:
                return None
        a, b = (version.text if version.is_file else None for version in map(match.version, ("a", "b")))
        return a, b

    def _resume(self) -> None:
        """Play the remaining games."""
        files = self._allowed_files()
        if files is not None and not self.live.is_running:
            self.standing.problem.say("")
            self.live.resume(self.form.jobs.value(), files)

    def _ask_about_all(self) -> None:
        """Ask both versions about every position of the match."""
        files = self._allowed_files()
        if files is not None and not self.live.is_running:
            self.standing.problem.say("")
            self.differing.begin(self.live.game, self.why_not, self.live.match.coordinates)
            self.live.ask(self.form.jobs.value(), files)

    def _save_positions(self) -> None:
        """Save the positions in which the versions differ as openings."""
        assert self.live.path is not None
        kinds = tr("Texts ({patterns})", patterns="*.txt")
        path = questions.ask_new_path(self, tr("Save the positions"), proposed_openings_file(self.live.path), kinds)
        header, answers, refusal = self.live.match.header, self.differing.answers, tr("It could not be saved.")
        if path is not None and questions.succeeds(self, lambda: save(header, answers, path, force=True), refusal):
            self.message.emit(tr("Saved as {path}", path=str(path)))

    def _show_failure(self, message: Message) -> None:
        """Show why the job has failed."""
        if self.live.has_match:
            self.standing.problem.say(localized(message))
        else:
            self.form.problem.say(localized(message))

    # One game

    def show_coordinates(self, name: str) -> None:
        self._coordinates = name
        for part in (self.game_view, self.differing):
            part.show_coordinates(name)
        self.form.coordinates = name
        self.form.preview_start()

    def _preview(self, position: Position) -> None:
        """Show the position at which the match would begin."""
        self.board.show_position(position.shown_in(self._coordinates), None, {})

    def _show_game(self, line: Line) -> None:
        """Show a game of the table, at the move reached if it is shown already."""
        names = side_names(self.live.game)
        sides = names if line["first"] == "a" else names[::-1]
        values = {"number": line["number"], "a": sides[0], "b": sides[1], "result": result_text(line)}
        headline = tr("Game {number}: {result}. A plays {a}, B plays {b}.", **values)
        at = (
            0
            if self.game_view.game is None or self.game_view.game.number != line["number"]
            else self.game_view.move_count
        )
        game = self.live.game_of(line)
        self.game_view.show_game(game, headline, ending_text(line, self.live.game), self.why_not, at)

    def _show_in_game(self, number: int, played: int) -> None:
        """Show a position in the game that reached it."""
        self.tabs.setCurrentIndex(1)
        self.games.go_to(number)
        self.game_view.show_move(played)
        self.game_view.setFocus()

    def _ask_why(self, number: int) -> None:
        """Repeat the search of a move in the game, to open its recording."""
        game = self.game_view.game
        assert game is not None
        name = self.game_view.version_of_move(number)
        version, seed = self.live.match.version(name), self.live.match.seeds(game.number)[name]
        values = {"move": game.game.shown(game.game.moves[number]), "number": number + 1, "game": game.number}
        self._recording_title = tr("Why {move}? (game {game}, move {number})", **values)
        self._repeat([DecisionRequest(version, game.game.positions[number], seed)])

    def _ask_both(self, answer: Answer, whose: str) -> None:
        """Repeat the search of one or both versions in a position, to open the recordings."""
        position = self.live.position_of(answer)
        self._recording_title = (
            "" if len(whose) > 1 else tr("Why {move}?", move=self.differing.move_text(answer, whose))
        )
        self._repeat(
            [DecisionRequest(self.live.match.version(name), position, answer["seeds"][name]) for name in whose]
        )

    def _repeat(self, pending: list[DecisionRequest]) -> None:
        """Repeat searches, and say so."""
        self._show_progress(tr("Searching again…"))
        self.repeated.ask(pending)

    def _open(self, decisions: list[Decision]) -> None:
        """Request the recording of a repeated search, or the comparison of two."""
        self._show_progress("")
        if self._recording_title:
            self.recording_requested.emit(decisions[0], self._recording_title)
        else:
            self.comparison_requested.emit(*decisions)

    def _show_progress(self, words: str) -> None:
        """Show a sentence below the page; an empty one hides it."""
        self.progress.setText(words)
        self.progress.setVisible(bool(words))

    # Showing

    def _present_soon(self) -> None:
        """Show the match in a moment, unless the page is hidden; at once when a job ends, with a message if hidden."""
        if not self.live.is_running:
            self._later.stop()
            self.present()
            if self.live.has_match and not self.isVisible():
                self.message.emit(tr("“{title}” has come to its end.", title=self.title))
        elif not self.isVisible():
            return
        elif not self._later.isActive():
            self._later.start()

    def present(self) -> None:
        """Show the present state of the match."""
        live, began = self.live, perf_counter()
        self.form.show_working(live.is_running)
        if not live.has_match:
            return
        facts = live.facts
        self.standing.present(facts, is_running=live.is_playing, kept_in=str(live.path))
        self.stack.show_plots(
            [score_plot(live.result.standings, facts["wanted"])], score_numbers(live.result.standings)
        )
        self.games.present()
        playing = tr("The games are still being played.") if live.is_playing else ""
        nothing = "" if live.lines else tr("There is no game yet.")
        self.differing.present(*live.answered, is_asking=live.is_asking, why_not=playing or nothing)
        self.standing.resume.setEnabled(not live.is_running)
        self._later.setInterval(max(REPAINT_MS, round(8000 * (perf_counter() - began))))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.present()

    # Closing

    def may_close(self) -> bool:
        """Ask whether to stop a match that is being played; its finished games are kept in any case."""
        if not self.live.is_playing or not self.live.has_match:
            return True
        return questions.confirm(
            self,
            tr("A match is still being played."),
            tr("Closing it stops the match. The games that are over are in {path}.", path=str(self.live.path)),
            tr("Stop the match"),
        )

    def close(self) -> bool:
        self.form.end()
        self.repeated.end()
        self.live.end()
        return super().close()
