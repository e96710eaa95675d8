"""Reading the text of a tree: nested lists of numbers, or JSON objects with name, children and value.

It does not use `json`, because it names the byte at which a text goes wrong, reads any depth of nesting, and
notices repeated keys and digits that a float cannot hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from math import fsum, inf, isinf, nan
from typing import NamedTuple

from plyscope.games.tree_chance import add_up
from plyscope.messages import InputError, Message, plain_number
from plyscope.model.position import FIRST, SECOND

MAX_DEPTH = 1000
"""Levels of a tree: more than a tree written by hand has, and few enough for a recursive search."""

MAX_CHILDREN = 65_535
"""The most children of a node: as many as the column of pruned moves can count."""

PLAIN_KEYS = ("name", "children", "value")
CHANCE, NOISY = "chance", "noisy"
KEYS = (*PLAIN_KEYS, CHANCE, NOISY)
TRUTHS = {"true": True, "false": False}


@dataclass(slots=True)
class Node:
    """One node as written. `number` is NaN where an inner node has no number of its own."""

    name: str = ""
    number: float = nan
    children: list[Node] = field(default_factory=list)
    probability: float = nan
    """The probability with which chance leads to the node; NaN where a side does."""
    is_noisy: bool = False
    """Whether the move that leads to it is noisy."""


class Token(NamedTuple):
    """A piece of the text: one of the brackets and signs []{}:, a text, a number, or the end."""

    kind: str
    text: str
    at: int


TOKEN = re.compile(
    r"""\s*(?:
    (?P<sign>[\[\]{}:,])
  | (?P<text>"(?:[^"\\\x00-\x1f]|\\.)*")
  | (?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![0-9A-Za-z_.+-]) | -?inf\b)
  | (?P<word>[^\s\[\]{}:,"]+)
)""",
    re.VERBOSE,
)


class Reader:
    """Splits the text of a tree into tokens. Subclasses read other notations by other tokens."""

    pattern = TOKEN
    quote = '"'

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = self._tokens()
        self.token = next(self.tokens)
        self.warnings: list[Message] = []

    def _tokens(self) -> Iterator[Token]:
        """Yield the tokens of the text, and an end; raise InputError where no token matches."""
        at = 0
        while found := self.pattern.match(self.text, at):
            kind = found.lastgroup or ""
            text = found[kind]
            at = found.end()
            yield Token(text if kind == "sign" else kind, text, found.start(kind))
        yield from self._rest(at)

    def _rest(self, at: int) -> Iterator[Token]:
        """Yield the end; raise InputError where text is left that is no token."""
        rest = self.text[at:]
        if rest.strip():
            at += len(rest) - len(rest.lstrip())
            raise (
                self.error("a text that does not end", at)
                if rest.lstrip()[0] == self.quote
                else self.error("a character that does not belong here", at)
            )
        yield Token("end", "", len(self.text))

    def error(self, what: str, at: int, /, **values: object) -> InputError:
        """Return an error with its place, in bytes as editors and other programs count them."""
        before = self.text[:at]
        return InputError(
            "byte {byte} (line {line}, column {column}): {complaint}",
            byte=len(before.encode("utf-8", "surrogatepass")),
            line=before.count("\n") + 1,
            column=at - (before.rfind("\n") + 1) + 1,
            complaint=Message(what, **values),
        )

    def next(self) -> Token:
        """Return the token and go on to the next one."""
        token = self.token
        if token.kind != "end":
            self.token = next(self.tokens)
        return token

    def expect(self, kind: str, what: Message) -> Token:
        """Return the token, which must be of a kind, and go on; raise InputError that asks for `what`."""
        token = self.next()
        if token.kind != kind:
            raise self.unexpected(token, what)
        return token

    def unexpected(self, token: Token, what: Message) -> InputError:
        """Return the error of a token in place of `what` is expected."""
        if token.kind == "end":
            return self.error("the text ends where {what} is expected", token.at, what=what)
        return self.error("{found} where {what} is expected", token.at, found=token.text[:40], what=what)

    def end(self) -> None:
        """Raise InputError where text is left behind the tree."""
        if self.token.kind != "end":
            raise self.error("{found} after the end of the tree", self.token.at, found=self.token.text[:40])

    def check_depth(self, above: int, at: int) -> None:
        """Raise InputError for a node with children that has too many nodes above it."""
        if above >= MAX_DEPTH:
            raise self.error("the tree is more than {deepest} levels deep", at, deepest=MAX_DEPTH)

    def check_children(self, count: int, at: int) -> None:
        """Raise InputError for a node with too many children."""
        if count > MAX_CHILDREN:
            raise self.error("a node has more than {most} children", at, most=MAX_CHILDREN)

    def plain_text(self, token: Token) -> str:
        """Return the content of a text in quotes."""
        try:
            return str(json.loads(token.text))
        except ValueError as error:
            raise self.error("this is not a text: {reason}", token.at, reason=str(error)) from error

    def number(self, token: Token) -> float:
        """Return the number in a token, perhaps in quotes; raise InputError where it is none, warn of lost digits."""
        digits = self.plain_text(token) if token.kind == "text" else token.text
        if digits in ("inf", "-inf"):
            return inf if digits == "inf" else -inf
        if token.kind != "number":
            if str(digits).lower().lstrip("+-") in ("nan", "infinity", "inf"):
                raise self.error("{found} is not a value; write a number, inf or -inf", token.at, found=token.text[:40])
            raise self.unexpected(token, Message("a number"))
        value = float(digits)
        if isinf(value):
            raise self.error("{found} is beyond the range of numbers", token.at, found=token.text[:40])
        warning = digits_warning(self.text, digits, token.at)
        if warning:
            self.warnings.append(warning)
        return value + 0.0


@dataclass(slots=True)
class Open:
    """A list or an object that has been opened and not yet closed."""

    node: Node
    at: int
    is_object: bool
    keys: set[str] = field(default_factory=set)
    chances: list[float] = field(default_factory=list)
    """The probabilities of the children so far, in a node of chance; one more than children in the midst of one."""
    chance_at: int = 0
    """The place at which they begin."""


def read_tree(text: str) -> tuple[Node, int, list[Message]]:
    """Return the tree, the side to move at its root, and warnings."""
    body, turn = split_turn(text)
    if not body.strip():
        raise InputError("a tree needs at least one node, and the text is empty")
    reader = Reader(body)
    root = read_node(reader)
    reader.end()
    return root, turn, reader.warnings


def digits_warning(text: str, digits: str, at: int) -> Message | None:
    """Return a warning where a number has more digits than a float can hold, else None."""
    value = float(digits)
    if len(digits) <= 15 or repr(value) == digits or is_exact(digits, value):
        return None
    return Message(
        "byte {byte}: {found} has more digits than a number can hold, {value} is used",
        byte=at if text.isascii() else len(text[:at].encode()),
        found=digits[:40],
        value=repr(value),
    )


def is_exact(digits: str, value: float) -> bool:
    """Whether a float is exactly the number that its digits write."""
    try:
        return Decimal(digits) == Decimal(repr(value))
    except InvalidOperation:  # an exponent that no decimal number has
        return not digits.lower().partition("e")[0].strip("-0.")


def split_turn(text: str) -> tuple[str, int]:
    """Return a text without `first` or `second` at its end, and the side to move at the root."""
    is_named = text.rstrip().endswith(("first", "second"))
    found = re.search(r"[\]}0-9f]\s+(first|second)\s*$", text) if is_named else None
    if found is None:
        return text, FIRST
    return text[: found.start(1)], FIRST if found[1] == "first" else SECOND


def read_node(reader: Reader) -> Node:
    """Read a node with all that is below it."""
    opened: list[Open] = []
    while True:
        finished = read_start(reader, opened)
        while finished is not None:
            if not opened:
                return finished
            finished = read_after_child(reader, opened, finished)


def read_start(reader: Reader, opened: list[Open]) -> Node | None:
    """Read to the end of a leaf and return it, or to where the first child of an inner node stands."""
    token = reader.next()
    if token.kind in ("[", "{"):
        reader.check_depth(len(opened), token.at)
    if token.kind == "[":
        opened.append(Open(Node(), token.at, is_object=False))
        refuse_empty(reader)
        return None
    if token.kind == "{":
        opened.append(Open(Node(), token.at, is_object=True))
        if reader.token.kind == "}":
            raise reader.error("a node needs a value or children", reader.token.at)
        return read_keys(reader, opened)
    if token.kind in ("number", "text", "word"):
        return Node(number=reader.number(token))
    raise reader.unexpected(token, Message("a node"))


def refuse_empty(reader: Reader) -> None:
    """Raise InputError for an empty list of children."""
    if reader.token.kind == "]":
        raise reader.error("a list of children needs at least one", reader.token.at)


def read_keys(reader: Reader, opened: list[Open]) -> Node | None:
    """Read keys up to the first child (None), or to the end of the object, which is taken off `opened` (its node)."""
    here = opened[-1]
    while True:
        key = reader.expect("text", Message("a key"))
        name = reader.plain_text(key)
        if name not in KEYS:
            raise reader.error(
                "{key} is not a key of a node; the keys are name, children, chance, value and noisy", key.at, key=name
            )
        if name in here.keys:
            raise reader.error("{key} stands twice in one node", key.at, key=name)
        here.keys.add(name)
        reader.expect(":", Message("a colon"))
        if here.keys >= {"children", CHANCE}:
            raise reader.error("a node has children or chance, not both", key.at)
        if name == NOISY:
            refuse_noise(reader, opened, key)
        if name in ("children", CHANCE):
            opening = reader.expect("[", Message("a list of children"))
            refuse_empty(reader)
            if name == CHANCE:
                here.chance_at = opening.at
                read_probability(reader, here)
            return None
        read_value(reader, here.node, name)
        if end_of_object(reader, opened):
            return opened.pop().node


def read_value(reader: Reader, node: Node, key: str) -> None:
    """Read the value of a key that has no children into a node."""
    token = reader.next()
    if key == "value":
        if token.kind not in ("number", "text"):
            raise reader.error("a value is a number, not {found}", token.at, found=token.text[:40])
        node.number = reader.number(token)
        return
    if key == NOISY:
        if token.text not in TRUTHS:
            raise reader.error("noisy is true or false, not {found}", token.at, found=token.text[:40])
        node.is_noisy = TRUTHS[token.text]
        return
    if token.kind != "text":
        raise reader.error("a name is a text, not {found}", token.at, found=token.text[:40])
    node.name = read_name(reader, token)


def refuse_noise(reader: Reader, opened: list[Open], key: Token) -> None:
    """Raise InputError for a key `noisy` where no side makes a move to the node."""
    if len(opened) == 1:
        raise reader.error("no move leads to the root, so none of them is noisy", key.at)
    if opened[-2].chances:
        raise reader.error("chance makes the move to this node, so it is not noisy", key.at)


def read_name(reader: Reader, token: Token) -> str:
    """Return the name of a node; raise InputError for an empty or unprintable one."""
    name = reader.plain_text(token)
    try:
        name.encode()
    except ValueError as error:
        raise reader.error("this is not a text: {reason}", token.at, reason=str(error)) from error
    if not name.strip():
        raise reader.error("a name needs at least one letter", token.at)
    return name


def end_of_object(reader: Reader, opened: list[Open]) -> bool:
    """Take the token after a value; return whether it closes the object, False where another key follows."""
    token = reader.next()
    if token.kind == ",":
        return False
    if token.kind != "}":
        raise reader.unexpected(token, Message("a comma or a closing brace"))
    here = opened[-1]
    if not here.keys & {"value", "children", CHANCE}:
        raise reader.error("a node needs a value or children", here.at)
    return True


def read_after_child(reader: Reader, opened: list[Open], child: Node) -> Node | None:
    """Add a finished child to its parent; return the parent where that finishes it too."""
    here = opened[-1]
    here.node.children.append(child)
    if here.chances:
        child.probability = here.chances[-1]
        reader.expect("]", Message("a closing bracket"))
    reader.check_children(len(here.node.children), reader.token.at)
    token = reader.next()
    if token.kind == ",":
        if here.chances:
            read_probability(reader, here)
        return None
    if token.kind != "]":
        raise reader.unexpected(token, Message("a comma or a closing bracket"))
    if here.chances:
        refuse_other_sum(reader, here.chances, here.chance_at)
    refuse_same_names(reader, here)
    if not here.is_object or end_of_object(reader, opened):
        return opened.pop().node
    return read_keys(reader, opened)


def read_probability(reader: Reader, here: Open) -> None:
    """Read the beginning of an outcome of chance, `[0.5,`; its child comes next."""
    reader.expect("[", Message("an outcome of chance, such as [0.5, 3]"))
    token = reader.next()
    if token.kind not in ("number", "text"):
        raise reader.unexpected(token, Message("a probability"))
    here.chances.append(probability(reader, token, reader.plain_text(token) if token.kind == "text" else token.text))
    reader.expect(",", Message("a comma"))


def probability(reader: Reader, token: Token, digits: str) -> float:
    """Return a number above 0 and at most 1, or a fraction such as 1/3; raise InputError for any other."""
    above, _, below = digits.partition("/")
    try:
        value = float(above) / float(below or 1)
    except (ValueError, ZeroDivisionError):
        raise reader.unexpected(token, Message("a probability")) from None
    if not 0 < value <= 1:
        raise reader.error("a probability is above 0 and at most 1, not {found}", token.at, found=digits[:40])
    return value


def refuse_other_sum(reader: Reader, chances: list[float], at: int) -> None:
    """Raise InputError where probabilities do not add up to 1."""
    if not add_up(chances):
        raise reader.error("the probabilities add up to {sum}, not to 1", at, sum=fsum(chances))


def refuse_same_names(reader: Reader, here: Open) -> None:
    """Raise InputError where two children of a node have the same name or number."""
    names: set[str] = set()
    for number, child in enumerate(here.node.children, 1):
        name = child.name or str(number)
        if name in names:
            raise reader.error("two children of one node are called {name}", here.at, name=name)
        names.add(name)


def written_number(value: float) -> str:
    """Return a number as the text of a tree has it."""
    return ("inf" if value > 0 else "-inf") if isinf(value) else str(plain_number(value))
