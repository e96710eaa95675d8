"""A sentence with values in it as small filled boxes, and a reason below it: whole at every width.

The sentence is written as large as it fits into the lines that there are. Where it needs all of them, the reason is
not written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from plyscope_window.look.theme import Current, font, text_width, theme
from plyscope_window.widgets.painting import fill_rim, smooth_painter

SENTENCE_SIZES = (22, 20, 18, 16, 15, 14, 13, 12, 11, 10, 9, 8)
"""Font sizes of the sentence, the usual one first."""
REASON_SIZES = (16, 15, 14, 13, 12)
"""Font sizes of the reason, the usual one first."""
MAX_LINES = 2
"""The lines for which the widget has room."""
SIDE_MARGIN, MIN_CHIP_PADDING, CHIP_PADDING_SHARE = 18.0, 6.0, 0.27
"""Room beside the text, before scaling; in a box beside its number: the least, and as a share of the size of text."""
SHORT_LINE_SHARE, FULL_LINE_SHARE = 0.2, 0.8
"""A last line shorter than this share of the width gets words of the line above, which ends at that share."""
MARGIN_SHARE = 0.07
"""Room above and below two lines, as a share of the height."""
LINE_SPACING = 1.65
"""The most distance of the two lines of a sentence, in sizes of its font."""
IDEOGRAPH = "[\u2e80-\u303f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]"
WORD_PARTS = re.compile(f"{IDEOGRAPH}|(?:(?!{IDEOGRAPH}).)+")
"""The parts of a word: Chinese is written without spaces, and broken between any two signs."""
CLOSING = ".,:;!?"
NOT_FIRST, NOT_LAST = CLOSING + ")]%，。、：；！？）」』》”’", "([（「『《“‘"
"""What begins no line there, and what ends none."""
CENTRED = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip


class Outline(Enum):
    """How a box is outlined."""

    NONE = "none"
    SOLID = "solid"
    DASHED = "dashed"


@dataclass(frozen=True)
class Piece:
    """Some words of a sentence, or a value in its box."""

    text: str
    is_strong: bool = False
    is_code: bool = False
    fill: QColor | None = None
    """The fill of the box; None for words."""
    ink: QColor | None = None
    line: Outline = Outline.NONE


@dataclass(frozen=True)
class Token:
    """A piece that is not broken, and its width."""

    piece: Piece
    width: float
    is_space: bool = False


def tokens_of(pieces: Sequence[Piece], size: float) -> list[Token]:
    """The words, spaces and boxes of pieces at a font size, with their widths."""
    tokens: list[Token] = []
    for piece in pieces:
        face = font_of(piece, size)
        if piece.fill is not None:
            edge = max(MIN_CHIP_PADDING, CHIP_PADDING_SHARE * size * Current.text_scale)
            tokens.append(Token(piece, max(text_width(face, piece.text), size * 0.62) + 2 * edge))
            continue
        words = piece.text.split(" ")
        for place, word in enumerate(words):
            if place:
                tokens.append(Token(Piece(" "), text_width(face, " "), is_space=True))
            for part in WORD_PARTS.findall(word):
                tokens.append(Token(Piece(part, piece.is_strong, piece.is_code), text_width(face, part)))
    return tokens


def font_of(piece: Piece, size: float) -> QFont:
    """The font of a piece at a size."""
    is_bold = piece.is_strong or piece.fill is not None
    return font(size * (0.9 if piece.is_code else 1), bold=is_bold, fixed=piece.is_code)


def broken_lines(tokens: Sequence[Token], width: float) -> list[list[Token]]:
    """The lines of a text in a width, broken at spaces and between Chinese signs."""
    lines: list[list[Token]] = [[]]
    used = 0.0
    for group in unbroken_groups(tokens):
        width_of_group = sum(token.width for token in group)
        if used + width_of_group > width and lines[-1]:
            while lines[-1] and lines[-1][-1].is_space:
                lines[-1].pop()
            lines.append([])
            used = 0.0
        if not lines[-1] and group[0].is_space:
            continue
        lines[-1] += group
        used += width_of_group
    return lines


def evenly_broken_lines(tokens: Sequence[Token], width: float) -> list[list[Token]]:
    """The lines of a text in a width, the last no word or two alone where that takes no more lines."""
    lines = broken_lines(tokens, width)
    if len(lines) > 1 and line_width(lines[-1]) < SHORT_LINE_SHARE * width:
        earlier = broken_lines(tokens, FULL_LINE_SHARE * width)
        return earlier if len(earlier) == len(lines) else lines
    return lines


def unbroken_groups(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens between which no line may end, in groups; each space by itself."""
    groups: list[list[Token]] = []
    for token in tokens:
        if token.is_space or not groups or groups[-1][0].is_space or may_break_between(groups[-1][-1], token):
            groups.append([token])
        else:
            groups[-1].append(token)
    return groups


def may_break_between(before: Token, after: Token) -> bool:
    """Whether a line may end between two tokens without a space between them."""
    first, last = before.piece.text[-1:], after.piece.text[:1]
    if first in NOT_LAST or (after.piece.fill is None and last in NOT_FIRST):
        return False
    return any(re.match(IDEOGRAPH, sign) for sign in (first, last))


def line_width(line: Sequence[Token]) -> float:
    """The width of a line, in pixels."""
    return sum(token.width for token in line)


def is_right_to_left(text: str) -> bool:
    """Whether most letters of a text are of a script that is read from right to left."""
    letters = [letter for letter in text if letter.isalpha()]
    return 2 * sum(map(is_right_to_left_letter, letters)) > len(letters)


def is_right_to_left_letter(letter: str) -> bool:
    """Whether a letter is of a script that is read from right to left."""
    return unicodedata.bidirectional(letter) in ("R", "AL")


def visual_order(line: Sequence[Token], size: float) -> list[Token]:
    """The tokens of a line that is read from right to left, as they stand from the left.

    What is in Latin or Greek letters, as a formula is, keeps its order, up to a mark and without it.
    """
    ordered: list[Token] = []
    run: list[Token] = []
    for token in line:
        if run and not continues_run(run, token):
            ordered, run = [*visual_run(run, size), *ordered], []
        if run or any(letter.isalpha() and not is_right_to_left_letter(letter) for letter in token.piece.text):
            run.append(token)
        else:
            ordered = [token, *ordered]
    return [*visual_run(run, size), *ordered]


def continues_run(run: Sequence[Token], token: Token) -> bool:
    """Whether a token is read from the left with the tokens before it, as a value is after =."""
    last = next(token_before.piece for token_before in reversed(run) if not token_before.is_space)
    if any(map(is_right_to_left_letter, token.piece.text)) or (
        last.fill is None and last.text.endswith(tuple(CLOSING))
    ):
        return False
    return token.piece.fill is None or not any(letter.isalnum() for letter in last.text)


def visual_run(run: Sequence[Token], size: float) -> list[Token]:
    """A part of a line that is read from the left, as it stands, with the space and the mark after it at its left."""
    words = list(run)
    after: list[Token] = []
    while words and words[-1].is_space:
        after.insert(0, words.pop())
    piece = words[-1].piece if words else Piece("")
    body = piece.text.rstrip(CLOSING)
    if piece.fill is None and body != piece.text:
        parts = [replace(piece, text=text) for text in (body, piece.text[len(body) :]) if text]
        words[-1:] = [Token(part, text_width(font_of(part, size), part.text)) for part in parts]
        after.insert(0, words.pop())
    return [*reversed(after), *words]


class Sentence(QWidget):
    """A sentence and its reason, in room for two lines."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[Piece] = []
        self.reason: list[Piece] = []
        # It paints its own ground. Otherwise Qt would first paint all that is below it, window and all, at each step.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_pieces(self, pieces: list[Piece], reason: list[Piece]) -> None:
        """Show another sentence and reason."""
        if (pieces, reason) == (self.pieces, self.reason):
            return
        self.pieces, self.reason = pieces, reason
        text, because = ("".join(piece.text for piece in part) for part in (pieces, reason))
        self.setAccessibleName(f"{text} {because}".strip())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, round((SENTENCE_SIZES[0] * MAX_LINES * 1.5 + 18) * Current.text_scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    @property
    def _edge(self) -> float:
        """Room at each side of the text, in pixels."""
        return SIDE_MARGIN * Current.text_scale

    def fitted(self) -> tuple[list[list[Token]], float, list[Token], float]:
        """The lines of the sentence and the largest font size for them; then the same of the reason, if it has room."""
        width = max(60.0, self.width() - 2 * self._edge)
        for size in SENTENCE_SIZES:
            lines = evenly_broken_lines(tokens_of(self.pieces, size), width)
            if len(lines) <= MAX_LINES:
                break
        if len(lines) > 1 or not self.reason:
            return lines, size, [], 0.0
        for small in REASON_SIZES:
            because = broken_lines(tokens_of(self.reason, small), width)
            if len(because) == 1:
                return lines, size, because[0], small
        return lines, size, [], 0.0

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        fill_rim(painter, self.rect(), theme().card)
        painter.fillRect(self.rect(), theme().card)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        lines, size, reason, small = self.fitted()
        if not reason and len(lines) == 1:
            self._paint_line(painter, lines[0], size, QRectF(0, 0, self.width(), self.height()), theme().ink)
            return
        rows = self._rows(0.0 if reason else size)
        for line, area in zip(lines, rows, strict=False):
            self._paint_line(painter, line, size, area, theme().ink)
        if reason:
            lifted = rows[1].translated(0, -self.height() * MARGIN_SHARE * 0.6)
            self._paint_line(painter, reason, small, lifted, theme().quiet)

    def _rows(self, size: float) -> list[QRectF]:
        """The areas of the two lines. Lines in a small font stand closer; `size` is 0 if the second is the reason."""
        margin = self.height() * MARGIN_SHARE
        height = self.height() / MAX_LINES - margin
        rows = [QRectF(0, margin + place * height, self.width(), height) for place in range(MAX_LINES)]
        closer = height - min(height, size * Current.text_scale * LINE_SPACING) if size else 0.0
        return [area.translated(0, (0.5 - place) * closer) for place, area in enumerate(rows)]

    def _paint_line(self, painter: QPainter, line: list[Token], size: float, area: QRectF, ink: QColor) -> None:
        """Paint a line of the sentence or the reason into its area."""
        inside = area.adjusted(self._edge, 0, -self._edge, 0)
        paint_line(painter, line, size, inside, ink, is_mirrored=self.isRightToLeft())


def paint_line(
    painter: QPainter, line: Sequence[Token], size: float, area: QRectF, ink: QColor, *, is_mirrored: bool
) -> None:
    """Paint a line from its leading end, read in the direction that most of its letters have."""
    reads_left = is_right_to_left("".join(token.piece.text for token in line))
    width = line_width(line)
    x = area.right() - width if is_mirrored else area.left()
    sides = Qt.LayoutDirection
    painter.setLayoutDirection(sides.RightToLeft if reads_left else sides.LeftToRight)
    for token in visual_order(line, size) if reads_left else line:
        if not token.is_space:
            paint_token(painter, token, size, QRectF(x, area.top(), token.width, area.height()), ink)
        x += token.width


def paint_token(painter: QPainter, token: Token, size: float, area: QRectF, ink: QColor) -> None:
    """Paint a word, or a value in its box."""
    piece, colours = token.piece, theme()
    painter.setFont(font_of(piece, size))
    if piece.fill is None:
        painter.setPen(colours.ink if piece.is_strong else ink)
        painter.drawText(area, CENTRED, piece.text)
        return
    height = painter.fontMetrics().height() * 0.98
    box = QRectF(area.left() + 1, area.center().y() - height / 2, area.width() - 2, height)
    pen = QPen(Qt.PenStyle.NoPen)
    if piece.line is not Outline.NONE:
        pen = QPen(colours.edge if piece.line is Outline.DASHED else colours.ink, 1.3)
        if piece.line is Outline.DASHED:
            pen.setDashPattern([2.6, 2.2])
    painter.setPen(pen)
    painter.setBrush(piece.fill)
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(piece.ink or colours.ink)
    painter.drawText(area, CENTRED, piece.text)


LINE_HEIGHT_SHARE = 1.6
"""The height of a line of a paragraph, in sizes of its font."""


class Paragraph(QWidget):
    """Sentences with values in boxes, in as many lines as they take."""

    size_of_font = 14.0

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[Piece] = []
        self._broken: dict[tuple[float, ...], list[list[Token]]] = {}
        """The lines of these pieces in the widths and sizes that were asked about."""
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_pieces(self, pieces: list[Piece]) -> None:
        """Show other sentences."""
        if pieces != self.pieces:
            self.pieces = pieces
            self._broken.clear()
            self.setAccessibleName("".join(piece.text for piece in pieces))
            self.updateGeometry()
            self.update()

    @property
    def _line_height(self) -> float:
        """The height of a line, in pixels."""
        return self.size_of_font * LINE_HEIGHT_SHARE * Current.text_scale

    def _lines(self, width: float) -> list[list[Token]]:
        """The lines of the text in a width."""
        measures = max(40.0, width), self.size_of_font, Current.text_scale
        if measures not in self._broken:
            self._broken[measures] = broken_lines(tokens_of(self.pieces, self.size_of_font), measures[0])
        return self._broken[measures]

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(len(self._lines(width)) * self._line_height)

    def sizeHint(self) -> QSize:
        return QSize(300, self.heightForWidth(max(200, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, round(self._line_height))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self, is_from_left=True)
        for place, line in enumerate(self._lines(self.width())):
            area = QRectF(0, place * self._line_height, self.width(), self._line_height)
            paint_line(painter, line, self.size_of_font, area, theme().ink, is_mirrored=self.isRightToLeft())
