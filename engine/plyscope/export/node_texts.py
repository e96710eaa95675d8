"""What is written at a node of a drawing: its value, the move, α and β, a note, how much lies closed below it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from plyscope.export.selection import Node, Selection, State
from plyscope.messages import compact, probability, shown
from plyscope.model.columns import BOUND_SIGNS, LEAVES
from plyscope.model.cursor import Cursor
from plyscope.model.declaration import Windows
from plyscope.model.intervals import best_so_far

TRIANGLE_TEXT_WIDTH, SQUARE_TEXT_WIDTH = 20.5, 25.0
"""The room for a value in a node. A value that is too long even in small letters stands beside it."""
MIN_FONT_SIZE = 9.5
MAX_MOVE_WIDTH, MAX_NOTE_WIDTH, MAX_NOTE_LINES = 110.0, 140.0, 4
LINE_PITCH = 13.0
"""From line to line of what stands beside a node."""
MOVE_RISE = 13.0
"""From a node's top up to the middle of the move that led to it."""


class Role(Enum):
    """What a text at a node is for, which decides its look."""

    VALUE = "value"
    BOUND = "bound"
    """The value so far of an open call, and the value of a ghost: they stand on no full colour."""
    BESIDE = "beside"
    """A value that has no room in its node."""
    GIVEN = "given"
    """The number that a position gives for a leaf which the search has not called."""
    GIVEN_BESIDE = "given-beside"
    NAME = "name"
    PALE_NAME = "pale-name"
    """The name of an inner node which the search has not called."""
    LEAF_NAME = "leaf-name"
    MOVE = "move"
    BEST_MOVE = "best-move"
    OPEN_MOVE = "open-move"
    FUTURE_MOVE = "future-move"
    STUB_MOVE = "stub-move"
    WINDOW = "window"
    NOTE = "note"
    MORE = "more"


NAMES = (Role.NAME, Role.PALE_NAME, Role.LEAF_NAME)


@dataclass(frozen=True)
class Style:
    """The look of texts of a role: size, weight, and the name of a colour in a palette."""

    size: float
    bold: bool
    colour: str


STYLES = {
    Role.VALUE: Style(12, True, "on_fill"),
    Role.BOUND: Style(12, True, "ink"),
    Role.BESIDE: Style(12, True, "ink"),
    Role.GIVEN: Style(12, False, "quiet"),
    Role.GIVEN_BESIDE: Style(12, False, "quiet"),
    Role.NAME: Style(12, True, "ink"),
    Role.PALE_NAME: Style(12, False, "quiet"),
    Role.LEAF_NAME: Style(10, False, "quiet"),
    Role.MOVE: Style(12, False, "quiet"),
    Role.BEST_MOVE: Style(12, True, "ink"),
    Role.OPEN_MOVE: Style(12, True, "ink"),
    Role.FUTURE_MOVE: Style(12, False, "edge"),
    Role.STUB_MOVE: Style(11, False, "quiet"),
    Role.WINDOW: Style(10, False, "quiet"),
    Role.NOTE: Style(10.5, False, "ink"),
    Role.MORE: Style(10, False, "quiet"),
}


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text; x is where it begins, or its middle, and y its baseline."""

    x: float
    y: float
    text: str
    role: Role
    is_centred: bool = True
    size: float = 0.0
    """Of its letters, where it is smaller than its role has it."""

    @property
    def style(self) -> Style:
        """The style of its role."""
        return STYLES[self.role]

    @property
    def letter_size(self) -> float:
        """Its own size, or that of its style."""
        return self.size or self.style.size


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of one node, and the room that they take."""

    value: str
    value_role: Role
    value_size: float
    """0 where it stands beside the node."""
    move: str
    move_role: Role
    aside: tuple[tuple[str, Role], ...]
    """Lines to the right of the node."""
    more: str
    """What is not drawn under it."""
    name: str = ""
    name_role: Role = Role.NAME
    """The name of an inner node stands to its left, that of a leaf under it."""

    @property
    def width(self) -> float:
        """The width of what is above or below the middle of the node, in units of the drawing."""
        move = width_of(self.move, STYLES[Role.MOVE].size, bold=True)
        more = width_of(self.more, STYLES[Role.MORE].size)
        name = self.name_width if self.name_role is Role.LEAF_NAME else 0.0
        # Moves stand on slanting edges, and so nearer to one another than the nodes are.
        return max(move if self.move_role is Role.STUB_MOVE else move * 1.3, more, name)

    @property
    def name_width(self) -> float:
        """The width of the name."""
        return width_of(self.name, STYLES[self.name_role].size, bold=True)

    def left(self, start: float) -> float:
        """Return how far a name that ends at `start` reaches to the left of the node's middle."""
        return start + self.name_width if self.name and self.name_role is not Role.LEAF_NAME else 0.0

    def right(self, start: float) -> float:
        """Return how far the texts that begin at `start` reach to the right of the node's middle."""
        if not self.aside:
            return 0.0
        widest = max(width_of(text, STYLES[role].size, bold=STYLES[role].bold) for text, role in self.aside)
        return start + widest


def known_so_far(selection: Selection) -> dict[int, str]:
    """Return the values so far of the open calls as texts, by frames; none at the last step."""
    if selection.at_end:
        return {}
    cursor = Cursor(selection.trace)
    cursor.begin_at(selection.step)
    return {
        at.frame: "?" if at.best is None or not at.tried else best_so_far(compact(at.best), at.best, at.interval)
        for at in cursor.stack
    }


def texts_of(selection: Selection, node: Node, so_far: dict[int, str]) -> Texts:
    """Return the texts of a node; `so_far` are the values of open calls."""
    move, role = move_text(selection, node), move_role(node)
    name_role = name_role_of(node)
    name = shortened(shown(selection.name(node)), STYLES[name_role].size, MAX_MOVE_WIDTH, bold=True)
    value, value_role = value_of(selection, node, so_far)
    size = fitting_size(value, SQUARE_TEXT_WIDTH if is_leaf(node) else TRIANGLE_TEXT_WIDTH)
    beside = Role.GIVEN_BESIDE if value_role is Role.GIVEN else Role.BESIDE
    aside = [(value, beside)] * (not size)
    if node.is_stub or node.state is State.FUTURE:
        return Texts(value, value_role, size, move, role, tuple(aside), "", name, name_role)
    trace = selection.trace_of(node)
    if selection.extent.windows and trace.search.windows is not Windows.NONE and frames_below(selection, node):
        aside += [(f"α {compact(trace.alphas[node.frame])}", Role.WINDOW)]
        aside += [(f"β {compact(trace.betas[node.frame])}", Role.WINDOW)]
    note = shown(selection.extent.notes.get(node.frame, "")) if node.ghost is None else ""
    aside += [(line, Role.NOTE) for line in wrapped(note, STYLES[Role.NOTE].size, MAX_NOTE_WIDTH, MAX_NOTE_LINES)]
    more = f"… {frames_below(selection, node):,}" if node.is_closed else ""
    return Texts(value, value_role, size, move, role, tuple(aside), more, name, name_role)


def is_leaf(node: Node) -> bool:
    """Whether a node is drawn as a leaf."""
    return node.status in LEAVES if node.given is None else node.given.is_leaf


def move_text(selection: Selection, node: Node) -> str:
    """Return the move on the edge to a node; none where the node's name says as much."""
    chance = selection.chance(node)
    name, move = selection.name(node), shown(selection.shown_move(node))
    if name and node.move >= 0 and selection.trace.position.game.node_name(node.move) in (None, name):
        move = ""
    parts = [move] if chance is None else [probability(chance), move]
    return shortened(" · ".join(filter(None, parts)), STYLES[Role.MOVE].size, MAX_MOVE_WIDTH, bold=True)


def value_of(selection: Selection, node: Node, so_far: dict[int, str]) -> tuple[str, Role]:
    """Return the text in a node and its role: a value, what is known so far, or a leaf's given number."""
    given = None if node.is_known else selection.given_number(node)
    if node.is_stub or node.state is State.FUTURE:
        return ("", Role.VALUE) if given is None else (compact(given), Role.GIVEN)
    if node.is_known:
        return short_value(selection, node), Role.VALUE if node.ghost is None else Role.BOUND
    if given is not None:
        return compact(given), Role.BOUND
    return so_far.get(node.frame, "") if node.ghost is None else "?", Role.BOUND


def frames_below(selection: Selection, node: Node) -> int:
    """Return the number of frames below a node."""
    return selection.trace_of(node).sizes[node.frame] - 1


def name_role_of(node: Node) -> Role:
    """Return the role of a node's name."""
    if is_leaf(node):
        return Role.LEAF_NAME
    return Role.PALE_NAME if node.is_stub or node.ghost is not None or node.state is State.FUTURE else Role.NAME


def move_role(node: Node) -> Role:
    """Return the role of the move on the edge to a node."""
    if node.is_stub and node.given is None:
        return Role.STUB_MOVE
    if node.state is State.FUTURE:
        return Role.FUTURE_MOVE
    if node.ghost is not None:
        return Role.MOVE
    if node.is_best:
        return Role.BEST_MOVE
    return Role.MOVE if node.is_known else Role.OPEN_MOVE


def fitting_size(text: str, room: float) -> float:
    """Return the font size at which a value fits into a node; 0 where it would be too small to read."""
    size = STYLES[Role.VALUE].size
    needed = width_of(text, size, bold=True)
    if needed <= room:
        return size
    smaller = int(size * room / needed * 2) / 2
    return smaller if smaller >= MIN_FONT_SIZE else 0.0


def short_value(selection: Selection, node: Node) -> str:
    """Return a value in few characters, with ≤ or ≥ for a bound."""
    trace, frame = selection.trace_of(node), node.frame
    if trace.is_undecided(frame):
        return "–"
    sign = BOUND_SIGNS.get(trace.bound_of(frame) or "", "")
    return sign + compact(trace.values[frame])


WIDTHS = {
    220: "'", 240: "ijl", 260: "I", 280: " !,.:;·", 320: "|", 360: "()/[\\]ft{}", 380: "r", 400: '"', 440: "⁺⁻",
    460: "-1^_", 500: "*?`–", 520: "s", 540: "Jkxz", 560: "Lacvy", 580: "7Fenu", 600: "25Eghopqβ", 620: "0689Zbd",
    640: "#$&34PRSTXα", 660: "+<=>BKY~≥≤−×", 680: "AV", 720: "CD", 740: "GHU", 760: "NOQ", 820: "%w…", 860: "m",
    880: "M", 940: "@W∞",
}  # fmt: skip
"""Letters by their widths in Inter, in thousandths of the size. Other sans-serif faces are within a few per cent."""
WIDTH_OF = {letter: width / 1000 for width, letters in WIDTHS.items() for letter in letters}
ORDINARY_WIDTH, FULL_WIDTH = 0.56, 1.0
BOLD_WIDENING = 1.04


@lru_cache(10_000)
def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text, in the unit of its size."""
    return sum(map(letter_width, text)) * size * (BOLD_WIDENING if bold else 1.0)


def letter_width(letter: str) -> float:
    """Return the width of a character relative to its size; wide letters 1, combining marks 0."""
    known = WIDTH_OF.get(letter)
    if known is not None:
        return known
    if unicodedata.combining(letter):
        return 0.0
    return FULL_WIDTH if unicodedata.east_asian_width(letter) in "WF" else ORDINARY_WIDTH


def shortened(text: str, size: float, most: float, *, bold: bool = False) -> str:
    """Return a text, cut with an ellipsis where it is wider than `most`."""
    if width_of(text, size, bold=bold) <= most:
        return text
    room = most - width_of("…", size, bold=bold)
    end, used = 0, 0.0
    while end < len(text) and (used := used + width_of(text[end], size, bold=bold)) <= room:
        end += 1
    return text[:end].rstrip() + "…"


MINUS = re.compile(r"(?<!\S)-(?=[0-9∞])")


def with_true_minus(text: str) -> str:
    """Return a sentence as it is printed: a hyphen before a number becomes a minus."""
    return MINUS.sub("−", text)


def wrapped(text: str, size: float, most: float, lines: int) -> list[str]:
    """Return a text in lines of a width; the last of too few lines ends in an ellipsis."""
    found: list[str] = []
    for word in text.split():
        if found and width_of(f"{found[-1]} {word}", size) <= most:
            found[-1] += f" {word}"
        else:
            found.append(word)
    if len(found) > lines:
        found[lines - 1 :] = [" ".join(found[lines - 1 :])]
    return [shortened(line, size, most) for line in found]
