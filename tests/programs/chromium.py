"""A browser without a window, driven by its own protocol over two pipes: it needs nothing but the browser."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.programs.needs import find_program

MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
CODES = {"Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39,
         "ArrowDown": 40, "Tab": 9, "F10": 121, "F11": 122}  # fmt: skip

READY = (
    "(window.page = document.querySelector('plyscope-stepper')?.shadowRoot)?.getElementById('sentence')?.textContent"
)
"""Whether the stepper of a page is there; from then on it is `page`."""


class Chromium:
    """One browser with one page. What goes wrong in the page is kept in `troubles`."""

    def __init__(self, *more: str, size: tuple[int, int] = (1280, 800)) -> None:
        self.home = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self._to = os.pipe()
        self._from, from_browser = os.pipe()
        program = find_program("chromium")
        assert program is not None
        # The browser listens on file 3 and answers on file 4.
        command = 'exec 3<&"$0" 4>&"$1"; shift; exec "$@"'
        arguments = [
            program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--disable-dev-shm-usage", "--no-first-run", f"--user-data-dir={self.home.name}", *more, "about:blank",
        ]  # fmt: skip
        self.process = subprocess.Popen(
            ["bash", "-c", command, str(to_browser), str(from_browser), *arguments],
            pass_fds=(to_browser, from_browser),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.number, self.rest, self.troubles = 0, b"", list[str]()
        self.events: list[dict[str, Any]] = []
        self.session = ""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self.resize(*size)

    def __enter__(self) -> Chromium:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._to)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        os.close(self._from)
        self.home.cleanup()

    # The protocol

    def ask(self, method: str, **values: Any) -> Any:
        self.number += 1
        message: dict[str, Any] = {"id": self.number, "method": method, "params": values}
        if self.session:
            message["sessionId"] = self.session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self.rest:
            more = os.read(self._from, 1 << 16)
            assert more, "the browser has gone"
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        message: dict[str, Any] = json.loads(text)
        if "method" in message:
            self.events.append(message)
            self._note(message["method"], message["params"])
        return message

    def _note(self, method: str, values: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            self.troubles.append(json.dumps(values["exceptionDetails"])[:600])
        elif method == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning", "assert"):
            self.troubles.append(json.dumps(values["args"])[:600])
        elif method == "Log.entryAdded" and values["entry"]["level"] in ("error", "warning"):
            self.troubles.append(values["entry"]["text"])
        elif method == "Network.requestWillBeSent" and not values["request"]["url"].startswith(
            ("file:", "data:", "about:")
        ):
            self.troubles.append("asked the network for " + values["request"]["url"])

    # What a person does

    def open(self, path: Path, fragment: str = "", ready: str = "true") -> None:
        """Opens a file and waits until an expression in it is true."""
        self.events.clear()
        self.ask("Page.navigate", url=path.resolve().as_uri() + fragment)
        until = time.monotonic() + 30
        while not self.value(f"document.readyState === 'complete' && Boolean({ready})"):
            assert time.monotonic() < until, ("the page does not get ready", self.troubles)
            time.sleep(0.02)

    def value(self, expression: str) -> Any:
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str) -> None:
        """A key by its name or its letter; `Control+F10` with another one held down."""
        *held, key = key.split("+") if len(key) > 1 else [key]
        values: dict[str, Any] = {"key": key, "modifiers": sum(MODIFIERS[one] for one in held)}
        values["windowsVirtualKeyCode"] = CODES.get(key, ord(key.upper()[0]))
        typed = {"text": key} if len(key) == 1 and not held else {"text": "\r"} if key == "Enter" else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown" if typed else "rawKeyDown", **values, **typed)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **values)

    def click(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def touch(self, *points: tuple[float, float]) -> None:
        """One finger put down at the first point, drawn through the others and lifted."""
        for place, (x, y) in enumerate(points):
            self.ask(
                "Input.dispatchTouchEvent", type="touchMove" if place else "touchStart", touchPoints=[{"x": x, "y": y}]
            )
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def resize(self, wide: int, high: int, dots: float = 1, *, phone: bool = False) -> None:
        self.ask("Emulation.setDeviceMetricsOverride", width=wide, height=high, deviceScaleFactor=dots, mobile=phone)
        self.ask("Emulation.setTouchEmulationEnabled", enabled=phone)

    def prefer(self, theme: str) -> None:
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])

    def picture(self) -> bytes:
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])
