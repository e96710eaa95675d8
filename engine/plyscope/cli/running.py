"""Running a command: progress after a second, Ctrl+C that keeps partial results, errors in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Timer
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from plyscope.messages import InputError, Message, OptionError, shortened, shown
from plyscope.operating_system import end_on_termination, is_termination, raise_on_termination, requests_to_stop

if TYPE_CHECKING:
    from rich.progress import Progress

    from plyscope.files.journal import Journal

COMPLETION = "_PLYSCOPE_COMPLETE"
"""The variable by which a shell requests its completion script, or completions."""
BAD_INPUT, WRONG_USAGE, AT_LIMIT, INTERRUPTED = 1, 2, 3, 130
SIGNAL_STATUS_BASE = 128
"""With the number of a signal, the status of a command that has ended by it."""
MAX_COMPLAINT_CHARS = 300
"""Characters of an error."""
stopped_by: list[int] = []
"""The signals that have stopped the command."""
TASK: Any = 0
"""The only task of a progress bar."""
PROGRESS_DELAY = 1.0
"""Seconds before progress is shown."""
PROGRESS_INTERVAL = 0.05
"""Seconds between two updates of the bar: an export reports progress a million times."""
ABOUT_FRAMES = "of about {total:,.0f} frames"
"""The text behind the number in a progress bar."""


def run(group: click.Group, arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    if instruction := os.environ.get(COMPLETION):
        from plyscope.cli.completion import complete

        return complete(group, COMPLETION, instruction)
    stopped_by.clear()
    try:
        raise_on_termination(stopped_by.append)
        status = run_group(group, sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # before the command has begun, or after its end
        status = INTERRUPTED
    finally:
        end_on_termination()
    ended_by = next(filter(is_termination, stopped_by), None)
    return SIGNAL_STATUS_BASE + ended_by if status == INTERRUPTED and ended_by is not None else status


def run_group(group: click.Group, arguments: list[str]) -> int:
    """Run a command line of the group; print an error in one line, and return the exit status."""
    replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        status = invoke(group, arguments)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except OptionError as error:
        return complain(error.message, WRONG_USAGE)
    except InputError as error:
        return complain(error.message, BAD_INPUT)
    except click.ClickException as error:
        return complain(Message("{reason}", reason=error.format_message()), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has closed the pipe. Buffered output is dropped.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except MemoryError:
        return complain(Message("there is not enough memory; --limit ends a recording earlier"), BAD_INPUT)
    except OSError as error:
        place = f"{shown(str(error.filename))}: " if error.filename else "standard output: "
        return complain(Message("{place}{reason}", place=place, reason=error.strerror or str(error)), BAD_INPUT)
    except (Exception, SystemExit) as error:
        from plyscope import plugins

        if (message := plugins.fault(error)) is None:
            raise
        return complain(message, BAD_INPUT)


def invoke(group: click.Group, arguments: list[str]) -> object:
    """Run click's main, but let BrokenPipeError pass."""
    try:
        with group.make_context("plyscope", list(arguments)) as context:
            return group.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code


def replace_closed_streams() -> None:
    """Discard output to streams that are closed, for which Python has None."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8"))


def load_numpy() -> None:
    """Import numpy without the threads of its linear algebra, which take half of that time.

    The environment stays as it is for the programs that are run.
    """
    threads = "OPENBLAS_NUM_THREADS"
    if threads not in os.environ:
        os.environ[threads] = "1"
        try:
            import_module("numpy")
        finally:
            del os.environ[threads]


def complain(message: Message, status: int) -> int:
    """Print an error to standard error, and return the exit status given."""
    print(f"plyscope: {shortened(str(message), MAX_COMPLAINT_CHARS)}", file=sys.stderr)
    return status


def remark(message: Message) -> None:
    """Print a remark to standard error, beside a valid result."""
    print(f"plyscope: {message}", file=sys.stderr)


def warn(warnings: Iterable[Message]) -> None:
    """Print the warnings of a position or recording."""
    for warning in warnings:
        remark(Message("warning: {warning}", warning=warning))


class ProgressReport:
    """The progress of a command, shown after a second, which also knows whether to stop."""

    def __init__(self, total: float | None, about: str = ABOUT_FRAMES) -> None:
        self.total = total
        self.about = about
        self.frames = 0
        self.interrupted = False
        """Whether Ctrl+C was pressed, or the system asked the command to end, if it handles that."""
        self._began = perf_counter()
        self._last_update = 0.0
        self._bar: Progress | None = None
        self._timer = Timer(PROGRESS_DELAY, self._show)
        self._timer.daemon = True
        if sys.stderr.isatty():
            self._timer.start()

    def __call__(self, frames: int) -> bool:
        """Report the number of frames so far; return False to request a stop."""
        self.frames = frames
        if self._bar is not None and perf_counter() - self._last_update > PROGRESS_INTERVAL:
            self._last_update = perf_counter()
            self._bar.update(TASK, completed=frames, total=self.total and max(self.total, frames))
        return not self.interrupted

    def _show(self) -> None:
        """Begin the bar on standard error."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        about = self.about.format(total=self.total) if self.total else ""
        bar = Progress(
            BarColumn(), TextColumn("{task.completed:,.0f}"), TextColumn(about), TimeElapsedColumn(),
            console=Console(stderr=True), transient=True,
        )  # fmt: skip
        bar.add_task("", total=self.total, completed=self.frames)
        bar.start()
        self._bar = bar

    @property
    def seconds(self) -> float:
        """The seconds since the command began."""
        return perf_counter() - self._began

    def close(self) -> None:
        """Stop showing progress, or cancel that it begins."""
        self._timer.cancel()
        if self._bar is not None:
            self._bar.stop()


@contextmanager
def progress_shown(total: float | None = None, about: str = ABOUT_FRAMES) -> Iterator[ProgressReport]:
    """Give the progress of work that Ctrl+C ends at once."""
    progress = ProgressReport(total, about)
    try:
        yield progress
    finally:
        progress.close()


@contextmanager
def interruptible_progress(total: float | None = None, about: str = ABOUT_FRAMES) -> Iterator[ProgressReport]:
    """Give the progress of work that a first Ctrl+C or SIGTERM stops, keeping its result."""
    with progress_shown(total, about) as progress:

        def stop(number: int) -> None:
            progress.interrupted = True
            stopped_by.append(number)

        with requests_to_stop(stop):
            yield progress


def collect(
    workers: Any, found: list[dict[str, Any]], progress: ProgressReport, journal: Journal | None = None
) -> bool:
    """Add the results of workers as they arrive, also to a file; return whether the user interrupted the work."""
    while not workers.is_done and progress(len(found)):
        result = workers.poll(0.1)
        if result is not None:
            found.append(result)
            if journal is not None:
                journal.add(result)
    progress(len(found))
    return progress.interrupted and not workers.is_done
