"""What the window's commands do with the frame that is selected, and with the canvas in front."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyscope.model.marks import Bookmark, Breakpoint, On
from plyscope.text.narration import sentence
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from plyscope_window.app.folding_commands import folded_view, unfold
from plyscope_window.widgets import questions
from plyscope_window.words import said, tr

if TYPE_CHECKING:
    from plyscope_window.app.docks import Docks
    from plyscope_window.app.documents import Documents
    from plyscope_window.app.find_bar import FindBar
    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.canvas.canvas import Canvas
    from plyscope_window.session.session import Session
    from plyscope_window.session.stepping import Stepping

PARTS = ("timeline", "board", "root_moves", "source", "stack")

FRAME_MENU = (
    "run_to", "to_return", "", "bookmark", "breakpoint_frame", "", "zoom_subtree", "collapse", "hide", "unhide", "",
    "why_value", "why_alpha", "why_beta", "way_back", "ghost", "open_ghost", "",
    "copy_position", "record_here",
)  # fmt: skip


class OnSelection:
    """The part of the window that acts on the selected frame. Nothing here is called without a recording."""

    stepping: Stepping
    documents: Documents
    docks: Docks
    find_bar: FindBar

    @property
    def canvas(self) -> Canvas | None:
        raise NotImplementedError

    @property
    def session(self) -> Session | None:
        raise NotImplementedError

    @property
    def _window(self) -> MainWindow:
        from plyscope_window.app.main_window import MainWindow

        assert isinstance(self, MainWindow)
        return self

    # Looking

    def set_mode(self, mode: str) -> None:
        assert self.canvas is not None
        unfold(self.canvas)
        self.canvas.set_mode(mode)

    def toggle(self, option: str) -> None:
        assert self.canvas is not None
        self.canvas.set_option(option, not getattr(self.canvas, option))

    def on_canvas(self, command: str) -> None:
        getattr(folded_view(self.canvas) or self.canvas, command)()

    def zoom(self, factor: float) -> None:
        assert self.canvas is not None
        (folded_view(self.canvas) or self.canvas).zoom(factor)

    def centre(self) -> None:
        assert self.canvas is not None
        session = self.canvas.session
        session.select(session.cursor.frame)
        self.canvas.show_frame(session.cursor.frame)

    def select_root(self) -> None:
        assert self.canvas is not None
        self.canvas.session.select(0)
        self.canvas.show_frame(0)

    def zoom_to_subtree(self) -> None:
        assert self.canvas is not None
        self.canvas.show_subtree(self.canvas.session.selected)

    def inspect(self, levels: int) -> None:
        assert self.session is not None
        self.session.inspect_neighbour(levels)

    def next_part(self, direction: int) -> None:
        """The keyboard goes round the parts of the window."""
        assert self.canvas is not None
        docks = [self.docks.docks[key] for key in PARTS]
        panels = [dock.panel for dock in docks if dock.is_seen and dock.panel is not None]
        has_keyboard = [panel.isAncestorOf(self._window.focusWidget() or self.canvas) for panel in panels]
        now = has_keyboard.index(True) + 1 if any(has_keyboard) else 0
        then = (now + direction) % (len(panels) + 1)
        if then == 0:
            self.canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            panels[then - 1].take_keyboard()

    # Going

    def run_to_selected(self) -> None:
        if self.session is not None:
            self.stepping.run_to(self.session.selected)

    def ask_step(self) -> None:
        assert self.session is not None
        cursor = self.session.cursor
        step = questions.step_to_go_to(self._window, cursor.step, cursor.last_step)
        if step is not None:
            self.stepping.do(lambda cursor: cursor.go(step))

    def focus_find(self) -> None:
        self.find_bar.field.setFocus()
        self.find_bar.field.selectAll()

    # Marking

    def break_at_line(self) -> None:
        assert self.session is not None
        self.session.toggle_breakpoint(Breakpoint(On.LINE, str(self.session.inspected.line)))

    def break_at_frame(self) -> None:
        assert self.session is not None
        self.session.toggle_breakpoint(Breakpoint(On.FRAME, str(self.session.selected)))

    def bookmark(self) -> None:
        """Sets a bookmark with a name, or takes it away."""
        assert self.session is not None
        cursor = self.session.cursor
        if cursor.step in cursor.marks.bookmarks:
            self.session.toggle_bookmark()
            self._window.say(tr("The bookmark is gone."))
        else:
            self.stepping.stop()
            answer = questions.bookmark(self._window, said(sentence(cursor.trace, cursor.now))[:60])
            if answer is not None:
                name, note = answer
                self.session.set_bookmark(Bookmark(cursor.step, name, note))
                self._window.say(tr("Bookmarked: {name}", name=name))

    # Hiding

    def collapse(self) -> None:
        assert self.session is not None
        collapsed = self.session.cursor.marks.collapsed
        collapsed ^= {self.session.selected}
        self._lay_out_again()

    def hide_selected(self) -> None:
        """Hides the selected frame with all below it, and selects its caller."""
        assert self.session is not None
        session = self.session
        frame = session.selected
        session.cursor.marks.hidden.add(frame)
        session.select(session.trace.parents[frame])
        self._lay_out_again()

    def unhide(self) -> None:
        assert self.session is not None
        self.session.cursor.marks.hidden.clear()
        self.session.cursor.marks.collapsed.clear()
        self._lay_out_again()

    def _lay_out_again(self) -> None:
        assert self.session is not None
        self.session.mark()
        self.documents.lay_out(self.session)

    # The menu of a frame

    def show_frame_menu(self, frame: int, place: QPoint) -> None:
        self.frame_menu().popup(place)

    def frame_menu(self) -> QMenu:
        window = self._window
        window.present_actions()
        menu = QMenu(window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key in FRAME_MENU:
            if key:
                menu.addAction(window.actions_by_key[key])
            else:
                menu.addSeparator()
        return menu

    # Copying

    def copy_position(self) -> None:
        assert self.session is not None
        trace = self.session.trace
        text = f"{trace.position.game.name}:{trace.position.game.text(trace.state(self.session.selected))}"
        QGuiApplication.clipboard().setText(text)
        self._window.say(tr("The position is copied."))

    def copy_picture(self) -> None:
        assert self.canvas is not None
        QGuiApplication.clipboard().setPixmap(self.canvas.grab())
        self._window.say(tr("The picture is copied."))

    # Help

    def show_help(self) -> None:
        from plyscope_window.app.help import HelpSheet

        (questions.open_dialog(self._window, HelpSheet) or HelpSheet(self._window)).show()

    def edit_keys(self) -> None:
        from plyscope_window.app.help import KeyEditor

        (questions.open_dialog(self._window, KeyEditor) or KeyEditor(self._window)).show()

    def show_about(self) -> None:
        from plyscope_window.app.help import show_about

        show_about(self._window)
