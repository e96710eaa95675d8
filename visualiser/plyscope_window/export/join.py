"""Tells the engine's table of exports where those are written that need Qt; nothing of Qt is loaded for that."""

from __future__ import annotations

from plyscope.export import PAINTERS


def join() -> None:
    PAINTERS.update({name: f"plyscope_window.export.{name}" for name in ("png", "pdf", "gif")})
