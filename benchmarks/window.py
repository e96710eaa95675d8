"""Opening a large recording in the window, and stepping in it from the first moment, offscreen and on an X server.

For each screen a process of its own opens the file as `plyscope open` does. Time runs from the request to the first
picture of the canvas, and until all frames are laid out. Meanwhile F11 is pressed at 20 keys a second, each from the
key until the canvas is painted and the panels beside it have followed; all samples count. On a machine that others use
the processor time that the interface's thread took for a step says more than the clock. Memory is the largest
anonymous memory of the process, without the mapped file. The limits are for 20 million frames (opening, memory) and for
6.6 million (steps); both are measured at whatever size. Usage: window.py [FRAMES [FILE.plytrace]]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, process_time, sleep, thread_time

from interleaved import percentile, report

FRAMES = 6_634_027
KEYS, KEYS_LATER, PAUSE = 60, 100, 0.05
"""Keys while the recording is new, keys after that, and seconds between two of them."""
FIRST_PICTURE, LAID_OUT, MEMORY = 1.0, 3.0, 1600
"""Limits: seconds, seconds, megabytes."""
STEP = {50: 7.0, 95: 12.0, 99: 25.0}
"""Limits of percentiles in milliseconds."""


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


def open_and_step(path: Path) -> dict[str, object]:
    """What the process for one screen measures."""
    from plyscope_window.app.application import application, dress, make_window
    from plyscope_window.pages.trace_page import open_trace_file
    from plyscope_window.settings import Settings
    from PySide6.QtCore import QEvent, QObject, Qt
    from PySide6.QtTest import QTest

    app, settings = application(), Settings()
    dress(settings)
    window = make_window(settings)
    window.resize(1600, 1000)
    window.show()
    app.processEvents()
    peak = Peak()
    peak.start()
    began, used = perf_counter(), process_time()
    open_trace_file(window, path)
    painted: list[float] = []

    class Paints(QObject):
        def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802
            if event.type() == QEvent.Type.Paint:
                painted.append(perf_counter() - began)
            return False

    paints = Paints()
    assert window.canvas is not None
    window.canvas.installEventFilter(paints)
    while not painted:
        app.processEvents()
    first_used = process_time() - used
    times: list[float] = []
    own: list[float] = []
    laid_out = laid_out_used = 0.0
    while len(times) < KEYS + KEYS_LATER or not laid_out:
        pressed, own_before = perf_counter(), thread_time()
        QTest.keyClick(window.canvas, Qt.Key.Key_F11)
        window.canvas.repaint()
        app.processEvents()
        times.append((perf_counter() - pressed) * 1e3)
        own.append((thread_time() - own_before) * 1e3)
        until = pressed + PAUSE
        while perf_counter() < until:
            app.processEvents()
            if not laid_out and window.session is not None and window.session.rows is not None:
                laid_out, laid_out_used = perf_counter() - began, process_time() - used
            sleep(0.001)
    return {
        "first": (painted[0], first_used),
        "laid_out": (laid_out, laid_out_used),
        "just opened": times[:KEYS],
        "later": times[KEYS:],
        "just opened, own processor time": own[:KEYS],
        "later, own processor time": own[KEYS:],
        "frames": len(window.session.trace) if window.session is not None else 0,
        "memory": peak.end(),
    }


def on_screen(name: str, path: Path, state: str) -> dict[str, object]:
    """Measure in a new process, on a new X server or on none."""
    environment = {**os.environ, "PLYSCOPE_STATE": state, "QT_QPA_PLATFORM": name}
    run = [sys.executable, __file__, "--child", str(path)]
    if name == "xcb":
        run = ["xvfb-run", "-a", "-s", "-screen 0 1920x1200x24", *run]
    done = subprocess.run(run, env=environment, check=True, capture_output=True, text=True)
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
        for number, screen in enumerate(("offscreen", "xcb", "offscreen", "xcb")):
            state = f"{folder}/{screen}"
            found = on_screen(screen, path, state)
            rows: dict[str, object] = {
                "first picture": in_seconds(found["first"]),
                "all laid out": in_seconds(found["laid_out"]),
                "anonymous memory at most": f"{found['memory']} MB",
            }
            for what, times in found.items():
                if isinstance(times, list) and len(times) > len(STEP):
                    shares = [percentile(times, share) for share in (*STEP, 100)]
                    rows[f"a step, {what}: median, 95 %, 99 %, max"] = ", ".join(f"{one:.1f}" for one in shares) + " ms"
                    holds &= "own" in what or all(
                        one <= limit for one, limit in zip(shares, STEP.values(), strict=False)
                    )
            title = f"{found['frames']:,} frames, {screen}, opened for the {'first' if number < 2 else 'second'} time"
            report(title, rows, holds)
    return 0 if holds else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        print(json.dumps(open_and_step(Path(sys.argv[2]))))
    else:
        sys.exit(main())
