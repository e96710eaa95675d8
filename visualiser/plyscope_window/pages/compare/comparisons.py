"""The window's commands for comparing: what is compared with what, and recorded where there is no recording yet.

A comparison keeps nothing of the tabs that it came from: either may be closed, and the comparison stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from plyscope.files.opening import open_trace
from plyscope.messages import InputError
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from plyscope_window.app.why_wiring import unwire, wire
from plyscope_window.jobs.background import in_background
from plyscope_window.jobs.recording_job import Recording
from plyscope_window.pages.compare.searches import asked_of, full_or_pruning, is_full, is_of, position_for, titles_of
from plyscope_window.pages.pages import as_canvas, as_comparison
from plyscope_window.pages.record.recording_page import RecordingPage
from plyscope_window.widgets import questions
from plyscope_window.words import said, tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.jobs.recovery import Kept
    from plyscope_window.pages.compare.compare_page import ComparisonPage
    from plyscope_window.session.pair import Prepared
    from plyscope_window.session.session import Session

AT_ONCE = 60_000
"""Frames of both together up to which they are aligned while one waits."""


class Comparisons(QObject):
    """The comparisons of one window."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self._made: WeakKeyDictionary[Trace, Kept] = WeakKeyDictionary()
        """Where what was recorded to be compared is kept until it is shown."""

    @property
    def page(self) -> ComparisonPage:
        """The comparison in front; nothing is called where there is none."""
        page = as_comparison(self.window.page)
        assert page is not None
        return page

    # What with what

    def compare_with_full(self) -> None:
        """With full minimax; full minimax itself with the search that prunes."""
        session = self.window.session
        if session is None:
            return
        self.compare_with_search(session.trace, asked_of(session.trace, {"algorithm": full_or_pruning(session.trace)}))

    def compare_with_search(self, trace: Trace, asked: Mapping[str, Any]) -> None:
        """With another search of the same root. A comparison that is open already is turned to."""
        there = self._page_of(trace, asked)
        if there is None:
            self._record(trace, asked)
        elif there is self.window.page:
            self.window.say(tr("This is that comparison."))
        else:
            self.window.show_page(there)

    def _page_of(self, trace: Trace, asked: Mapping[str, Any]) -> ComparisonPage | None:
        """The comparison of a recording with such a search that is open already."""
        for page in map(as_comparison, self.window.pages):
            sides = [] if page is None else [side.trace for side in page.pair.sides.values()]
            if any(one is trace for one in sides) and any(is_of(one, asked) for one in sides if one is not trace):
                return page
        return None

    def words_for_full(self) -> str:
        session = self.window.session
        if session is not None and is_full(session.trace):
            return tr("Compare with alpha-beta: this is full minimax")
        return tr("Compare with full minimax")

    def compare_with(self) -> None:
        from plyscope_window.pages.compare.compare_dialog import ask

        session, recent = self.window.session, self.window.settings.recent
        if session is None:
            return
        folder = recent[0].parent if recent else Path.home()
        wish = ask(self.window, session, self.others(session), folder)
        if wish is None:
            return
        if wish.session is not None:
            self.compare(session.trace, wish.session.trace)
        elif wish.path is not None:
            self.compare_with_file(session.trace, wish.path)
        elif wish.asked is not None:
            self._record(session.trace, wish.asked)

    def others(self, session: Session) -> list[Session]:
        """The recordings in other tabs that begin with the same position."""
        open_here = [canvas.session for page in self.window.pages if (canvas := as_canvas(page)) is not None]
        root = session.trace.position
        return [
            one
            for one in open_here
            if one.trace is not session.trace
            and str(one.trace.position) == str(root)
            and one.trace.position.max_side == root.max_side
        ]

    def compare_with_file(self, trace: Trace, path: Path) -> None:

        in_background(lambda: open_trace(path), lambda found: self.compare(trace, found), self._refuse)

    # Recording the other one

    def _record(self, trace: Trace, asked: Mapping[str, Any], *, then: Trace | None = None) -> None:
        """Records another search of the same root, and compares it; or else `then` with it, where that was waiting."""
        try:
            position = position_for(trace, asked)
        except InputError as error:
            self._refuse(error)
            return
        recording = Recording(self.window.documents.recovery, self)
        name = position.title or position.game.name
        page = RecordingPage(recording, tr("To be compared: {search}", search=str(asked["algorithm"])))
        self.window.add_page(page, tr("{name} · {search}", name=name, search=str(asked["algorithm"])))
        page.discard_asked.connect(lambda: self.window.close_page(page))
        recording.finished.connect(lambda found, _: self._recorded(page, trace, found, then))
        recording.failed.connect(lambda message: self._failed(page, InputError(message.pattern, **message.values)))
        recording.record(position, {})

    def _recorded(self, page: RecordingPage, trace: Trace, found: Trace, then: Trace | None) -> None:
        recording = page.recording
        if recording.kept is not None:
            self._made[found] = recording.kept
        recording.deleteLater()
        if then is not None:
            self.compare(found, then, instead_of=page)
        elif recording.remark is not None and is_shallower(found, trace):
            # The other search would be too large to the end: then neither goes there.
            from plyscope_window.jobs.trace_opening import search_of

            self.window.say(said(recording.remark))
            self.window.remove_page(page)
            self._record(trace, {**search_of(trace), "depth": found.options["depth"]}, then=found)
        else:
            self.compare(trace, found, instead_of=page)

    def _failed(self, page: RecordingPage, error: InputError) -> None:
        self.window.remove_page(page)
        page.recording.deleteLater()
        self._refuse(error)

    def _refuse(self, error: InputError) -> None:
        questions.tell(self.window, tr("These cannot be compared."), said(error.message))

    # The page

    def compare(self, a: Trace, b: Trace, instead_of: QWidget | None = None) -> None:
        """Shows a comparison in a tab of its own."""
        from plyscope_window.session.pair import Prepared

        def refuse(error: InputError) -> None:
            for trace in (a, b):
                if (kept := self._made.pop(trace, None)) is not None:
                    self.window.documents.recovery.drop(kept)
            if instead_of is not None:
                self.window.remove_page(instead_of)
            self._refuse(error)

        if len(a) + len(b) > AT_ONCE:
            in_background(lambda: Prepared.of(a, b), lambda found: self._show(found, instead_of), refuse)
            return
        try:
            prepared = Prepared.of(a, b)
        except InputError as error:
            refuse(error)
        else:
            self._show(prepared, instead_of)

    def _show(self, prepared: Prepared, instead_of: QWidget | None) -> None:
        from plyscope_window.pages.compare.compare_page import ComparisonPage

        window, a, b = self.window, prepared.comparison.a, prepared.comparison.b
        if instead_of is not None and window.tabs.indexOf(instead_of) < 0:
            return
        titles = titles_of(a, b)
        page = ComparisonPage(prepared, titles, window.actions_by_key, window.documents.lay_out)
        page.menu_asked.connect(window.show_frame_menu)
        page.entered.connect(window.stepping.run_to)
        page.mode_changed.connect(window.present_actions)
        page.told.connect(window.say)
        page.turned.connect(window.turn)
        for session in page.pair.sides.values():
            kept = self._made.pop(session.trace, None)
            if kept is not None:
                window.documents.recovery.adopt(session, kept)
            wire(window.documents, session)
        name = a.position.title or a.position.game.name
        window.add_page(page, tr("{name}: {a} | {b}", name=name, a=titles[0], b=titles[1]), instead_of=instead_of)

    def forget(self, page: ComparisonPage) -> None:
        """Nobody shows the comparison any more."""
        for session in page.pair.sides.values():
            unwire(session)

    # What the commands do with the comparison in front

    def show_side_by_side(self) -> None:
        from plyscope_window.pages.compare.compare_page import SIDE_BY_SIDE

        self.page.set_look(SIDE_BY_SIDE)

    def show_merged(self) -> None:
        from plyscope_window.pages.compare.compare_page import MERGED

        self.page.set_look(MERGED)

    def show_statistics(self) -> None:
        from plyscope_window.pages.compare.compare_page import STATISTICS

        self.page.set_look(STATISTICS)

    def toggle_differences_only(self) -> None:
        pair = self.page.pair
        pair.show_differences_only(not pair.shows_differences_only)

    def lead_other(self) -> None:
        self.page.lead_other()

    def to_first_divergence(self) -> None:
        self.window.stepping.stop()
        words = self.page.pair.first_divergence
        if words is not None and self.page.pair.go_to_first_divergence():
            self.window.say(said(words))

    def to_difference(self, *, forwards: bool) -> None:
        self.window.stepping.stop()
        if not self.page.pair.go_to_next_difference(forwards=forwards):
            self.window.say(tr("No difference after this.") if forwards else tr("No difference before this."))


def is_shallower(found: Trace, trace: Trace) -> bool:
    """Whether a search goes to a depth that a recording can be made anew with; what others have made cannot be."""
    return found.options.get("depth") != trace.options.get("depth") and not trace.search.is_imported
