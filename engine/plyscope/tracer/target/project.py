"""The files of a project: those with recursive functions are instrumented when they are loaded.

What lies below the project's folder belongs to it, installed packages do not, unless their modules are named.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

from .across_files import MAX_FILE_CHARS, ImportedFiles, is_below
from .chess_objects import is_of_package
from .description import description_of
from .injected_names import Codes, compiled, injected_objects, with_objects
from .instrumentation import decorators, instrument_functions
from .menus import asks_user, menus_among
from .recursion import Function, reachable
from .session_log import SessionLog

LOADER_FILE = "<frozen importlib._bootstrap_external>"
WITHOUT_FRAMES: Any = getattr(importlib, "_bootstrap")._call_with_frames_removed  # noqa: B009
"""Calls a function. Of an exception in it, Python takes the frames of its own loader, which have that file name, out of
the traceback, as far as they lead to this function without another one between them."""


class Project:
    """Which files of a project are instrumented, and which of their functions."""

    def __init__(
        self,
        folder: str,
        modules: Sequence[str],
        names: Sequence[str],
        log: SessionLog,
        folders: Sequence[str] = (),
    ) -> None:
        """`folders` are further ones in which the program finds what it imports."""
        self.folder = os.path.realpath(folder)
        self.modules = modules
        """Modules that are instrumented wherever they lie, with all that is in them."""
        self.names = names
        """The functions to trace; without any, the recursive ones."""
        self.log = log
        self.codes = Codes()
        self.imported = ImportedFiles(self.covers, [self.folder, os.getcwd(), *folders])
        """The files that were read together, to find functions that call each other across files."""
        self.group_numbers: dict[int, int] = {}
        """By the group of functions that stand in several files, the number that the log has for it."""
        self.found: set[str] = set()
        """The names of functions that were found so far."""

    def covers(self, path: str, module: str = "") -> bool:
        """Whether a file or module belongs to what is recorded: not a copy of chess, whose calls would also be ours."""
        if any(module == recorded or module.startswith(f"{recorded}.") for recorded in self.modules):
            return True
        return is_below(path, self.folder) and not is_of_package(path)

    def traced_in(self, functions: Mapping[str, Function], across: Mapping[str, int]) -> list[str]:
        """Return the functions of a text to be traced: requested, else recursive and deciding ones.

        `across` are those that call themselves through other files.
        """
        if not self.names:
            menus = menus_among(functions) - across.keys()
            found = [name for name, one in functions.items() if one.is_recursive and name not in menus]
            groups = {functions[name].group for name in found}
            return found + [
                name
                for name, one in functions.items()
                if one.decides in groups
                and not any(asks_user(functions[other].node) for other in {name, *reachable(name, functions)})
            ]
        return [
            name
            for name, one in functions.items()
            if any(asked in (name, one.plain_name) or one.plain_name.endswith(f".{asked}") for asked in self.names)
        ]

    def instrument_traced(self, tree: ast.Module, text: str, path: str) -> list[str]:
        """Instrument the functions of a tree and describe them in the log; return their names."""
        functions = self.imported.add(path, tree)
        groups = self.groups_across_files(functions, path)
        names = self.traced_in(functions, groups)
        if names:
            first = len(self.log.groups)
            traced = {functions[name].group for name in names} - {-1}
            numbers: dict[int, int] = {}
            for at, name in enumerate(names):
                one = functions[name]
                one.is_root = one.decides in traced
                group, across = one.decides if one.is_root else one.group, groups.get(name, -1)
                if one.is_root:
                    across = next((groups.get(other, -1) for other in names if functions[other].group == group), -1)
                known = numbers if across < 0 else self.group_numbers
                # A function that is traced though it is not recursive is a group of its own.
                number = known.setdefault(group if across < 0 else across, first + at) if group >= 0 else first + at
                self.log.groups.append(number)
            facts = description_of(functions, names, text, path)
            numbered = [
                (*one, self.log.groups[first + at], functions[names[at]].is_root) for at, one in enumerate(facts)
            ]
            self.log.describe(path, text, numbered)
            if not instrument_functions(tree, functions, {name: first + at for at, name in enumerate(names)}):
                self.log.frames_per_call(2)
            self.found.update(names)
        return names

    def groups_across_files(self, functions: Mapping[str, Function], path: str) -> dict[str, int]:
        """Return the groups of functions that are recursive through other files, and note these at the functions."""
        groups: dict[str, int] = {}
        numbers: dict[int, int] = {}
        for name, one in self.imported.functions_of(path).items():
            group = self.imported.group_of(path, name)
            if group >= 0 and name in functions:
                groups[name] = group
                found = functions[name]
                # No group of this file alone has such a number.
                before, found.group = found.group, len(functions) + group
                numbers[before] = found.group
                found.takes_move, found.calling = one.takes_move, one.calling
                found.children, found.elsewhere, found.is_search = one.children, one.elsewhere, one.is_search
        for one in functions.values():
            if one.decides >= 0:
                one.decides = numbers.get(one.decides, one.decides)
        return groups

    def code_of(self, text: str, path: str, scope: Mapping[str, Any]) -> CodeType:
        """Return the code of a file, which records the calls of its recursive functions.

        Meanwhile no lines are followed: that would take several times as long as all of this.
        """
        following = sys.gettrace()
        sys.settrace(None)
        try:
            # Python warns when the text itself is compiled, by `plain` or for its description.
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(text, path)
            return self.compiled(tree, path, scope) if self.instrument(tree, text, path) else plain_code(text, path)
        finally:
            sys.settrace(following)

    def instrument(self, tree: ast.Module, text: str, path: str) -> bool:
        """Instrument a tree; return whether functions are traced. One that cannot be read runs as it is."""
        if len(text) > MAX_FILE_CHARS:
            return False
        try:
            return bool(self.instrument_traced(tree, text, path))
        except RecursionError:
            return False

    def compiled(self, tree: ast.Module, path: str, scope: Mapping[str, Any], flags: int = 0) -> CodeType:
        """Return the code of an instrumented tree."""
        objects = injected_objects(self.log, scope)
        objects.update(decorators(self.log, self.codes))
        return with_objects(compiled(tree, path, flags), objects, self.codes)


def plain_code(text: str, path: str) -> CodeType:
    """Return the code of a text that is not instrumented."""
    code: CodeType = compile(text, path, "exec", dont_inherit=True)
    return code


class ProjectLoader(SourceFileLoader):
    """The loader of the project's files, which bypasses caches of compiled files."""

    project: Project

    def exec_module(self, module: ModuleType) -> None:
        text, code = self.get_source(module.__name__) or "", None
        with contextlib.suppress(SyntaxError):
            code = self.project.code_of(text, self.path, vars(module))
        WITHOUT_FRAMES(exec, code or WITHOUT_FRAMES(compile, text, self.path, "exec", 0, True), vars(module))


ProjectLoader.exec_module.__code__ = ProjectLoader.exec_module.__code__.replace(co_filename=LOADER_FILE)


class ProjectFinder:
    """The finder that has the project's files loaded by `ProjectLoader`."""

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
        """Put the finder in front of Python's own."""
        finders: list[Any] = sys.meta_path
        at = finders.index(PathFinder) if PathFinder in finders else len(finders)
        finders.insert(at, self)
