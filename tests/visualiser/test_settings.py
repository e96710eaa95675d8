"""Where settings lie, and how those of an earlier version are found."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope_window import settings
from plyscope_window.settings import Settings, config_folder, state_folder

pytestmark = pytest.mark.qt


def test_every_folder_can_be_named_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLYSCOPE_STATE", str(tmp_path))
    assert config_folder() == state_folder() == tmp_path
    assert settings.earlier_folder() is None


@pytest.mark.skipif("sys.platform != 'linux'", reason="the variables of Linux")
def test_settings_and_state_are_in_the_folders_of_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PLYSCOPE_STATE", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert config_folder().parent == tmp_path / "config"
    assert state_folder().parent == tmp_path / "state"


@pytest.fixture
def folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> tuple[Path, Path]:
    """The data folder of an earlier version, with settings in it, and the configuration folder."""
    earlier, config = tmp_path / "data", tmp_path / "config"
    earlier.mkdir()
    (earlier / "window.ini").write_text("[General]\ntheme=dark\n")
    monkeypatch.setattr(settings, "earlier_folder", lambda: earlier)
    monkeypatch.setattr(settings, "config_folder", lambda: config)
    return earlier, config


def test_settings_of_an_earlier_version_are_moved_once(folders: tuple[Path, Path]) -> None:
    earlier, config = folders
    assert Settings().text("theme", "system") == "dark"
    assert (config / "window.ini").exists()
    assert not earlier.exists()


def test_settings_that_are_there_stay(folders: tuple[Path, Path]) -> None:
    earlier, config = folders
    config.mkdir()
    (config / "window.ini").write_text("[General]\ntheme=light\n")
    assert Settings().text("theme", "system") == "light"
    assert (earlier / "window.ini").exists()


@pytest.mark.parametrize(("text", "version"), [("", 1), ("version=1\n", 1), ("version=7\n", 7), ("version=x\n", 1)])
def test_settings_of_any_version_are_read_and_saved_with_the_later_version(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, version: int
) -> None:
    monkeypatch.setenv("PLYSCOPE_STATE", str(tmp_path))
    (tmp_path / "window.ini").write_text(f"[General]\ntheme=dark\n{text}")
    found = Settings()
    assert (found.text("theme", "system"), found.version) == ("dark", version)
    found.sync()
    assert f"version={version}\n" in (tmp_path / "window.ini").read_text()
