"""A file of weights: what the scoring reads, and how it came about. The same course gives the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.playing.gamefile import toml_value
from engine.writing import replacing


def save_weights(
    weights: Mapping[str, float], tables: Mapping[str, Mapping[str, Any]], path: Path, *, force: bool
) -> None:
    """The weights, and below them tables of facts for people."""
    with replacing(path, force=force) as temporary:
        temporary.write_text(as_text({"weights": weights, **tables}), encoding="utf-8")


def as_text(tables: Mapping[str, Mapping[str, Any]]) -> str:
    return "\n".join(
        f"[{name}]\n" + "".join(f"{key} = {toml_value(value)}\n" for key, value in table.items() if value is not None)
        for name, table in tables.items()
    )
