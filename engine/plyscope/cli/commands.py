"""All commands of the command line: a command exists once its module is imported here."""

from __future__ import annotations

from plyscope.cli import batch, check, compare, debug, exercise, export, learn, manual, match, play, search, stats, why  # noqa: F401
from plyscope.cli.group import command_line

__all__ = ["command_line"]
