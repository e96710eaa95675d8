"""Opening a large recording in the window, and stepping in it from the first moment, offscreen and on an X server.

For each screen a process of its own opens the file as `plyscope open` does. Time runs from the request to the first
picture of the tree, and until all frames are laid out. From the first picture on F11 is pressed at 20 keys a second; on
the X server the key is one of the server's, not an event made in the program. A step lasts from the key until the
canvas is painted and the event loop has nothing left to do for it; how long it takes until canvas and source, which
come first, are on the screen is shown too. All samples count. On a machine that others use the processor time of the
interface's thread in a step says more than the clock. Memory is the largest anonymous memory of the process, without
the mapped file. The limits are for 20 million frames (opening, memory) and for 6.6 million (steps); both are measured
at whatever size. Usage: window.py [FRAMES [FILE.plytrace [SCREEN…]]]
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, process_time, thread_time
from typing import Any

from interleaved import percentile, report

FRAMES = 6_634_027
KEYS, KEYS_LATER, PAUSE_MS = 60, 100, 50
"""Keys while the recording is new, keys after that, and milliseconds between two of them."""
FIRST_PICTURE, LAID_OUT, MEMORY = 1.0, 3.0, 1600
"""Limits: seconds, seconds, megabytes."""
STEP = {50: 7.0, 95: 12.0, 99: 25.0}
"""Limits of percentiles in milliseconds."""
F11 = 0xFFC8
"""The key as X numbers it."""
SCREENS = ("offscreen", "xcb")


def anonymous() -> int:
    """Anonymous memory of this process in megabytes."""
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("RssAnon")) // 1024


class Peak(Thread):
    """The largest anonymous memory while it runs."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.largest, self._ended = 0, Event()

    def run(self) -> None:
        while not self._ended.wait(0.02):
            self.largest = max(self.largest, anonymous())

    def end(self) -> int:
        self._ended.set()
        self.join()
        return max(self.largest, anonymous())


def presser(window: Any) -> Callable[[], None]:
    """What presses F11: the X server's keyboard where there is one."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtTest import QTest

    if QGuiApplication.platformName() != "xcb":
        return lambda: QTest.keyClick(window.canvas, Qt.Key.Key_F11)
    x, test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    screen = ctypes.c_void_p(x.XOpenDisplay(None))
    # Without a window manager nobody gives the window the keyboard.
    x.XSetInputFocus(screen, ctypes.c_ulong(int(window.winId())), 1, ctypes.c_ulong(0))
    x.XSync(screen, 0)
    code = x.XKeysymToKeycode(screen, ctypes.c_ulong(F11))

    def press() -> None:
        for is_down in (1, 0):
            test.XTestFakeKeyEvent(screen, code, is_down, ctypes.c_ulong(0))
        x.XFlush(screen)

    return press


def open_and_step(path: Path) -> dict[str, object]:
    """What the process for one screen measures."""
    from plyscope_window.app.application import application, apply_theme, make_window
    from plyscope_window.jobs.collector import Collector
    from plyscope_window.pages.trace_page import open_trace_file
    from plyscope_window.settings import Settings
    from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer

    app, settings = application(), Settings()
    apply_theme(settings)
    collector = Collector(app)
    window = make_window(settings)
    window.resize(1600, 1000)
    window.show()
    app.processEvents()
    collector.set_aside()
    peak = Peak()
    peak.start()
    began, used = perf_counter(), process_time()
    found: dict[str, Any] = {}
    times: list[float] = []
    own: list[float] = []
    painted: dict[int, float] = {}
    pressed: list[tuple[float, float, int]] = []
    press = presser(window)

    def next_key() -> None:
        if len(times) == KEYS + KEYS_LATER and "laid_out" in found:
            app.quit()
            return
        pressed.append((perf_counter(), thread_time(), window.session.cursor.step))
        press()

    def has_moved() -> bool:
        return bool(pressed) and window.session.cursor.step > pressed[-1][2]

    def done() -> None:
        """Nothing is left to do for the last key, or for the first picture."""
        if "first" not in found:
            found["first"] = perf_counter() - began, process_time() - used
            next_key()
        elif has_moved():
            at, own_at, _ = pressed.pop()
            times.append((perf_counter() - at) * 1e3)
            own.append((thread_time() - own_at) * 1e3)
            QTimer.singleShot(max(0, PAUSE_MS - round(times[-1])), next_key)

    class Paints(QObject):
        def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802
            # A picture that is painted while the key is under way, as of plies that have been laid out, is not its own.
            is_of_key = has_moved() or ("first" not in found and window.session.rows is not None)
            if event.type() == QEvent.Type.Paint and is_of_key:
                # Posted events come before timers: this one when all that is painted with the canvas is on the screen.
                QCoreApplication.postEvent(self, QEvent(QEvent.Type.User))
                # What was posted before is dealt with by then, and what that has posted.
                QTimer.singleShot(0, lambda: QTimer.singleShot(0, done))
            return False

        def event(self, event: QEvent) -> bool:
            if has_moved():
                painted.setdefault(len(times), (perf_counter() - pressed[-1][0]) * 1e3)
            return super().event(event)

    def look() -> None:
        if "laid_out" not in found and window.session is not None and window.session.is_laid_out:
            found["laid_out"] = perf_counter() - began, process_time() - used

    paints, looking = Paints(), QTimer(interval=5)
    looking.timeout.connect(look)
    looking.start()
    open_trace_file(window, path)
    assert window.canvas is not None
    window.canvas.installEventFilter(paints)
    app.exec()
    return {
        **found,
        "just opened, canvas and source": list(painted.values())[:KEYS],
        "just opened": times[:KEYS],
        "later, canvas and source": list(painted.values())[KEYS:],
        "later": times[KEYS:],
        "just opened, own processor time": own[:KEYS],
        "later, own processor time": own[KEYS:],
        "frames": len(window.session.trace) if window.session is not None else 0,
        "memory": peak.end(),
    }


@contextmanager
def x_server() -> Iterator[str]:
    """An X server without a screen, on a free display."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1920x1200x24", "-nolisten", "tcp", "-ac"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()


def on_screen(name: str, path: Path, state: str) -> dict[str, object]:
    """Measure in a new process."""
    environment = {**os.environ, "PLYSCOPE_STATE": state, "QT_QPA_PLATFORM": name}
    run = [sys.executable, __file__, "--child", str(path)]
    if name != "xcb":
        return result_of(run, environment)
    with x_server() as display:
        return result_of(run, environment | {"DISPLAY": display})


def result_of(run: list[str], environment: dict[str, str]) -> dict[str, object]:
    done = subprocess.run(run, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def in_seconds(found: object) -> str:
    assert isinstance(found, list)
    return f"{found[0]:.2f} s, processor time {found[1]:.2f} s"


def main() -> int:
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else FRAMES
    holds = True
    with tempfile.TemporaryDirectory() as folder:
        path = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(folder) / "large.plytrace"
        if not path.exists():
            import plyscope

            plyscope.record("connectfour:", "minimax", depth=8 + (frames > FRAMES), limit=frames).save(path)
        screens = sys.argv[3:] or SCREENS * 2
        for number, screen in enumerate(screens):
            found = on_screen(screen, path, f"{folder}/{screen}")
            rows: dict[str, object] = {
                "first picture of the tree": in_seconds(found["first"]),
                "all laid out": in_seconds(found["laid_out"]),
                "anonymous memory at most": f"{found['memory']} MB",
            }
            for what, times in found.items():
                if isinstance(times, list) and len(times) > len(STEP):
                    shares = [percentile(times, share) for share in (*STEP, 100)]
                    rows[f"a step, {what}: 50, 95, 99, 100 %"] = ", ".join(f"{one:.1f}" for one in shares) + " ms"
                    holds &= "own" in what or all(map(float.__le__, shares, STEP.values()))
            is_again = screen in screens[:number]
            title = f"{found['frames']:,} frames, {screen}, opened for the {'second' if is_again else 'first'} time"
            report(title, rows, holds)
    return 0 if holds else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        print(json.dumps(open_and_step(Path(sys.argv[2]))))
    else:
        sys.exit(main())
