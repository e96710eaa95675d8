"""Games and searches from outside: Python files named with --plugin, and installed packages with entry points.

A plug-in is code that runs with the user's rights. It is loaded because the user names its file or has installed
it; no data file can name one. A file adds every `GameEntry` and every `Search` among its module's names; a package
names them under the entry points `plyscope.games` and `plyscope.searches`. A plug-in that fails adds nothing and
stops nothing: `loaded()` has the reason.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from numbers import Integral, Real
from operator import attrgetter
from pathlib import Path
from threading import RLock
from traceback import walk_tb
from typing import NamedTuple

from plyscope.games import GAMES
from plyscope.games.entry import GameEntry
from plyscope.messages import Message
from plyscope.model.declaration import PARAMETERS, USUAL_BEST, Place, Search, Windows
from plyscope.model.position import Rules, State
from plyscope.model.source_lines import SourceLines
from plyscope.search import SEARCHES

GROUPS: dict[str, type] = {"plyscope.games": GameEntry, "plyscope.searches": Search}
"""The groups of entry points, and what an entry point of each must be."""
ANSWERS: dict[str, Callable[[object], bool]] = {
    "is_over": lambda found: found is not None,
    "outcome": lambda found: isinstance(found, Real),
    "to_move": lambda found: isinstance(found, Integral),
    "longest": lambda found: found is None or isinstance(found, Integral),
}
"""Functions of a game's rules -> whether a value that they return is of a usable kind."""
MOVES_TRIED = 100
"""Moves that are played to check a game, always the first legal one."""
OWN_CODE = str(Path(__file__).parent)
"""The folder of the engine, by which tracebacks tell its code from a plug-in's."""
NAME = re.compile(r"[a-z][a-z0-9_-]*")
"""Names of games and searches: they stand in front of positions and in lists of options."""


class Plugin(NamedTuple):
    """A plug-in that was loaded, or that failed."""

    source: str
    """The path of its file, or the distribution and entry point."""
    games: tuple[str, ...] = ()
    searches: tuple[str, ...] = ()
    problem: Message | None = None
    """Why it adds nothing."""
    is_file: bool = True


class Declared(NamedTuple):
    """The entry point of an installed package, which declares a game or a search."""

    group: str
    source: str
    """The distribution, and the name of the entry point."""
    value: str
    """The module and the name in it, as module:name."""


class Unusable(Exception):
    """A plug-in adds nothing, for a `reason` that is told to people."""

    def __init__(self, pattern: str, /, **values: object) -> None:
        self.reason = Message(pattern, **values)
        super().__init__(str(self.reason))


_plugins: dict[str, Plugin] = {}
"""By source, in the order loaded."""
_lock = RLock()
_installed: tuple[Declared, ...] | None = None
"""The entry points of installed packages; None before anybody has looked for them."""


def load(paths: Iterable[str | Path] = (), installed: Iterable[Declared] | None = None) -> None:
    """Load the installed plug-ins, if that has not been done, and the files that are not loaded yet.

    `installed` comes from `installed_plugins` of another process; without it the installed packages are searched.
    """
    global _installed
    with _lock:
        if _installed is None:
            _installed = _find_entry_points() if installed is None else tuple(installed)
            for one in _installed:
                _load(one.source, partial(_imported, one), is_file=False)
        for path in paths:
            source = str(Path(path).resolve())
            if source not in _plugins:
                _load(source, partial(_declared, source), is_file=True)


def _find_entry_points() -> tuple[Declared, ...]:
    """Return the entry points for games and searches of all installed packages.

    The module that reads them takes longer to load than the games, so it is loaded only where there may be one.
    """
    if not any(map(_may_declare, sys.path)):
        return ()
    from importlib.metadata import entry_points

    return tuple(
        Declared(group, f"{point.dist.name if point.dist is not None else '?'}: {point.name}", point.value)
        for group in GROUPS
        for point in entry_points(group=group)
    )


def _may_declare(place: str) -> bool:
    """Whether a folder of `sys.path` has a package that declares a game or a search; an archive may have one."""
    groups = [f"[{group}]".encode() for group in GROUPS]
    try:
        packages = [one.path for one in os.scandir(place or ".") if one.name.endswith((".dist-info", ".egg-info"))]
    except OSError:
        return os.path.isfile(place)
    for package in packages:
        with suppress(OSError):
            declared = Path(package, "entry_points.txt").read_bytes()
            if any(group in declared for group in groups):
                return True
    return False


def loaded() -> list[Plugin]:
    """Return the plug-ins that were loaded or have failed, in that order of time."""
    return list(_plugins.values())


def fault(error: BaseException) -> Message | None:
    """Return where and how a plug-in raised an exception; None where it was not raised in a plug-in.

    The text of a search counts, too: it stumbles over what a plug-in's game has returned.
    """
    texts = {f"<{search.file}>": search.file for search in SEARCHES.values()} if _plugins else {}
    files = {plugin.source: plugin.source for plugin in _plugins.values() if plugin.is_file} | texts
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        place = frame.f_code.co_filename
        if place in files:
            name = Path(files[place].rpartition(":")[2]).name
            return Message("{file}, line {line}: {reason}", file=name, line=line, reason=_reason(error))
        if place.startswith(OWN_CODE):
            break
    return None


def loaded_paths() -> list[str]:
    """Return the plug-in files, for a child process that must `load` the same."""
    return [plugin.source for plugin in _plugins.values() if plugin.is_file]


def installed_plugins() -> tuple[Declared, ...] | None:
    """Return the entry points of installed packages, for a child process that is to `load` the same, or None."""
    return _installed


def _load(source: str, entries: Callable[[], list[GameEntry | Search]], *, is_file: bool) -> None:
    """Add the games and searches that a function returns to the tables, or note why that fails."""
    before = _plugins.get(source, Plugin(source, is_file=is_file))
    try:
        games, searches = _add(entries())
        _plugins[source] = before._replace(games=before.games + games, searches=before.searches + searches)
    except Unusable as unusable:
        _plugins[source] = Plugin(source, problem=unusable.reason, is_file=is_file)
    except (Exception, SystemExit) as error:
        _plugins[source] = Plugin(source, problem=_reason(error), is_file=is_file)


def _imported(declared: Declared) -> list[GameEntry | Search]:
    """Return the game or search of an entry point, which is imported for it."""
    module, _, name = declared.value.partition("[")[0].replace(" ", "").partition(":")
    found = import_module(module)
    if name:
        found = attrgetter(name)(found)
    if not isinstance(found, GameEntry | Search) or not isinstance(found, GROUPS[declared.group]):
        raise Unusable("{value} is no {kind}", value=declared.value, kind=GROUPS[declared.group].__name__)
    return [found]


def _declared(source: str) -> list[GameEntry | Search]:
    """Return the games and searches that a plug-in file makes, without those that it has imported from our tables."""
    name = "plyscope_plugin_" + re.sub(r"\W", "_", source)
    spec = spec_from_file_location(name, source)
    if spec is None or spec.loader is None:
        raise Unusable("it is not a Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    from plyscope.brains import BRAINS

    entries = [value for value in vars(module).values() if isinstance(value, GameEntry | Search)]
    instead = (other for one in entries if isinstance(one, Search) for other in one.instead.values())
    there = [*GAMES.values(), *SEARCHES.values(), *BRAINS.values(), *instead]
    declared: list[GameEntry | Search] = []
    for value in entries:
        if not any(value is one for one in (*there, *declared)):
            declared.append(value)
    if not declared:
        raise Unusable("it declares neither a GameEntry nor a Search")
    return [_with_full_path(source, one) if isinstance(one, Search) else one for one in declared]


def _with_full_path(source: str, search: Search) -> Search:
    """Return the search with the full path of its text, which a plug-in file names relative to itself."""
    instead = {option: _with_full_path(source, other) for option, other in search.instead.items()}
    is_package = ":" in search.file and not Path(search.file).is_absolute()
    file = search.file if is_package else str(Path(source).parent / search.file)
    return replace(search, file=file, instead=instead)


def _add(declared: list[GameEntry | Search]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Add games and searches to the tables, all or none; return their names."""
    from plyscope.brains import BRAINS
    from plyscope.brains.brain import Brain

    for one in declared:
        if NAME.fullmatch(one.name) is None:
            raise Unusable("{name} is not a name: lower-case letters, digits, - and _", name=one.name)
        if one.name in (GAMES if isinstance(one, GameEntry) else {**SEARCHES, **BRAINS}):
            raise Unusable("the name {name} is taken", name=one.name)
        if isinstance(one, GameEntry):
            _check_game(one)
        else:
            for search in (one, *one.instead.values()):
                _check_search(search)
    for one in declared:
        if isinstance(one, GameEntry):
            GAMES[one.name] = one
        elif isinstance(one, Brain):
            BRAINS[one.name] = one
        else:
            SEARCHES[one.name] = one
    games = tuple(one.name for one in declared if isinstance(one, GameEntry))
    return games, tuple(one.name for one in declared if isinstance(one, Search))


def _check_game(entry: GameEntry) -> None:
    """Refuse a game whose names or whose functions' results, in one game of first moves, are unusable."""
    reading = entry.read(entry.start)
    if reading.game.name != entry.name:
        raise Unusable("its game calls itself {name}, not {entry}", name=reading.game.name, entry=entry.name)
    if (entry.manner is not None) != reading.game.has_winner:
        raise Unusable("{game} has a manner of play exactly if its games have a winner", game=entry.name)
    rules, state = reading.game.rules, list(reading.state)
    for _ in range(MOVES_TRIED):
        moves = _check_answers(rules, state)
        if not moves:
            break
        rules.play(state, moves[0])


def _check_answers(rules: Rules, state: State) -> list[int]:
    """Refuse a game one of whose functions returns an unusable value for a state; return the legal moves."""
    for name, is_usable in ANSWERS.items():
        if not is_usable(found := getattr(rules, name)(state)):
            raise wrong_answer(name, found, state)
    if rules.is_over(state):
        return []
    moves: object = rules.moves(state)
    if not isinstance(moves, Iterable):
        raise wrong_answer("moves", moves, state)
    legal = list(moves)
    if not legal or not all(isinstance(move, Integral) for move in legal):
        raise wrong_answer("moves", legal, state)
    return legal


def wrong_answer(function: str, found: object, state: State) -> Unusable:
    """Return the refusal of a game one of whose functions returns an unusable value."""
    return Unusable("{function} gives {value} for {state}", function=function, value=repr(found), state=repr(state))


def _check_search(search: Search) -> None:
    """Refuse a search whose text lacks a function, parameter or variable that its declaration names."""
    text = search.text({})
    written = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    for calls in search.calls:
        if calls.function not in written:
            raise Unusable("{file} has no function {function}", file=search.file, function=calls.function)
        if calls.kind is None and not calls.side:
            raise Unusable("{function} declares neither a side nor the parameter that says it", function=calls.function)
        given = written[calls.function].args
        best = _names(ast.parse(calls.best)) if calls.best != USUAL_BEST else set()
        for name in sorted({calls.best_move, *best} - {""}):
            if name not in _names(written[calls.function]):
                raise Unusable("{function} has no variable {name}", function=calls.function, name=name)
        parameters = [parameter.arg for parameter in (*given.posonlyargs, *given.args)]
        # A root that is called without a window has the whole one.
        has_window = search.windows is not Windows.NONE and calls.place is not Place.ROOT
        window = ("alpha", "beta") if has_window else ()
        for name in (*window, *([calls.side] if calls.kind is None else ())):
            if name not in parameters:
                raise Unusable("{function} has no parameter {name}", function=calls.function, name=name)
        unknown = [name for name in parameters if name not in PARAMETERS]
        if unknown and calls.place is not Place.BELOW:
            raise Unusable(
                "{function} is called with {known}, and not with {name}",
                function=calls.function,
                known=" ".join(PARAMETERS),
                name=unknown[0],
            )
    SourceLines(text, search)


def _names(tree: ast.AST) -> set[str]:
    """Return the names of all variables in a syntax tree."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _reason(error: BaseException) -> Message:
    """Return an exception's class and message, as one message."""
    return Message("{kind}: {reason}", kind=type(error).__name__, reason=str(error) or "no reason given")
