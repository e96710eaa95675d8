"""What the doctor finds, and what it prescribes."""

from __future__ import annotations

import subprocess

import pytest
from plyscope_window.app import doctor


def test_it_looks_for_everything_that_is_needed() -> None:
    what = [str(finding.subject) for finding in doctor.examine()]
    for name in ("numpy", "click", "rich", "pygments", "networkx", "graphviz"):
        assert f"package {name}" in what
    assert "Python 3.11 or newer" in what
    assert "Qt's libraries, for the window" in what


def test_missing_libraries_of_qt_are_named_with_one_apt_command(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = subprocess.CompletedProcess(
        [], 1, "", "Traceback\nImportError: libGL.so.1: cannot open shared object file"
    )
    monkeypatch.setattr(doctor.subprocess, "run", lambda *arguments, **options: failed)
    finding = doctor.window()
    assert (finding.is_well, finding.is_needed) == (False, True)
    assert finding.detail == "ImportError: libGL.so.1: cannot open shared object file"
    assert finding.fix.startswith("apt-get install -y ")
    assert "libgl1" in finding.fix.split()


def test_a_missing_package_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "requires", lambda name: ["no-such-package>=3", "numpy>=1", 'x; extra == "test"'])
    missing, numpy = doctor.packages()
    assert (missing.is_well, numpy.is_well) == (False, True)
    assert missing.fix.endswith('-m pip install "no-such-package>=3"')


def test_no_display_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert (doctor.display().is_well, doctor.display().is_needed) == (False, False)
    monkeypatch.setenv("DISPLAY", ":1")
    assert doctor.display().is_well


@pytest.mark.parametrize(
    ("program", "extra", "detail"), [("/usr/bin/dot", None, "/usr/bin/dot"), (None, object(), "pygraphviz")]
)
def test_graphviz_is_there_as_a_program_or_as_the_extra(
    monkeypatch: pytest.MonkeyPatch, program: str | None, extra: object, detail: str
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: program)
    monkeypatch.setattr("plyscope_window.app.doctor.find_spec", lambda name: extra)
    assert (doctor.graphviz().is_well, doctor.graphviz().detail, doctor.graphviz().fix) == (True, detail, "")


def test_without_either_the_extra_mends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setattr("plyscope_window.app.doctor.find_spec", lambda name: None)
    assert not doctor.graphviz().is_well
    assert "plyscope[dot]" in doctor.graphviz().fix


def test_what_msgspec_would_bring_is_said_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyscope_window.app.doctor.find_spec", lambda name: None)
    finding = doctor.quick_json()
    assert (finding.is_well, finding.is_needed) == (False, False)
    assert finding.fix.endswith("-m pip install 'plyscope[fast]'")
    assert "msgspec" in str(finding.subject)
