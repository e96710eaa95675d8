"""Writing a recording in other formats: one module a format, one line in the table of exporters.

A Selection holds the nodes that an export is about. Formats of data write them one by one; pictures are made from a
Drawing, in which every node, edge, board and text has its place.

extent      how much of a recording is written, as of which step, what is shown of each frame, and the looks
selection   the frames that an export is about, as nodes of a tree of their own, in the order searched
given_moves  what a position gives of pruned moves
repeated    texts that repeat, made once for each different value
progress    long work in parts, so that progress is reported and an export can be stopped

drawing     a selection as a drawing in plain numbers, from which every picture is made
marks       drawings and boards as texts, strokes and boxes, for formats that have nothing else
boards      a board in plain numbers, and the routine that draws it by calls of a pen
chess_pieces  outlines of chess pieces, of our own drawing
node_texts  what is written at a node of a drawing, and how wide texts are
links       arrows from what a table has answered to the frames that had stored it
palette     the colours of drawings by what they mean

svg         a drawing as SVG
tikz        a drawing as plain TikZ
forest      a tree for the LaTeX package forest, which lays it out itself
beamer      slides for Beamer, one for every step
tex         what the TeX formats share: safe texts, and the document round a picture
dot         DOT, for Graphviz
dot_svg     a drawing laid out by Graphviz
mermaid     a flowchart for Mermaid
page        a page that walks through a recording in a browser: its data and its scripts

node_facts  the facts of each node that tables and graphs hold
csv_table   a table for spreadsheets and data frames
json_tree   every frame and every pruned move as JSON
graph       the tree as a graph, and how XML is written
graphml     a graph as GraphML
gexf        a graph as GEXF, for Gephi
node_link   a graph as node-link JSON
game_tree   the tree that a search explored, as an extensive game
nested      a nested list of numbers
gambit      an extensive game for Gambit
speedscope  a flame chart for speedscope
text        the nested listing as a text file
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from plyscope.export.extent import OPTIONS, SMALLER_EXPORT_OPTIONS, WHOLE, Extent
from plyscope.files.atomic import replacing
from plyscope.messages import InputError, Message, OptionError

if TYPE_CHECKING:
    from plyscope.export.selection import Selection
    from plyscope.model.trace import Trace

PART = frozenset({"root", "depth", "path_to", "without", "closed"})
"""What a format reads of an Extent when any part of a recording can be written in it."""
STEP = frozenset({"step", "hides_future"})
STUBS = frozenset({"stubs"})
TEXTS = frozenset({"boards", "windows", "notes"})
"""What can stand at each node."""
DATA = PART | STEP | STUBS | {"boards", "notes"}
"""What formats of data read."""
PICTURE = PART | STEP | STUBS | TEXTS | {"ghosts", "theme", "all_steps"}
"""What pictures read."""

MAX_FILES = 2000
"""The largest number of steps in one export of all steps."""


class Exporter(NamedTuple):
    """A format: one entry of the table."""

    name: str
    suffixes: tuple[str, ...]
    """Suffixes of files; the longest one that fits names the format."""
    about: Message
    module: str = ""
    """The module in this package that writes it, loaded on use; empty where a registered painter does."""
    reads: frozenset[str] = PART | STEP | STUBS
    """The fields of an Extent that it supports; others are refused."""
    max_nodes: int | None = None
    holds_all_steps: bool = False
    """Whether one file holds all steps; else every step becomes a file with a number."""
    holds_several: bool = False
    """Whether one file may hold several recordings."""

    def pieces(self, *selections: Selection) -> Iterable[str | bytes]:
        """The file's content, about a piece for every node; several selections where it `holds_several`."""
        module = import_module(f"plyscope.export.{self.module}") if self.module else painter_of(self.name)
        pieces: Iterable[str | bytes] = module.pieces(*selections)
        return pieces


EXPORTERS = {
    exporter.name: exporter
    for exporter in (
        Exporter("txt", ("txt",), Message("the nested listing of calls"), "text", frozenset({"root", "step"})),
        Exporter("svg", ("svg",), Message("a drawing for browsers and documents"), "svg", PICTURE, 20_000),
        Exporter("png", ("png",), Message("a picture of pixels"), "", PICTURE | {"scale"}, 20_000),
        Exporter("pdf", ("pdf",), Message("a page for printing"), "", PICTURE, 20_000),
        Exporter("gif", ("gif",), Message("the steps as an animation"), "", PICTURE | {"scale"}, 20_000, True),
        Exporter(
            "html", ("html", "htm"), Message("a page that walks through the search in any browser"), "page.html",
            PART | STUBS | TEXTS | {"ghosts", "step", "theme", "all_steps"}, 100_000, True, True,
        ),
        Exporter(
            "json", ("json",), Message("every frame and every pruned move"), "json_tree",
            PART | STEP | STUBS | {"boards", "notes"},
        ),
        Exporter("csv", ("csv",), Message("a table for spreadsheets and data frames"), "csv_table", DATA),
        Exporter("graphml", ("graphml",), Message("a graph for yEd, igraph and others"), "graphml", DATA),
        Exporter("gexf", ("gexf",), Message("a graph for Gephi"), "gexf", DATA | {"theme"}),
        Exporter("node-link", ("node-link.json",), Message("a graph as JSON"), "node_link", DATA, 250_000),
        Exporter("nested", ("nested.json",), Message("a nested list, which is a tree again"), "nested", PART),
        Exporter("efg", ("efg",), Message("an extensive game for Gambit"), "gambit", PART),
        Exporter("dot", ("dot", "gv"), Message("a graph for Graphviz"), "dot", PICTURE),
        Exporter("dot-svg", ("dot.svg",), Message("a drawing that Graphviz lays out"), "dot_svg", PICTURE, 3_000),
        Exporter("mmd", ("mmd", "mermaid"), Message("a flowchart for Mermaid"), "mermaid", PICTURE, 501),
        Exporter(
            "tikz", ("tex", "tikz"), Message("a drawing for LaTeX, which it sets quickly"), "tikz",
            PICTURE | {"fragment"}, 2_000,
        ),
        Exporter(
            "forest", ("forest.tex",), Message("a tree for LaTeX, to be edited"), "forest", PICTURE | {"fragment"}, 300
        ),
        Exporter(
            "beamer", ("beamer.tex",), Message("slides for LaTeX, one for every step"), "beamer",
            PART | STUBS | TEXTS | {"ghosts", "hides_future", "theme", "fragment", "all_steps"}, 500, True,
        ),
        Exporter(
            "speedscope", ("speedscope.json",), Message("a flame chart for speedscope"), "speedscope", PART | STEP
        ),
    )
}  # fmt: skip

_painters: dict[str, str] = {}


def register_painters(modules: Mapping[str, str]) -> None:
    """Register the modules of the window that write the formats for which the engine has no painter."""
    _painters.update(modules)


def painter_of(form: str) -> ModuleType:
    """Return the registered module that writes a format; raise InputError in the engine alone."""
    if form not in _painters:
        raise InputError("{name} is painted by the window: the command `plyscope` writes it", name=form)
    return import_module(_painters[form])


def find_exporter(path: Path, form: str | None = None) -> Exporter:
    """Return the exporter of that name, or without one of the path's suffix; raise InputError where there is none."""
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
    """Raise InputError for options that the format does not support, or that no format has."""
    known = {field.name for field in fields(Extent)}
    for name in names:
        if name not in known:
            raise OptionError("an export has no option {name}", name=name)
        if name not in exporter.reads:
            raise OptionError(
                "{form} does not support {option}",
                form=exporter.name,
                option=Message(OPTIONS[name]) if name in OPTIONS else name,
            )


def export(
    trace: Trace | Sequence[Trace],
    path: str | Path,
    extent: Extent = WHOLE,
    *,
    form: str | None = None,
    force: bool = True,
    progress: Callable[[int], object] | None = None,
    **options: Any,
) -> list[Path]:
    """Write a recording in the format that `form` or the path's suffix names, and return the files. A page in HTML may
    hold several.

    The options are the fields of an Extent. `progress` is called with the number of nodes written so far; an
    exception that it raises ends the export, and leaves no file behind.
    """
    path = Path(path)
    exporter = find_exporter(path, form)
    changed = [field.name for field in fields(Extent) if getattr(extent, field.name) != getattr(WHOLE, field.name)]
    check_options(exporter, [*changed, *options])
    extent = replace(extent, **options)
    traces = trace if isinstance(trace, Sequence) else [trace]
    if not traces:
        raise InputError("there is no recording to write")
    if len(traces) > 1 and not exporter.holds_several:
        raise OptionError("a file of {form} holds one recording", form=exporter.name)
    selections = [select(exporter, one, extent) for one in traces]
    if extent.all_steps and not exporter.holds_all_steps:
        return write_numbered(exporter, selections[0], path, force, progress)
    with replacing(path, force=force) as temporary:
        write(exporter, selections, temporary, progress)
    return [path]


def select(exporter: Exporter, trace: Trace, extent: Extent) -> Selection:
    """Return the nodes to write; raise InputError where there are none, or too many for the format."""
    from plyscope.export.selection import Selection

    if extent.all_steps and extent.step is not None:
        raise OptionError("one step or all steps, not both")
    selection = Selection(trace, extent)
    if len(selection) == 0:
        raise InputError("frame {frame} has not begun at step {step}", frame=extent.root, step=selection.step)
    if exporter.max_nodes is not None and len(selection) > exporter.max_nodes:
        raise InputError(
            "{name} can hold {most} nodes at most, not {count}: fewer plies ({plies}) or a subtree ({subtree}) will do",
            name=exporter.name,
            most=exporter.max_nodes,
            count=len(selection),
            **SMALLER_EXPORT_OPTIONS,
        )
    return selection


def write(
    exporter: Exporter,
    selections: Sequence[Selection],
    path: Path,
    progress: Callable[[int], object] | None,
    before: int = 0,
) -> int:
    """Write one file; return the number of pieces written so far, `before` included."""
    number = before
    with path.open("wb") as file:
        for piece in exporter.pieces(*selections):
            file.write(piece.encode() if isinstance(piece, str) else piece)
            number += 1
            if progress is not None:
                progress(number)
    return number


def write_numbered(
    exporter: Exporter, whole: Selection, path: Path, force: bool, progress: Callable[[int], object] | None
) -> list[Path]:
    """Write a file for every step, with the step's number in its name: all of them or none."""
    steps = whole.own_steps()
    if len(steps) > MAX_FILES:
        raise InputError(
            "{count} steps would be as many files, and {most} are the most: a subtree ({subtree}) has fewer",
            count=len(steps),
            most=MAX_FILES,
            subtree=SMALLER_EXPORT_OPTIONS["subtree"],
        )
    digits = max(4, len(str(steps[-1])))
    paths = [path.with_name(f"{path.stem}-{step:0{digits}}{path.suffix}") for step in steps]
    pieces = 0
    with ExitStack() as files:
        temporaries = [files.enter_context(replacing(path, force=force)) for path in paths]
        for step, temporary in zip(steps, temporaries, strict=True):
            pieces = write(exporter, [whole.at_step(step)], temporary, progress, pieces)
    return paths
