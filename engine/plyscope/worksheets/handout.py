"""Chosen steps of a recording as pages: the code of each call beside its board, as a trace is printed in a course.

Where there is no board, a small tree is drawn as it is at the step: beside the code, or above it if it is wide.
The depth of a call is its indentation. The square that has changed and the line that has changed it have one tint. A
step never goes on to the next page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from plyscope.export.extent import WHOLE
from plyscope.export.marks import QUIET, Box, Mark, Stroke, Text, placed
from plyscope.export.node_texts import width_of, with_true_minus, wrapped
from plyscope.export.selection import Selection
from plyscope.files.atomic import write_file
from plyscope.messages import InputError, Message, OptionError
from plyscope.model.cursor import Cursor
from plyscope.model.stack import StackFrame
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from plyscope.model.user_code_lines import source_lines
from plyscope.text.inline_values import InlineValues, inline_values
from plyscope.text.lines_run import lines_run
from plyscope.text.narration import sentence
from plyscope.text.reasons import reason
from plyscope.text.shown_source import function_at, shown_lines
from plyscope.text.shown_source import wrapped as wrapped_code
from plyscope.worksheets import svg, tex
from plyscope.worksheets.board_marks import TINT, named_board_marks
from plyscope.worksheets.pages import MARGIN, PAGE_HEIGHT, PAGE_WIDTH, Sheet, pdf, printed
from plyscope.worksheets.tree_marks import TreePicture

MAX_STEPS = 300
CODE, SIZE, CODE_LINE = 8.0, 9.5, 12.4
"""The sizes of letters of code and of text, and the height of a line of code."""
LETTER = 0.6
"""The width of a letter of code, by its size."""
NUMBER_ROOM, INDENT, MAX_INDENT = 26.0, 16.0, 96.0
BOARD = 92.0
GAP = 18.0
MAX_NODES = 64
"""Of a tree that is drawn beside every step."""
BESIDE, ACROSS = 236.0, PAGE_WIDTH - 2 * MARGIN
"""The most room for a tree: beside the code, or above it, as wide as the paper."""
MAX_SCALE, MIN_SCALE_BESIDE, MIN_SCALE = 0.68, 0.55, 0.4
"""Points to a unit of a picture, where a value has letters of twelve: a tree that would be smaller than the second
beside the code stands above it; if it would be smaller than the third there, it is not drawn."""
VALUE_COLUMN = 28
"""The column of letters at which values stand, as comments, where the code is not longer."""


def steps_of(text: str, trace: Trace) -> list[int]:
    """Return the steps in a list such as 0,2,4-7, each once and ascending; raise InputError for other texts."""
    last, found = Cursor(trace).last_step, list[int]()
    for part in text.split(","):
        first, dash, end = part.strip().partition("-")
        if not first.isdecimal() or (dash and not end.isdecimal()):
            raise InputError("{part} is no step; steps are a list such as 0,2,4-7", part=part.strip() or "''")
        low, high = int(first), int(end or first)
        if not low <= high <= last:
            raise InputError("{part} is no step; the last one is {last}", part=part.strip(), last=last)
        found.extend(range(low, high + 1))
    return sorted(set(found))


def steps_around_cutoffs(trace: Trace) -> list[int]:
    """Return the steps with cutoffs, with the one before and the one after each; raise InputError without cutoffs."""
    steps = Cursor(trace).steps
    found: set[int] = set()
    for frame in range(len(trace)):
        if trace.is_cutoff(frame):
            back = steps.back([*trace.children(frame)][-1])
            if back is not None:
                found |= {back - 1, back, back + 1}
    if not found:
        raise InputError("nothing is cut in this recording")
    return sorted(found)


def handout(trace: Trace, steps: Sequence[int]) -> Sheet:
    """Return the pages for some steps; raise InputError for too many."""
    if len(steps) > MAX_STEPS:
        raise InputError("a handout has {most} steps at most, not {count}", most=MAX_STEPS, count=len(steps))
    return Writer(trace, steps).sheet


FORMS: Mapping[str, Callable[[Sheet], str | bytes]] = {
    ".html": svg.html,
    ".pdf": lambda sheet: pdf(sheet.pages),
    ".tex": lambda sheet: tex.document(sheet.pages),
}
"""By the suffix of the file."""


def form_of(path: Path) -> Callable[[Sheet], str | bytes]:
    """Return the writer for the format that the file's name says."""
    form = FORMS.get(path.suffix.lower())
    if form is None:
        raise OptionError("a handout is written as {known}, and this is {path}", known=", ".join(FORMS), path=path.name)
    return form


def write_handout(trace: Trace, steps: Sequence[int], path: Path, *, force: bool) -> None:
    """Write a handout in the format that the file's name says."""
    write_file(path, form_of(path)(handout(trace, steps)), force=force)


def picture_of(trace: Trace) -> TreePicture | None:
    """Return the picture of a small given tree; None for larger ones, boards and calls."""
    if not trace.position.game.is_given or len(Selection(trace, WHOLE)) > MAX_NODES:
        return None
    picture = TreePicture(trace)
    is_legible = (
        ACROSS / picture.width >= MIN_SCALE and picture.high * min(MAX_SCALE, ACROSS / picture.width) < PAGE_HEIGHT / 2
    )
    return picture if is_legible else None


class Writer:
    """The writer of one handout's pages."""

    def __init__(self, trace: Trace, steps: Sequence[int]) -> None:
        self.trace, self.steps = trace, steps
        self.cursor = Cursor(trace)
        self.lines = source_lines(trace, self.cursor.steps)
        self.values = inline_values(trace, self.lines) if trace.text else None
        self.shown = shown_lines(trace.text)
        self.has_boards = not trace.position.game.is_given and trace.position.game.rules.knows_all
        self.tree = None if self.has_boards else picture_of(trace)
        fits = self.tree is not None and BESIDE / self.tree.width >= MIN_SCALE_BESIDE
        self.is_above = self.tree is not None and not fits
        """Whether the tree is above the code, not beside it."""
        self.beside = min(BESIDE, self.tree.width * MAX_SCALE) if self.tree is not None and fits else BOARD
        self.right = PAGE_WIDTH - MARGIN - self.beside
        self.sheet = Sheet(trace.position.title or str(Message("A search, step by step")))
        self.top_ply = min((trace.plies[self._step(step).frame] for step in steps), default=0)
        self._head()
        for number in steps:
            self._write_step(number)
        self._foot()

    def _step(self, number: int) -> Step:
        """Return a step by its number."""
        self.cursor.go(number)
        return self.cursor.now

    def _head(self) -> None:
        """Write the title, which steps are shown, the notes, and the headings of the columns."""
        sheet = self.sheet
        about = Message("steps {steps} of {count}", steps=as_list(self.steps), count=self.cursor.last_step)
        room = PAGE_WIDTH - 2 * MARGIN - width_of(sheet.title, 17, bold=True) - 12
        sheet.put(Text(MARGIN, sheet.y + 17, sheet.title, 17, bold=True))
        if width_of(str(about), 9) <= room:
            sheet.put(Text(PAGE_WIDTH - MARGIN, sheet.y + 17, str(about), 9, align="right"))
        sheet.y += 26
        if self.trace.position.notes:
            sheet.write(" ".join(self.trace.position.notes.split()), 9.5, after=3)
        sheet.put(Text(MARGIN, sheet.y + 12, "Code" if self.values else "Call", 9.5, bold=True))
        beside = Message("Board") if self.has_boards else Message("Open calls")
        right = str(Message("Tree") if self.tree is not None and not self.is_above else beside)
        sheet.put(Text(self.right + self.beside / 2, sheet.y + 12, right, 9.5, bold=True, align="center"))
        sheet.y += 18
        sheet.rule(0.5, after=10)

    # A step

    def _write_step(self, number: int) -> None:
        """Write one step: its code beside the tree, the board or the open calls."""
        step = self._step(number)
        left = self._left(number, step)
        above: list[Mark] = []
        if self.tree is not None and not self.is_above:
            right = self._tree(self.tree, step.number, self.right, self.beside)
        else:
            right = self._board(step) if self.has_boards else self._calls()
        if self.tree is not None and self.is_above:
            above = self._tree(self.tree, step.number, MARGIN, ACROSS)
        down = marks_height(above) + GAP / 2 if above else 0.0
        room = PAGE_HEIGHT - 150 - down
        high = max(marks_height(left), marks_height(right)) + GAP
        if high > room:
            left = [mark for mark in left if bottom_of(mark) < room - 50]
            high = max(marks_height(left), marks_height(right)) + GAP
        high += down
        self.sheet.need(high + 6)
        y = self.sheet.y
        self.sheet.put(*placed(above, 0, y), *placed([*left, *right], 0, y + down))
        self.sheet.y = y + high - 8
        self.sheet.rule(0.4, after=10)

    @staticmethod
    def _tree(tree: TreePicture, number: int, left: float, width: float) -> list[Mark]:
        """Return the marks of the tree at a step, centred in a width."""
        scale = min(MAX_SCALE, width / tree.width)
        return tree.marks(number, left + (width - tree.width * scale) / 2, 0.0, scale, TINT)

    def _left(self, number: int, step: Step) -> list[Mark]:
        """Return the marks of the left half: the code with its values, and the sentence below."""
        depth = self.trace.plies[step.frame] - self.top_ply
        left = MARGIN + NUMBER_ROOM + min(MAX_INDENT, depth * INDENT)
        text = str(number)
        marks: list[Mark] = [
            Box(MARGIN, 0, max(18.0, width_of(text, 9.5) + 8), 18, 0.9, 9),
            Text(MARGIN + max(18.0, width_of(text, 9.5) + 8) / 2, 12.5, text, 9.5, bold=True, align="center"),
        ]
        y = 4.0
        for line, is_now, values in self._code(step):
            y = self._put_code(marks, line, is_now, values, left, y)
        sentences = [sentence(self.trace, step), reason(self.trace, step)]
        y += 4
        for message in filter(None, sentences):
            y = self._put_text(marks, with_true_minus(str(message)), MARGIN + NUMBER_ROOM, y)
        return marks

    def _code(self, step: Step) -> list[tuple[str, bool, str]]:
        """Return the lines of the running call, with whether each is at work and its values; no blank ones.

        They end with the last that is at work or has values.
        """
        if self.values is None or not (line := self.cursor.line):
            return []
        span = function_at(self.trace.text, line)
        values: dict[int, list[str]] = {}
        for one in self.values.at(step, line):
            values.setdefault(one.line, []).append(str(one.message))
        at_work = {line}
        if isinstance(self.values, InlineValues):
            at_work = set(lines_run(self.trace, self.values, step, line).at_work)
            if step.moment is not Moment.ENTER:
                for one in self.values.called(step.frame):
                    values.setdefault(one.line, []).append(str(one.message))
        first, last = span or (line, line)
        last = min(last, max([line, *at_work, *(at for at in values if first <= at <= last)]))
        body = [(at, self.shown[at - 1]) for at in range(first, last + 1)]
        return [(text, at in at_work, "  ".join(values.get(at, ()))) for at, text in body if text]

    def _put_code(self, marks: list[Mark], line: str, is_now: bool, values: str, left: float, y: float) -> float:
        """Add a line of code with its values; return the y below it."""
        room = int((self.right - GAP - left) / (CODE * LETTER))
        for piece in wrapped_code(line, room):
            text = " " * piece.hang + piece.text
            if is_now:
                marks.append(Box(left - 3, y, self.right - GAP - left + 3, CODE_LINE, 0, 1.5, fill=TINT))
            marks.append(Text(left, y + 9, text, CODE, fixed=True))
            y += CODE_LINE
        if values:
            comment = f"# {values}"
            column = max(len(text) + 2, VALUE_COLUMN)
            if column + len(comment) <= room:
                marks.append(
                    Text(left + column * CODE * LETTER, y - CODE_LINE + 9, comment, CODE, colour=QUIET, fixed=True)
                )
            else:
                if is_now:
                    marks.append(Box(left - 3, y, self.right - GAP - left + 3, CODE_LINE, 0, 1.5, fill=TINT))
                shift = max(0, min(8, room - len(comment)))
                comment = comment if len(comment) <= room else comment[: max(1, room - 1)] + "…"
                marks.append(Text(left + shift * CODE * LETTER, y + 9, comment, CODE, colour=QUIET, fixed=True))
                y += CODE_LINE
        return y

    def _put_text(self, marks: list[Mark], text: str, left: float, y: float) -> float:
        """Add a text in lines; return the y below it."""
        for line in wrapped(text, SIZE, self.right - GAP - left, 12):
            marks.append(Text(left, y + SIZE, line, SIZE))
            y += SIZE * 1.42
        return y

    def _board(self, step: Step) -> list[Mark]:
        """Return the marks of the board at a step."""
        position = self.trace.position_at(step.frame)
        last = self.trace.last_move(step.frame)
        marks, high = named_board_marks(position, BOARD, (self.right, 2.0), last)
        side = position.game.marks[position.side_to_move - 1]
        caption = Message("{side} to move", side=side)
        if step.frame:
            caption = Message("{move}, {side} to move", move=self.trace.shown_move_to(step.frame), side=side)
        if position.is_over:
            caption = Message("{move}: the end", move=self.trace.shown_move_to(step.frame) if step.frame else "")
        return [*marks, Text(self.right + self.beside / 2, high + 14, str(caption), 8.5, align="center")]

    def _calls(self) -> list[Mark]:
        """Return the marks of the open calls, one below the other, where there is no board."""
        marks: list[Mark] = []
        for place, call in enumerate(self.cursor.stack[-12:]):
            marks.append(
                Text(self.right, 12 + place * 13, self._call(call), 8.5, bold=place == len(self.cursor.stack[-12:]) - 1)
            )
        return marks

    def _call(self, call: StackFrame) -> str:
        """Return an open call as text: its move and window."""
        name = self.trace.short_name(call.frame) or str(Message("start"))
        return name if self.trace.origin.is_user_code else f"{name}   ({printed(call.alpha)}, {printed(call.beta)})"

    def _foot(self) -> None:
        """Write the foot of every page."""
        position = self.trace.position
        mark = position.game.marks[position.max_side - 1]
        side = Message("Position {text} · {side} is MAX", text=position.text, side=mark)
        about = "" if self.trace.origin.is_user_code else str(side)
        y = PAGE_HEIGHT - 32
        for place, page in enumerate(self.sheet.pages, 1):
            page.marks.append(Stroke(((MARGIN, y - 14), (PAGE_WIDTH - MARGIN, y - 14)), 0.4))
            page.marks.append(Text(MARGIN, y, about if width_of(about, 8.5) < 400 else "", 8.5, colour=QUIET))
            page.marks.append(
                Text(PAGE_WIDTH - MARGIN, y, f"Plyscope · page {place}", 8.5, colour=QUIET, align="right")
            )


def as_list(steps: Sequence[int]) -> str:
    """Return steps in few letters: 4–6 for 4, 5 and 6."""
    parts: list[list[int]] = []
    for step in steps:
        if parts and step == parts[-1][-1] + 1:
            parts[-1].append(step)
        else:
            parts.append([step])
    texts = [str(part[0]) if len(part) == 1 else f"{part[0]}–{part[-1]}" for part in parts]
    return ", ".join(texts) if len(texts) <= 8 else ", ".join([*texts[:7], "…"])


def bottom_of(mark: Mark) -> float:
    """Return the y below a mark."""
    if isinstance(mark, Stroke):
        return max(y for _, y in mark.points)
    return mark.y + (mark.high if isinstance(mark, Box) else 3)


def marks_height(marks: Sequence[Mark]) -> float:
    """Return the height of marks that begin at 0."""
    return max(map(bottom_of, marks), default=0.0)
