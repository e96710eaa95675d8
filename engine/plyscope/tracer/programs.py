"""What a session runs: a file, a module, a notebook, tests, pasted text, or one call of a file."""

from __future__ import annotations

import ast
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from plyscope.tracer.source_text import (
    read_source_file,
    recursive_by_implication,
    refuse_no_file,
    resolve_file,
    text_in,
)
from plyscope.tracer.target.across_files import ImportedFiles, is_below, parsed_file
from plyscope.tracer.target.recursion import called_in

MARKERS = (".git", ".hg", "pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "Pipfile")
"""Files that stand in the uppermost folder of a project."""
PASTED = "<pasted>"
"""The name of a text that has no file."""


@dataclass(frozen=True)
class Program:
    """A program to be started: a file, module, notebook, tests, pasted text, or one call of a file."""

    kind: str
    """file, module, call, cells, tests."""
    file: str = ""
    """The absolute path of its file, where it has one."""
    text: str | None = None
    """Its text where that is not what stands in the file."""
    name: str = ""
    """The file, the module or the test, as the user wrote it."""
    call: str = ""
    arguments: tuple[str, ...] = ()
    cells: tuple[int, ...] = ()
    """The first line of each cell of a notebook."""
    folder: Path = field(default_factory=Path.cwd)
    """The current folder of the program."""
    project: Path | None = None
    """The files below this folder belong to the program."""
    magics: tuple[str, ...] = ()
    """What was not taken over from a notebook: what only IPython understands."""

    @property
    def place(self) -> Path:
        """The file, else one in the program's folder, from where its Python is looked for."""
        if self.file and self.kind != "module" and self.file != PASTED:
            return Path(self.file)
        return self.folder / "program"

    @property
    def request(self) -> Mapping[str, Any]:
        """The facts about it that the target process needs."""
        return {
            "kind": self.kind,
            "file": self.file,
            "text": self.text,
            "name": self.name,
            "module": self.name,
            "test": self.name,
            "call": self.call,
            "arguments": list(self.arguments),
            "cells": list(self.cells),
            "project": "" if self.project is None else str(self.project),
            "folders": [] if self.project is None else import_folders(Path(self.file or self.folder / "program")),
        }


def program_of(target: str, call: str = "", arguments: Sequence[str] = (), folder: Path | None = None) -> Program:
    """Return the program of a Python file, notebook, or FILE.py::test; with a call, that call."""
    here = (folder or Path.cwd()).absolute()
    test_file, _, test = target.partition("::")
    path = resolve_file(test_file if test else target)
    project = project_of(path)
    refuse_no_file(path, test_file)
    if test:
        return Program("tests", str(path), None, f"{path}::{test}", "", tuple(arguments), (), here, project)
    if path.suffix.lower() == ".ipynb":
        from plyscope.tracer.notebook import read_notebook

        notebook = read_notebook(path)
        text, cells, magics = notebook.text, notebook.first_lines, notebook.magics
        kind = "call" if call else "cells"
        return Program(kind, str(path), text, target, call, tuple(arguments), cells, path.parent, project, magics)
    text = text_in(path, target)
    if call:
        place = path.parent if folder is None else here
        return Program("call", str(path), text, target, call, tuple(arguments), (), place, project)
    return Program("file", str(path), None, target, "", tuple(arguments), (), here, project)


def module_of(name: str, arguments: Sequence[str] = (), folder: Path | None = None) -> Program:
    """Return the program of a module, as `python -m` takes it."""
    here = (folder or Path.cwd()).absolute()
    return Program("module", "", None, name, "", tuple(arguments), (), here, project_of(here / "program"))


def pasted_program(text: str, call: str = "", arguments: Sequence[str] = (), folder: Path | None = None) -> Program:
    """Return the program of a text without a file."""
    here = (folder or Path.cwd()).absolute()
    return Program("call" if call else "file", PASTED, text, PASTED, call, tuple(arguments), (), here, None)


def project_of(path: Path) -> Path:
    """Return the nearest folder above a file that looks like a project, else the file's own."""
    own = path.absolute().parent
    while (own / "__init__.py").is_file() and own != own.parent:
        own = own.parent
    outer = {Path.home(), *Path.home().parents}
    for folder in (own, *own.parents):
        if folder in outer:
            break
        if any((folder / one).exists() for one in MARKERS):
            return folder
    return own


def import_folders(path: Path) -> list[str]:
    """Return the folders, beside its own, in which a file finds what it imports.

    Python has the current folder on its path where a file is imported from there; it counts if the file lies below it.
    """
    here, own = Path.cwd(), path.absolute().parent
    found = [here] if own.is_relative_to(here) else []
    return [str(folder) for folder in dict.fromkeys([*found, project_of(path)]) if folder != own]


def needs_session(program: Program, functions: Sequence[str] = ()) -> bool:
    """Whether a whole program is recorded with other files of its project, and not a single file.

    A call leads through them where functions call themselves through another file, and where the recursion that it
    reaches, or all that there is, stands in files that its own imports. What takes a best value counts before the rest.
    """
    if program.kind != "call" or program.cells:
        return True
    path = Path(program.file)
    source = read_source_file(path)
    if functions:
        return False
    files, own = files_with(path, project_of(path)), os.path.realpath(path)
    if files.groups:
        return True
    if not source.recursive:
        return any(file != own for file, _ in files.recursive(files.edges))
    try:
        expression = ast.parse(program.call.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        return False
    named = [(own, name) for name in source.meant_by(expression)]
    reached = files.recursive(files.reached_from([*named, *files.named_in(own, called_in(expression))]))
    if source.reaches_recursion(expression) or recursive_by_implication(source.functions, expression):
        searches = files.taking_best(reached)
        return bool(searches) and all(file != own for file, _ in searches)
    return bool(reached)


def files_with(path: Path, project: Path) -> ImportedFiles:
    """Return a file with those of its project that it imports; none if it cannot be read."""
    folder = os.path.realpath(project)
    files = ImportedFiles(lambda one: is_below(one, folder), [folder, *import_folders(path)])
    tree = parsed_file(str(path))
    if tree is not None:
        files.read(str(path), tree)
    return files
