"""The dialog of the export in the real window: preview, refusals, writing, stopping, and copies by one key."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from plyscope.export import EXPORTERS, export
from plyscope.model.marks import Bookmark
from plyscope_window.export import export_dialog
from plyscope_window.export.clipboard import visible_part
from plyscope_window.export.export_dialog import LAST_FORMAT, ExportDialog, show_export
from plyscope_window.export.export_form import Moment
from plyscope_window.session.session import Session
from plyscope_window.widgets import questions
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.full_traces import Trace, record
from tests.visualiser.driving import session_on, settle, show

pytestmark = pytest.mark.qt


@pytest.fixture
def window(shared_window: Any) -> Any:
    shared_window.settings.set(LAST_FORMAT, "svg")
    return shared_window


HEBREW = "sample:tictactoe/hebrew"
FORMS = list(EXPORTERS)


def full_tree(algorithm: str) -> Session:
    """A session on tic-tac-toe to its end, which is recorded once for each algorithm."""
    return Session(trace_of_full_tree(algorithm), "tictactoe")


@cache
def trace_of_full_tree(algorithm: str) -> Trace:
    return record("tictactoe:", algorithm)


def opened(window: Any, qtbot: Any) -> ExportDialog:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keySequence(window.canvas, "Ctrl+E")
    found: list[ExportDialog] = [one for one in window.findChildren(ExportDialog) if one.isVisible()]
    [dialog] = found
    ready(dialog, qtbot)
    return dialog


def ready(dialog: ExportDialog, qtbot: Any) -> None:
    """The preview has come."""
    qtbot.waitUntil(lambda: not dialog._delay.isActive() and not dialog.preview.is_waiting)


def choose(dialog: ExportDialog, qtbot: Any, **values: Any) -> None:
    for name, value in values.items():
        dialog.form[name] = value
    ready(dialog, qtbot)


def write(dialog: ExportDialog, qtbot: Any, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "ask_new_path", lambda *_: path)
    dialog.export_button.click()
    qtbot.waitUntil(lambda: not dialog.writer.is_running)


def test_opened_again_it_is_about_the_current_view_and_replaces_the_first(window: Any, qtbot: Any) -> None:
    session = show(window, session_on(HEBREW, "alphabeta"))
    first = opened(window, qtbot)
    session.go(5)
    second = opened(window, qtbot)
    assert first is not second
    assert second.view.step == 5


def test_a_dialog_that_writes_is_not_replaced(window: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    show(window, session_on(HEBREW, "alphabeta"))
    first = opened(window, qtbot)
    with monkeypatch.context() as writing_on:
        writing_on.setattr(type(first.writer), "is_running", True)
        assert show_export(window, window.canvas, window.settings) is first


def test_what_is_previewed_is_written(window: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    show(window, session_on(HEBREW, "alphabeta"))
    dialog = opened(window, qtbot)
    assert dialog.state.text() == "nodes: 7"
    assert dialog.preview.picture.image is not None
    path = tmp_path / "tree.svg"
    write(dialog, qtbot, path, monkeypatch)
    assert dialog.written == [path]
    assert path.read_text(encoding="utf-8") == dialog.preview.text.toPlainText()
    assert len(list(ET.parse(path).getroot().iter("{http://www.w3.org/2000/svg}use"))) >= 7
    dialog.reject()


@pytest.mark.parametrize("forms", [FORMS[::4], pytest.param(FORMS, marks=pytest.mark.full)], ids=["a few", "all"])
def test_every_format_is_previewed_and_written(
    window: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forms: list[str]
) -> None:
    show(window, session_on(HEBREW))
    dialog = opened(window, qtbot)
    for form in forms:
        exporter = EXPORTERS[form]
        choose(dialog, qtbot, form=form)
        assert dialog.export_button.isEnabled(), (form, dialog.state.text())
        path = tmp_path / form / f"tree.{exporter.suffixes[0]}"
        path.parent.mkdir()
        write(dialog, qtbot, path, monkeypatch)
        if form == "gif" and find_spec("PIL") is None:
            assert "plyscope[gif]" in dialog.state.text()
        else:
            assert dialog.written == [path], (form, dialog.state.text())
            assert path.stat().st_size > 0, form
    dialog.reject()


def test_all_steps_are_as_many_files(window: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = show(window, session_on(HEBREW))
    dialog = opened(window, qtbot)
    choose(dialog, qtbot, moment=Moment.ALL)
    write(dialog, qtbot, tmp_path / "tree.svg", monkeypatch)
    assert len(list(tmp_path.glob("tree-*.svg"))) == session.cursor.steps.count
    dialog.reject()


def test_a_tree_too_large_for_a_format_is_refused_before_anything_is_written(window: Any, qtbot: Any) -> None:
    show(window, full_tree("alphabeta"))
    dialog = opened(window, qtbot)
    choose(dialog, qtbot, form="mmd")
    assert not dialog.export_button.isEnabled()
    words = dialog.preview.picture.message
    assert "501 nodes at most" in words
    assert words.endswith("fewer plies (“Plies” in the export) or a subtree (“Part” in the export) will do")
    dialog.form["plies"] = 2
    ready(dialog, qtbot)
    assert dialog.export_button.isEnabled()
    dialog.reject()


@pytest.mark.spread(6, 3)
@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("tictactoe:", {"form": "png"}),
        ("tictactoe:XO./.X./..O", {"form": "beamer"}),
        ("tictactoe:XO./.X./..O", {"form": "gif", "moment": Moment.ALL, "scale": 4.0}),
        ("tictactoe:", {"form": "svg", "moment": Moment.ALL}),
        ("tictactoe:XO./.../..O", {"form": "tikz"}),
        ("tictactoe:XO./.../..O", {"form": "mmd"}),
    ],
)
def test_a_refusal_names_the_fields_of_the_dialog(
    window: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, options: dict[str, Any]
) -> None:
    """Nobody here knows the options of the command line, whether it is refused at once or while it is written."""
    show(window, full_tree("minimax") if source == "tictactoe:" else session_on(source, "minimax"))
    dialog = opened(window, qtbot)
    choose(dialog, qtbot, **options)
    if dialog.export_button.isEnabled():
        write(dialog, qtbot, tmp_path / "tree", monkeypatch)
        words = dialog.state.text()
    else:
        words = dialog.preview.picture.message
    assert "“Part” in the export" in words
    assert "--" not in words
    assert list(tmp_path.glob("*tree*")) == []
    dialog.reject()


def test_writing_is_stopped_and_leaves_nothing(
    window: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(window, full_tree("alphabeta"))
    dialog = opened(window, qtbot)
    choose(dialog, qtbot, form="json")

    def stopped_on_the_way(*given: Any, progress: Any, **others: Any) -> Any:
        def count(pieces: int) -> None:
            if pieces == 100:
                dialog.writer.stop()
            progress(pieces)

        return export(*given, progress=count, **others)

    monkeypatch.setattr(export_dialog, "export", stopped_on_the_way)
    write(dialog, qtbot, tmp_path / "tree.json", monkeypatch)
    assert "Stopped" in dialog.state.text()
    assert list(tmp_path.glob("*tree*")) == []
    dialog.reject()


def test_a_folder_that_cannot_be_written_to_is_reported(
    window: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(window, session_on(HEBREW))
    dialog = opened(window, qtbot)
    write(dialog, qtbot, tmp_path / "nowhere" / "tree.svg", monkeypatch)
    assert "nowhere" in dialog.state.text()
    assert dialog.export_button.isEnabled()
    dialog.reject()


def test_unsupported_options_are_disabled_with_the_reason(window: Any, qtbot: Any) -> None:
    session = show(window, session_on(HEBREW))
    dialog = opened(window, qtbot)
    assert not dialog.form.named["with_notes"].control.isEnabled()
    assert "bookmark" in dialog.form.named["with_notes"].control.toolTip()
    choose(dialog, qtbot, form="csv")
    assert not dialog.form.named["theme"].control.isEnabled()
    assert "csv" in dialog.form.named["theme"].control.toolTip()
    dialog.reject()
    session.set_bookmark(Bookmark(3, "here", ""))
    again = opened(window, qtbot)
    assert again.form.named["with_notes"].control.isEnabled()
    again.reject()


def test_ghosts_are_exported_where_they_were_searched(window: Any, qtbot: Any) -> None:
    session = show(window, session_on(HEBREW, "alphabeta"))
    dialog = opened(window, qtbot)
    assert not dialog.form.named["with_ghosts"].control.isEnabled()
    assert "(1)" not in dialog.preview.text.toPlainText()
    dialog.reject()
    session.go(session.cursor.last_step)
    settle(window)
    window.actions_by_key["all_ghosts"].trigger()
    qtbot.waitUntil(lambda: len(session.ghosts.found) == 1)
    again = opened(window, qtbot)
    assert again.form["with_ghosts"]
    assert " · (1)</title>" in again.preview.text.toPlainText()
    again.form["with_ghosts"] = False
    ready(again, qtbot)
    assert "(1) … 2" not in again.preview.text.toPlainText()
    again.reject()


def test_the_format_written_last_is_proposed_again(
    window: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(window, session_on(HEBREW))
    dialog = opened(window, qtbot)
    choose(dialog, qtbot, form="forest")
    write(dialog, qtbot, tmp_path / "tree.forest.tex", monkeypatch)
    dialog.reject()
    again = opened(window, qtbot)
    assert again.form.options.form == "forest"
    again.reject()


def test_the_visible_part_is_what_the_canvas_shows(window: Any, qtbot: Any) -> None:
    session = show(window, full_tree("alphabeta"))
    session.go(300)
    canvas = window.canvas
    assert visible_part(canvas).path_to == session.cursor.frame
    canvas.set_mode("tree")
    canvas.fit()
    canvas.finish_easing()
    assert visible_part(canvas).root == 0
    frame = next(frame for frame in range(len(session.trace)) if session.trace.plies[frame] == 4)
    canvas.show_subtree(frame)
    canvas.finish_easing()
    assert visible_part(canvas).root in session.trace.ancestors(frame)[1:]
    canvas.session.cursor.marks.collapsed.add(frame)
    assert visible_part(canvas).closed == {frame}


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("key", "beginning"), [("Ctrl+Alt+V", "<svg"), ("Ctrl+Alt+X", "\\begin{tikzpicture}"), ("Ctrl+Alt+T", "")]
)
def test_the_visible_part_is_copied_by_one_key(window: Any, key: str, beginning: str) -> None:
    show(window, session_on(HEBREW))
    QGuiApplication.clipboard().clear()
    QTest.keySequence(window.canvas, key)
    settle(window)
    text = QGuiApplication.clipboard().text()
    assert beginning in text
    assert len(text) > 40
    assert QGuiApplication.clipboard().mimeData().hasFormat("image/svg+xml") == (key == "Ctrl+Alt+V")


def test_the_sentence_of_the_step_is_copied_whole(window: Any) -> None:
    session = show(window, session_on("sample:tree/textbook"))
    session.go(16)
    window.canvas.setFocus()
    QTest.keySequence(window.canvas, "Ctrl+Alt+Y")
    assert QGuiApplication.clipboard().text().startswith("Cut at C. C returns at most 2: A already has 3 from B")
    assert window.actions_by_key["copy_explanation"] in window.page.caption.actions()


def test_too_much_to_copy_is_reported(window: Any) -> None:
    show(window, full_tree("alphabeta"))
    window.canvas.set_mode("tree")
    window.canvas.fit()
    window.canvas.finish_easing()
    QTest.keySequence(window.canvas, "Ctrl+Alt+V")
    said = window.statusBar().currentMessage()
    assert "no more than 3,000 are copied as svg: zoom in" in said
    assert "--" not in said
