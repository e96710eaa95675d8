"""Where positions come from: a path, standard input, `game:text`, or a sample."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from os.path import exists
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from plyscope import plugins
from plyscope.files.atomic import bytes_of
from plyscope.files.recognition import is_recording
from plyscope.files.toml_tables import check_keys, parse_toml
from plyscope.games import GAMES, find_game
from plyscope.messages import InputError, Message, OptionError
from plyscope.model.position import Position

T = TypeVar("T")

MAX_FILE_BYTES = 64 * 1024 * 1024
"""Bytes; far larger than any position."""
ZIP = b"PK\x03\x04"
"""How trace files begin."""
FIRST_ROW = re.compile(rb"\x01[\x00-\x03]\x00\x00")
"""How packed rows begin, which are no text in UTF-32."""

COMMENT = re.compile(r"(?:^|\s)#(?:\s|$)")
OF_FILE = [re.compile(rf"^[ \t]*{key}[ \t]*=", re.MULTILINE) for key in ("game", "position")]
"""What shows that a text is a position file."""
SELECTION = re.compile(r"(?P<path>.+?)(?:#(?P<number>[0-9]{1,7}))?(?:@(?P<moves>[0-9]{1,7}))?", re.DOTALL)
"""A file, and which of its positions, and after how many moves of its game: suite.epd#3, games.pgn#2@17."""

SEARCH_KEYS: Mapping[str, type | tuple[type, ...]] = {
    "algorithm": str,
    "depth": int,
    "cut": str,
    "fail": str,
    "order": str,
    "seed": int,
    "score": str,
    "weights": (str, dict),
    "table_size": int,
    "star1": bool,
    "simulations": int,
    "exploration": (int, float),
}
"""The search options that a position file may set, with their types."""

FILE_KEYS: Mapping[str, type | tuple[type, ...]] = {
    "game": str,
    "position": str,
    "max": str,
    "coordinates": str,
    "title": str,
    "notes": str,
    **SEARCH_KEYS,
}


def load(
    source: str | Path, game: str | None = None, max: str | None = None, coordinates: str | None = None
) -> Position:
    """Read a position from any source: a path, `-`, game:text, or sample:NAME.

    `game` says which game it is where the source does not; `max` who is MAX and `coordinates` how moves are shown,
    instead of what a file says.
    """
    plugins.load()
    try:
        position = read_source(str(source), game)
    except InputError as error:
        raise error.in_notation(coordinates or "") from error.__cause__
    position = position if coordinates is None else position.with_coordinates(coordinates)
    return position if max is None else position.with_max(max)


def read_source(source: str, game: str | None) -> Position:
    """Read a position from a source, of the given game if the source names none."""
    if not source:
        raise InputError("the source is empty; it is a file, - for standard input, game:text or sample:NAME")
    if source.startswith("sample:"):
        return read_file(find_sample(source.removeprefix("sample:")), game)
    name, colon, text = source.partition(":")
    if colon and name in GAMES:
        refuse_other_game(name, game, source)
        return read_text(name, text)
    path, number, moves = selection(source)
    if path == "-":
        return read_content(read_standard_input(), "-", game, number, moves)
    if exists(path) or (game is None and not possible_games(source)) or (game is not None and names_file(source)):
        return read_file(Path(path), game, number, moves)
    return read_any(source, game)


def selection(source: str) -> tuple[str, int | None, int | None]:
    """Return a file, which of its positions is meant, and after how many moves of its game; None where it is not said.

    A file whose name is the whole of it is that file.
    """
    found = SELECTION.fullmatch(source)
    if exists(source) or found is None:
        return source, None, None
    number, moves = (int(found[name]) if found[name] else None for name in ("number", "moves"))
    return found["path"], number, moves


def is_position_file(text: str) -> bool:
    """Whether a text is the TOML of a position file, by two of its keys."""
    return all(key.search(text) for key in OF_FILE)


def is_source(text: str) -> bool:
    """Whether a text is a source by its form: a file that is there, a sample, or a position of a game."""
    name, colon, _ = text.partition(":")
    is_named = bool(colon) and (name in GAMES or name == "sample")
    return is_named or Path(selection(text)[0]).is_file() or bool(possible_games(text))


class Unclear(InputError):
    """The error for a text that says less than is needed: `choices` are what it can mean."""

    choices: tuple[str, ...] = ()

    def between(self, choices: Iterable[str]) -> Unclear:
        """Return the error with its choices."""
        self.choices = tuple(choices)
        return self

    def inside(self, place: str) -> InputError:
        error = super().inside(place)
        if isinstance(error, Unclear):
            error.choices = self.choices
        return error


class AmbiguousGame(Unclear):
    """The error for a text that is a position of several games, which are the choices."""


class SeveralPositions(Unclear):
    """The error for a file of several positions; the choices are their titles."""


def possible_games(text: str) -> tuple[str, ...]:
    """Return the games of which a text can be a position, by its form; of several only those that can read it, if any.

    A text that names its game is none that one need ask about.
    """
    found = tuple(entry.name for entry in GAMES.values() if text.strip() and entry.recognises(text))
    if len(found) > 1:
        return tuple(name for name in found if is_position(name, text)) or found
    return found


def is_position(game: str, text: str) -> bool:
    """Whether a text is a position of a game."""
    try:
        read_text(game, text)
    except Exception:  # the reader of a plug-in may make anything of a text that is not its own
        return False
    return True


def game_of(text: str, suffix: str = "") -> str:
    """Return the game of a text that does not name it, by its form, else by the suffix of its file.

    AmbiguousGame where it can be a position of several, InputError where it can be one of none.
    """
    games = possible_games(text) or tuple(entry.name for entry in GAMES.values() if suffix in entry.files)
    if len(games) == 1:
        return games[0]
    if not games:
        raise InputError(
            "no game has a position that is written so; with its game it is written GAME:POSITION, "
            "and the games are {games}",
            games=", ".join(GAMES),
        )
    options = " or ".join(f"--game {game}" for game in games)
    raise AmbiguousGame(
        "the text is a position of {games}; say which with {options}, or with its name and a colon in front",
        games=" and ".join(games),
        options=options,
    ).between(games)


def names_file(source: str) -> bool:
    """Whether a source ends as the name of a file does."""
    suffixes = {suffix for entry in GAMES.values() for suffix in entry.files}
    return Path(selection(source)[0]).suffix.lower() in {".toml", ".txt", ".json", ".jsonl", *suffixes}


def refuse_other_game(found_game: str, game: str | None, source: str) -> None:
    """Raise OptionError where a source is of another game than the requested one."""
    if game is not None and find_game(game).name != found_game:
        raise OptionError(
            "{source} is a position of {found}, not of {game}", source=source, found=found_game, game=game
        )


def read_text(game: str, text: str) -> Position:
    """Return the position of a game that a text writes."""
    reading = find_game(game).read(text)
    key = reading.game.rules.key(reading.state)
    known = ("title", "notes", "warnings", "as_played", "best", "walk")
    return Position(reading.game, key, **{name: getattr(reading, name) for name in known})


def read_any(
    text: str, game: str | None = None, suffix: str = "", number: int | None = None, moves: int | None = None,
    folder: Path | None = None,
) -> Position:  # fmt: skip
    """Return the position in a text, which names its game or is recognised by its form.

    `suffix` and `folder` are those of its file, `number` says which of several positions is meant, and `moves` after
    how many moves of its game.
    """
    if suffix == ".toml" or is_position_file(text):
        return read_toml(text, game, folder)
    name, colon, rest = text.partition(":")
    if colon and name.strip() in GAMES:
        refuse_other_game(name.strip(), game, name.strip())
        game, text = name.strip(), rest
    game = game or game_of(text, suffix)
    return after_moves(one_of(game, text, number), moves)


def one_of(game: str, text: str, number: int | None) -> Position:
    """Return the position in a text, or one of several by its number from 1; SeveralPositions where none is given."""
    split = find_game(game).split
    found = [("", text)] if split is None else split(text)
    if number is not None and not 1 <= number <= len(found):
        raise InputError("there is no number {number}; they are from 1 to {count}", number=number, count=len(found))
    if number is None and len(found) > 1:
        raise SeveralPositions(
            "there are {count} positions or games; say which with # and its number behind the name, as in #1",
            count=len(found),
        ).between(title for title, _ in found)
    return read_text(game, found[(number or 1) - 1][1])


def after_moves(position: Position, count: int | None) -> Position:
    """Return the position after so many moves of the game that led to a position."""
    if count is None:
        return position
    walked = list(position.walked())
    if position.walk is None or count >= len(walked):
        raise InputError(
            "there are no {count} moves; the game has {moves}, counted from the first of either side",
            count=count,
            moves=len(walked) - 1,
        )
    return walked[count]


def as_read(position: Position) -> Position:
    """Return the position as it is read again from its own text, which is what a trace file stores.

    A tree numbers its nodes, and hexline its moves, from the board that was read. The numbers of a position reached by
    moves are others than those of the same position read from its text. A position that cannot be written, such as one
    with exchanged colours, stays as it is.
    """
    if position.game.name not in GAMES or not position.game.rules.knows_all:
        return position
    try:
        reading = find_game(position.game.name).read(position.text)
    except InputError:
        return position
    return replace(position, game=reading.game, state=reading.game.rules.key(reading.state))


class PositionText(NamedTuple):
    """A position as another process receives it, which reads it from its text."""

    game: str
    text: str
    max: str
    title: str
    notes: str
    options: Mapping[str, Any]
    """The search options that the position's file sets."""
    coordinates: str = ""

    @staticmethod
    def of(position: Position) -> PositionText:
        """Return a position as text, with its options."""
        options = plain_options(position.options)
        return PositionText(
            position.game.name, position.fullest_text, position.max, position.title, position.notes, options,
            position.coordinates,
        )  # fmt: skip

    def read(self) -> Position:
        """Return the position again, with its options."""
        position = read_text(self.game, self.text).with_max(self.max).named(self.title, self.notes)
        return replace(position, options=self.options, coordinates=self.coordinates)


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as another process can read them, a file of weights by its path."""
    return {
        name: str(value) if isinstance(value, Path) else dict(value) if isinstance(value, Mapping) else value
        for name, value in options.items()
    }


def read_file(path: Path, game: str | None, number: int | None = None, moves: int | None = None) -> Position:
    """Return the position in a file, with the file's name as title unless it has one."""
    try:
        if path.is_dir():
            raise InputError("this is a directory, not a file")
        if not path.exists():
            raise InputError("there is no such file, and no game has a position that is written so")
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except InputError as error:
        raise error.inside(str(path)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError("{path}: cannot be read: {reason}", path=str(path), reason=reason) from error
    position = read_content(content, str(path), game, number, moves)
    return (
        position
        if position.title
        else replace(position, title=path.stem if number is None else f"{path.stem} {number}")
    )


def lines_of_list(path: Path, text: str) -> list[str]:
    """Return the lines of a file of positions; of games those in which a move was made, each with the game's name."""
    entry = next((entry for entry in GAMES.values() if entry.split and path.suffix.lower() in entry.files), None)
    texts = [one for _, one in entry.split(text)] if entry is not None and entry.split is not None else []
    if entry is None or texts == [line for line in text.splitlines() if line.strip()]:
        return text.splitlines()
    found: list[str] = []
    for number, one in enumerate(texts, 1):
        try:
            walked = list(read_text(entry.name, one).walked())
        except InputError as error:
            raise InputError("game {number}: {complaint}", number=number, complaint=error.message) from None
        found += map(str, walked[:-1] or walked)
    return found


def read_list(path: Path, read: Callable[[str], T]) -> list[T]:
    """Return what `read` makes of each line of a file; text after ` # ` is a comment."""
    try:
        lines = lines_of_list(path, decode(bytes_of(path, MAX_FILE_BYTES + 1)))
    except InputError as error:
        raise error.inside(str(path)) from None
    found = []
    for number, line in enumerate(lines, 1):
        entry = COMMENT.split(line, maxsplit=1)[0].strip()
        if entry:
            try:
                found.append(read(entry))
            except InputError as error:
                complaint = InputError("line {line}: {complaint}", line=number, complaint=error.message)
                raise complaint.inside(str(path)) from None
    if not found:
        raise InputError("{path}: the file has no positions", path=str(path))
    return found


def read_standard_input() -> bytes:
    """Return the bytes of standard input, at most one more than a file may have."""
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return sys.stdin.buffer.read(MAX_FILE_BYTES + 1)


def read_content(
    content: bytes, place: str, game: str | None, number: int | None = None, moves: int | None = None
) -> Position:
    """Return the position in a file's bytes."""
    try:
        if content.startswith(ZIP) or is_recording(content):
            raise InputError("this is a recording, not a position")
        text = decode(content)
        suffix = Path(place).suffix.lower()
        if not text.strip() and suffix != ".toml":
            raise InputError("the file is empty")
        for entry in GAMES.values():
            if suffix in entry.files:
                refuse_other_game(entry.name, game, place)
        return read_any(text, game, suffix, number, moves, Path(place).parent)
    except OptionError:
        raise
    except InputError as error:
        raise error.inside("standard input" if place == "-" else place) from None


def decode(content: bytes) -> str:
    """Return UTF-8 bytes as text, without byte-order mark, with plain line ends."""
    if len(content) > MAX_FILE_BYTES:
        raise InputError("the file is larger than {limit} bytes", limit=MAX_FILE_BYTES)
    if FIRST_ROW.match(content):
        raise InputError("these are packed rows, without the line of JSON that stands before them")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in content[:4]:
        encoding = "UTF-32" if b"\0\0" in content[:4] else "UTF-16"
        raise InputError("the file is written in {encoding}; save it as UTF-8", encoding=encoding)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("byte {byte} is not UTF-8", byte=error.start) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def weights_beside(given: object, folder: Path | None) -> object:
    """Return the weights of a position file; a file of them must be a regular one beside it.

    A text that stands in no folder, such as a pasted one, has the weights by hand instead of those of a file.
    """
    if not isinstance(given, str) or "=" in given:
        return given
    if folder is None:
        return {}
    path = folder / given
    if Path(given).name != given or not path.is_file():
        raise InputError("weights: {path} is no file beside the position file", path=given)
    return str(path)


def read_toml(text: str, game: str | None, folder: Path | None = None) -> Position:
    """Return the position in a TOML text."""
    content = parse_toml(text)
    check_keys(content, FILE_KEYS, (), Message("a position file"))
    name = content.get("game", game)
    if name is None:
        raise InputError("the file does not name its game: the key game is missing")
    if name not in GAMES:
        raise InputError("{name} is not a game; the games are {games}", name=name, games=", ".join(GAMES))
    refuse_other_game(name, game, str(name))
    if "position" not in content:
        raise InputError("the key position is missing")
    try:
        position = read_text(name, content["position"])
    except InputError as error:
        raise error.in_notation(content.get("coordinates", "")) from error.__cause__
    position = replace(
        position,
        options={
            key: weights_beside(content[key], folder) if key == "weights" else content[key]
            for key in SEARCH_KEYS
            if key in content
        },
        title=content.get("title", ""),
        notes=content.get("notes", "").strip(),
    )
    try:
        position = position.with_max(content["max"]) if "max" in content else position
        position = position.with_coordinates(content["coordinates"]) if "coordinates" in content else position
        refuse_bad_options(position)
    except OptionError as error:
        raise error.of_data() from None
    return position


def refuse_bad_options(position: Position) -> None:
    """Raise OptionError unless a position file's search options fit together; other errors are left to the search.

    A file of weights is read when the position is searched.
    """
    from plyscope.recording.plan import check_options

    try:
        check_options(position, {})
    except OptionError:
        raise
    except InputError:
        pass  # the position cannot be searched with them, which is reported when it is searched, not when it is shown


class Sample(NamedTuple):
    """A sample position with its name and file."""

    name: str
    path: Path
    position: Position


def samples_folder() -> Path:
    """Return the folder of samples: in the package of a wheel, beside it in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "samples"
    return inside if inside.is_dir() else package.parents[1] / "samples"


NO_POSITIONS = "lessons"
"""The folder of samples whose TOML files are no positions."""


@cache
def sample_paths() -> Mapping[str, Path]:
    """Return the files of the sample positions by name; read once."""
    folder = samples_folder()
    paths = (path for path in folder.glob("*/*.toml") if path.parent.name != NO_POSITIONS)
    return dict(sorted((sample_name(path), path) for path in paths))


@cache
def program_paths() -> Mapping[str, Path]:
    """Return the files of the sample programs by name; read once."""
    return dict(sorted((sample_name(path), path) for path in samples_folder().rglob("*.py")))


def sample_name(path: Path) -> str:
    """Return the name of a sample by its file."""
    return path.relative_to(samples_folder()).with_suffix("").as_posix()


def sample_names() -> list[str]:
    """Return the names of the sample positions."""
    return list(sample_paths())


def available_samples() -> list[str]:
    """Return the names of the sample positions whose games can be loaded here."""
    return [name for name in sample_names() if find_game(name.partition("/")[0]).is_available]


def find_sample(name: str) -> Path:
    """Return the file of a sample position; raise InputError for an unknown name."""
    if found := matching(name, sample_paths()):
        return found
    if matching(name, program_paths()):
        raise InputError("{name} is a program; plyscope debug sample:{name} records a call of it", name=name)
    raise InputError("there is no sample {name}; plyscope samples lists them", name=name)


def matching(name: str, paths: Mapping[str, Path]) -> Path | None:
    """Return a sample's file by its name, with or without its folder; None for an unknown one."""
    names = [name] if name in paths else [sample for sample in paths if sample.rpartition("/")[2] == name]
    return paths[names[0]] if len(names) == 1 else None


def samples() -> list[Sample]:
    """Return the sample positions that can be read here."""
    return [Sample(name, find_sample(name), read_file(find_sample(name), None)) for name in available_samples()]
