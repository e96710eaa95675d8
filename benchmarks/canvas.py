"""How long the window takes to paint: zooming, panning and stepping in recordings of three sizes.

Real repaints of the real window, 1600 x 1000 pixels, without a display. The limits follow from a screen with sixty
frames per second: 16 ms for a frame while the view moves, 8 ms from a key press until canvas and source are painted.
The other panels follow in the next turn of the event loop; the time including them is shown too. Also measured: how
long the window takes to appear, against an empty window, and what a frame of the recording costs in memory.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import numpy as np
import plyscope
from plyscope_window.pages.trace_page import show_session

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["PLYSCOPE_STATE"] = tempfile.mkdtemp(prefix="plyscope-bench-")

from plyscope.files.opening import open_trace
from plyscope.model.trace import Trace
from plyscope_window.app.application import make_window
from plyscope_window.app.main_window import MainWindow
from plyscope_window.app.screenshot import run_event_loop
from plyscope_window.canvas.canvas import Canvas
from plyscope_window.canvas.pictures import STAMP_CACHE
from PySide6.QtCore import Qt, qInstallMessageHandler
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

WIDTH, HEIGHT = 1600, 1000
MOVING, STEPPING, MEMORY = 16.0, 8.0, 40.0
"""Limits: milliseconds a picture, milliseconds a step, bytes a frame."""
ROUNDS = 3
"""How often each step is measured."""
SEARCHES = (
    ("alphabeta, tic-tac-toe", "tictactoe:", {"algorithm": "alphabeta"}),
    ("minimax, tic-tac-toe", "tictactoe:", {"algorithm": "minimax"}),
    ("minimax, connect four, depth 8", "connectfour:", {"algorithm": "minimax", "depth": 8}),
)

EMPTY_WINDOW = """
import time; began = time.perf_counter()
from PySide6.QtWidgets import QApplication, QMainWindow
a = QApplication([]); w = QMainWindow(); w.resize(1280, 800); w.show(); a.processEvents()
"""
OUR_WINDOW = """
from plyscope_window.app.application import application, apply_theme, make_window
from plyscope_window.settings import Settings
a = application(); s = Settings(); apply_theme(s)
w = make_window(s); w.show(); a.processEvents()
"""


def milliseconds(call: Callable[[], object]) -> float:
    began = perf_counter()
    call()
    return (perf_counter() - began) * 1e3


def resident() -> int:
    """The private memory of this process in bytes: mapped files do not count."""
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("RssAnon"))
    return int(line.split()[1]) * 1024


def open_in_window(trace: Trace) -> tuple[MainWindow, float]:
    """Open the window on a trace; return it and the bytes that it took."""
    from plyscope_window.session.session import Session

    window = make_window()
    window.resize(WIDTH, HEIGHT)
    window.show()
    QApplication.processEvents()
    gc.collect()
    before = resident()
    session = Session(trace, "benchmark", None, window)
    session.is_saved = True
    show_session(window, session)
    run_event_loop()
    while session.rows is None:
        run_event_loop()
    run_event_loop()
    gc.collect()
    return window, resident() - before


def walk_views(window: MainWindow) -> tuple[list[float], list[float]]:
    """Times of frames while zooming in on four places, and while panning at eight scales."""
    canvas = window.canvas
    assert canvas is not None
    zooms, pans = [], []
    rng = np.random.default_rng(4)
    for where in rng.uniform(0.05, 0.95, 4):
        view = canvas.view.fitted()
        number = 0
        while view.scale < 59:
            view = view.zoomed(1.25, where * view.width, view.height / 2)
            canvas._show_view(view)
            zooms.append(milliseconds(canvas.repaint))
            number += 1
            if number % 9 == 4:
                for _ in range(6):
                    view = view.panned(37, 0)
                    canvas._show_view(view)
                    pans.append(milliseconds(canvas.repaint))
    canvas.finish_easing()
    return zooms, pans


def walk_steps(window: MainWindow, count: int) -> tuple[list[float], list[float]]:
    """Times from a key press until canvas and source are painted, and until every panel is; all over the recording.

    Each place is walked to several times, with nothing kept of what was drawn there. All samples count.
    """
    session = window.session
    assert session is not None
    canvas = window.canvas
    assert canvas is not None
    times: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        STAMP_CACHE.clear()
        rng = np.random.default_rng(5)
        for step in rng.integers(0, session.cursor.last_step - 20, max(1, count // 10)):
            session.go(int(step))
            canvas.finish_easing()
            run_event_loop()
            for _ in range(10):
                times.append(time_a_step(canvas))
    return [seen for seen, _ in times], [all_of_it for _, all_of_it in times]


def time_a_step(canvas: Canvas) -> tuple[float, float]:
    began = perf_counter()
    QTest.keyClick(canvas, Qt.Key.Key_F11)
    canvas.repaint()
    seen = (perf_counter() - began) * 1e3
    QApplication.processEvents()
    all_of_it = (perf_counter() - began) * 1e3
    canvas.finish_easing()
    # Painting left over from this step must not count for the next one.
    for _ in range(3):
        QApplication.processEvents()
    return seen, all_of_it


def start_up() -> tuple[float, float]:
    """Seconds until an empty window and ours are shown; medians of several, measured in turns."""
    empty: list[float] = []
    ours: list[float] = []
    for _ in range(5):
        for code, times in ((EMPTY_WINDOW, empty), (OUR_WINDOW, ours)):
            began = perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
            times.append(perf_counter() - began)
    print(f"    started, 95 %: empty {np.percentile(empty, 95):.2f} s, ours {np.percentile(ours, 95):.2f} s")
    return float(np.median(empty)), float(np.median(ours))


def report(name: str, times: list[float], limit: float) -> bool:
    high = float(np.percentile(times, 95))
    middle, worst = np.median(times), max(times)
    print(f"    {name:<32} median {middle:5.1f}   95 % {high:5.1f}   worst {worst:5.1f} ms   limit {limit:.0f}")
    return high <= limit


def main() -> int:
    qInstallMessageHandler(lambda kind, context, words: None)
    from plyscope_window.app.application import application, apply_theme
    from plyscope_window.settings import Settings

    application()
    apply_theme(Settings())
    holds = True
    searches = SEARCHES[:1] if "--quick" in sys.argv else SEARCHES
    with tempfile.TemporaryDirectory() as folder:
        for name, source, options in searches:
            path = Path(folder) / "trace.plytrace"
            plyscope.record(source, **options).save(path)
            trace = open_trace(path)
            window, memory = open_in_window(trace)
            print(f"{name}: {len(trace):,} frames and {trace.pruned:,} pruned moves")
            # In a small recording, the window itself takes more memory than the frames.
            if len(trace) >= 1_000_000:
                print(f"    memory beyond the trace      {memory / len(trace):.1f} bytes a frame   limit {MEMORY:.0f}")
                holds &= memory / len(trace) <= MEMORY
            for mode in ("tree", "icicle"):
                assert window.canvas is not None
                window.canvas.set_mode(mode)
                zooms, pans = walk_views(window)
                holds &= report(f"{mode}: zooming", zooms, MOVING)
                holds &= report(f"{mode}: panning", pans, MOVING)
            for mode in ("focus", "tree", "icicle"):
                assert window.canvas is not None
                window.canvas.set_mode(mode)
                seen, all_of_it = walk_steps(window, 200)
                holds &= report(f"{mode}: a step, canvas and source", seen, STEPPING)
                report(f"{mode}: and all panels", all_of_it, 2 * STEPPING)
            window.close()
            window.deleteLater()
            del window
            QApplication.processEvents()
    empty, ours = start_up()
    print(f"window shown after {ours:.2f} s, an empty one after {empty:.2f} s; limit {1.2 * empty + 0.3:.2f} s")
    holds &= ours <= 1.2 * empty + 0.3
    print(f"holds: {'yes' if holds else 'NO'}")
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
