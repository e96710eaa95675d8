"""The left half of the editor: the game and its size, the board or the tree, its text, and what is wrong with it.

The text field accepts any notation and leaves undoing to the editor.
"""

from __future__ import annotations

from dataclasses import replace

from plyscope.games import EDITED_FIRST, TREE, find_game
from plyscope.games.grid import Grid, GridRules
from plyscope.messages import InputError, Message
from plyscope.model.position import FIRST, Cell, Position
from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QStackedLayout, QWidget

from plyscope_window.look.theme import font
from plyscope_window.pages.editor.bars import Palette, RandomBoardBar, SidesBar, SizeBar, SwitchBar, TreeBar
from plyscope_window.pages.editor.edited_position import Document, History, document_of, read_pasted, starting_document
from plyscope_window.pages.editor.tree_draft import MAX_DRAWN
from plyscope_window.pages.editor.tree_editor import TreeEditor
from plyscope_window.widgets.board_to_click import BoardEditor, PositionPicture
from plyscope_window.widgets.controls import Choice, framed_button, label_of, labelled, replace_entries
from plyscope_window.widgets.game_names import game_names, side_names
from plyscope_window.widgets.labels import Label, Notice
from plyscope_window.widgets.layouts import column_layout, flow_layout, row_layout, widget_with
from plyscope_window.words import count, localized, tr

LINES = 3
"""The number of lines that the text field shows."""


class TextField(QPlainTextEdit):
    """The field with the text of the position, which leaves undoing to the editor."""

    typed = Signal(str)
    """The text after the user has changed it; not emitted by `show_text`."""
    left = Signal()
    """The keyboard focus has left."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("framed", True)
        self.setTabChangesFocus(True)
        # A notation reads from left to right in every language.
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setUndoRedoEnabled(False)
        self.setFont(font(13, fixed=True))
        # The style of framed fields has a least height that counts no margin of a document.
        line = self.fontMetrics().lineSpacing() + 2 * self.document().documentMargin()
        self.setStyleSheet(f"QPlainTextEdit {{ min-height: {round(line)}px; }}")
        self.setAccessibleName(tr("Text of the position"))
        self.textChanged.connect(self._emit_text)
        self._is_shown = False

    def show_text(self, text: str) -> None:
        """Show a text; the caret stays in place if it is the typed one."""
        if text == self.toPlainText():
            return
        self._is_shown = True
        self.setPlainText(text)
        self._is_shown = False

    def _emit_text(self) -> None:
        """Emit the text, if the user has changed it."""
        if not self._is_shown:
            self.typed.emit(self.toPlainText())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo):
            event.ignore()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def sizeHint(self) -> QSize:
        return QSize(300, self.fontMetrics().lineSpacing() * LINES + 18)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is room for one line only, the arrow keys scroll, and no bar that is too small to be used."""
        super().resizeEvent(event)
        policy = Qt.ScrollBarPolicy
        is_low = self.viewport().height() < 2 * self.fontMetrics().lineSpacing()
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOff if is_low else policy.ScrollBarAsNeeded)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().lineSpacing() * 2 + 18)


GRID_PIXELS = 8
"""All parts are placed at multiples of this many pixels."""
NOTICE_LETTERS = 24
"""The largest width of the notice beside the board, in letters."""


class PositionEditor(QWidget):
    """Edits one document. `position` is the current position; if it is None, `problem` says why."""

    changed = Signal()
    """The position, or its problem, is another one."""

    def __init__(self) -> None:
        super().__init__()
        self.history = History(starting_document(EDITED_FIRST), self._present)
        self.position: Position | None = None
        self.problem: Message | None = None
        self.faults: tuple[Cell, ...] = ()
        """The cells with the problem, if it concerns particular cells."""
        self._loaded: tuple[Document, str, str] | None = None
        """The loaded document, and the title and notes that hold for it only."""
        self._kept = self.document
        """The document that may be closed without a question: the initial or the last recorded one."""
        self._coordinates = ""
        """The notation that the user has chosen; empty for that of each position."""
        self._last_documents: dict[str, Document] = {}
        """The last document of each game, restored when the game is chosen again."""
        self._make_parts()
        self._arrange_parts()
        self._connect_parts()
        self._present()

    def _make_parts(self) -> None:
        self.game = Choice()
        for name, title in game_names().items():
            self.game.addItem(title, name)
        self.size_bar, self.palette_bar, self.sides_bar = SizeBar(), Palette(), SidesBar()
        self.random_bar, self.tree_bar, self.switch_bar = RandomBoardBar(), TreeBar(), SwitchBar()
        self.undo_button = framed_button("", tr("Undo"), "undo", lambda: self.history.undo())
        self.redo_button = framed_button("", tr("Redo"), "redo", lambda: self.history.redo())
        self.clear_button = framed_button("", tr("Clear the board"), "new", self.clear)
        help = tr("Turn the board, so that it is seen from the other side")
        self.turn_button = framed_button("", help, "turn", checkable=True)
        for button, key in (
            (self.undo_button, QKeySequence.StandardKey.Undo),
            (self.redo_button, QKeySequence.StandardKey.Redo),
        ):
            keys = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
            button.setToolTip(tr("{action} ({keys})", action=button.accessibleName(), keys=keys))
        self.board, self.tree, self.picture = BoardEditor(), TreeEditor(), PositionPicture()
        self.too_large = Label(quiet=True, wrapped=True)
        self.too_large.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.pointed = Label(" ", 12, quiet=True)
        self.notice = Notice(letters=NOTICE_LETTERS)
        self.text = TextField()

    def take_keyboard(self) -> None:
        """Give the keyboard to the board or the tree; where there is neither, to the text."""
        drawn = self.stack.currentWidget()
        (drawn if drawn in (self.board, self.tree) else self.text).setFocus(Qt.FocusReason.TabFocusReason)

    def _arrange_parts(self) -> None:
        buttons = (self.undo_button, self.redo_button, self.clear_button, self.turn_button)
        first = flow_layout(
            labelled(tr("&Game"), self.game, tr("The game that the position is of")), self.size_bar, self.random_bar,
            trailing=widget_with(row_layout(*buttons, spacing=GRID_PIXELS // 2)), spacing=GRID_PIXELS,
        )  # fmt: skip
        second = flow_layout(
            self.palette_bar, self.tree_bar, self.switch_bar, trailing=self.sides_bar, spacing=GRID_PIXELS
        )
        frame = QFrame()
        frame.setMinimumHeight(180)
        self.stack = QStackedLayout(frame)
        for page in (self.board, self.tree, self.too_large, self.picture):
            self.stack.addWidget(page)
        board = row_layout((frame, 2), (self.notice, 1, Qt.AlignmentFlag.AlignTop), spacing=2 * GRID_PIXELS)
        label = label_of(tr("Te&xt"), self.text, tr("Any notation can be typed or pasted here, also with its game"))
        self.setLayout(column_layout(
            first, second, (board, 1), self.pointed, label, self.text, margins=2 * GRID_PIXELS, spacing=GRID_PIXELS
        ))  # fmt: skip

    def _connect_parts(self) -> None:
        self.game.activated.connect(lambda: self.choose_game(self.game.currentData()))
        self.size_bar.resized.connect(self._resize)
        self.random_bar.requested.connect(self._draw_board)
        self.palette_bar.chosen.connect(self._choose_tool)
        self.palette_bar.carried.connect(
            lambda owner, point: self.board.carry(owner, QPointF(self.board.mapFromGlobal(point)))
        )
        self.palette_bar.dropped.connect(self.board.drop)
        self.switch_bar.switched.connect(self._switch)
        self.sides_bar.turn_chosen.connect(self._choose_turn)
        self.sides_bar.max_chosen.connect(lambda side: self.edit(replace(self.document, max_side=side)))
        self.board.edited.connect(self._edit_grid)
        self.tree.edited.connect(lambda text: self.edit(replace(self.document, text=text)))
        self.tree.refused.connect(self._show_refusal)
        self.tree_bar.connect_to(self.tree)
        self.tree_bar.drawn.connect(lambda text: self.edit(replace(self.document, text=text)))
        for part in (self.board, self.tree):
            part.pointed.connect(lambda words: self.pointed.setText(words or " "))
        self.text.typed.connect(lambda text: self.edit(read_pasted(text, self.document), typing=True))
        self.text.left.connect(lambda: self.history.pause())
        self.turn_button.toggled.connect(self.board.turn)

    # What is edited

    @property
    def document(self) -> Document:
        """The document that is edited."""
        return self.history.document

    @property
    def is_changed(self) -> bool:
        """Whether closing would lose an edited position; the start of a game does not count."""
        return self.document not in (self._kept, starting_document(self.document.game))

    def mark_as_kept(self) -> None:
        """Note that the current document may be closed without a question."""
        self._kept = self.document

    def edit(self, document: Document, *, typing: bool = False) -> None:
        """Edit the document; `typing` joins continuous typing to one edit."""
        self.history.edit(document, typing=typing)

    def set_position(self, position: Position) -> None:
        """Begin with a position and clear the history of edits."""
        document = self._kept = document_of(position)
        self._loaded = (document, position.title, position.notes)
        self.history = History(document, self._present)
        self._present()

    def clear_history(self) -> None:
        """Forget the edits so far, and let the present document be closed without a question."""
        self.mark_as_kept()
        self.history = History(self.document, self._present)
        self._present()

    def use_text(self, text: str) -> None:
        """Accept a text as if pasted into the field; a generated board is written out."""
        document = read_pasted(text, self.document)
        try:
            if document.is_random:
                document = document_of(document.position())
        except InputError:
            # An invalid text is shown unchanged, with the problem beside it.
            pass
        self.history.pause()
        self.edit(document)

    def choose_game(self, game: str) -> None:
        """Switch to another game: to its last document, or its start."""
        if game != self.document.game:
            self._last_documents[self.document.game] = self.document
            self.edit(self._last_documents.get(game) or starting_document(game))

    def clear(self) -> None:
        """Clear the board, or start the game again where it has no board."""
        grid = self._shown_grid()
        if grid is None:
            self.edit(replace(starting_document(self.document.game), max_side=self.document.max_side))
        else:
            self._edit_grid(grid.cleared().with_turn(None))

    def _draw_board(self, cells: int, seed: int) -> None:
        """Draw a random board of the game."""
        random = find_game(self.document.game).random
        if random is not None:
            self.use_text(f"{self.document.game}:{random.text(cells, seed)}")

    def _shown_grid(self) -> Grid | None:
        """Return the board that is shown; None for a game that has none."""
        return None if find_game(self.document.game).grid is None else self.board.grid

    def _edit_grid(self, grid: Grid) -> None:
        """Edit the document to the text of a board."""
        self.edit(replace(self.document, text=grid.text))

    def _resize(self, columns: int, rows: int, in_a_row: int) -> None:
        """Resize the board."""
        grid = self._shown_grid()
        if grid is not None:
            self._edit_grid(grid.resized(columns, rows, in_a_row))

    def _choose_tool(self, owner: int | None) -> None:
        """Choose what a click places, and let go of a piece that was picked up."""
        self.board.tool = owner
        self.board.put_down()

    def _switch(self, place: int, is_on: bool) -> None:
        """Turn a switch of the board on or off, by its place in the rules."""
        grid = self._shown_grid()
        if grid is not None:
            self._edit_grid(grid.rules.switches[place].turned(grid, is_on))

    def _choose_turn(self, turn: int | None) -> None:
        """Set whose move it is; None for what follows from the board."""
        grid = self._shown_grid()
        if grid is not None:
            self._edit_grid(grid.with_turn(turn))
        elif self.tree.canvas.draft is not None and turn is not None:
            self.tree.canvas.draft.turn = turn
            self.edit(replace(self.document, text=self.tree.canvas.draft.text))

    # Showing the position

    def show_coordinates(self, name: str) -> None:
        """Name cells in a notation, where the game has it; empty for that of each position."""
        self._coordinates = name
        self._present()

    def _present(self) -> None:
        """Read the document, and show the position in all parts, or what is wrong with it."""
        self.position, self.problem, self.faults = None, None, ()
        try:
            position = self.document.position()
            title, notes = self._loaded[1:] if self._loaded and self._loaded[0] == self.document else ("", "")
            self.position = position.named(title, notes)
        except InputError as error:
            problem = error.in_notation(self._coordinates or self.document.coordinates)
            self.problem, self.faults = problem.message, problem.places
        self.text.show_text(self.document.text)
        replace_entries(self.game, [(title, name) for name, title in game_names().items()], self.document.game)
        entry = find_game(self.document.game)
        self.palette_bar.setVisible(entry.grid is not None)
        self.size_bar.setVisible(entry.grid is not None and not entry.grid.has_one_size)
        self.switch_bar.setVisible(entry.grid is not None and bool(entry.grid.switches))
        self.tree_bar.setVisible(entry.name == TREE)
        self.random_bar.show_boards(entry.random)
        self.turn_button.setVisible(entry.sit_opposite and entry.grid is not None)
        self.turn_button.setChecked(self.turn_button.isChecked() and entry.sit_opposite)
        if entry.name == TREE:
            self._present_tree()
        elif entry.grid is not None:
            self._present_board(entry.name, entry.grid)
        else:
            self._present_text_only()
        self.undo_button.setEnabled(self.history.can_undo)
        self.redo_button.setEnabled(self.history.can_redo)
        self._show_state()
        self.changed.emit()

    def _present_text_only(self) -> None:
        """Show the picture of a game that is edited as text, if it has one."""
        self.picture.show_position(self.position)
        self.stack.setCurrentWidget(self.picture)
        turn = self.position.side_to_move if self.position else FIRST
        self.sides_bar.show_sides(side_names(self.document.game), "", turn, self.document.max_side)
        self.sides_bar.turn.setEnabled(False)
        self.sides_bar.turn.setToolTip(tr("The text says whose move it is"))

    def _present_board(self, game: str, rules: GridRules) -> None:
        """Show the board of the document; the last one that could be read where its text is wrong."""
        winning = self.position.board().winning_line if self.position else ()
        try:
            grid, is_stale = rules.read(self.document.text), False
        except InputError:
            shown = self.board.grid
            grid = shown if shown is not None and shown.rules is rules else rules.read(starting_document(game).text)
            is_stale = True
        self.palette_bar.show_tools(rules)
        self.switch_bar.show_grid(grid)
        self.size_bar.show_grid(grid)
        self.board.show_grid(
            grid, winning, self.document.max_side, faults=self.faults, is_stale=is_stale,
            coordinates=self._coordinates or self.document.coordinates,
        )  # fmt: skip
        self.stack.setCurrentWidget(self.board)
        names = side_names(game)
        in_turn = names[replace(grid, turn=None).side_in_turn - 1]
        follows = rules.counts_tell_turn
        automatic = tr("as it stands: {side}", side=in_turn) if follows else ""
        self.sides_bar.show_sides(names, automatic, grid.turn or (None if follows else FIRST), self.document.max_side)
        fixed = rules.fixed_turn
        self.sides_bar.turn.setEnabled(fixed is None)
        self.sides_bar.turn.setToolTip(tr("Whose move it is in this position") if fixed is None else localized(fixed))

    def _present_tree(self) -> None:
        """Show the tree of the document, or that it is too large to be drawn."""
        self.tree.canvas.show_tree(self.document.text, self.document.max_side)
        draft = self.tree.canvas.draft
        is_large = self.position is not None and (draft is None or self.tree.canvas.is_stale)
        self.too_large.setText(
            tr("This tree has more than {most} nodes. It can be edited as text only.", most=count(MAX_DRAWN))
        )
        self.stack.setCurrentWidget(self.too_large if is_large else self.tree)
        self.tree_bar.enable_drawing(not is_large and not self.tree.canvas.is_stale)
        turn = self.position.side_to_move if self.position else draft.turn if draft else 1
        self.sides_bar.show_sides(side_names(TREE), "", turn, self.document.max_side)
        self.sides_bar.turn.setEnabled(not is_large)

    def _show_state(self) -> None:
        """Show what is wrong with the position, else its warning, else whose move it is and how many moves or nodes."""
        if self.problem is not None or self.position is None:
            self.notice.say(localized(self.problem) if self.problem else "", is_problem=True)
            return
        position = self.position
        if position.warnings:
            self.notice.say(localized(position.warnings[0]), is_problem=False)
            return
        if position.game.name == TREE:
            self.notice.say(self._tree_summary(position), is_problem=False)
            return
        names = side_names(position.game.name)
        mover, for_max = names[position.side_to_move - 1], names[position.max_side - 1]
        if position.is_over:
            text = tr("The game is over here: a search of this position is a single call.")
        else:
            moves = count(len(position.legal_moves()))
            text = tr(
                "{side} to move, moves to choose from: {moves}. MAX is {max}.", side=mover, moves=moves, max=for_max
            )
        self.notice.say(text, is_problem=False)

    def _tree_summary(self, position: Position) -> str:
        """Return whose move it is at the root of a tree, and its size."""
        side = tr("MAX") if position.side_to_move == position.max_side else tr("MIN")
        draft = self.tree.canvas.draft
        if draft is None or self.tree.canvas.is_stale:
            return tr("{side} moves at the root.", side=side)
        return tr(
            "{side} moves at the root. Nodes: {nodes}, leaves: {leaves}, plies: {plies}.",
            side=side,
            nodes=count(len(draft)),
            leaves=count(draft.sketch.leaves),
            plies=draft.sketch.deepest,
        )

    def _show_refusal(self, refusal: Message | None) -> None:
        """Show why an edit of the tree is refused; for None the state again."""
        if refusal is None:
            self._show_state()
        else:
            self.notice.say(localized(refusal), is_problem=True)
