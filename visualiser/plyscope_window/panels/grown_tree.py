"""The tree that simulations have grown by the cursor's step: visits, mean and upper bound of every position.

A row stands for all simulations that begin with the same moves. A click selects the last of them, a double click goes
to the first. The rows are those of the positions visited most, each below the one that it comes from.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from plyscope.model.simulations import Simulations

from plyscope_window.panels.panel import TablePanel
from plyscope_window.session.session import Session
from plyscope_window.widgets.table import TRAILING, Column, RowLook
from plyscope_window.words import count, tr, two_decimals

MAX_ROWS = 500
"""The largest number of positions that are listed."""
INDENT = "  "


class GrownTreePanel(TablePanel):
    """The positions of the tree. A row is the number of a node."""

    def __init__(self) -> None:
        self.most_visited_line = frozenset[int]()
        """The positions on the line that is visited most by now."""
        super().__init__(
            tr("Open a recording of simulations (mcts) to see the tree that they grow."),
            tr("Tree so far"),
            (
                Column(tr("position"), self.name_of, bold=True, stretches=True, tip=self.tip),
                Column(tr("visits"), lambda row: count(self.visits_of(row)), TRAILING),
                Column(
                    tr("mean"), lambda row: two_decimals(self.mean_of(row)), TRAILING,
                    about=tr("Of the results, for MAX"),
                ),
                Column(
                    tr("UCB"), lambda row: two_decimals(self.upper_bound_of(row)), TRAILING,
                    about=tr("The upper confidence bound, for the side that makes the move: the largest is selected"),
                ),
            ),
            by="point",
            no_rows=tr("The tree begins to grow with the first simulation."),
        )  # fmt: skip

    def show_session(self, session: Session) -> None:
        """Show the tree as it is at the last known step."""
        self.most_visited_line = frozenset(self.tree.line(session.known_step))
        super().show_session(session)

    @property
    def tree(self) -> Simulations:
        """The tree that the recording's simulations grow."""
        return self.shown.trace.simulations

    def has_something_of(self, session: Session) -> bool:
        """Whether the recording is one of simulations."""
        return session.trace.search.simulates

    def rows_of(self, session: Session) -> Sequence[int]:
        """Return the nodes of the tree so far in preorder; of a large one, those visited most."""
        tree, step = self.tree, session.known_step
        rows = [number for number in tree.preorder(0, step) if tree.nodes[number].frames]
        if len(rows) <= MAX_ROWS:
            return rows
        visited = sorted(rows, key=lambda row: (-tree.nodes[row].visits(step), row))[:MAX_ROWS]
        kept = set(visited)
        return [row for row in rows if row in kept]

    def summary_of(self, session: Session) -> str:
        """Return how many simulations have ended, and how many positions the tree has."""
        finished = self.tree.nodes[0].visits(session.known_step)
        positions = sum(1 for _ in self.tree.preorder(0, session.known_step))
        values = {"count": count(finished), "positions": count(positions)}
        if positions > MAX_ROWS:
            values["shown"] = count(MAX_ROWS)
            return tr("{count} simulations, {positions} positions; the {shown} visited most are listed.", **values)
        return tr("{count} simulations, {positions} positions.", **values)

    # A row at the cursor's step

    def visits_of(self, row: int) -> int:
        """Return how many simulations have come through a node by the known step."""
        return self.tree.nodes[row].visits(self.shown.known_step)

    def mean_of(self, row: int) -> float | None:
        """Return the mean result of those simulations, for MAX; None before the first."""
        return self.tree.nodes[row].mean(self.shown.known_step)

    def upper_bound_of(self, row: int) -> float | None:
        """Return the upper confidence bound of a node, for the side that moves to it; None where it has none."""
        return self.tree.upper_bound(row, self.shown.known_step)

    def name_of(self, row: int) -> str:
        """Return the last move to a node, indented by its depth."""
        path = self.tree.path(row)
        if not path:
            return self.shown.trace.short_name(0) or tr("root")
        return INDENT * len(path) + self.shown.trace.short_name(path[-1])

    def tip(self, row: int) -> str:
        """Return the moves to a node, and where a double click leads."""
        values = {"moves": " ".join(map(self.shown.trace.shown_move_to, self.tree.path(row))) or tr("root")}
        return tr("{moves}. A double click goes to the simulation that came here first.", **values)

    def look(self, row: int) -> RowLook:
        """Mark the position of the running call, and those on the line that is visited most."""
        now = self.tree.node_of.get(self.shown.cursor.frame, 0 if self.shown.cursor.frame == 0 else -1)
        return RowLook(now == row, row in self.most_visited_line)

    def shown_in(self, row: int) -> Hashable:
        return row, self.visits_of(row), self.upper_bound_of(row), self.shown.trace.coordinates, self.look(row)

    def visible_row(self, session: Session) -> int:
        """Return the row of the selected frame's node; -1 where it is not listed."""
        now = self.tree.node_of.get(session.selected, -1)
        rows = list(self.model.rows)
        return rows.index(now) if now in rows else -1

    def choose(self, row: int) -> None:
        """Go to the first simulation that came to a node."""
        if self.session is not None:
            self.session.travel_to(self.tree.nodes[row].frames[0])

    def point_at(self, row: int) -> None:
        """Select the frame of the last simulation that has come to a node by this step."""
        if self.session is not None and self.tree.nodes[row].frames:
            self.session.select(self.tree.frame_at(row, self.session.known_step))
