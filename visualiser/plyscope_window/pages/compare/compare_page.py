"""A comparison in a tab: a headline, and two recordings side by side, merged into one tree or counted."""

from __future__ import annotations

from collections.abc import Mapping

from plyscope.analysis.linked_cursors import Side, other
from plyscope.model.position import Position
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.look.theme import Current
from plyscope_window.pages.compare.badges import Legend
from plyscope_window.pages.compare.head import Headline
from plyscope_window.pages.compare.merged import MergedCanvas
from plyscope_window.pages.compare.side import Line, SidePane, SideSquare
from plyscope_window.pages.page import Host, Page
from plyscope_window.pages.searches import with_kept_options
from plyscope_window.pages.trace_page import disconnect_session, forget_session, lay_out, save_session
from plyscope_window.panels.statistics import ComparePlots, FrameRequest, find_frames
from plyscope_window.session.pair import SIDES, Pair, Prepared, SideSession
from plyscope_window.session.session import Session
from plyscope_window.widgets.controls import ActionButton, Segments, Switch, framed_button
from plyscope_window.widgets.layouts import column_layout, flow_layout, row_layout, splitter, stacked, widget_with
from plyscope_window.words import count, localized, tr

SIDE_BY_SIDE, MERGED, STATISTICS = LOOKS = ("side by side", "merged", "statistics")
"""The three ways to look at a comparison."""
MIN_WIDTH_SIDE_BY_SIDE = 760
"""Pixels from which two canvases stand side by side; below that one stands above the other."""
MIN_HEIGHT_STACKED = 620
"""Pixels of the page below which there is no room for one above the other."""
ROOMY, NARROW = 860, 680
"""Pixels from which the bar has room for the buttons that go from one difference to the next, and for all words."""
TRAVEL = ("first_divergence", "previous_difference", "next_difference")
"""The keys of the actions that go from one difference to another."""


class ComparisonPage(Page):
    """Two recordings that are compared, and three ways to look at them."""

    turned = Signal()
    """Another recording, or another canvas, is in front."""
    menu_requested = Signal(int, QPoint)
    entered = Signal(int)
    """A request that the active recording go to a frame."""
    mode_changed = Signal(str)

    def __init__(self, prepared: Prepared, names: tuple[str, str], host: Host) -> None:
        super().__init__()
        self.host = host
        self._names = names
        """The short names of the two recordings."""
        self._pair = Pair(prepared, names)
        self.look = SIDE_BY_SIDE
        self._hidden: tuple[object, ...] = ()
        """The frames that are hidden on each side."""
        self._filtered = b""
        """The subtrees that were hidden by the filter when the trees were laid out."""
        self.panes: dict[Side, SidePane] = {side: SidePane(self.pair.sides[side]) for side in SIDES}
        self.merged_canvas = MergedCanvas(self.pair.merged)
        self._lay_out_page(host.actions_by_key)
        self._connect()
        self.lay_out()
        self.present()

    # Building

    def _lay_out_page(self, actions: Mapping[str, QAction]) -> None:
        """Make the bar, the headline and the pane of each look."""
        looks = {
            "side_by_side": tr("Side by side"),
            "merged": tr("Merged"),
            "compared_statistics": tr("Statistics"),
        }
        has_pruned = bool(self.pair.savings.calls.any())
        self.filter_names = (
            (tr("Only what was pruned"), tr("Only pruned")) if has_pruned else (tr("Only differences"),) * 2
        )
        """The name of the switch in a wide bar and in a narrow one."""
        self.filter = Switch(actions["pruned_only" if has_pruned else "differences_only"], self.filter_names[0])
        self.travel = [ActionButton(actions[key]) for key in TRAVEL]
        for button in self.travel:
            button.setProperty("framed", True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        whole = (actions["whole_run"], tr("Whole run"))
        self.scope = Segments([(actions["outline_future"], ""), (actions["hide_future"], ""), whole])
        views = Segments([(actions[key], name) for key, name in looks.items()])
        flow = flow_layout(views, self.filter, *self.travel, trailing=self.scope, spacing=4)
        bar = widget_with(column_layout(widget_with(flow), margins=(8, 6, 8, 6)))
        self.headline = Headline(self.pair)
        self.headline.addAction(actions["copy_explanation"])
        self.headline.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.splitter = splitter([*self.panes.values()], (1000, 1000))
        self.looks = stacked(self.splitter, self._merged_pane())
        self.plots: ComparePlots | None = None
        """The plots of both, made when they are first shown."""
        self.setLayout(column_layout(bar, self.headline, (self.looks, 1), spacing=0))

    def _merged_pane(self) -> QWidget:
        """Make the pane of the merged tree, with its legend and the buttons for the active side."""
        self.foot = Line()
        self._make_lead_buttons()
        leads = [part for side in SIDES for part in (SideSquare(side), self.lead_buttons[side])]
        self.below = widget_with(row_layout(*leads, (self.foot, 1), margins=(8, 4, 8, 0), spacing=4))
        """Which side is active; the whole run has none."""
        self.legend = Legend(self.pair)
        return widget_with(column_layout((self.merged_canvas, 1), self.below, self.legend, spacing=0))

    def _make_lead_buttons(self) -> None:
        """Make the buttons that choose the active side; side by side it is the one with the keyboard."""
        self.leads = QButtonGroup(self)
        self.lead_buttons: dict[Side, QToolButton] = {}
        for side in SIDES:
            session = self.pair.sides[side]
            button = framed_button(session.title.replace("&", "&&"), tr("Active side"), checkable=True)
            self.leads.addButton(button)
            self.lead_buttons[side] = button
        self.lead_buttons["a"].clicked.connect(self._lead_a)
        self.lead_buttons["b"].clicked.connect(self._lead_b)

    def _connect(self) -> None:
        pair = self.pair
        pair.leader_changed.connect(self._show_leader)
        pair.followed.connect(self.present)
        pair.filter_changed.connect(self.lay_out)
        pair.followed.connect(self._update_filter)
        pair.future_changed.connect(self._update_filter)
        pair.future_changed.connect(self._show_future)
        pair.other_leaves_requested.connect(self._try_other_leaves)
        for canvas in (*self._side_canvases, self.merged_canvas):
            canvas.menu_requested.connect(self.menu_requested)
            canvas.mode_changed.connect(self.mode_changed)
        self.merged_canvas.entered.connect(pair.go_to_node)
        for side, pane in self.panes.items():
            pane.canvas.entered.connect(self.entered)
            pane.canvas.view_changed.connect(self._align_views)
            pane.canvas.option_set.connect(self.panes[other(side)].canvas.share_option)
            pair.sides[side].marked.connect(self._lay_out_merged)
        self.panes["a"].canvas.took_keyboard.connect(self._lead_a)
        self.panes["b"].canvas.took_keyboard.connect(self._lead_b)

    @property
    def _side_canvases(self) -> list[Canvas]:
        """The canvases of both sides."""
        return [pane.canvas for pane in self.panes.values()]

    # What is in front

    @property
    def pair(self) -> Pair:
        return self._pair

    @property
    def title(self) -> str:
        position = self.pair.comparison.a.position
        a, b = self._names
        return tr("{name}: {a} | {b}", name=position.title or position.game.name, a=a, b=b)

    @property
    def origin(self) -> str:
        return str(self.session.trace.position)

    @property
    def session(self) -> SideSession:
        """The active recording."""
        return self.pair.leading

    @property
    def canvas(self) -> Canvas:
        """The canvas that the commands act upon."""
        return self.merged_canvas if self.look == MERGED else self.panes[self.pair.leader].canvas

    @property
    def position_to_play(self) -> Position:
        return self.session.trace.position_at(self.session.selected)

    @property
    def position_to_grow(self) -> Position:
        return with_kept_options(self.session.trace.position, self.session.trace.options)

    def show_coordinates(self, name: str) -> None:
        """Show moves in a notation; for an empty name, both sides in that of the first side that has one."""
        sides = self.pair.sides.values()
        shared = name or next((session.trace.own_coordinates for session in sides if session.trace.own_coordinates), "")
        changed = [session.show_coordinates(shared) for session in (*sides, self.pair.merged)]
        if any(changed):
            self.lay_out()
            self.present()

    def record_or_run(self) -> None:
        self.host.stepping.run_to(self.session.selected)

    def save(self, *, to_new_file: bool = False) -> bool:
        """Save the active recording, which the commands move; the other only follows it."""
        return save_session(self.host, self.session, to_new_file=to_new_file)

    def close(self) -> bool:
        for session in self.pair.sides.values():
            forget_session(self.host, session)
        return super().close()

    def detach(self) -> None:
        for session in self.pair.sides.values():
            disconnect_session(session)

    def set_look(self, look: str) -> None:
        """Look at the comparison side by side, merged or as statistics."""
        if look == self.look:
            return
        before, self.look = self.canvas, look
        self.is_merged = look == MERGED
        self.headline.is_whole = look == STATISTICS
        # The statistics are those of the whole run, and of all calls.
        for choice in (self.scope, self.filter):
            choice.setVisible(look != STATISTICS)
        if look == MERGED and self.pair.merged.rows is None:
            lay_out(self.pair.merged)
        if look == STATISTICS and self.plots is None:
            self._make_plots()
        self.looks.setCurrentIndex(LOOKS.index(look))
        self.canvas.set_mode(before.mode)
        self._show_leader()

    def _make_plots(self) -> None:
        """Make the plots of both, when they are first looked at."""
        names = (self.pair.names["a"], self.pair.names["b"])
        self.plots = ComparePlots(self.pair.sides["a"].trace, self.pair.sides["b"].trace, names)
        self.plots.chosen.connect(self.find_frames)
        self.plots.message.connect(self.message)
        self.looks.addWidget(self.plots)

    def find_frames(self, clicked: FrameRequest) -> None:
        """Go to the frames that were clicked on in a plot, with both trees visible."""
        self.pair.lead("b" if clicked.is_b else "a")
        self.set_look(SIDE_BY_SIDE)
        find_frames(self.session, clicked.condition)

    def lead_other(self) -> None:
        """Make the other side the active one."""
        self.pair.lead(other(self.pair.leader))

    def _lead_a(self) -> None:
        self.pair.lead("a")

    def _lead_b(self) -> None:
        self.pair.lead("b")

    def _show_leader(self) -> None:
        """Show which side is active, on the page and in the panels."""
        self.present()
        self.turned.emit()
        self._align_views()

    def begin_at(self, origin: Session, mode: str) -> None:
        """Show the step at which a recording of the two was, in the same view; small trees merged."""
        for side in SIDES:
            if self.pair.sides[side].trace is origin.trace:
                self.pair.begin_at(side, origin.cursor.step)
        for canvas in self._side_canvases:
            canvas.set_mode(mode)
        if self.pair.is_small:
            self.set_look(MERGED)

    def _try_other_leaves(self) -> None:
        """Open the active recording's position in an editor."""
        from plyscope_window.pages.editor.editor_page import edit_root

        edit_root(self.host, self.session)

    # Showing

    def _show_future(self) -> None:
        """Show the future in the chosen way on all canvases."""
        for canvas in (*self._side_canvases, self.merged_canvas):
            canvas.forget_picture()
        self.present()
        self.turned.emit()
        self.host.present_actions()

    def lay_out(self) -> None:
        """Make the row indexes of the trees that have been shown."""
        self._filtered = self.pair.hidden_tops.tobytes()
        for session in self.pair.sides.values():
            lay_out(session)
        if self.pair.merged.rows is not None or self.look == MERGED:
            lay_out(self.pair.merged)

    def _update_filter(self) -> None:
        """Lay the trees out again where the filter hides other subtrees at this step."""
        if self.pair.hidden_tops.tobytes() != self._filtered:
            self.lay_out()

    def _lay_out_merged(self) -> None:
        """Lay the merged tree out again where other subtrees are hidden or collapsed on a side."""
        marks = [session.cursor.marks for session in self.pair.sides.values()]
        hidden = tuple(frozenset(part) for mark in marks for part in (mark.collapsed, mark.hidden))
        if hidden != self._hidden:
            self._hidden = hidden
            if self.pair.merged.rows is not None:
                lay_out(self.pair.merged)

    def _align_views(self) -> None:
        """Show of the other tree what is visible of the active one."""
        leader = self.pair.leader
        self.panes[other(leader)].canvas.follow_view(self.panes[leader].canvas)

    def present(self) -> None:
        for pane in self.panes.values():
            pane.present()
        self.lead_buttons[self.pair.leader].setChecked(True)
        self.headline.present()
        self.legend.present()
        self.below.setVisible(not self.pair.shows_whole and self.headline.is_roomy)
        self._label_scope()
        if self.pair.missing is not None:
            self.foot.show_text(localized(self.pair.missing))
        else:
            words = tr("Both call this. The order is that of {name}.", name=self.pair.names["a"])
            self.foot.show_text(words, quiet=True)

    def _label_scope(self) -> None:
        """Name the step on the scope's switch, shorter in a narrow bar; show the segment of how the future is shown."""
        is_hidden = self.session.hides_future
        for place in (0, 1):
            self.scope.segments[place].setVisible(is_hidden == bool(place))
        step, is_narrow = count(self.session.cursor.step), self.width() < NARROW * Current.text_scale
        for place in (0, 1):
            self.scope.rename(place, tr("Step {step}", step=step) if is_narrow else tr("Up to step {step}", step=step))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._label_scope()
        is_roomy = event.size().width() >= ROOMY * Current.text_scale
        self.filter.rename(self.filter_names[0 if is_roomy else 1])
        for button in self.travel:
            button.setVisible(is_roomy)
        is_low = event.size().height() < MIN_HEIGHT_STACKED
        is_wide = is_low or event.size().width() >= MIN_WIDTH_SIDE_BY_SIDE
        orientation = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self.splitter.orientation() != orientation:
            self.splitter.setOrientation(orientation)
            self.splitter.setSizes([1000, 1000])
