"""The files of a project: those with recursive functions are instrumented when they are loaded.

What lies below the project's folder belongs to it, installed packages do not, unless their modules are named.
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

from .description import description_of
from .injected_names import Codes, compiled, injected_objects, with_objects
from .instrumentation import decorators, place
from .menus import menus_among
from .recursion import Function, functions_in
from .session_log import SessionLog

INSTALLED = frozenset({"site-packages", "dist-packages", "node_modules", "__pypackages__"})
"""Folders of what is installed, also where they lie below a project."""
MAX_TEXT = 1 << 20
"""Characters of a file that is read for recursive functions."""


class Project:
    """Which files are instrumented, and which of their functions."""

    def __init__(self, folder: str, modules: Sequence[str], names: Sequence[str], log: SessionLog) -> None:
        self.folder = os.path.realpath(folder)
        self.modules = modules
        """Modules that are instrumented wherever they lie, with all that is in them."""
        self.names = names
        """The functions to trace; without any, the recursive ones."""
        self.log = log
        self.codes = Codes()
        self.found: set[str] = set()
        """The names of functions that were found so far."""

    def covers(self, path: str, module: str = "") -> bool:
        if any(module == one or module.startswith(f"{one}.") for one in self.modules):
            return True
        place = os.path.realpath(path)
        if not self.folder or not place.startswith(os.path.join(self.folder, "")):
            return False
        folder = os.path.dirname(place)
        while len(folder) > len(self.folder):
            if os.path.basename(folder) in INSTALLED or os.path.exists(os.path.join(folder, "pyvenv.cfg")):
                return False
            folder = os.path.dirname(folder)
        return True

    def traced_in(self, functions: Mapping[str, Function]) -> list[str]:
        """The functions of a text that are traced: those that are asked for, else the recursive ones."""
        if not self.names:
            menus = menus_among(functions)
            return [name for name, one in functions.items() if one.is_recursive and name not in menus]
        return [
            name
            for name, one in functions.items()
            if any(wanted in (name, one.plain_name) or one.plain_name.endswith(f".{wanted}") for wanted in self.names)
        ]

    def traced_names_in(self, tree: ast.Module, text: str, path: str) -> list[str]:
        """Instruments the functions of a parsed text and describes them in the log; returns their names."""
        functions = functions_in(tree)
        names = self.traced_in(functions)
        if names:
            first = len(self.log.groups)
            groups = [functions[name].group for name in names]
            # A function that is traced though it is not recursive is a group of its own.
            numbers = [at if group < 0 else groups.index(group) for at, group in enumerate(groups)]
            facts = description_of(functions, names, text, path)
            self.log.groups += [first + number for number in numbers]
            numbered = [(*one, self.log.groups[first + at]) for at, one in enumerate(facts)]
            self.log.describe(path, text, numbered)
            if not place(tree, functions, {name: first + at for at, name in enumerate(names)}):
                self.log.frames_per_call(2)
            self.found.update(names)
        return names

    def code_of(self, text: str, path: str, scope: Mapping[str, Any]) -> CodeType:
        """The code of a file, which records the calls of its recursive functions."""
        tree = ast.parse(text, path)
        return self.compiled(tree, path, scope) if self.instrument(tree, text, path) else plain(text, path)

    def instrument(self, tree: ast.Module, text: str, path: str) -> bool:
        """Whether functions of a text are traced; a text that cannot be read for them runs as it is."""
        if len(text) > MAX_TEXT:
            return False
        try:
            return bool(self.traced_names_in(tree, text, path))
        except RecursionError:
            return False

    def compiled(self, tree: ast.Module, path: str, scope: Mapping[str, Any]) -> CodeType:
        objects = injected_objects(self.log, scope)
        objects.update(decorators(self.log, self.codes))
        return with_objects(compiled(tree, path), objects, self.codes)


def plain(text: str, path: str) -> CodeType:
    code: CodeType = compile(text, path, "exec", dont_inherit=True)
    return code


class ProjectLoader(SourceFileLoader):
    """Loads a file of the project; its compiled form is not taken from a cache, nor put there."""

    project: Project

    def exec_module(self, module: ModuleType) -> None:
        text = self.get_source(module.__name__) or ""
        exec(self.project.code_of(text, self.path, vars(module)), vars(module))


class ProjectFinder:
    """Finds the files of the project where Python itself would, and has them loaded by `ProjectLoader`."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or type(spec.loader) is not SourceFileLoader:
            return None
        if not self.project.covers(spec.loader.path, name):
            return None
        loader = ProjectLoader(spec.loader.name, spec.loader.path)
        loader.project = self.project
        spec.loader = loader
        return spec

    def install(self) -> None:
        finders: list[Any] = sys.meta_path
        at = finders.index(PathFinder) if PathFinder in finders else len(finders)
        finders.insert(at, self)
