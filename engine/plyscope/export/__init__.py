"""Writing a recording in other forms: one file each, one line in the table.

beamer       slides for Beamer: one for every step, each the tree as it stood then and what happened, in a
boards       a small board in plain numbers: where each cell's middle is and what is in it
csv_table    a table for spreadsheets and data frames: one row for every node, in the order searched
dot          dOT, for Graphviz and all that reads its language, made by the package `graphviz`
dot_svg      the drawing as Graphviz lays it out: by the program `dot` where it is installed, otherwise by the
drawing      a selection as a drawing in plain numbers: every picture of a tree is painted from it, so that all
extent       how much of a recording is written, as of which moment, what is said of each frame, and how it
forest       a tree for the package `forest`, which lays it out itself: the source to edit by hand, for papers
gambit       gambit's `.efg`: the tree as an extensive game, for programs about game theory
game_tree    the tree that a search has seen as a game of its own: every move that was tried, once, and values
gexf         gEXF, for Gephi: the same graph, and where its nodes stand and what colour they have
graph        the tree as a graph of networkx, which graph programs read in the forms that networkx writes
graphml      graphML, for yEd, Cytoscape, igraph and whoever reads XML
html         one page that stands alone: the tree, the board, the code and the stack of a search, and a way to
json_tree    every frame as a JSON object, by its number; after them the pruned moves, with numbers above all
mermaid      a flowchart for Mermaid, which many pages and editors draw from text
nested       a nested list of numbers, as textbooks and exercises write a tree, and as our tree game reads it
node_facts   what tables and graphs say of each node: named facts with types, the same in every form that holds
node_link    node-link JSON, which networkx, D3 and many pages on the web read: one list of nodes and one of
node_texts   what is written at a node of a drawing: its value, the move, α and β, a note, how much lies closed
palette      the colours of drawings, by what they mean: those of the window, on white where they go to paper
progress     long work in parts: an empty piece now and then, so that whoever writes hears of it and can break
selection    the frames that an export is about, as nodes of a tree of their own, in the order searched
speedscope   speedscope's own JSON: the search as a flame chart, a bar for every frame from its enter to its
svg          a drawing as SVG: small, because every shape stands in it once and looks come from classes, and
tex          what all forms of TeX share: texts that are safe in it, and the document round a picture
text         the nested listing as a text file
tikz         a tree as plain TikZ: every place is given, so that TeX has nothing to work out and is done soon
page         the page that walks through a recording in a browser: what is in it, made here, and what works in
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyscope.export.extent import FEWER, OPTIONS, WHOLE, Extent
from plyscope.files.atomic import replacing
from plyscope.messages import InputError, Message, OptionError

if TYPE_CHECKING:
    from plyscope.export.selection import Selection
    from plyscope.model.trace import Trace

PART = frozenset({"root", "depth", "path_to", "without", "closed"})
"""What a form reads of an Extent when any part of a recording can be written in it."""
MOMENT = frozenset({"step", "hides_future"})
STUBS = frozenset({"stubs"})
TOLD = frozenset({"boards", "windows", "notes"})
"""Beside each node."""
TABLES = PART | MOMENT | STUBS | {"boards", "notes"}
"""All that forms of data hold."""
DRAWN = PART | MOMENT | STUBS | TOLD | {"ghosts", "theme", "all_steps"}
"""All that a picture shows."""


@dataclass(frozen=True)
class Exporter:
    """One line of the table."""

    name: str
    suffixes: tuple[str, ...]
    """Endings of files; of those that fit, the longest one says the form."""
    about: Message
    module: str = ""
    """Where in this package it is written, loaded when it is wanted; nothing where PAINTERS has to know."""
    reads: frozenset[str] = PART | MOMENT | STUBS
    """Which fields of an Extent it has a use for; the others are refused when they are asked for."""
    most: int | None = None
    """How many nodes it can hold at most."""
    holds_all_steps: bool = False
    """Whether one file holds all steps; else they become files with numbers."""

    def pieces(self, selection: Selection) -> Iterable[str | bytes]:
        """The file's content, about a piece for every node."""
        where = f"plyscope.export.{self.module}" if self.module else PAINTERS.get(self.name)
        if where is None:
            raise InputError("pictures are painted by the window: `plyscope export` writes {name}", name=self.name)
        pieces: Iterable[str | bytes] = import_module(where).pieces(selection)
        return pieces


MOST_FILES = 2000
"""Of one export of all steps."""

PAINTERS: dict[str, str] = {}
"""The modules that paint what the engine cannot write without a window; the command `plyscope` fills them in."""

EXPORTERS = {
    exporter.name: exporter
    for exporter in (
        Exporter("txt", ("txt",), Message("the nested listing of calls"), "text", reads=frozenset({"root", "step"})),
        Exporter("svg", ("svg",), Message("a drawing for browsers and documents"), "svg", reads=DRAWN, most=20_000),
        Exporter("png", ("png",), Message("a picture of dots"), reads=DRAWN | {"scale"}, most=20_000),
        Exporter("pdf", ("pdf",), Message("a page for printing"), reads=DRAWN, most=20_000),
        Exporter(
            "gif", ("gif",), Message("the steps as a moving picture"),
            reads=DRAWN | {"scale"}, most=20_000, holds_all_steps=True,
        ),
        Exporter(
            "html", ("html", "htm"), Message("a page that walks through the search in any browser"), "html",
            reads=PART | STUBS | TOLD | {"ghosts", "step", "theme", "all_steps"}, most=100_000, holds_all_steps=True,
        ),
        Exporter(
            "json", ("json",), Message("every frame and every pruned move"), "json_tree",
            reads=PART | MOMENT | STUBS | {"boards", "notes"},
        ),
        Exporter("csv", ("csv",), Message("a table for spreadsheets and data frames"), "csv_table", reads=TABLES),
        Exporter("graphml", ("graphml",), Message("a graph for yEd, igraph and others"), "graphml", TABLES, 50_000),
        Exporter("gexf", ("gexf",), Message("a graph for Gephi"), "gexf", TABLES | {"theme"}, 50_000),
        Exporter("node-link", ("node-link.json",), Message("a graph as JSON"), "node_link", TABLES, 250_000),
        Exporter("nested", ("nested.json",), Message("a nested list, which is a tree again"), "nested", PART),
        Exporter("efg", ("efg",), Message("an extensive game for Gambit"), "gambit", PART),
        Exporter("dot", ("dot", "gv"), Message("a graph for Graphviz"), "dot", DRAWN, 10_000),
        Exporter("dot-svg", ("dot.svg",), Message("a drawing that Graphviz lays out"), "dot_svg", DRAWN, 3_000),
        Exporter("mmd", ("mmd", "mermaid"), Message("a flowchart for Mermaid"), "mermaid", DRAWN, 501),
        Exporter(
            "tikz", ("tex", "tikz"), Message("a drawing for LaTeX, which it sets quickly"), "tikz",
            DRAWN | {"fragment"}, 2_000,
        ),
        Exporter(
            "forest", ("forest.tex",), Message("a tree for LaTeX, to be edited"), "forest",
            DRAWN | {"fragment"}, 300,
        ),
        Exporter(
            "beamer", ("beamer.tex",), Message("slides for LaTeX, one for every step"), "beamer",
            PART | STUBS | TOLD | {"ghosts", "hides_future", "theme", "fragment", "all_steps"}, 500,
            holds_all_steps=True,
        ),
        Exporter(
            "speedscope", ("speedscope.json",), Message("a flame chart for speedscope"), "speedscope", PART | MOMENT
        ),
    )
}  # fmt: skip


def find_exporter(path: Path, form: str | None = None) -> Exporter:
    """The form with that name, or else the one that the path's ending says."""
    if form is not None:
        if form not in EXPORTERS:
            raise OptionError("there is no export to {name}; there is {known}", name=form, known=" ".join(EXPORTERS))
        return EXPORTERS[form]
    fitting = [
        (len(suffix), exporter)
        for exporter in EXPORTERS.values()
        for suffix in exporter.suffixes
        if path.name.lower().endswith(f".{suffix}") and len(path.name) > len(suffix) + 1
    ]
    if not fitting:
        raise InputError(
            "{path}: there is no export to {suffix}; there is {known}",
            path=str(path),
            suffix=path.suffix or "a file without an ending",
            known=" ".join(EXPORTERS),
        )
    return max(fitting, key=lambda found: found[0])[1]


def check_options(exporter: Exporter, names: Iterable[str]) -> None:
    """Complains about what is asked for that a form has no use for, and about what no form knows."""
    known = {field.name for field in fields(Extent)}
    for name in names:
        if name not in known:
            raise OptionError("there is no option {name} of an export", name=name)
        if name not in exporter.reads:
            raise OptionError(
                "{form} has no use for {option}",
                form=exporter.name,
                option=Message(OPTIONS[name]) if name in OPTIONS else name,
            )


def export(
    trace: Trace,
    path: str | Path,
    extent: Extent = WHOLE,
    *,
    form: str | None = None,
    force: bool = True,
    progress: Callable[[int], object] | None = None,
    **asked: Any,
) -> list[Path]:
    """Writes a recording in the form that the path's ending or `form` names, and says which files it wrote.

    What is asked for are the fields of an Extent. `progress` hears the number of the nodes that are written; an
    exception of its ends the export, and nothing is left of it.
    """
    path = Path(path)
    exporter = find_exporter(path, form)
    changed = [field.name for field in fields(Extent) if getattr(extent, field.name) != getattr(WHOLE, field.name)]
    check_options(exporter, [*changed, *asked])
    extent = replace(extent, **asked)
    selection = selected(exporter, trace, extent)
    if extent.all_steps and not exporter.holds_all_steps:
        return write_numbered(exporter, selection, path, force, progress)
    with replacing(path, force=force) as temporary:
        write(exporter, selection, temporary, progress)
    return [path]


def selected(exporter: Exporter, trace: Trace, extent: Extent) -> Selection:
    """What is to be written, if it is not too much."""
    from plyscope.export.selection import Selection

    if extent.all_steps and extent.step is not None:
        raise OptionError("one step or all steps, not both")
    selection = Selection(trace, extent)
    if len(selection) == 0:
        raise InputError("frame {frame} has not begun at step {step}", frame=extent.root, step=selection.step)
    if exporter.most is not None and len(selection) > exporter.most:
        raise InputError(
            "{name} can hold {most} nodes at most, and these are {count}: "
            "fewer plies ({plies}) or a subtree ({subtree}) will do",
            name=exporter.name,
            most=exporter.most,
            count=len(selection),
            **FEWER,
        )
    return selection


def write(
    exporter: Exporter, selection: Selection, path: Path, progress: Callable[[int], object] | None, before: int = 0
) -> int:
    """Writes one file, and gives the number of pieces with it."""
    number = before
    with path.open("wb") as file:
        for piece in exporter.pieces(selection):
            file.write(piece.encode() if isinstance(piece, str) else piece)
            number += 1
            if progress is not None:
                progress(number)
    return number


def write_numbered(
    exporter: Exporter, whole: Selection, path: Path, force: bool, progress: Callable[[int], object] | None
) -> list[Path]:
    """A file for every step of what is shown, the step's number in its name: all of them or none."""
    steps = whole.own_steps()
    if len(steps) > MOST_FILES:
        raise InputError(
            "{count} steps would be as many files, and {most} are the most: a subtree ({subtree}) has fewer",
            count=len(steps),
            most=MOST_FILES,
            subtree=FEWER["subtree"],
        )
    digits = max(4, len(str(steps[-1])))
    paths = [path.with_name(f"{path.stem}-{step:0{digits}}{path.suffix}") for step in steps]
    pieces = 0
    with ExitStack() as files:
        temporaries = [files.enter_context(replacing(path, force=force)) for path in paths]
        for step, temporary in zip(steps, temporaries, strict=True):
            pieces = write(exporter, whole.at_step(step), temporary, progress, pieces)
    return paths
