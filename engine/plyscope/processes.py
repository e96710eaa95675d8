"""Processes of ours: how one is started and given its work, what it sends back, and how it ends.

A piece of work is a plain function, found by its name, whose last argument is the parent process:

    def count(limit, parent):
        for number in range(limit):
            if parent.is_stopped:
                break
            parent.send(number)

    child = Child()
    child.begin(print, count, 3)        prints: result 0, result 1, result 2, done None

The function and its arguments travel as pickles, and so do results, which are small; large columns travel as files.
Nothing is unpickled from a process that runs user code: what that one sends is JSON.

A child imports the very Plyscope that we are, and nothing of ours stands on its path; it loads the same plug-ins. It
does not look into the current folder, it does not hear Ctrl+C, and what it prints goes to standard error. When its
input ends, since its parent is gone or has closed it, it is stopped; what it had begun to save it still saves. It is no
daemon and may start others. Its temporary files lie in a folder that is removed however it ends: it may be killed.
"""

from __future__ import annotations

import errno
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from math import inf
from pathlib import Path
from queue import SimpleQueue
from struct import Struct
from threading import Thread
from time import perf_counter
from typing import IO, Any

from plyscope import plugins
from plyscope.messages import InputError, Message, written
from plyscope.operating_system import (
    END_TIMEOUT,
    SESSIONS,
    call_on_termination,
    end_own_session,
    end_session,
    ignore_interrupts,
    own_session,
)
from plyscope.temporary import TemporaryFolder

RESULT, DONE, FAILED = "result", "done", "failed"
"""The kinds of what a child sends: any number of results, then one of the others, a failure with a `Message`."""
DIED = "died"
"""The kind that is delivered, with a `Message`, where a child ends without a word that it is done or has failed."""
STOP = "stop"
"""The order to stop; all others are a matter of the work."""

Deliver = Callable[[str, Any], object]
"""Called with what a child sends, in a thread of its own."""
Work = Callable[..., object]

HEADER = Struct("!Q")
DISK_IS_FULL = (errno.ENOSPC, errno.EDQUOT)
MAX_UNTRUSTED = 4 * 1024 * 1024
"""Bytes of the largest packet that a process with user code may send."""
NO_ANSWER = Message("it answered with something that is no answer")

START = """
import sys
if sys.path[:1] == [""]:
    del sys.path[0]
import importlib.util, os
for folder in sys.argv[1].split(os.pathsep):
    name = os.path.basename(folder)
    place = os.path.join(folder, "__init__.py")
    spec = importlib.util.spec_from_file_location(name, place, submodule_search_locations=[folder])
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
from plyscope.processes import serve
serve(sys.argv[2:])
"""
"""Our packages are imported from where they are, whatever the path of the child finds under their names."""
PACKAGES = [str(Path(__file__).parent)]
"""The folders of the packages that children know; whatever is built on the engine adds its own."""


class Child:
    """A process that waits for its work, does it, and ends."""

    def __init__(self, preload: Sequence[str] = (), *, is_trusted: bool = True) -> None:
        """`preload` names modules that it imports while it waits. One that is not trusted runs user code."""
        self.is_trusted = is_trusted
        self._errors = temporary_file() if is_trusted else None
        options = ["-P", "-X", "utf8"] if is_trusted else ["-X", "utf8"]  # user code finds its path as usual
        try:
            self.process = subprocess.Popen(
                [sys.executable, *options, "-c", START, os.pathsep.join(PACKAGES), *preload],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if self._errors is None else self._errors,
                **own_session(),
            )
        except OSError:
            self._close_errors()
            raise
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._is_ended = False
        self._deliver: Deliver | None = None
        self._folder: TemporaryFolder | None = None
        """For its temporary files, once it has work; None where none could be made."""

    def begin(self, deliver: Deliver, work: Work, *args: object) -> None:
        """Give the process its work. What it sends is delivered until it is done or has failed, or until `end`."""
        self._deliver = deliver
        if self.is_trusted:
            with suppress(OSError):
                self._folder = TemporaryFolder()
        folder = "" if self._folder is None else str(self._folder.path)
        self._outbox.put(pickle.dumps((self.is_trusted, plugins.loaded_paths(), plugins.installed_plugins(), folder)))
        self._outbox.put(pickle.dumps((work, args)))
        for loop in (self._write, self._read):
            Thread(target=loop, daemon=True).start()

    def send(self, order: object) -> None:
        """Send an order to the work, without waiting until it is read."""
        self._outbox.put(pickle.dumps(order))

    def stop(self) -> None:
        """Ask the work to stop and keep its results."""
        self.send(STOP)

    def close(self) -> None:
        """Close the input of the process, which stops its work as if this process were gone."""
        self._outbox.put(None)

    def end(self) -> None:
        """Kill the process and all that it has started. Nothing more is delivered."""
        self._is_ended = True
        end_session(self.process)
        self.close()
        if self._folder is not None:
            self._folder.remove()
        if self._deliver is None:
            for stream in (self.process.stdin, self.process.stdout):
                self._pipe(stream).close()
            self._close_errors()

    @property
    def status(self) -> int | None:
        """The exit status of the process; None if it does not end within the timeout."""
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(END_TIMEOUT)
        return None

    def _write(self) -> None:
        """Write the orders to the process as they are sent, until it is closed; runs in a thread."""
        with self._pipe(self.process.stdin) as stream, suppress(OSError):
            while (packet := self._outbox.get()) is not None:
                write_packet(stream.fileno(), packet)

    def _read(self) -> None:
        """Deliver what the process sends, its last word only when it is gone; runs in a thread."""
        last: tuple[str, Any] | None = None
        with self._pipe(self.process.stdout) as stream:
            try:
                for kind, value in self._received(stream.fileno()):
                    if kind == RESULT:
                        self._pass_on(kind, value)
                    else:
                        last = kind, value
                self.process.wait()
            except Exception:
                last = FAILED, NO_ANSWER
        if self._folder is not None:
            self._folder.remove()
        self._pass_on(*(last or (DIED, self._why_it_ended())))
        self.close()
        self._close_errors()

    def _pass_on(self, kind: str, value: object) -> None:
        """Deliver something that the process has sent, unless it was ended."""
        if not self._is_ended and self._deliver is not None:
            self._deliver(kind, value)

    def _close_errors(self) -> None:
        if self._errors is not None:
            self._errors.close()

    @staticmethod
    def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
        assert stream is not None
        return stream

    def _received(self, descriptor: int) -> Iterator[tuple[str, Any]]:
        """Yield the kind and the value of everything that the process sends."""
        if self.is_trusted:
            for packet in packets(descriptor):
                yield pickle.loads(packet)
            return
        for packet in packets(descriptor, MAX_UNTRUSTED):
            kind, value = json.loads(packet)
            yield kind, value if kind != FAILED else Message("{reason}", reason=str(value))

    def _why_it_ended(self) -> Message:
        """Return the likely reason why a process ended that has not sent one."""
        status = self.process.returncode
        if status < 0:
            return Message(
                "the system ended the process before it was done (signal {number}); perhaps memory ran out",
                number=-status,
            )
        lines = [] if self._errors is None else last_lines(self._errors)
        return Message(
            "the process ended without a result (status {status}): {reason}", status=status, reason=[*lines, "?"][0]
        )


def temporary_file() -> IO[bytes] | None:
    """Return a file for what a child prints to standard error; None where none can be made."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        return None


def last_lines(file: IO[bytes]) -> list[str]:
    """Return the lines of a file that are not empty, the last one first."""
    file.seek(0)
    return [line for line in file.read().decode(errors="replace").splitlines()[::-1] if line.strip()]


# What goes through a pipe, in either direction


def write_packet(descriptor: int, packet: bytes) -> None:
    """Write a packet after its length, whole."""
    data = memoryview(HEADER.pack(len(packet)) + packet)
    while data:
        data = data[os.write(descriptor, data) :]


def packets(descriptor: int, largest: int | None = None) -> Iterator[bytes]:
    """Yield packets as they arrive, until the stream ends.

    No buffer of Python's lies between, since a thread that waits in one cannot be left.
    """
    while header := read_exactly(descriptor, HEADER.size):
        (size,) = HEADER.unpack(header)
        if largest is not None and size > largest:
            raise ValueError("no packet is so large")
        yield read_exactly(descriptor, size)


def read_exactly(descriptor: int, size: int) -> bytes:
    """Return so many bytes; none where the stream ends before that."""
    pieces: list[bytes] = []
    while size > 0:
        try:
            piece = os.read(descriptor, min(size, 1 << 20))
        except OSError:
            return b""
        if not piece:
            return b""
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


# In the child


class Parent:
    """The process that has started this one, as the work in a child sees it."""

    def __init__(self, deliver: Deliver) -> None:
        self.is_stopped = False
        """Whether the work is to end here, and to keep what there is."""
        self._deliver = deliver
        self._orders: SimpleQueue[object] = SimpleQueue()
        self._ends_at_once = False

    def send(self, result: object) -> None:
        """Send a result; if the parent is gone, stop, so that the work is still saved."""
        try:
            self._deliver(RESULT, result)
        except OSError:
            self.stop()

    def next_order(self) -> object:
        """Wait for the next order and return it; STOP where the work is to end."""
        return STOP if self.is_stopped else self._orders.get()

    def orders(self) -> Iterator[object]:
        """Yield orders as they come, until the work is to end."""
        while (order := self.next_order()) != STOP:
            yield order

    @property
    def has_order(self) -> bool:
        """Whether an order waits that was not looked at yet."""
        return not self._orders.empty()

    def stop(self) -> None:
        """Let the work end at its next look at `is_stopped`, or at once where it may."""
        self.is_stopped = True
        self._orders.put(STOP)
        if self._ends_at_once:
            end_own_session()

    def end_at_once(self) -> None:
        """Let being stopped end this process, whatever it is busy with: there is nothing to be saved."""
        self._ends_at_once = True

    def listen(self, orders: Iterator[object]) -> None:
        """Queue orders as they come; stop when there are no more."""
        for order in orders:
            if order == STOP:
                break
            self._orders.put(order)
        self.stop()


class Pace:
    """A limit on how often progress is reported."""

    def __init__(self, seconds: float = 0.1) -> None:
        self.seconds = seconds
        self._last = -inf

    @property
    def is_due(self) -> bool:
        """Whether the last time that this was true lies more than `seconds` back."""
        now = perf_counter()
        if now - self._last <= self.seconds:
            return False
        self._last = now
        return True


def serve(preload: Sequence[str] = ()) -> None:
    """Run a child process: wait for its work, do it, send that it is done or why it failed, and exit.

    Never lets Python take itself apart at the end: gigabytes would be freed one by one.
    """
    orders, results = own_pipes()
    ignore_interrupts()
    for name in preload:
        import_module(name)
    received = packets(orders)
    first = next(received, None)
    if first is not None:
        is_trusted, plugin_paths, installed, folder = pickle.loads(first)
        tempfile.tempdir = folder or None
        encode = pickle.dumps if is_trusted else encode_as_json
        plugins.load(plugin_paths, installed)

        def deliver(kind: str, value: object) -> None:
            write_packet(results, encode((kind, value)))

        parent = Parent(deliver)
        call_on_termination(parent.stop)
        last = outcome(parent, received)
        shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            deliver(*last)
    with suppress(OSError):
        sys.stderr.flush()
    SESSIONS.close()
    os._exit(0)


def own_pipes() -> tuple[int, int]:
    """Return standard input and output for our packets alone: what is printed from now on goes to standard error."""
    orders, results = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return orders, results


def encode_as_json(packet: tuple[str, object]) -> bytes:
    """Return a packet as JSON; of a message its English text."""
    kind, value = packet
    return json.dumps([kind, str(value) if isinstance(value, Message) else value]).encode()


def outcome(parent: Parent, received: Iterator[bytes]) -> tuple[str, object]:
    """Do the work that arrives first; return DONE with None, or FAILED with a message."""
    try:
        work, args = pickle.loads(next(received))
        Thread(target=parent.listen, args=(map(pickle.loads, received),), daemon=True).start()
        work(*args, parent)
    except InputError as error:
        return FAILED, portable(error.message)
    except Exception as error:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            return FAILED, Message("there is not enough memory")
        if isinstance(error, OSError) and error.errno in DISK_IS_FULL:
            return FAILED, Message("{reason}", reason=": ".join(filter(None, (error.filename, error.strerror))))
        with suppress(OSError):
            traceback.print_exc()
        return FAILED, Message("it failed: {reason}", reason=traceback.format_exception_only(error)[-1].strip())
    return DONE, None


def portable(message: Message) -> Message:
    """Return a message whose values every process can read: numbers and texts as they are, all others as text."""
    return Message(message.pattern, **{name: portable_value(value) for name, value in message.values.items()})


def portable_value(value: object) -> object:
    """Return a value that every process can read: a message of such values, a number, a text, or else its text."""
    if isinstance(value, Message):
        return portable(value)
    return value if value is None or type(value) in (str, int, float, bool) else written(value)
