"""Completion in the shell: what can be typed for an argument or an option of a command.

`_PLYSCOPE_COMPLETE=bash_source plyscope` prints the script for bash, and likewise for zsh and fish; that script
asks `plyscope` itself for candidates. They follow from an option's name or from the name of an argument in the help
(its metavar), so that every command is completed without declaring anything, those of plug-ins too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, shell_complete, split_arg_string

FILES = CompletionItem("", type="file")
"""The candidate that stands for all files."""

if TYPE_CHECKING:
    AnyType = click.ParamType[Any]
else:
    AnyType = click.ParamType  # not generic in the oldest supported click

Candidate = str | CompletionItem
Candidates = Callable[[], Iterable[Candidate]]

BASH_SCRIPT = """\
%(complete_func)s() {
    local IFS=$'\\n' type value completion response
    COMPREPLY=()
    response=$(env COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_BREAKS="$COMP_WORDBREAKS" \
%(complete_var)s=bash_complete "$1")
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        if [[ $type == plain ]]; then
            COMPREPLY+=("$value")
        else
            while IFS= read -r value; do
                [[ -d $value ]] && value+=/
                printf -v value %%q "$value"
                COMPREPLY+=("$value")
            done < <(compgen -f -- "$value")
        fi
    done
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[/:=] ]] && compopt -o nospace
    return 0
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class Bash(BashComplete):
    """Completion for bash, which splits words at `:` and `=`.

    A word such as `sample:tree/textbook` is completed as one; the part that bash has already is not repeated.
    """

    source_template = BASH_SCRIPT

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words of the line before the one that is being typed, and that one."""
        line = os.environ["COMP_LINE"]
        words = split_arg_string(line)[1:]
        incomplete = words.pop() if words and not line[-1].isspace() else ""
        return words, incomplete

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        found = super().get_completions(args, incomplete)
        kept = prefix_kept(incomplete, os.environ.get("COMP_BREAKS", ""))
        for item in found:
            if item.type == "plain":
                item.value = item.value.removeprefix(kept)
        return found


def prefix_kept(incomplete: str, breaks: str) -> str:
    """Return the part of a word that bash keeps: up to the last character that breaks words."""
    ends = [incomplete.rfind(mark) + 1 for mark in ":=" if mark in breaks]
    return incomplete[: max(ends, default=0)]


class Completed(AnyType):
    """The type of a parameter, extended by candidates for completion."""

    def __init__(self, inner: Any, candidates: Candidates) -> None:
        self.inner = inner
        self.name = inner.name
        self.candidates = candidates

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self.inner.convert(value, param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the candidates that begin so; files as the shell finds them, unless there is a colon."""
        items = []
        for candidate in self.candidates():
            if isinstance(candidate, str):
                if candidate.startswith(incomplete):
                    items.append(CompletionItem(candidate))
            elif ":" not in incomplete:
                items.append(CompletionItem(incomplete, type=candidate.type))
        return items


# Candidates


def keys_of(module: str, table: str) -> Candidates:
    """Return the candidates that are the names in a table, those of plug-ins among them; loaded on use."""

    def names() -> list[str]:
        from plyscope import plugins

        plugins.load()
        return list(getattr(import_module(module), table))

    return names


def constant(*words: str) -> Candidates:
    """Return a list of candidates that always offers these words."""
    return lambda: words


def together(*lists: Candidates) -> Candidates:
    """Return the candidates of several lists."""
    return lambda: chain.from_iterable(candidates() for candidates in lists)


def files() -> Iterator[Candidate]:
    """Iterate over the candidate that stands for all files."""
    yield FILES


game_names = keys_of("plyscope.games", "GAMES")
algorithm_names = keys_of("plyscope.recording.plan", "ALGORITHMS")


def sources() -> Iterator[Candidate]:
    """Iterate over candidates for a SOURCE: samples, games, files."""
    from plyscope.files.sources import sample_names

    yield FILES
    yield from (f"{name}:" for name in game_names())
    yield from (f"sample:{name}" for name in sample_names())


def programs() -> Iterator[Candidate]:
    """Iterate over candidates for a program: samples and files."""
    from plyscope.files.sources import program_paths

    yield FILES
    yield from (f"sample:{name}" for name in program_paths())


players = together(files, algorithm_names)
people_and_players = together(constant("human"), players)
games_and_sources = together(game_names, sources)

BY_OPTION: dict[str, Candidates] = {
    "--game": game_names,
    "--algorithm": algorithm_names,
    "--algorithms": algorithm_names,
    "--order": keys_of("plyscope.search.ordering", "ORDERS"),
    "--score": keys_of("plyscope.search.scoring", "SCORINGS"),
    "--as": keys_of("plyscope.export", "EXPORTERS"),
    "--max": constant("first", "second", "mover"),
    "--cut": constant(">=", ">"),
    "--fail": constant("soft", "hard"),
    "--first": people_and_players,
    "--second": people_and_players,
    "--compare": players,
    "--weights": files,
    "--openings": files,
}
BY_ARGUMENT: dict[str, Candidates] = {
    "SOURCE": sources,
    "[SOURCE]...": sources,
    "TRACE": sources,
    "TRACE|SOURCE": sources,
    "[SOURCE|TRACE]...": sources,
    "GAME|SOURCE": games_and_sources,
    "GAME|SOURCE|FILE.plygame": games_and_sources,
    "A B | SOURCE WHO WHO": together(sources, algorithm_names),
    "A": players,
    "B": players,
    "[WHO]...": players,
    "FILE": programs,
}


def candidates_of(parameter: click.Parameter) -> Candidates | None:
    """Return the candidates for a parameter; None where click has its own, or nothing is known."""
    for name in parameter.opts:
        if name in BY_OPTION:
            return BY_OPTION[name]
    if isinstance(parameter, click.Option):
        return None
    return BY_ARGUMENT.get(parameter.metavar or parameter.human_readable_name)


def prepare(group: click.Group) -> None:
    """Attach candidates to every parameter of every command."""
    for command in group.commands.values():
        for parameter in command.params:
            candidates = constant(*group.commands) if parameter.metavar == "[COMMAND]" else candidates_of(parameter)
            if candidates is not None:
                parameter.type = Completed(parameter.type, candidates)


def complete(group: click.Group, variable: str, instruction: str) -> int:
    """Print the completion script or the candidates, as the shell requests by an `instruction` in `variable`:
    bash_source, zsh_complete …"""
    add_completion_class(Bash, "bash")
    prepare(group)
    return shell_complete(group, {}, "plyscope", variable, instruction)
