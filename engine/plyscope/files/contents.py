"""The samples in the order in which one learns, in groups, as `samples/contents.toml` lists them.

The file is part of the program, and a test holds it to the samples that there are. Positions have their titles in
their own files, programs in the list, because the text of a program is its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from plyscope.files.sources import program_paths, sample_paths, samples_folder

CONTENTS = "contents.toml"


@dataclass(frozen=True)
class ListedSample:
    """A sample as the list has it: its file, title, and a sentence about it."""

    name: str
    """What stands after `sample:`."""
    path: Path
    title: str
    about: str
    """What it is about, in a few words."""
    calls: Sequence[int] = ()
    """The plies of the first calls of a program, for a small drawing of its recursion."""

    @property
    def is_program(self) -> bool:
        """Whether the sample is a program to debug, and no position."""
        return self.name in program_paths()


@dataclass(frozen=True)
class Group:
    """Samples from which one learns the same thing."""

    title: str
    about: str
    samples: Sequence[ListedSample]


@cache
def groups() -> Sequence[Group]:
    """Return the groups of samples in the order in which one learns; read once."""
    content = tomllib.loads((samples_folder() / CONTENTS).read_text(encoding="utf-8"))
    return tuple(
        Group(group["title"], group["about"], tuple(listed_sample(**sample) for sample in group["samples"]))
        for group in content["group"]
    )


def listed_sample(name: str, about: str, title: str = "", calls: str = "") -> ListedSample:
    """Return a sample by its name, with its title from its file unless one is given."""
    path = program_paths().get(name) or sample_paths()[name]
    return ListedSample(name, path, title or title_of_position(path), about, tuple(map(int, calls)))


def title_of_position(path: Path) -> str:
    """Return the title in a position file, without reading the position."""
    return str(tomllib.loads(path.read_text(encoding="utf-8"))["title"])
