"""The programs of the corpus, what is true of each, and how one is run."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from tests.corpus.oracle import GAMES, solve

FOLDER = Path(__file__).parent
Function = ast.FunctionDef | ast.Lambda
LAWS = (
    *("narrow", "pass", "restore", "own bound", "leave", "stay", "fold"),
    *("answer", "leaf", "side", "move", "depth", "hit", "played"),
)
GUARDS = ("cut", "early", "own")
MARKERS = {*GUARDS, "aside", "undo", "leaf", "hit", "hit kind", "store", "null", "research"}
MARKERS |= {f"waste {law}" for law in LAWS}


@dataclass(frozen=True, eq=False)
class Program:
    """A program by its name; `truth` is its table in truth.toml."""

    name: str
    text: str
    truth: Mapping[str, Any]

    @property
    def path(self) -> Path:
        return FOLDER / "programs" / f"{self.name}.py"

    @property
    def roles(self) -> Mapping[str, Mapping[str, str]]:
        """Of each function that searches: which expression of it is `alpha`, `beta`, `best`, `board` and so on."""
        return self.truth["roles"]  # type: ignore[no-any-return]

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def markers(self) -> Mapping[int, frozenset[str]]:
        """What the comment of each line says of it: `# cut`, `# early, null` and so on.

        Comments of other words are the program's own.
        """
        found = {}
        for number, line in enumerate(self.text.splitlines(), 1):
            words = {*line.rpartition("  # ")[2].split(", ")}
            if words <= MARKERS:
                found[number] = frozenset(words)
        return found

    def marked(self, *words: str) -> list[int]:
        """The lines that have one of these markers."""
        return [line for line, found in self.markers.items() if found & {*words}]

    @cached_property
    def functions(self) -> list[tuple[str, Function]]:
        """The functions that search, with their names; a lambda goes by the name that it is given."""
        found: list[tuple[str, Function]] = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef) and node.name in self.roles:
                found.append((node.name, node))
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
                names = [target.id for target in node.targets if isinstance(target, ast.Name)]
                found += [(name, node.value) for name in names if name in self.roles]
        return found

    def start(self, text: str | None = None) -> dict[str, Any]:
        """The program's names after it was loaded anew; `text` stands in for its own."""
        # dataclasses looks for the module that a class says it is from.
        names: dict[str, Any] = {"__name__": __name__, "__file__": str(self.path)}
        exec(compiled(self.path, self.text if text is None else text), names)
        return names

    @property
    def is_exact(self) -> bool:
        """Whether a plain search gives the same on every position; with reductions or forward pruning it need not."""
        return self.truth.get("exact", True)  # type: ignore[no-any-return]

    def agrees(self, position: Any, result: Any) -> bool:
        """Whether the result is what the plain search of the game gives."""
        game = GAMES[self.truth["game"]]
        state = game.read(position)
        value, moves = solve(
            game,
            state,
            self.truth.get("depth", float("inf")),
            self.truth.get("fold", "best"),
            self.truth.get("discount", 1),
        )
        mover = game.mover(state)
        due = {"value": value, "mover": mover * value, "bool": mover * value > 0}
        kinds = self.truth["returns"].split()
        results = result if len(kinds) == 2 else [result]
        if not isinstance(results, list | tuple) or len(results) != len(kinds):
            return False
        return all(
            found in moves if kind == "move" else is_number(found) and Fraction(found) == due[kind]
            for kind, found in zip(kinds, results, strict=True)
        )


def is_number(value: Any) -> bool:
    return isinstance(value, int | float | Fraction) and value not in (float("inf"), -float("inf"))


@cache
def compiled(path: Path, text: str) -> Any:
    return compile(text, str(path), "exec")


@cache
def programs() -> tuple[Program, ...]:
    truths = tomllib.loads((FOLDER / "truth.toml").read_text(encoding="utf-8"))
    return tuple(
        Program(name, (FOLDER / "programs" / f"{name}.py").read_text(encoding="utf-8"), truth)
        for name, truth in truths.items()
    )
