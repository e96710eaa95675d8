"""What all tests share: Qt where it can be loaded, and a word where it cannot.

pytest-qt ends the whole run where Qt's system libraries are missing. It is loaded here only if they are
there, so that the engine's tests run on any machine. PLYSCOPE_MUST_RUN says what may not be skipped without
the run failing: `qt`, or `all`.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

from tests.places import NIM

# Nim and its search are installed for every test, and in the processes that tests start: what goes through the
# tables of games and searches goes through a plug-in too.
sys.path.insert(0, str(NIM))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(NIM), os.environ.get("PYTHONPATH", "")]))
# numpy's linear algebra, which nothing here uses, starts a thread for each processor in each process.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# A shell starts jobs in the background with Ctrl+C ignored, and nohup with SIGHUP ignored. The processes to which tests
# send these signals would inherit that; a handler they do not inherit.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda _number, _frame: None)

from hypothesis import settings
from plyscope import plugins

from tests import examples as examples

plugins.load()
settings.load_profile("quick")

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYTEST_QT_API", "pyside6")

WALK_SECONDS = float(os.environ.get("PLYSCOPE_WALK_SECONDS", "3600"))
HANGS_AFTER = 600
"""Seconds; what is marked `full` may take as long as the walk beside that."""

try:
    import PySide6.QtWidgets  # noqa: F401

    QT_MISSING = ""
    pytest_plugins = ["pytestqt.plugin"]
except ImportError as error:
    QT_MISSING = str(error)
    # pytest.importorskip skips what is not there, but not what is there and cannot be loaded.
    sys.modules["PySide6.QtWidgets"] = None


def pytest_addoption(parser: pytest.Parser) -> None:
    """The settings of pytest-qt in pyproject.toml are known where it is not loaded, too."""
    if QT_MISSING:
        parser.addini("qt_log_level_fail", "for pytest-qt")
        parser.addini("qt_log_ignore", "for pytest-qt", type="linelist")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """End a test that hangs, such as before a dialog that nobody answers, and say where it does.

    It is the worker that ends; its other tests go on in another one. No test of the quick part takes a tenth of it.
    """
    faulthandler.dump_traceback_later(HANGS_AFTER + WALK_SECONDS * ("full" in item.keywords), exit=True)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def pytest_report_header() -> str:
    return f"Qt: {QT_MISSING or 'there'} ({os.environ['QT_QPA_PLATFORM']})"


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Nothing of what is collected is garbage: the collector would look through it again and again, to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Skip a module or a folder of tests that imports Qt where Qt cannot be loaded."""
    report = yield
    if QT_MISSING and report.failed and any(sign in str(report.longrepr) for sign in ("PySide6", QT_MISSING)):
        report.outcome = "skipped"
        report.longrepr = str(collector.path), 0, f"Qt cannot be loaded: {QT_MISSING}"
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    spread(items)
    for item in items:
        if QT_MISSING and "qt" in item.keywords:
            item.add_marker(pytest.mark.skip(reason=f"Qt cannot be loaded: {QT_MISSING}"))
        elif "qt" in item.keywords and isinstance(item, pytest.Function):
            # The first test that paints would begin with an application that shows no widgets, for the whole run.
            item.fixturenames.insert(0, "qapp")


def spread(items: list[pytest.Item]) -> None:
    """Of a test marked `spread(4)`, every fourth case is quick, the first included; the others are marked `full`.

    `spread(4, 1)` begins with the second case, so that tests about the same four games share them. A case that is
    asked for alone runs.
    """
    counts = Counter(item.nodeid.partition("[")[0] for item in items)
    places: Counter[str] = Counter()
    for item in items:
        mark, test = item.get_closest_marker("spread"), item.nodeid.partition("[")[0]
        if mark is not None:
            step, first = (*mark.args, 0)[:2]
            if (places[test] - first) % min(step, counts[test]):
                item.add_marker(pytest.mark.full)
            places[test] += 1


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if skipped_but_had_to_run(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for text in skipped_but_had_to_run(terminalreporter.config):
        terminalreporter.write_line(f"had to run, and was skipped: {text}", red=True)


def skipped_but_had_to_run(config: pytest.Config) -> list[str]:
    """What was skipped although PLYSCOPE_MUST_RUN asks for it."""
    must_run = os.environ.get("PLYSCOPE_MUST_RUN", "")
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter is not None else []
    found = [
        report.nodeid
        for report in skipped
        if must_run == "all" or (must_run == "qt" and "qt" in getattr(report, "keywords", ()))
    ]
    return [f"all tests with Qt: {QT_MISSING}", *found] if must_run == "qt" and QT_MISSING else found
