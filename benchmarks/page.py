"""Stepping through exported pages in Chromium, each step painted before the next: a page of 20,000 frames, and one of a
single path of 10,000 calls, all in one deep stack.

The baseline is a screen with 60 frames per second. The browser does not wait for a screen, so that the ratio says how
much time a step leaves. It paints without a graphics card, which is the slow case.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from interleaved import milliseconds, report
from plyscope.export import export
from plyscope.files.json_lines import read_lines
from plyscope.files.sources import load
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run

# The tests drive the browser with the same module.
sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.programs.chromium import READY, Chromium

FRAMES, PLIES, STEPS, SCREEN = 20_000, 10_000, 400, 60
LARGEST = 3_000_000
WALK = """new Promise((done) => {
  const slider = page.getElementById("slider");
  slider.value = %d;
  slider.dispatchEvent(new Event("input"));
  const key = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "n" }));
  const steps = [], waits = [];
  let before = performance.now();
  const next = () => {
    const now = performance.now();
    waits.push(now - before);
    before = now;
    if (waits.length > %d) return done({ steps, waits: waits.slice(1) });
    key();
    steps.push(performance.now() - now);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})"""
ZOOM = "for (let at = 0; at < %d; at++) page.getElementById('closer').click()"


def quantile(times: list[float], share: float) -> float:
    return sorted(times)[int(share * (len(times) - 1))] / 1000


def deep(plies: int) -> Trace:
    """A single path, as an engine in another language may print it."""
    lines = ['{"format":"plyscope-trace","version":1,"game":"path","position":"p","max":"first"}']
    for frame in range(plies + 1):
        parent, move = (frame - 1, f"m{frame % 7}") if frame else (None, None)
        lines.append(json.dumps({"ev": "enter", "id": frame, "parent": parent, "move": move, "kind": "max"}))
    lines += [json.dumps({"ev": "leave", "id": frame, "value": 1}) for frame in range(plies, -1, -1)]
    return read_lines(BytesIO("\n".join(lines).encode()))


def walk(browser: Chromium, trace: Trace, starts: Iterable[int]) -> dict[str, Any]:
    """Write, open and walk through a page. Times in milliseconds, except those of writing and opening."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        began = perf_counter()
        export(trace, path)
        written = perf_counter() - began
        began = perf_counter()
        browser.open(path, ready=READY)
        opened = perf_counter() - began
        steps, waits = list[float](), list[float]()
        for closer in (0, 6, 6):
            browser.value(ZOOM % closer)
            for start in starts:
                found = browser.value(WALK % (start, STEPS))
                steps += found["steps"]
                waits += found["waits"]
        assert browser.troubles == [], json.dumps(browser.troubles)
        return {"size": path.stat().st_size, "written": written, "opened": opened, "steps": steps, "waits": waits}


if __name__ == "__main__":
    wide, path = run(plan(load("tictactoe:"), {"algorithm": "minimax"}), FRAMES), deep(PLIES)
    with Chromium("--disable-frame-rate-limit", "--disable-gpu-vsync", size=(1400, 880)) as browser:
        found = walk(browser, wide, (1_000, 20_000, 45_000))
        below = walk(browser, path, (100, PLIES // 2, 2 * PLIES))
    a_second, deep_a_second = 1 / quantile(found["waits"], 0.5), 1 / quantile(below["waits"], 0.5)
    report(
        f"a page of {len(wide):,} frames takes less than 3 MB and steps at {SCREEN} a second, and {PLIES:,} calls deep",
        {
            "size": f"{found['size'] / 1e6:.2f} MB",
            "written in": milliseconds(found["written"]),
            "opened in": milliseconds(found["opened"]),
            "a step, painted (median)": milliseconds(1 / a_second),
            "95 of 100 within": milliseconds(quantile(found["waits"], 0.95)),
            "of that the page's own work (median)": milliseconds(quantile(found["steps"], 0.5)),
            "steps a second": f"{a_second:.0f}",
            "times as fast as needed": f"{a_second / SCREEN:.1f}",
            "the path: written in": milliseconds(below["written"]),
            "the path: a step, painted (median)": milliseconds(1 / deep_a_second),
            "the path: 95 of 100 within": milliseconds(quantile(below["waits"], 0.95)),
            "the path: times as fast as needed": f"{deep_a_second / SCREEN:.1f}",
        },
        found["size"] < LARGEST and min(a_second, deep_a_second) > SCREEN,
    )
