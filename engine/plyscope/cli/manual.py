"""The command help, and the manual page, which is generated from the commands."""

from __future__ import annotations

from collections.abc import Iterator

import click

import plyscope
from plyscope.cli.group import command_line
from plyscope.messages import OptionError

SECTION = "1"

STATUS = (
    ("0", "The command succeeded, even if a limit that was given ended the recording early."),
    ("1", "The input cannot be used; one line on standard error says why."),
    ("2", "The command line itself is wrong."),
    ("3", "A search was stopped at 20 million frames, which --limit changes."),
    ("4", "The command check has found bugs in the recording."),
    ("130", "Interrupted by Ctrl+C; what was recorded until then is kept."),
)
ENVIRONMENT = (
    ("PLYSCOPE_STATE", "The folder for settings, state, recovery and caches, instead of those below."),
    ("XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME", "Where those folders lie on Linux."),
    ("_PLYSCOPE_COMPLETE", "bash_source, zsh_source or fish_source prints the completion script of that shell."),
)
FILES = (
    ("~/.config/plyscope/window.ini", "Settings of the window."),
    ("~/.local/state/plyscope/recovery/", "Recordings that are not saved yet, offered again after a crash."),
    ("~/.cache/plyscope/checked", "Hashes of recordings that were found to be sound; can be deleted."),
)


@command_line.command("help")
@click.argument("name", required=False, metavar="[COMMAND]")
@click.option("--man", "as_manual", is_flag=True, help="print the manual page of all commands, for man(1)")
@click.pass_context
def help_command(context: click.Context, name: str | None, as_manual: bool) -> None:
    """Show what a command does and its options; without a name, list the commands."""
    group = context.find_root().command
    assert isinstance(group, click.Group)
    if as_manual:
        print(manual_page(group), end="")
    elif name is None:
        print(context.find_root().get_help())
    else:
        print(help_on(group, name))


def help_on(group: click.Group, name: str) -> str:
    """Return what `plyscope NAME --help` prints."""
    command = group.commands.get(name)
    if command is None:
        raise OptionError("there is no command {name}; plyscope help lists them", name=name)
    return context_of(group, name).get_help()


def context_of(group: click.Group, name: str) -> click.Context:
    """Return click's context of a command."""
    settings = group.context_settings
    parent = click.Context(group, info_name="plyscope", **settings)
    return click.Context(group.commands[name], info_name=name, parent=parent)


# The manual page


def manual_page(group: click.Group) -> str:
    """Return the whole manual page in the markup of man(7)."""
    return "".join(f"{line}\n" for line in manual_lines(group))


def manual_lines(group: click.Group) -> Iterator[str]:
    """Iterate over the lines of the page."""
    yield f'.TH PLYSCOPE {SECTION} "" "Plyscope {plyscope.__version__}" "User commands"'
    yield from (".nh", ".ad l")
    yield from section("Name", r"plyscope \- see a game\-tree search and walk through it call by call")
    yield from section("Synopsis", r".B plyscope", r"[\fICOMMAND\fR] [\fIOPTIONS\fR] [\fIARGUMENTS\fR]")
    yield from section("Description", *paragraphs(group.help or ""))
    yield ".PP"
    yield "Without a command it opens the window."
    yield ".SH COMMANDS"
    for name in sorted(group.commands):
        yield from command_lines(group, name)
    for title, entries in (("Exit status", STATUS), ("Environment", ENVIRONMENT), ("Files", FILES)):
        yield f".SH {title.upper()}"
        for term, words in entries:
            yield from entry(term, words)


def section(title: str, *lines: str) -> Iterator[str]:
    """Iterate over a section's heading and lines."""
    yield f".SH {title.upper()}"
    yield from lines


def command_lines(group: click.Group, name: str) -> Iterator[str]:
    """Iterate over the lines about one command."""
    context = context_of(group, name)
    command = context.command
    usage = " ".join(command.collect_usage_pieces(context))
    yield f".SS {roff(f'plyscope {name} {usage}')}"
    yield from paragraphs(command.help or "")
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record is not None and isinstance(parameter, click.Option):
            yield from entry(*record)


def entry(term: str, words: str) -> Iterator[str]:
    """Iterate over a term and its description."""
    yield ".TP"
    yield rf"\fB{roff(term)}\fR"
    yield roff(words)


def paragraphs(text: str) -> Iterator[str]:
    """Iterate over the lines of a docstring for roff: each paragraph as one, with .PP between them."""
    for place, paragraph in enumerate(text.strip().split("\n\n")):
        if place:
            yield ".PP"
        yield roff(" ".join(paragraph.split()))


def roff(text: str) -> str:
    """Return a text escaped for man."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
