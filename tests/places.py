"""Where things lie in the checkout, for tests that read files or start processes."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "samples"
RECURSION = SAMPLES / "recursion"
GOLDEN = ROOT / "tests" / "golden"
NIM = ROOT / "tests" / "plugins" / "nim"
"""Where Nim and its search are installed as a plug-in."""
PLUGIN_SEARCHES = ROOT / "tests" / "plugins" / "searches"
"""Searches as plug-in files, each a declaration and its text."""
SOURCE_ROOTS = os.pathsep.join(str(place) for place in (ROOT / "engine", ROOT / "visualiser", NIM))
"""What PYTHONPATH must hold for a process that is to find Plyscope in the checkout, and the plug-in."""
