"""What only some operating systems have: sessions, signals, limits, locks. Each has a branch for where it is missing.

Linux has all of it. macOS has no `prctl`, and refuses a limit on address space. Windows has neither signals nor
`resource`; its processes are ended by `taskkill` and its files locked by `msvcrt`. No other module names any of these.

The process that runs user code loads this module alone, so that it imports little and nothing of ours.
"""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from types import FrameType
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from subprocess import Popen

LOCKED_BYTE = 1 << 40
"""The byte that is locked on Windows, where nobody else can read locked bytes: no file reaches so far."""
END_TIMEOUT = 5.0
"""Seconds that a killed process may take to be gone."""
PR_SET_PDEATHSIG, SIGKILL_NUMBER = 1, 9
SYNCHRONIZE, WAIT_FOREVER = 0x00100000, 0xFFFFFFFF
"""Arguments of Windows functions that open a process and wait until it has ended."""
PARENT_POLL_SECONDS = 1.0
READ_CALLS = {"x86_64": "0", "aarch64": "63"}
"""The number of the system call that reads from a file, by the kind of processor."""


# Processes


def own_session() -> dict[str, Any]:
    """Return arguments of `Popen` for a process that Ctrl+C does not reach, and that ends with all it started."""
    if hasattr(os, "setsid"):
        return {"start_new_session": True}
    import subprocess

    return {
        "creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) | getattr(subprocess, "CREATE_NO_WINDOW", 0)
    }


GUARD = """
import os, signal, sys
def end(session):
    try:
        os.killpg(session, signal.SIGKILL)
    except OSError:
        pass
    for process in filter(str.isdigit, os.listdir("/proc") if os.path.exists("/proc") else ()):
        try:
            if os.getsid(int(process)) == session:
                os.kill(int(process), signal.SIGKILL)
        except OSError:
            pass
guarded = set()
for order, number in map(str.split, sys.stdin):
    if order == "-":
        end(int(number))
    getattr(guarded, "add" if order == "+" else "discard")(int(number))
for session in guarded:
    end(session)
"""
"""Ends the sessions that it guards when its input ends, as the process that started it is gone, however that ended.

A process that moves to a group of its own, as those that a shell starts, stays in its session.
"""


class SessionGuard:
    """A process that outlives this one for as long as it takes to end the sessions that this one has started."""

    def __init__(self) -> None:
        self._process: Popen[bytes] | None = None
        self._lock = _thread.allocate_lock()

    def guard(self, session: int) -> None:
        """End this session, too, when this process has ended, however it ends."""
        if not hasattr(os, "killpg"):
            return
        with self._lock, contextlib.suppress(OSError):
            if self._process is None or self._process.poll() is not None:
                self._process = self._started()
        self._order("+", session)

    def end(self, session: int) -> None:
        """End what is left of a session."""
        self._order("-", session)

    def release(self, session: int) -> None:
        """Let the processes of a session outlive this process."""
        self._order("=", session)

    def close(self) -> None:
        """End the sessions that are guarded, and the guard."""
        import subprocess

        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            with contextlib.suppress(OSError, subprocess.TimeoutExpired):
                process.stdin.close()
                process.wait(END_TIMEOUT)

    def _order(self, order: str, session: int) -> None:
        """Send the guarding process an order about a session: + to guard it, - to end it, = to release it."""
        process = self._process
        if process is not None and process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                os.write(process.stdin.fileno(), f"{order} {session}\n".encode())

    def _started(self) -> Popen[bytes]:
        """Return the guarding process, just started; at the exit of this process it is closed."""
        import atexit
        import subprocess
        import sys

        atexit.unregister(self.close)
        atexit.register(self.close)
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", GUARD],
            bufsize=0,
            cwd="/",
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


SESSIONS = SessionGuard()
"""Guards the sessions of the processes that run user code."""


def end_session(process: Popen[bytes]) -> None:
    """Kill a process that was started with `own_session`, and all that it has started; wait until it is gone."""
    import subprocess

    if hasattr(os, "killpg"):
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        end_tree(process.pid)
    with contextlib.suppress(OSError):
        process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(END_TIMEOUT)
    SESSIONS.end(process.pid)


def end_tree(process: int) -> None:
    """Kill a process and all that it has started, on Windows."""
    import subprocess

    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        command = ["taskkill", "/F", "/T", "/PID", str(process)]
        subprocess.run(command, capture_output=True, check=False, timeout=END_TIMEOUT)


def end_own_session() -> None:
    """Kill this process at once, and what it has started where it has a session of its own, or is on Windows."""
    if not hasattr(os, "killpg"):
        end_tree(os.getpid())
    elif os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


def die_with_parent() -> None:
    """End this process when the one that started it is gone. Where the system does not do that, a thread does."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, SIGKILL_NUMBER)
    except Exception:
        # No thread of `threading`: a program that counts its threads finds its own.
        _thread.start_new_thread(wait_for_parent, (os.getppid(),))


def wait_for_parent(parent: int) -> None:
    """End this process when its parent has ended: Windows can wait for that, other systems are asked every second."""
    import time

    with contextlib.suppress(Exception):
        import ctypes

        kernel: Any = vars(ctypes)["windll"].kernel32
        process = kernel.OpenProcess(SYNCHRONIZE, False, parent)
        kernel.WaitForSingleObject(process, WAIT_FOREVER)
        end_own_session()
    while os.getppid() == parent:
        time.sleep(PARENT_POLL_SECONDS)
    end_own_session()


def is_in_own_session(process: int) -> bool:
    """Whether a process is this one, or one that it has started."""
    try:
        return process > 0 and os.getsid(process) == os.getsid(0)
    except (OSError, AttributeError):
        return process == os.getpid()


def call_after_fork(function: Callable[[], None]) -> None:
    """Call a function in every copy that `fork` makes of this process, where the system has `fork`."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=function)


def how_killed(status: int) -> str:
    """Return the name of the signal that killed a process, or its exit status, by the status that `Popen` gives."""
    if status >= 0:
        return f"exit status {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"


def usable_processors() -> int:
    """Return the number of processors that this process may use."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(found, *_shares))


_shares: list[int] = [1 << 16]
"""The last number limits the processors that this process uses."""


def use_processors(number: int) -> None:
    """Limit the processors that this process uses: it is one of several that share them."""
    _shares[:] = [1 << 16, max(1, number)]


# Signals


def ignore_interrupts() -> None:
    """Ignore Ctrl+C and a closed terminal, which are meant for the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


@contextlib.contextmanager
def requests_to_stop(
    request: Callable[[int], None], *, with_termination: bool = True, every: bool = False
) -> Iterator[None]:
    """Call `request` on the first Ctrl+C or one of `terminations` while the block runs, and raise nothing.

    Work can be left then where it is whole. A second one acts at once, since it raises KeyboardInterrupt; with `every`
    it is passed on like the first.
    Only the main thread receives signals; in others nothing changes.
    """

    def handle(number: int, _frame: FrameType | None) -> None:
        for one in () if every else before:
            signal.signal(one, interrupt)
        request(number)

    before: dict[int, Any] = {}
    try:
        for one in (signal.SIGINT, *(terminations() if with_termination else ())):
            before[one] = signal.signal(one, handle)
    except ValueError:
        before.clear()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def interrupt(_number: int, _frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, as a signal handler, so that half-written files are removed on the way out."""
    raise KeyboardInterrupt


def terminations() -> list[int]:
    """Return the signals by which the system asks this process to end, as on a closed terminal; not under `nohup`."""
    closed = getattr(signal, "SIGHUP", None)
    return [signal.SIGTERM, *([] if closed is None or signal.getsignal(closed) == signal.SIG_IGN else [closed])]


def raise_on_termination(note: Callable[[int], None]) -> None:
    """Call `note`, then raise KeyboardInterrupt, when the system asks this process to end."""

    def terminate(number: int, frame: FrameType | None) -> None:
        note(number)
        interrupt(number, frame)

    with contextlib.suppress(ValueError):
        for one in terminations():
            signal.signal(one, terminate)


def end_on_termination() -> None:
    """Let the system end this process at once when it asks it to end, as it does by default."""
    with contextlib.suppress(ValueError):
        for one in terminations():
            signal.signal(one, signal.SIG_DFL)


def is_termination(number: int) -> bool:
    """Whether a signal asks this process to end."""
    return number in terminations()


def is_interruptible() -> bool:
    """Whether Ctrl+C raises an exception at any moment, as Python lets it do if nobody changes that."""
    return signal.getsignal(signal.SIGINT) is signal.default_int_handler


def call_on_termination(function: Callable[[], None]) -> None:
    """Call a function when the system asks this process to end; the process has to end by itself then."""
    signal.signal(signal.SIGTERM, lambda number, frame: function())


def write_tracebacks_on_request(file: IO[bytes]) -> None:
    """Write a traceback of every thread to a file whenever another process asks for it by `request_traceback`."""
    import faulthandler

    faulthandler.enable(file)
    if hasattr(faulthandler, "register") and hasattr(signal, "SIGUSR1"):
        faulthandler.register(signal.SIGUSR1, file, all_threads=True)


def request_traceback(process: Popen[bytes]) -> bool:
    """Ask a process for the traceback that it writes on request; return False where the system has no such signal."""
    if not hasattr(signal, "SIGUSR1"):
        return False
    with contextlib.suppress(OSError):
        process.send_signal(signal.SIGUSR1)
    return True


def reads_input(process: int) -> bool | None:
    """Whether a process waits in a read of its standard input; None where the system does not say."""
    try:
        with open(f"/proc/{process}/syscall", encoding="ascii") as file:
            call = file.read().split()
        number = READ_CALLS.get(os.uname().machine)
    except (OSError, AttributeError):
        return None
    if number is None or not call:
        return None
    return call[0] == number and len(call) > 1 and int(call[1], 16) == 0


# Limits


def limit_memory(size: int) -> bool:
    """Limit the bytes of address space of this process; return False where the system cannot."""
    return set_limit("RLIMIT_AS", size)


def limit_processor_time(seconds: int) -> bool:
    """Limit the seconds of processor time of this process; return False where the system cannot."""
    return set_limit("RLIMIT_CPU", seconds)


def limit_files(size: int) -> bool:
    """Limit the bytes of each file that this process writes, and let it write no memory image when it crashes."""
    set_limit("RLIMIT_CORE", 0)
    return set_limit("RLIMIT_FSIZE", size)


def enlarge_stack() -> None:
    """Let the stack be as large as the system allows: functions of C that call Python back need it."""
    set_limit("RLIMIT_STACK", None)


def set_limit(name: str, limit: int | None) -> bool:
    """Set a limit of this process, by its name in `resource`, as far as the system allows; None: the largest."""
    try:
        import resource

        which = getattr(resource, name)
        hard = resource.getrlimit(which)[1]
        if limit is None:
            limit = hard
        elif hard != resource.RLIM_INFINITY:
            limit = min(limit, hard)
        resource.setrlimit(which, (limit, hard))
    except (ImportError, AttributeError, OSError, ValueError):
        return False
    return True


# Files


def lock(file: IO[bytes]) -> bool | None:
    """Lock an open file for this process until it is closed.

    False if another process has locked it; None if the system has no locks, so that nothing is known.
    """
    try:
        import fcntl
    except ImportError:
        return lock_on_windows(file)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def lock_on_windows(file: IO[bytes]) -> bool | None:
    """Lock one byte of an open file, far behind its end; return what `lock` returns."""
    try:
        import msvcrt
    except ImportError:
        return None
    windows: Any = msvcrt
    place = file.tell()
    try:
        file.seek(LOCKED_BYTE)
        windows.locking(file.fileno(), windows.LK_NBLCK, 1)
    except OSError:
        return False
    finally:
        file.seek(place)
    return True
