"""Lessons: a source and a few prompts, each of which waits until the reader has done what it asks for.

A lesson is data. It names the commands of the window and the states that it can reach; it never runs anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from plyscope.files.atomic import bytes_of
from plyscope.files.sources import NO_POSITIONS, decode, samples_folder
from plyscope.files.toml_tables import check_keys, parse_toml
from plyscope.messages import InputError, Message

STATES = (
    "recorded",
    "stepped",
    "step",
    "cutoff",
    "last",
    "panel",
    "ghost",
    "comparison",
    "again",
    "exercise",
    "solved",
)
"""What a prompt can wait for; `panel` names one after a colon, as in `panel:why`, and `step` a number."""
LESSON_KEYS: Mapping[str, type] = {"title": str, "number": int, "source": str, "end": str, "prompt": list}
PROMPT_KEYS: Mapping[str, type] = {"title": str, "text": str, "source": str, "action": str, "state": str, "step": int}


@dataclass(frozen=True)
class Prompt:
    """One task of a lesson, and the state that fulfils it."""

    title: str
    """What to do, in a few words."""
    text: str
    """What is to be seen, and what to do; `{keys}` stands for how to do it, such as “press X, or click …”."""
    action: str = ""
    """The command that it points at, or the panel; doing it fulfils the prompt."""
    state: str = ""
    """The state that fulfils it too, however it is reached."""
    step: int | None = None
    """The step to be at when it begins."""
    source: str = ""
    """Another source, which is opened when the prompt begins; else it is about the one before."""


@dataclass(frozen=True)
class Lesson:
    """A source, the tasks on it, and the closing words."""

    name: str
    title: str
    source: str
    prompts: tuple[Prompt, ...]
    end: str
    number: int = 0
    """Its place among the lessons."""

    def source_at(self, place: int) -> str:
        """Return the source that a prompt is about."""
        named = [prompt.source for prompt in self.prompts[: place + 1] if prompt.source]
        return named[-1] if named else self.source


def lesson_names() -> list[str]:
    """Return the names of our lessons in the order in which one learns."""
    names = [path.stem for path in (samples_folder() / NO_POSITIONS).glob("*.toml")]
    return sorted(names, key=lambda name: (sample_lesson(name).number, name))


@cache
def sample_lesson(name: str) -> Lesson:
    """Return one of our lessons, which is read once."""
    return read_lesson(samples_folder() / NO_POSITIONS / f"{name}.toml")


def is_lesson_file(path: Path) -> bool:
    """Whether a file is a lesson, by its content."""
    if path.suffix != ".toml":
        return False
    with suppress(InputError):
        return "prompt" in parse_toml(decode(bytes_of(path)))
    return False


def own_lesson(path: Path) -> Lesson:
    """Return a lesson of the reader's own; files that it names may stand beside it.

    Its name, under which the window keeps how far one has come, differs from those of other files of the same name.
    """
    lesson = read_lesson(path)
    where = path.resolve()

    def found(source: str) -> str:
        beside = where.parent / source
        return str(beside) if source and beside.is_file() else source

    prompts = tuple(replace(prompt, source=found(prompt.source)) for prompt in lesson.prompts)
    name = f"{lesson.name}-{crc32(str(where).encode(errors='surrogateescape')):08x}"
    return replace(lesson, name=name, source=found(lesson.source), prompts=prompts)


def read_lesson(path: Path) -> Lesson:
    """Return the lesson in a file; InputError says what is wrong with it."""
    try:
        content = parse_toml(decode(bytes_of(path)))
        check_keys(content, LESSON_KEYS, ("title", "source", "prompt"), Message("a lesson"))
        prompts = [prompt_of(prompt, number) for number, prompt in enumerate(content["prompt"], start=1)]
        if not prompts:
            raise InputError("the lesson has no prompt")
    except InputError as error:
        raise error.inside(str(path)) from None
    end, number = content.get("end", "").strip(), content.get("number", 0)
    return Lesson(path.stem, content["title"], content["source"], tuple(prompts), end, number)


def prompt_of(content: Any, number: int) -> Prompt:
    """Return the prompt of a table; InputError says what is wrong with it."""
    try:
        if not isinstance(content, dict):
            raise InputError("this is no table")
        check_keys(content, PROMPT_KEYS, ("title", "text"), Message("a prompt"))
        texts = {key: value.strip() for key, value in content.items() if isinstance(value, str)}
        prompt = Prompt(**texts, step=content.get("step"))
        if not (prompt.action or prompt.state):
            raise InputError("it has neither an action nor a state to wait for")
        if prompt.state and prompt.state.partition(":")[0] not in STATES:
            raise InputError(
                "{state} is not a state; the states are {states}", state=prompt.state, states=", ".join(STATES)
            )
        if prompt.state.startswith("step:") and not prompt.state.removeprefix("step:").isdecimal():
            raise InputError("{state} names no step", state=prompt.state)
        if prompt.step is not None and prompt.step < 0:
            raise InputError("the step is less than 0")
    except InputError as error:
        raise error.inside(f"prompt {number}") from None
    return prompt
