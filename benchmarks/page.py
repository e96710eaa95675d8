"""Stepping through an exported page of 20,000 frames in Chromium, every step painted before the next is taken.

The baseline is a screen that shows 60 pictures a second. The browser is told not to wait for a screen, so that the
ratio says how much time a step leaves over. It paints without a graphics card here, which is the slow way.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from interleaved import milliseconds, report

from engine import export, record

# The browser is driven by what drives it in the tests.
sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.programs.chromium import Chromium

FRAMES, STEPS, SCREEN = 20_000, 400, 60
LARGEST = 3_000_000
WALK = """new Promise((done) => {
  const slider = document.getElementById("slider");
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
ZOOM = "for (let at = 0; at < %d; at++) document.getElementById('closer').click()"


def quantile(times: list[float], share: float) -> float:
    return sorted(times)[int(share * (len(times) - 1))] / 1000


if __name__ == "__main__":
    trace = record("tictactoe:", "minimax", limit=FRAMES)
    with (
        TemporaryDirectory() as folder,
        Chromium("--disable-frame-rate-limit", "--disable-gpu-vsync", size=(1400, 880)) as browser,
    ):
        path = Path(folder) / "page.html"
        began = perf_counter()
        export(trace, path)
        written = perf_counter() - began
        began = perf_counter()
        browser.open(path, ready="document.getElementById('sentence')?.textContent")
        opened = perf_counter() - began
        steps, waits = list[float](), list[float]()
        for closer in (0, 6, 6):
            browser.value(ZOOM % closer)
            for start in (1_000, 20_000, 45_000):
                found = browser.value(WALK % (start, STEPS))
                steps += found["steps"]
                waits += found["waits"]
        assert browser.troubles == [], json.dumps(browser.troubles)
        size = path.stat().st_size
    a_second = 1 / quantile(waits, 0.5)
    report(
        f"a page of {len(trace):,} frames takes less than 3 MB and steps at {SCREEN} a second",
        {
            "size": f"{size / 1e6:.2f} MB",
            "written in": milliseconds(written),
            "opened in": milliseconds(opened),
            "a step, painted (median)": milliseconds(1 / a_second),
            "95 of 100 within": milliseconds(quantile(waits, 0.95)),
            "of that the page's own work (median)": milliseconds(quantile(steps, 0.5)),
            "steps a second": f"{a_second:.0f}",
            "times as fast as needed": f"{a_second / SCREEN:.1f}",
        },
        size < LARGEST and a_second > SCREEN,
    )
