"""Which functions of a project call each other across its files: read from the texts, nothing is run.

A file is read with all files of the project that it imports, directly or through others. A function refers to one of
another file by a name that it imports (`from b import best`, `b.best`), by a method of a class that its own class
descends from, or that descends from it, by the name of a method after any other object, and by calling what it is given
(see `callbacks`). Functions that lead back
to themselves through another file form a group, as in `recursion` those of one file do. Which of a group really called
each other in a cycle is known when a recording is over.
"""

from __future__ import annotations

import ast
import io
import os
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from .callbacks import callback_edges
from .caller_moves import note_moves
from .menus import asks_user, is_dialogue
from .module_boards import boards_outside, drawing_classes
from .recursion import Function, Text, functions_in, reachable, text_of
from .search_parts import note_searches, takes_best
from .syntax import children_of, last_of, walk

MAX_FILES = 200
MAX_FILE_CHARS = 1 << 20
"""Characters of a file that is read for recursive functions."""
MAX_ALIASES = 10
"""Files through which a name is imported again and again."""
INSTALLED = frozenset({"site-packages", "dist-packages", "node_modules", "__pypackages__"})
"""Folders of what is installed, also where they lie below a project."""
OF_BUILTINS = frozenset(
    name for kind in (list, dict, set, str, bytes, tuple, int, float, io.TextIOWrapper) for name in dir(kind)
)
"""Names of methods that most often are those of a list, a text or a file."""


@dataclass
class File:
    """A file of the project, with the names it imports from other files."""

    path: str
    tree: ast.Module
    modules: dict[str, str] = field(default_factory=dict)
    """By its name in this file, the file that an imported module is."""
    members: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By its name in this file, what is imported from another one: the file, and the name there."""
    stars: list[str] = field(default_factory=list)
    """The files of which all names are imported."""
    foreign: set[str] = field(default_factory=set)
    """Names that are imported from outside of the project."""

    @cached_property
    def text(self) -> Text:
        """The file's functions and what they refer to, read before the tree is instrumented."""
        return text_of(self.tree)

    @property
    def functions(self) -> dict[str, Function]:
        """The functions of the file."""
        return self.text.functions


class ImportedFiles:
    """The files that some files import within a project, and the groups of their functions."""

    def __init__(self, covers: Callable[[str], bool], folders: Sequence[str]) -> None:
        self.covers = covers
        self.folders = [*folders]
        """Where modules are looked for, beside the folder of the file that imports them."""
        self.files: dict[str, File] = {}
        self.edges: dict[tuple[str, str], set[tuple[str, str]]] = {}
        """By file and function, the functions that it refers to, where there are several files."""
        self.groups: dict[tuple[str, str], int] = {}
        """By file and function, the number of its group, for functions of groups that stand in several files."""
        self._count = 0

    def add(self, path: str, tree: ast.Module) -> dict[str, Function]:
        """Read a file with all that it imports; return its functions."""
        self.read(path, tree)
        file = self.files.get(os.path.realpath(path))
        return functions_in(tree) if file is None or file.tree is not tree else file.functions

    def read(self, path: str, tree: ast.Module) -> None:
        """Read a new file with all that it imports; groups found before keep their numbers."""
        before = len(self.files)
        waiting = [(os.path.realpath(path), tree)]
        while waiting and len(self.files) < MAX_FILES:
            path, tree = waiting.pop(0)
            if path in self.files:
                continue
            self.files[path] = file = File(path, tree)
            self.folders += [one for one in folders_added(tree, path) if one not in self.folders]
            self._read_imports(file, tree)
            for other in {*file.modules.values(), *(one for one, _ in file.members.values()), *file.stars}:
                parsed = None if other in self.files else parsed_file(other)
                if parsed is not None:
                    waiting.append((other, parsed))
        if len(self.files) > 1 and len(self.files) > before:
            self._note_boards([*self.files.values()][before:])
            self._group()

    def functions_of(self, path: str) -> Mapping[str, Function]:
        """Return the functions of a file that was read."""
        file = self.files.get(os.path.realpath(path))
        return {} if file is None else file.functions

    def group_of(self, path: str, name: str) -> int:
        """Return the number of a function's group across files; -1 without one."""
        return self.groups.get((os.path.realpath(path), name), -1)

    def reached_from(self, places: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
        """Return some functions, as file and name, and all that they refer to directly or indirectly."""
        waiting = [*places]
        reached = set(waiting)
        while waiting:
            new = {edge for edge in self.edges.get(waiting.pop(), ()) if edge in self.edges} - reached
            reached |= new
            waiting += new
        return reached

    def recursive(self, places: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Return those of some functions, as file and name, that are recursive."""
        return [place for place in places if self._function(place).is_recursive]

    def named_in(self, path: str, names: Iterable[str]) -> list[tuple[str, str]]:
        """The functions that names of a file stand for, each with its file: defined there, or imported."""
        file = self.files.get(path)
        found = [member for name in names for member in self._member(file, name)] if file is not None else []
        return [place for other, name in found for place in self._functions_named(other, name, is_made=False)]

    def taking_best(self, places: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Those of some recursive functions that take one of the results of their calls, as a search does."""
        return [one for one in places if takes_best(self._function(one).node, self._function(one).children)]

    def _note_boards(self, files: Iterable[File]) -> None:
        """Note boards outside of functions that are objects of other files' classes."""
        drawing = {path: drawing_classes(file.tree) for path, file in self.files.items()}
        for file in files:
            classes = {
                name: drawing[path][member]
                for name, (path, member) in file.members.items()
                if member in drawing.get(path, ())
            }
            for path in (*file.modules.values(), *file.stars):
                classes.update(drawing.get(path, {}))
            if classes:
                found = file.functions
                reached = {name: reachable(name, found) for name in found}
                nodes = {name: one.node for name, one in found.items()}
                for name, boards in boards_outside(file.tree, nodes, reached, classes).items():
                    found[name].outside = boards

    # Imports

    def _read_imports(self, file: File, tree: ast.Module) -> None:
        """Note what a file imports from other files of the project, and which modules from elsewhere."""
        for node in walk(tree):
            if isinstance(node, ast.Import):
                for one in node.names:
                    found = self._file_of(one.name, 0, file.path)
                    name = one.asname or one.name.rpartition(".")[2]
                    if found:
                        file.modules[name] = found
                    else:
                        file.foreign.add(one.asname or one.name.partition(".")[0])
            elif isinstance(node, ast.ImportFrom):
                self._read_members(file, node)

    def _read_members(self, file: File, node: ast.ImportFrom) -> None:
        """Note the names that one `from … import` brings into a file."""
        base = node.module or ""
        here = self._file_of(base, node.level, file.path)
        for one in node.names:
            name = one.asname or one.name
            module = self._file_of(f"{base}.{one.name}" if base else one.name, node.level, file.path)
            if one.name == "*":
                file.stars += [here] if here else []
            elif module:
                file.modules[name] = module
            elif here:
                file.members[name] = here, one.name
            else:
                file.foreign.add(name)

    def _file_of(self, module: str, level: int, importer: str) -> str:
        """Return the file of an imported module; empty where it is outside the project."""
        folder = os.path.dirname(importer)
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        for place in [folder] if level else [folder, *self.folders]:
            stem = os.path.join(place, *module.split(".")) if module else place
            for found in (f"{stem}.py", os.path.join(stem, "__init__.py")):
                if os.path.isfile(found) and self.covers(found):
                    return os.path.realpath(found)
        return ""

    # References

    def _named(self, file: File, name: str, steps: int = 0) -> Iterator[tuple[File, str]]:
        """Iterate over the files that define an imported name, with its name there."""
        if steps > MAX_ALIASES:
            return
        places = [file.members[name]] if name in file.members else [(other, name) for other in file.stars]
        for path, member in places:
            other = self.files.get(path)
            if other is not None:
                yield from self._member(other, member, steps)

    def _member(self, file: File, name: str, steps: int = 0) -> Iterator[tuple[File, str]]:
        """Iterate over the definitions of a file's name, which it may import itself."""
        is_own = name in file.text.classes or any(function.plain_name == name for function in file.functions.values())
        if is_own:
            yield file, name
        else:
            yield from self._named(file, name, steps + 1)

    def _functions_named(self, file: File, name: str, is_made: bool) -> Iterator[tuple[str, str]]:
        """Iterate over the functions that a name stands for: itself, or a class's constructors."""
        for key, one in file.functions.items():
            if one.plain_name == name and not one.in_class:
                yield file.path, key
        if is_made and name in file.text.classes:
            yield from (
                (file.path, key) for key in file.text.makers(name, file.text.classes[name]) if key in file.functions
            )

    def _references(self, file: File, one: Function) -> Iterator[tuple[str, str]]:
        """Iterate over the functions of other files that a function refers to."""
        for name in one.names | one.made:
            for other, member in self._named(file, name):
                yield from self._functions_named(other, member, name in one.made)
        own = self._class_around(file, one)
        for before, name in one.dotted | one.read | one.of_modules:
            module = self.files.get(file.modules.get(before, ""))
            if module is not None:
                for other, member in self._member(module, name):
                    yield from self._functions_named(other, member, name in one.made)
            elif before not in file.foreign and not one.roots[before, name] <= file.foreign:
                yield from self._methods(file, one, own, before, name)
        for name in one.inherited:
            if own is not None:
                yield from self._methods_of(self._bases[own], name)

    def _methods(
        self, file: File, one: Function, own: tuple[str, str] | None, before: str, name: str
    ) -> Iterator[tuple[str, str]]:
        """Iterate over the methods in other files that a name after a dot may mean."""
        classes = [(other.path, member) for other, member in self._named(file, before) if member in other.text.classes]
        related = set() if own is None else self._related(own)
        if classes:
            yield from self._methods_of([around for each in classes for around in (each, *self._bases[each])], name)
        elif before in ("self", "cls") and own is not None:
            yield from self._methods_of(related, name)
        elif before not in file.text.classes:
            for path, key in self._methods_of(self._bases, name):
                found = self.files[path].functions[key]
                is_related = (path, found.place) in related
                if is_related or not (name in OF_BUILTINS or name == one.last_name or asks_user(found.node)):
                    yield path, key

    def _methods_of(self, classes: Iterable[tuple[str, str]], name: str) -> Iterator[tuple[str, str]]:
        """Iterate over the methods of a name in some classes."""
        for path, owner in classes:
            for key in self._by_plain_name.get((path, f"{owner}.{name}"), ()):
                yield path, key

    def _class_around(self, file: File, one: Function) -> tuple[str, str] | None:
        """Return the class around a function, with its file; None without one."""
        place = one.place
        while place and place not in file.text.classes:
            place = place.rpartition(".")[0]
        return (file.path, place) if place else None

    def _related(self, own: tuple[str, str]) -> set[tuple[str, str]]:
        """Return the classes of which an object of a class may be, and their bases."""
        below = {one for one, bases in self._bases.items() if own in bases} | {own}
        return below | {base for one in below for base in self._bases[one]}

    def _resolve(self, file: File, node: ast.expr, is_called: bool) -> Iterator[tuple[str, str]]:
        """Iterate over the functions that an expression stands for; of a called class its constructors."""
        name, before = last_of(node), last_of(getattr(node, "value", node))
        module = self.files.get(file.modules.get(before, "")) if isinstance(node, ast.Attribute) else None
        if module is not None:
            for other, member in self._member(module, name):
                yield from self._functions_named(other, member, is_called)
        elif isinstance(node, ast.Attribute):
            yield from () if name in OF_BUILTINS else self._methods_of(self._bases, name)
        elif isinstance(node, ast.Name):
            for key, one in file.functions.items():
                if one.last_name == name and not one.in_class:
                    yield file.path, key
            yield from self._functions_named(file, name, is_called)
            for other, member in self._named(file, name):
                yield from self._functions_named(other, member, is_called)

    # Groups

    def _group(self) -> None:
        """Group the functions that lead back to themselves through another file."""
        self._by_plain_name: dict[tuple[str, str], list[str]] = {}
        for file in self.files.values():
            for key, one in file.functions.items():
                if one.in_class:
                    self._by_plain_name.setdefault((file.path, one.plain_name), []).append(key)
        self._bases = self._all_bases()
        self.edges = edges = {}
        for file in self.files.values():
            for key, one in file.functions.items():
                inside = {(file.path, other) for other in one.calls}
                edges[file.path, key] = inside | {
                    other for other in self._references(file, one) if other[0] != file.path
                }
        for caller, passed in callback_edges(self.files, self._resolve).items():
            edges[caller] |= passed
        for members in components(edges):
            if len({path for path, _ in members}) > 1:
                self._number(members)

    def _all_bases(self) -> dict[tuple[str, str], set[tuple[str, str]]]:
        """Return each class with all its bases within the project."""
        direct: dict[tuple[str, str], set[tuple[str, str]]] = {}
        for file in self.files.values():
            for name, node in file.text.classes.items():
                found = direct[file.path, name] = set()
                for base in node.bases:
                    last = last_of(base)
                    found |= {(file.path, other) for other in file.text.classes if other.rpartition(".")[2] == last}
                    module = self.files.get(file.modules.get(last_of(getattr(base, "value", base)), ""))
                    places = self._named(file, last) if module is None else self._member(module, last)
                    found |= {(other.path, member) for other, member in places if member in other.text.classes}
        bases: dict[tuple[str, str], set[tuple[str, str]]] = {}
        for one in direct:
            waiting, bases[one] = [one], set()
            while waiting:
                new = direct[waiting.pop()] - bases[one]
                bases[one] |= new
                waiting += new
        return bases

    def _number(self, places: Sequence[tuple[str, str]]) -> None:
        """Number a group of functions, unless it only repeats a dialogue, and note its moves."""
        group = [self._function(place) for place in places]
        if is_dialogue(group, map(self._function, self.reached_from(places))):
            return
        known = [self.groups[place] for place in places if place in self.groups]
        number = known[0] if known else self._count
        self._count += not known
        self.groups.update(dict.fromkeys(places, number))
        for one in group:
            one.group, one.takes_move, one.calling = number, "", frozenset()
        members = {str(at): one for at, one in enumerate(group)}
        note_searches(members)
        note_moves(members)

    def _function(self, place: tuple[str, str]) -> Function:
        """Return a function by its file and name."""
        return self.files[place[0]].functions[place[1]]


def components(edges: Mapping[tuple[str, str], set[tuple[str, str]]]) -> list[list[tuple[str, str]]]:
    """Return a graph's strongly connected components by Tarjan's algorithm, without recursion."""
    index: dict[tuple[str, str], int] = {}
    low: dict[tuple[str, str], int] = {}
    stack: list[tuple[str, str]] = []
    held: set[tuple[str, str]] = set()
    found: list[list[tuple[str, str]]] = []
    for first in edges:
        if first in index:
            continue
        index[first] = low[first] = len(index)
        stack.append(first)
        held.add(first)
        work = [(first, iter(sorted(edges[first])))]
        while work:
            node, others = work[-1]
            for other in others:
                if other not in edges:
                    continue
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    held.add(other)
                    work.append((other, iter(sorted(edges[other]))))
                    break
                if other in held:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    members = set()
                    while node not in members:
                        members.add(stack.pop())
                    held -= members
                    found.append([edge for edge in edges if edge in members])
    return found


def is_below(path: str, project: str) -> bool:
    """Whether a file belongs to a project, and not to what is installed below it."""
    place = os.path.realpath(path)
    if not project or not place.startswith(os.path.join(project, "")):
        return False
    folder = os.path.dirname(place)
    while len(folder) > len(project):
        if os.path.basename(folder) in INSTALLED or os.path.exists(os.path.join(folder, "pyvenv.cfg")):
            return False
        folder = os.path.dirname(folder)
    return True


def folders_added(tree: ast.Module, path: str) -> Iterator[str]:
    """Iterate over existing folders that a file seems to add to the path, seen from its own folder and above."""
    assigned: dict[str, ast.expr] = {}
    added: list[ast.expr] = []
    for node in walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            assigned.setdefault(node.targets[0].id, node.value)
        elif isinstance(node, ast.AugAssign) and is_python_path(node.target):
            added.append(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_python_path(node.func.value):
            added += node.args[-1:]
    own = os.path.dirname(path)
    for value in added:
        for one in value.elts if isinstance(value, (ast.List, ast.Tuple)) else [value]:
            parts = texts_in(one, assigned)
            for base in (own, os.path.dirname(own)):
                folder = os.path.normpath(os.path.join(base, *parts))
                if os.path.isdir(folder):
                    yield folder


def is_python_path(node: ast.expr) -> bool:
    """Whether an expression is `sys.path`."""
    return isinstance(node, ast.Attribute) and node.attr == "path" and last_of(node.value) == "sys"


def texts_in(node: ast.AST, assigned: Mapping[str, ast.expr], steps: int = 0) -> list[str]:
    """Return the texts in an expression, names in it replaced by what they are assigned."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.Name) and node.id in assigned and steps < MAX_ALIASES:
        return texts_in(assigned[node.id], assigned, steps + 1)
    return [text for part in children_of(node) for text in texts_in(part, assigned, steps)]


def parsed_file(path: str) -> ast.Module | None:
    """Return the syntax tree of a file; None if it cannot be read or is too long."""
    try:
        with tokenize.open(path) as file:
            text = file.read(MAX_FILE_CHARS + 1)
        return ast.parse(text, path) if len(text) <= MAX_FILE_CHARS else None
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return None
