"""What the editor edits: a game, the text of a position and who is MAX; and the history of that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from plyscope.files.sources import is_position_file, possible_games, read_text, read_toml
from plyscope.games import GAMES, find_game
from plyscope.messages import InputError
from plyscope.model.position import FIRST, Position

MAX_UNDO = 500
"""The largest number of edits that can be undone."""


@dataclass(frozen=True)
class Document:
    """A position as text; it may be invalid."""

    game: str
    text: str
    max_side: int = FIRST
    coordinates: str = ""
    """The notation of its moves, where its file names one."""

    @property
    def is_random(self) -> bool:
        """Whether the text asks for a random board."""
        random = find_game(self.game).random
        return random is not None and self.text.startswith(random.word)

    def position(self) -> Position:
        """Return the position; raise InputError if the text is invalid."""
        return replace(read_text(self.game, self.text), max_side=self.max_side).shown_in(self.coordinates)


def starting_document(game: str) -> Document:
    """Return the start of a game; a random board is written out."""
    start = Document(game, find_game(game).start)
    return document_of(start.position()) if start.is_random else start


def document_of(position: Position) -> Document:
    """Return a position as a document: with its moves, or without the side to move if the board implies it."""
    if position.as_played:
        return Document(position.game.name, position.as_played, position.max_side, position.coordinates)
    text = position.text
    body, _, turn = text.rpartition(" ")
    if find_game(position.game.name).grid is not None and turn in position.game.sides:
        try:
            if read_text(position.game.name, body).state == position.state:
                text = body
        except InputError:
            # A size alone, for example, is not a board.
            pass
    return Document(position.game.name, text, position.max_side, position.coordinates)


def read_pasted(text: str, before: Document) -> Document:
    """Return the document of a pasted or typed text, which may name its game.

    `game:text`, a whole position file, or a text with the form of another game alone; else the same game. What is typed
    letter by letter may look like another game's on its way, and changes the game only where it begins a tree.
    """
    name, colon, rest = text.partition(":")
    if colon and name.strip() in GAMES:
        return Document(name.strip(), rest.strip(), before.max_side)
    if is_position_file(text):
        try:
            return document_of(read_toml(text, None))
        except InputError:
            # The problem is reported when the text is read.
            return replace(before, text=text)
    games = possible_games(text)
    is_pasted = len(text) > len(before.text) + 1
    if len(games) == 1 and before.game not in games and (is_pasted or text.lstrip()[:1] in ("[", "{")):
        return Document(games[0], text, before.max_side)
    return replace(before, text=text)


class History:
    """The history of documents and the current place in it. Continuous typing is one edit."""

    def __init__(self, first: Document, notify: Callable[[], None] = lambda: None) -> None:
        self._documents = [first]
        self._place = 0
        self._typing = False
        self._notify = notify

    @property
    def document(self) -> Document:
        """The current document."""
        return self._documents[self._place]

    @property
    def can_undo(self) -> bool:
        return self._place > 0

    @property
    def can_redo(self) -> bool:
        return self._place + 1 < len(self._documents)

    def edit(self, document: Document, *, typing: bool = False) -> None:
        """Add a document in place of those undone; `typing` joins it to the edit before, if that was typed too."""
        if document == self.document:
            return
        del self._documents[self._place + 1 :]
        if typing and self._typing and self.can_undo:
            self._documents.pop()
        self._documents.append(document)
        del self._documents[: -MAX_UNDO - 1]
        self._place = len(self._documents) - 1
        self._typing = typing
        self._notify()

    def pause(self) -> None:
        """Begin another edit with the next key."""
        self._typing = False

    def undo(self) -> bool:
        """Go back to the document before; False if there is none."""
        return self._move_by(-1)

    def redo(self) -> bool:
        """Go on to the document after; False if there is none."""
        return self._move_by(1)

    def _move_by(self, by: int) -> bool:
        """Move by so many documents; False where that is beyond the history."""
        if not 0 <= self._place + by < len(self._documents):
            return False
        self._place += by
        self._typing = False
        self._notify()
        return True
