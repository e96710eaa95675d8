"""A generator of correct searches in many styles, and of the same searches with one thing wrong.

A program is made of a rule (tic-tac-toe, a small connect four, a subtraction game, a tree), a kind of board, a style
(one function with a side, two functions, negamax; plain, in a class, in a closure), names, and the shape of its
results. A fault replaces one line or leaves one out; the lines that a finding may name are marked as they are made.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product

STYLES = ("side", "branches", "two functions", "negamax")
PLACES = ("plain", "class", "closure")
BOARDS = ("list", "nested", "string", "dict", "tuple", "numpy", "object")
RULES = ("tictactoe", "connect", "nim", "tree")
SHAPES = ("value", "value first", "move first")
MARK = "  #!"
"""Stands after a line that a finding may name."""

FAULTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "leaf of the wrong side": ("bugs", ("leaf",)),
    "best starts at 0": ("bugs", ("fold", "answer")),
    "MIN takes the max": ("bugs", ("fold",)),
    "cut turned round": ("bugs", ("leave",)),
    "cut with the wrong bound": ("bugs", ("leave",)),
    "depth not decreased": ("bugs", ("depth",)),
    "player not switched": ("bugs", ("side",)),
    "not undone": ("bugs", ("restore",)),
    "no minus": ("bugs", ("fold", "pass")),
    "window swapped": ("bugs", ("pass",)),
    "window not turned": ("bugs", ("pass",)),
    "table ignores the window": ("bugs", ("hit",)),
    "table ignores the depth": ("bugs", ("hit",)),
    "never narrowed": ("waste", ("narrow",)),
    "not passed on": ("waste", ("pass",)),
    "inner break": ("waste", ("stay",)),
    "no cut": ("waste", ("stay",)),
    "strict cut": ("waste", ("stay",)),
}
"""The faults, each with the list and the laws of its finding."""


@dataclass(frozen=True)
class Recipe:
    """What a program is made of."""

    rule: str
    board: str
    style: str
    place: str
    windows: bool
    in_place: bool
    shape: str
    folds: str
    """How a better value is taken over: `max()` or a comparison."""
    leaves: str
    """How a cutoff leaves: break or return."""
    table: bool
    depth: bool
    names: tuple[str, ...]
    marks: tuple[str, str, str]
    seed: int
    fault: str = ""

    @property
    def title(self) -> str:
        return f"{self.fault or 'right'}: {self.rule} on {self.board}, {self.style} in {self.place}, seed {self.seed}"


@dataclass
class Program:
    """A text, the call that runs it, and the lines that a finding may name."""

    recipe: Recipe
    text: str
    call: str
    lines: set[int] = field(default_factory=set)


NAMES = (
    ("minimax", "board", "depth", "alpha", "beta", "maximizing", "move", "best", "value"),
    ("search", "grid", "d", "a", "b", "is_max", "square", "result", "score"),
    ("solve", "state", "remaining", "low", "high", "max_turn", "m", "best_score", "v"),
    ("alpha_beta", "position", "depth_left", "lo", "hi", "maximizing_player", "action", "top", "current"),
    ("ab", "cells", "plies", "alfa", "beta", "is_maximizing", "spot", "bestVal", "val"),
)
MARKS = (("'X'", "'O'", "'.'"), ("1", "-1", "0"), ("1", "2", "0"), ("'x'", "'o'", "' '"))


def possible(recipe: Recipe) -> bool:
    """Whether the parts of a recipe go together."""
    if recipe.rule in ("nim", "tree"):
        if recipe.board != "list" or recipe.in_place or recipe.marks != MARKS[0]:
            return False
    elif (recipe.board in ("string", "tuple") and recipe.in_place) or (
        recipe.board == "object" and not recipe.in_place
    ):
        return False
    if recipe.board == "string" and recipe.marks[0] == "1":
        return False
    if recipe.board == "numpy" and recipe.marks[0] != "1":
        return False
    if recipe.rule == "connect" and recipe.board not in ("nested", "numpy", "tuple"):
        return False
    if recipe.style == "negamax" and recipe.rule != "nim" and recipe.rule != "tree" and recipe.marks != MARKS[1]:
        return False
    if recipe.table and (recipe.rule == "tree" or recipe.shape != "value"):
        return False
    if recipe.rule == "tree" and recipe.depth:
        return False
    return fits_fault(recipe)


def fits_fault(recipe: Recipe) -> bool:
    """Whether a fault can be made in a recipe."""
    fault, negamax = recipe.fault, recipe.style == "negamax"
    on_board = recipe.rule in ("tictactoe", "connect")
    if fault in ("cut turned round", "cut with the wrong bound", "never narrowed", "not passed on", "no cut", "hard"):
        return recipe.windows and not recipe.table
    if fault in ("strict cut", "window swapped"):
        return recipe.windows and not recipe.table
    if fault == "inner break":
        return (
            recipe.windows
            and recipe.board in ("nested", "numpy")
            and recipe.rule == "tictactoe"
            and (recipe.leaves == "break" and not recipe.table)
        )
    if fault == "window not turned":
        return recipe.windows and negamax and not recipe.table
    if fault == "no minus":
        return negamax and not recipe.table
    if fault == "MIN takes the max":
        return not negamax and not recipe.table
    if fault == "depth not decreased":
        return recipe.depth and not recipe.table
    if fault == "same piece":
        return on_board and not negamax and not recipe.table
    if fault == "player not switched":
        return recipe.rule != "tree" and not recipe.table
    if fault == "not undone":
        return on_board and recipe.in_place and not recipe.table
    if fault == "leaf of the wrong side":
        return on_board and not recipe.table
    if fault == "table ignores the window":
        return recipe.table and recipe.windows
    if fault == "table ignores the depth":
        return recipe.table and recipe.depth and recipe.rule == "nim"
    return not recipe.table if fault else True


def recipes(seed: int, count: int, fault: str = "") -> list[Recipe]:
    """Random recipes; the same for the same seed."""
    draw = random.Random(seed)
    found: list[Recipe] = []
    while len(found) < count:
        rule = draw.choice(RULES)
        recipe = Recipe(
            rule=rule,
            board=draw.choice(BOARDS) if rule in ("tictactoe", "connect") else "list",
            style=draw.choice(STYLES),
            place=draw.choice(PLACES),
            windows=draw.random() < 0.7,
            in_place=draw.random() < 0.5 and rule in ("tictactoe", "connect"),
            shape=draw.choices(SHAPES, (4, 1, 1))[0],
            folds=draw.choice(("max", "if")),
            leaves=draw.choice(("break", "return")),
            table=draw.random() < 0.15 or fault.startswith("table"),
            depth=draw.random() < 0.6 and rule != "tree",
            names=draw.choice(NAMES),
            marks=draw.choice(MARKS) if rule in ("tictactoe", "connect") else MARKS[0],
            seed=draw.randrange(10**6),
            fault=fault,
        )
        if possible(recipe):
            found.append(recipe)
    return found


# Boards


def helpers(recipe: Recipe) -> list[str]:
    """The functions that know the rule and the board."""
    if recipe.rule == "nim":
        return ["TAKES = (1, 2, 3)", "", "def moves_of(n):", "    return [take for take in TAKES if take <= n]", ""]
    if recipe.rule == "tree":
        return ["def moves_of(node):", "    return list(range(len(node)))", ""]
    first, second, empty = recipe.marks
    size = 3 if recipe.rule == "tictactoe" else 4
    lines = [
        *(["import numpy as np", ""] if recipe.board == "numpy" else []),
        f"FIRST, SECOND, EMPTY = {first}, {second}, {empty}",
        f"SIZE = {size}",
        "LINES = []",
        "for row in range(SIZE):",
        "    for column in range(SIZE):",
        "        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):",
        "            line = [(row + k * down, column + k * right) for k in range(3)]",
        "            if all(0 <= y < SIZE and 0 <= x < SIZE for y, x in line):",
        "                LINES.append(line)",
        "",
    ]
    board, cell = recipe.names[1], cell_of(recipe, recipe.names[1], "y", "x")
    if recipe.board == "object":
        lines += [
            "class Board:",
            "    def __init__(self, cells):",
            "        self.cells = cells",
            "    def play(self, place, mark):",
            "        self.cells[place[0] * SIZE + place[1]] = mark",
            "    def undo(self, place):",
            "        self.cells[place[0] * SIZE + place[1]] = EMPTY",
            "",
        ]
    lines += [
        f"def winner({board}):",
        "    for line in LINES:",
        f"        marks = [{cell} for y, x in line]",
        "        if marks[0] != EMPTY and marks[0] == marks[1] == marks[2]:",
        "            return marks[0]",
        "    return EMPTY",
        "",
        f"def moves_of({board}):",
        "    found = []",
        "    for y in range(SIZE):",
        "        for x in range(SIZE):",
        f"            if {cell} == EMPTY:",
    ]
    if recipe.rule == "connect":
        below = cell_of(recipe, recipe.names[1], "y + 1", "x")
        lines += [f"                if y == SIZE - 1 or {below} != EMPTY:", "                    found.append((y, x))"]
    else:
        lines += ["                found.append((y, x))"]
    lines += ["    return found", ""]
    if not recipe.in_place:
        lines += [f"def after({board}, place, mark):", *(f"    {one}" for one in copied(recipe)), ""]
    return lines


def cell_of(recipe: Recipe, board: str, y: str, x: str) -> str:
    match recipe.board:
        case "nested":
            return f"{board}[{y}][{x}]"
        case "dict" | "numpy":
            return f"{board}[{y}, {x}]"
        case "object":
            return f"{board}.cells[({y}) * SIZE + {x}]"
    return f"{board}[({y}) * SIZE + {x}]"


def copied(recipe: Recipe) -> list[str]:
    board = recipe.names[1]
    if recipe.board == "string":
        return ["i = place[0] * SIZE + place[1]", f"return {board}[:i] + mark + {board}[i + 1:]"]
    if recipe.board == "tuple":
        return ["i = place[0] * SIZE + place[1]", f"return (*{board}[:i], mark, *{board}[i + 1:])"]
    copy = {"nested": f"[row[:] for row in {board}]", "dict": f"dict({board})", "numpy": f"{board}.copy()"}
    return [
        f"new = {copy.get(recipe.board, f'{board}[:]')}",
        f"{cell_of(recipe, 'new', 'place[0]', 'place[1]')} = mark",
        "return new",
    ]


def board_text(recipe: Recipe) -> str:
    """A position with a few free cells and no winner, as an argument."""
    draw = random.Random(recipe.seed)
    size = 3 if recipe.rule == "tictactoe" else 4
    free = draw.choice((4, 5, 6)) if recipe.rule == "tictactoe" else draw.choice((5, 6))
    while True:
        cells = [[2] * size for _ in range(size)]
        side = (size * size - free) % 2
        for turn in range(size * size - free):
            places = [(y, x) for y in range(size) for x in range(size) if cells[y][x] == 2]
            if recipe.rule == "connect":
                places = [(y, x) for y, x in places if y == size - 1 or cells[y + 1][x] != 2]
            y, x = draw.choice(places)
            cells[y][x] = (turn + side) % 2
        if not has_line(cells, size):
            break
    rows = [[recipe.marks[cell] for cell in row] for row in cells]
    flat = [cell for row in rows for cell in row]
    match recipe.board:
        case "nested":
            return "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"
        case "numpy":
            return "np.array([" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "])"
        case "string":
            return "'" + "".join(cell.strip("'") for cell in flat) + "'"
        case "tuple":
            return "(" + ", ".join(flat) + ")"
        case "dict":
            pairs = (f"({y}, {x}): {rows[y][x]}" for y in range(size) for x in range(size))
            return "{" + ", ".join(pairs) + "}"
        case "object":
            return "Board([" + ", ".join(flat) + "])"
    return "[" + ", ".join(flat) + "]"


def has_line(cells: Sequence[Sequence[int]], size: int) -> bool:
    for y, x, (down, right) in product(range(size), range(size), ((0, 1), (1, 0), (1, 1), (1, -1))):
        line = [(y + k * down, x + k * right) for k in range(3)]
        if all(0 <= a < size and 0 <= b < size for a, b in line):
            found = {cells[a][b] for a, b in line}
            if len(found) == 1 and found != {2}:
                return True
    return False


def tree_text(draw: random.Random, depth: int) -> str:
    if not depth:
        return str(draw.randrange(-9, 10))
    return "[" + ", ".join(tree_text(draw, depth - 1) for _ in range(draw.choice((2, 3)))) + "]"


# The search


class Writer:
    """The lines of one program."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.function, self.board, self.depth, self.alpha, self.beta, self.side, self.move, self.best, self.value = (
            recipe.names
        )
        self.on_board = recipe.rule in ("tictactoe", "connect")
        self.most = "100" if recipe.rule == "tree" else "2"
        self.by_mark = self.on_board and recipe.style != "two functions" and recipe.seed % 2 == 0
        """Whether the side is a mark and no flag."""
        if recipe.style == "negamax":
            self.side = ("color", "sign", "player", "turn", "side")[NAMES.index(recipe.names)]
        elif self.by_mark:
            self.side = ("player", "turn", "mark", "who", "to_move")[NAMES.index(recipe.names)]

    def is_fault(self, *names: str) -> bool:
        return self.recipe.fault in names

    def flag(self, is_max: bool) -> str:
        if self.recipe.style == "negamax":
            return "1" if is_max else "-1"
        if self.by_mark:
            return "FIRST" if is_max else "SECOND"
        return str(is_max)

    def is_max(self) -> str:
        return f"{self.side} == FIRST" if self.by_mark else self.side

    def parameters(self) -> list[str]:
        recipe = self.recipe
        found = [self.board]
        found += [self.depth] if recipe.depth else []
        found += [self.alpha, self.beta] if recipe.windows else []
        found += [self.side] if recipe.style != "two functions" else []
        return found

    def called(self, name: str, arguments: Sequence[str]) -> str:
        return f"{'self.' if self.recipe.place == 'class' else ''}{name}({', '.join(arguments)})"

    def child_call(self, kind: str) -> str:
        """The recursive call in a frame of a kind: max, min, or both."""
        recipe = self.recipe
        child = {"nim": f"{self.board} - {self.move}", "tree": f"{self.board}[{self.move}]"}.get(
            recipe.rule, self.board
        )
        if self.on_board and not recipe.in_place:
            child = f"after({self.board}, {self.move}, {self.piece(kind)})"
        arguments = [child]
        if recipe.depth:
            arguments.append(self.depth if self.is_fault("depth not decreased") else f"{self.depth} - 1")
        if recipe.windows:
            arguments += self.window()
        if recipe.style == "two functions":
            own = self.is_fault("player not switched")
            name = self.name_of(kind if own else {"max": "min", "min": "max"}[kind])
        else:
            name = self.function
            arguments.append(self.other_side(kind))
        call = self.called(name, arguments)
        if recipe.shape == "value first":
            call += "[0]"
        elif recipe.shape == "move first":
            call += "[1]"
        if recipe.style == "negamax" and not self.is_fault("no minus"):
            call = f"-{call}"
        return call

    def window(self) -> list[str]:
        alpha, beta = self.alpha, self.beta
        if self.is_fault("not passed on"):
            return [f"-{self.most}", self.most]
        if self.recipe.style == "negamax":
            if self.is_fault("window swapped"):
                return [f"-{alpha}", f"-{beta}"]
            return [alpha, beta] if self.is_fault("window not turned") else [f"-{beta}", f"-{alpha}"]
        return [beta, alpha] if self.is_fault("window swapped") else [alpha, beta]

    def other_side(self, kind: str) -> str:
        if self.is_fault("player not switched"):
            return self.side if kind == "both" or self.recipe.style == "negamax" else self.flag(kind == "max")
        if kind in ("max", "min") and self.recipe.style != "negamax":
            return self.flag(kind == "min")
        if self.recipe.style == "negamax":
            return f"-{self.side}"
        return f"SECOND if {self.side} == FIRST else FIRST" if self.by_mark else f"not {self.side}"

    def piece(self, kind: str) -> str:
        if self.recipe.style == "negamax":
            return self.side
        if self.is_fault("same piece"):
            return "FIRST"
        if kind == "both":
            return self.side if self.by_mark else f"FIRST if {self.side} else SECOND"
        return "FIRST" if kind == "max" else "SECOND"

    def name_of(self, kind: str) -> str:
        return f"{kind}_value" if self.recipe.names[0] != "ab" else f"{self.function}_{kind}"

    def mark(self, *faults: str) -> str:
        return MARK if self.is_fault(*faults) else ""

    def result(self, value: str, move: str = "None") -> str:
        return {"value": value, "value first": f"({value}, {move})", "move first": f"[{move}, {value}]"}[
            self.recipe.shape
        ]

    def leaf(self, kind: str) -> list[str]:
        """What a call does before it tries moves."""
        recipe, board = self.recipe, self.board
        is_max = {"max": "True", "min": "False"}.get(kind, self.is_max())
        lines: list[str] = []
        wrong = self.mark("leaf of the wrong side")
        if self.on_board:
            lines.append(f"won = winner({board})")
            lines.append("if won != EMPTY:")
            if recipe.style == "negamax":
                value = "won" if wrong else f"won * {self.side}"
            else:
                value = f"{-1 if wrong else 1} if won == FIRST else -1"
            lines.append(f"    return {self.result(value)}{wrong}")
            lines += [f"if not moves_of({board}):", f"    return {self.result('0')}"]
        elif recipe.rule == "nim":
            value = (
                "-1"
                if recipe.style == "negamax" or kind == "max"
                else "1"
                if kind == "min"
                else f"-1 if {is_max} else 1"
            )
            lines += [f"if {board} == 0:", f"    return {self.result(value)}"]
        else:
            value = f"{self.side} * {board}" if recipe.style == "negamax" else board
            lines += [f"if not isinstance({board}, list):", f"    return {self.result(value)}"]
        if recipe.depth:
            lines += [f"if {self.depth} == 0:", f"    return {self.result('0')}"]
        return lines

    def table_lines(self, kind: str) -> tuple[list[str], list[str]]:
        """The lines that look up a table, and those that write it."""
        if not self.recipe.table:
            return [], []
        side = "" if self.recipe.style == "two functions" else f", {self.side}"
        key = [f"str({self.board})", repr(kind) if not side else self.side]
        if self.recipe.depth and not self.is_fault("table ignores the depth"):
            key.append(self.depth)
        if self.recipe.windows and not self.is_fault("table ignores the window"):
            key += [self.alpha, self.beta]
        mark = self.mark("table ignores the window", "table ignores the depth")
        look = [f"key = ({', '.join(key)})", "if key in TABLE:", f"    return TABLE[key]{mark}"]
        return look, [f"TABLE[key] = {self.best}"]

    def body(self, kind: str) -> list[str]:
        """The loop of a frame of a kind, from the start value to the return."""
        recipe, best, value, alpha, beta = self.recipe, self.best, self.value, self.alpha, self.beta
        start = {"max": f"-{self.most}", "min": self.most}.get(kind, f"-{self.most}")
        if kind == "both":
            start = (
                f"-{self.most} if {self.is_max()} else {self.most}" if recipe.style != "negamax" else f"-{self.most}"
            )
        if kind == "min" and self.is_fault("MIN takes the max") and recipe.seed % 2:
            start = f"-{self.most}"
        zero = self.mark("best starts at 0")
        hard = recipe.windows and self.is_fault("hard")
        lines = [f"{best} = {'0' if zero else start}{zero}"]
        lines += [f"best_{self.move} = None"] if recipe.shape != "value" else []
        inside: list[str] = []
        if self.on_board and recipe.in_place:
            inside.append(self.make(kind))
        called = self.mark(
            "depth not decreased", "player not switched", "no minus", "window swapped", "window not turned"
        )
        called = called or self.mark("not passed on") or ("" if recipe.in_place else self.mark("same piece"))
        inside.append(
            f"{value} = {self.child_call(kind)}{called or self.mark('not undone', 'never narrowed', 'no cut')}"
        )
        if self.on_board and recipe.in_place:
            inside += self.undo(kind)
        if kind == "both" and recipe.style != "negamax":
            inside += [f"if {self.is_max()}:", *indented(self.fold("max")), "else:", *indented(self.fold("min"))]
        else:
            inside += self.fold("max" if kind == "both" else kind)
        if recipe.windows and not self.is_fault("no cut"):
            inside += self.cut(kind, hard)
        if self.is_fault("return in the loop"):
            inside.append(f"return {self.result(best, f'best_{self.move}')}{MARK}")
        lines += self.loop(inside)
        lines += self.table_lines(kind)[1]
        if hard:
            best = f"max({alpha}, min({beta}, {best}))"
        return [*lines, f"return {self.result(best, f'best_{self.move}')}{MARK if hard else ''}"]

    def loop(self, inside: list[str]) -> list[str]:
        recipe = self.recipe
        if recipe.board in ("nested", "numpy") and recipe.rule == "tictactoe" and self.is_fault("inner break"):
            cell = cell_of(recipe, self.board, "y", "x")
            return [
                "for y in range(SIZE):",
                "    for x in range(SIZE):",
                f"        if {cell} == EMPTY:",
                f"            {self.move} = (y, x)",
                *indented(inside, 3),
            ]
        return [f"for {self.move} in moves_of({self.board}):", *indented(inside)]

    def make(self, kind: str) -> str:
        mark = self.mark("same piece")
        if self.recipe.board == "object":
            return f"{self.board}.play({self.move}, {self.piece(kind)}){mark}"
        cell = cell_of(self.recipe, self.board, f"{self.move}[0]", f"{self.move}[1]")
        return f"{cell} = {self.piece(kind)}{mark}"

    def undo(self, kind: str) -> list[str]:
        if self.is_fault("not undone") and (kind != "max"):
            return []
        if self.recipe.board == "object":
            return [f"{self.board}.undo({self.move})"]
        return [f"{cell_of(self.recipe, self.board, f'{self.move}[0]', f'{self.move}[1]')} = EMPTY"]

    def fold(self, kind: str) -> list[str]:
        best, value, bound = self.best, self.value, self.alpha if kind == "max" else self.beta
        wrong = self.is_fault("MIN takes the max") and kind == "min"
        takes = "max" if kind == "max" or wrong else "min"
        mark = MARK if wrong else ""
        narrow = self.mark("never narrowed")
        if self.recipe.folds == "max" and self.recipe.shape == "value":
            lines = [f"{best} = {takes}({best}, {value}){mark or narrow}"]
        else:
            sign = ">" if takes == "max" else "<"
            lines = [f"if {value} {sign} {best}:{mark}", f"    {best} = {value}{mark or narrow}"]
            lines += [f"    best_{self.move} = {self.move}"] if self.recipe.shape != "value" else []
        if self.recipe.windows and not self.is_fault("never narrowed"):
            lines.append(f"{bound} = {kind}({bound}, {best}){self.mark('no cut')}")
        return lines

    def cut(self, kind: str, hard: bool) -> list[str]:
        alpha, beta, best = self.alpha, self.beta, self.best
        mark = self.mark("cut turned round", "cut with the wrong bound", "strict cut")
        test = f"{alpha} >= {beta}"
        if self.is_fault("strict cut"):
            test = f"{alpha} > {beta}"
        elif self.is_fault("cut turned round"):
            test = f"{alpha} <= {beta}"
        elif self.is_fault("cut with the wrong bound"):
            is_min = {"max": "False", "min": "True"}.get(kind, "False" if self.recipe.style == "negamax" else "")
            test = {"False": f"{best} >= {alpha}", "True": f"{best} <= {beta}"}.get(
                is_min, f"{best} >= {alpha} if {self.is_max()} else {best} <= {beta}"
            )
        leave = "break"
        if self.recipe.leaves == "return" and not self.recipe.table:
            value = f"max({alpha}, min({beta}, {best}))" if hard else best
            leave = f"return {self.result(value, f'best_{self.move}')}"
            mark = mark or (MARK if hard else "")
        inner = self.mark("inner break")
        return [f"if {test}:{mark}", f"    {leave}{inner or mark}"]

    def functions(self) -> list[str]:
        recipe = self.recipe
        if recipe.style == "two functions":
            kinds = [("max", self.name_of("max")), ("min", self.name_of("min"))]
        else:
            kinds = [("both", self.function)]
        lines: list[str] = []
        for kind, name in kinds:
            parameters = (["self"] if recipe.place == "class" else []) + self.parameters()
            lines.append(f"def {name}({', '.join(parameters)}):")
            lines += indented([*self.leaf(kind), *self.table_lines(kind)[0]])
            if recipe.style == "branches":
                lines += [f"    if {self.is_max()}:", *indented(self.body("max"), 2), *indented(self.body("min"))]
            else:
                lines += indented(self.body(kind))
            lines.append("")
        return lines

    def written(self) -> Program:
        recipe = self.recipe
        lines = helpers(recipe) + (["TABLE = {}", ""] if recipe.table else [])
        functions = self.functions()
        draw = random.Random(recipe.seed)
        board = {"nim": str(draw.randrange(5, 8)), "tree": tree_text(draw, 3)}.get(recipe.rule) or board_text(recipe)
        arguments = [board]
        if recipe.rule == "nim" and recipe.table and recipe.depth:
            # Deep enough for one heap at several depths with the same side to move.
            arguments = [str(draw.randrange(9, 12)), str(draw.choice((6, 7)))]
        elif recipe.depth:
            arguments.append(str(draw.choice((2, 3, 4))))
        arguments += [f"-{self.most}", self.most] if recipe.windows else []
        arguments += [self.flag(True)] if recipe.style != "two functions" else []
        name = self.name_of("max") if recipe.style == "two functions" else self.function
        call = f"{name}({', '.join(arguments)})"
        if recipe.place == "class":
            lines += ["class Player:", *indented(functions)]
            call = f"Player().{call}"
        elif recipe.place == "closure":
            parameters = ", ".join(self.parameters())
            lines += [f"def play({parameters}):", *indented(functions), f"    return {name}({parameters})", ""]
            call = f"play({', '.join(arguments)})"
        else:
            lines += functions
        marked = {number for number, line in enumerate(lines, 1) if line.endswith(MARK)}
        text = "\n".join(line.removesuffix(MARK).rstrip() for line in lines) + "\n"
        return Program(recipe, text, call, marked)


def indented(lines: Sequence[str], times: int = 1) -> list[str]:
    return [" " * 4 * times + line if line else "" for line in lines]


def program(recipe: Recipe) -> Program:
    return Writer(recipe).written()


def programs(seed: int, count: int, fault: str = "") -> list[Program]:
    return [program(one) for one in recipes(seed, count, fault)]


def without_fault(one: Program) -> Program:
    """The same program, correct."""
    return program(replace(one.recipe, fault=""))
