"""The search of a recording as a request, and the searches that it is compared with.

Options that are not named for the other search are those of the recording, so that only named ones differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from plyscope_window.words import localized, tr

if TYPE_CHECKING:
    from plyscope.model.position import Position
    from plyscope.model.trace import Trace

FULL, PRUNING = "minimax", "alphabeta"
"""The names of the search without cutoffs, and of the one that it is compared with."""


KEPT_OPTIONS = ("score", "weights", "cut", "fail")
"""The options of a search that apply to all searches measured beside it, unless these have their own."""


def search_request(trace: Trace) -> dict[str, Any]:
    """Return the options by which the search of a recording can be asked for again; empty for another program's."""
    if trace.search.is_imported:
        return {}
    return {"algorithm": trace.search.name, **trace.options}


def with_kept_options(position: Position, options: Mapping[str, Any]) -> Position:
    """Return a position with those options of a search that apply to every search of it."""
    return replace(position, options={name: options[name] for name in KEPT_OPTIONS if options.get(name) is not None})


def is_full(trace: Trace) -> bool:
    """Whether a recording is one of full minimax, which is then compared with a search that prunes."""
    return trace.search.name == FULL


def full_or_pruning(trace: Trace) -> str:
    """Return the name of the search that "full minimax" means beside this recording."""
    return PRUNING if is_full(trace) else FULL


def why_not_full(trace: Trace) -> str:
    """Return why full minimax would not be the same search without its cutoffs; empty if it would."""
    if trace.search.is_imported:
        return tr("Another program has made this recording: what full minimax would count is unknown.")
    if trace.search.is_brain:
        return tr("A brain scores in its own way, which minimax does not know: compare it with another brain.")
    return ""


def request_for(trace: Trace, named: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of another search beside a recording: those named, and else the recording's own."""
    from plyscope.model.declaration import Windows
    from plyscope.recording.plan import find_search
    from plyscope.search.learned_orders import LEARNED_ORDERS

    search = find_search(str(named["algorithm"]))
    own = {} if search.is_brain or trace.search.is_imported else dict(trace.options)
    taken = {name: value for name, value in own.items() if name in search.reads and value is not None} | dict(named)
    if taken.get("order") != "random" and "seed" not in named and not search.is_brain:
        taken.pop("seed", None)
    if taken.get("order") in LEARNED_ORDERS and search.windows is Windows.NONE and "order" not in named:
        taken.pop("order")
    if taken.get("score") != "linear" and "weights" not in named:
        taken.pop("weights", None)
    return taken


def is_recording_of(trace: Trace, request: Mapping[str, Any]) -> bool:
    """Whether a recording is one of the requested search."""
    return all(value == {**trace.options, "algorithm": trace.search.name}.get(name) for name, value in request.items())


def position_for(trace: Trace, request: Mapping[str, Any]) -> Position:
    """Return the root position with the search to record; raise InputError if the search cannot be used on it."""
    from plyscope.recording.plan import check_options

    check_options(replace(trace.position, options={}), request)
    return replace(trace.position, options=dict(request))


def presets(trace: Trace) -> list[str]:
    """Return suggested searches to compare a recording with, as they are typed."""
    from plyscope.brains import BRAINS

    game = trace.position.game.name
    if trace.search.is_brain:
        return [name for name, brain in BRAINS.items() if getattr(brain, "game", "") == game]
    texts = ["minimax", "alphabeta", "alphabeta:cut='>'", "alphabeta:fail=hard"]
    if trace.position.game.has_winner:
        texts += ["alphabeta:order=center", "alphabeta:order=reverse"]
    else:
        texts += ["alphabeta:order=reverse"]
    return [*texts, "negamax", "pvs"]


def comparison_titles(a: Trace, b: Trace) -> tuple[str, str]:
    """Return the titles of two recordings in a comparison."""
    from plyscope.text.search_names import names_of

    first, second = names_of(a, b)
    return localized(first), localized(second)
