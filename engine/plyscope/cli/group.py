"""The command line as a whole, to which every command adds itself, and the options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import plyscope
from plyscope.cli.running import AT_LIMIT, INTERRUPTED, remark
from plyscope.messages import Message

if TYPE_CHECKING:
    from plyscope.cli.options import Recorded
    from plyscope.model.trace import Trace

json_option = click.option("--json", "as_json", is_flag=True, help="print the facts as JSON")
force_option = click.option("--force", is_flag=True, help="replace a file that exists")
verify_option = click.option("--verify", is_flag=True, help="verify the whole recording by deriving it again")


OPEN_COMMAND = "open"
"""The command that shows its arguments in the window. The package that shows the window adds it."""


LOADING_PLUGINS_LATER = ("debug",)
"""Commands that load the plug-ins themselves, while what they have started begins."""
PLUGIN_FILES = "plyscope.plugin_files"
"""Where the files named by `--plugin` are kept."""


class CommandLine(click.Group):
    """All commands; an unknown word that names a position or recording opens it in the window."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command; `open` for a word that names a source; fail with a hint at others."""
        word = args[0]
        if word in self.commands:
            return super().resolve_command(context, args)
        from plyscope.files.sources import is_source

        if is_source(word):
            if OPEN_COMMAND not in self.commands:
                context.fail(f"{word} is no command; to search it: plyscope solve '{word}'")
            args = [OPEN_COMMAND, *args]
        else:
            from difflib import get_close_matches

            if near := get_close_matches(word, self.commands, 1):
                context.fail(f"No such command '{word}'; did you mean {near[0]}?")
        return super().resolve_command(context, args)


@click.group(
    "plyscope", cls=CommandLine, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True
)
@click.version_option(plyscope.__version__, prog_name="plyscope")
@click.option(
    "--plugin",
    "plugin_files",
    multiple=True,
    metavar="FILE.py",
    help="a Python file with games and searches; it runs with your rights",
)
@click.pass_context
def command_line(context: click.Context, plugin_files: tuple[str, ...]) -> None:
    """See a game-tree search and walk through it call by call.

    A SOURCE is a file, - for standard input, game:text such as tictactoe:.OO/XXO/.X., sample:NAME, or a position alone.
    A TRACE is a file written by the command record, or a recording that another program has printed as JSON lines.
    Either of them without a command opens in the window.
    """
    context.meta[PLUGIN_FILES] = plugin_files
    if context.invoked_subcommand not in LOADING_PLUGINS_LATER:
        load_plugins(context)
    if context.invoked_subcommand is not None:
        return
    if plugin_files and OPEN_COMMAND in command_line.commands:
        context.exit(context.invoke(command_line.commands[OPEN_COMMAND]))
    print(context.get_help())


def load_plugins(context: click.Context) -> None:
    """Load installed and named plug-ins; print a remark for each file that cannot be used."""
    from plyscope import plugins

    files = context.meta[PLUGIN_FILES]
    plugins.load(files)
    named = {str(Path(file).resolve()) for file in files}
    for plugin in plugins.loaded():
        if plugin.problem is not None and plugin.source in named:
            remark(Message("plug-in {file} is not used: {reason}", file=plugin.source, reason=plugin.problem))


def exit_status_of(recorded: Recorded) -> int:
    """Return the exit status for a recording: interrupted, stopped at a limit that nobody has asked for, or 0."""
    if recorded.interrupted:
        return INTERRUPTED
    return 0 if recorded.fitting is None else AT_LIMIT


def search_text(trace: Trace) -> str:
    """Return the search and its options as text."""
    from plyscope.messages import option_text, written

    words = [trace.search.name]
    for name, value in trace.options.items():
        if isinstance(value, dict):
            value = ",".join(f"{key}={written(weight)}" for key, weight in value.items())
        if name == "windows" and not trace.facts.knows_windows:
            value = "not known"
        if value is not None:
            words.append(f"{name}={option_text(value)}")
    return " ".join(words)
