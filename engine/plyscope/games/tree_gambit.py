"""Reading a tree from a game file of Gambit (`.efg`).

The game must have two players who take turns, perfect information, and payoffs that add up to zero; chance may move.
Everything else is refused with its place. The nodes stand in preorder, each with the names of its moves, which are
as many as its children. Values are the payoffs of player 1.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from math import isinf

from plyscope.games.tree_text import (
    Node,
    Open,
    Reader,
    Token,
    probability,
    refuse_other_sum,
    refuse_same_names,
)
from plyscope.messages import Message
from plyscope.model.position import FIRST

NUMBER = re.compile(r"[+-]?(?:[0-9]+/[0-9]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?)")
WHOLE = re.compile(r"[0-9]{1,9}")
LONGEST_NUMBER = 400
"""The most characters of a payoff; longer ones are out of range, or more exact than any float."""

NO_PAYOFF = Fraction(0)


class GambitReader(Reader):
    """Tokens of an `.efg` file: braces, texts in double quotes, and words. Commas count as blanks."""

    pattern = re.compile(
        r"""[\s,]*(?:
        (?P<sign>[{}])
      | (?P<text>"(?:[^"\\]|\\.)*")
      | (?P<word>[^\s{}",]+)
    )""",
        re.VERBOSE | re.DOTALL,
    )

    def whole(self, what: Message) -> int:
        """Take the next token as a whole number; raise InputError that asks for `what` where it is none."""
        token = self.expect("word", what)
        if not WHOLE.fullmatch(token.text):
            raise self.unexpected(token, what)
        return int(token.text)

    def label(self, what: Message) -> str:
        """Take the next token as a text in quotes; raise InputError that asks for `what` where it is none."""
        return re.sub(r"\\(.)", r"\1", self.expect("text", what).text[1:-1], flags=re.DOTALL)

    def payoff(self) -> Fraction:
        """Take the next token as an exact number, so that 0.1 and -0.1 add up to 0."""
        token = self.expect("word", Message("a payoff"))
        if not NUMBER.fullmatch(token.text) or len(token.text) > LONGEST_NUMBER:
            raise self.unexpected(token, Message("a payoff"))
        try:
            return Fraction(token.text)
        except ZeroDivisionError:
            raise self.unexpected(token, Message("a payoff")) from None


@dataclass
class Unfinished(Open):
    """A node whose children have not all been read."""

    player: int = 0
    """0 for chance."""
    moves: list[str] = field(default_factory=list)
    gained: Fraction = NO_PAYOFF
    """The payoffs of player 1 on the way to the node and in it."""


@dataclass
class Known:
    """What later nodes may refer to by number: outcomes and information sets, and who moved first."""

    outcomes: dict[int, Fraction] = field(default_factory=dict)
    information_sets: set[tuple[int, int]] = field(default_factory=set)
    first_player: int = 0
    """The player who moves at the first node at which chance does not move; 0 before there is one."""


def is_gambit(text: str) -> bool:
    """Whether a text is a game file of Gambit."""
    return re.match(r"\s*EFG\s", text) is not None


def read_gambit(text: str) -> tuple[Node, int, list[Message]]:
    """Return the tree of a game file, the player who moves at its root, and warnings."""
    reader = GambitReader(text)
    read_heading(reader)
    known = Known()
    opened: list[Unfinished] = []
    while True:
        node = read_node(reader, opened, known)
        if node is None:
            continue
        while opened:
            here = opened[-1]
            name = here.moves[len(here.node.children)]
            node.name = "" if name == str(len(here.node.children) + 1) else name
            if here.chances:
                node.probability = here.chances[len(here.node.children)]
            here.node.children.append(node)
            if len(here.node.children) < len(here.moves):
                break
            refuse_same_names(reader, here)
            node = opened.pop().node
        else:
            break
    reader.end()
    return node, known.first_player or FIRST, reader.warnings


def read_heading(reader: GambitReader) -> None:
    """Read past EFG 2 R, a title, two players, and perhaps a comment; raise InputError for anything else."""
    reader.expect("word", Message("EFG"))
    version, numbers = reader.expect("word", Message("2")), reader.expect("word", Message("R"))
    if version.text != "2" or numbers.text not in ("R", "D"):
        raise reader.error("a file of Gambit begins with EFG 2 R; other versions are not read", version.at)
    reader.label(Message("the title"))
    opening = reader.expect("{", Message("the list of players"))
    players = 0
    while reader.token.kind != "}":
        reader.label(Message("the name of a player"))
        players += 1
    reader.next()
    if players != 2:
        raise reader.error("the game has {count} players; only games of two can be searched", opening.at, count=players)
    if reader.token.kind == "text":
        reader.next()


def read_node(reader: GambitReader, opened: list[Unfinished], known: Known) -> Node | None:
    """Read a node: return a leaf; put an inner one on the stack and return None, as its children come next."""
    kind = reader.expect("word", Message("a node, which begins with p, t or c"))
    gained = opened[-1].gained if opened else NO_PAYOFF
    if kind.text not in ("p", "t", "c"):
        raise reader.unexpected(kind, Message("a node, which begins with p, t or c"))
    name = reader.label(Message("the name of the node"))
    if kind.text == "t":
        gained += read_outcome(reader, known)
        return Node(name if not opened else "", worth(reader, gained, kind))
    reader.check_depth(len(opened), kind.at)
    here = Unfinished(Node(name if not opened else ""), kind.at, is_object=False)
    if kind.text == "c":
        reader.whole(Message("the number of an information set"))
        here.moves = read_outcomes_of_chance(reader, here)
    else:
        here.player = read_player(reader, opened, known, kind)
        read_information_set(reader, known, here.player, kind)
        _, here.moves = read_names(reader, Message("the list of moves"), Message("the name of a move"))
    here.gained = gained + read_outcome(reader, known)
    opened.append(here)
    return None


def worth(reader: GambitReader, gained: Fraction, token: Token) -> float:
    """Return the payoffs of player 1 as a float; raise InputError where they are out of range."""
    try:
        value = float(gained)
    except OverflowError:
        value = float("inf")
    if isinf(value):
        raise reader.error("the payoff is beyond the range of numbers", token.at)
    return value + 0.0


def read_names(
    reader: GambitReader, list_name: Message, item_name: Message, chances: list[float] | None = None
) -> tuple[Token, list[str]]:
    """Return the opening brace of a list of moves and their names; the probabilities behind them go into `chances`."""
    if reader.token.kind == "text":
        reader.next()
    opening, names = reader.expect("{", list_name), list[str]()
    while reader.token.kind != "}":
        names.append(reader.label(item_name).strip())
        if chances is not None:
            token = reader.expect("word", Message("a probability"))
            chances.append(probability(reader, token, token.text))
    reader.next()
    if not names:
        raise reader.error("a node needs at least one move", opening.at)
    reader.check_children(len(names), opening.at)
    return opening, names


def read_outcomes_of_chance(reader: GambitReader, here: Unfinished) -> list[str]:
    """Return the names of the outcomes of chance, and add their probabilities to the node."""
    list_name, item_name = Message("the list of outcomes"), Message("the name of an outcome")
    opening, names = read_names(reader, list_name, item_name, here.chances)
    refuse_other_sum(reader, here.chances, opening.at)
    return names


def read_player(reader: GambitReader, opened: list[Unfinished], known: Known, kind: Token) -> int:
    """Return the player to move, which must be the other one after every move; chance takes no turn."""
    player = reader.whole(Message("the number of a player"))
    if player not in (1, 2):
        raise reader.error("there is no player {player}; they are 1 and 2", kind.at, player=player)
    before = next((above.player for above in reversed(opened) if above.player), 0)
    if not before:
        known.first_player = known.first_player or player
        before = 3 - known.first_player
    if before == player:
        raise reader.error(
            "player {player} moves twice in a row; in a tree that can be searched here the players take turns",
            kind.at,
            player=player,
        )
    return player


def read_information_set(reader: GambitReader, known: Known, player: int, kind: Token) -> None:
    """Read the number of an information set; raise InputError for a second node in it."""
    number = reader.whole(Message("the number of an information set"))
    if (player, number) in known.information_sets:
        raise reader.error(
            "information set {number} of player {player} has a second node here: "
            "only games in which players know where they are can be searched",
            kind.at,
            number=number,
            player=player,
        )
    known.information_sets.add((player, number))


def read_outcome(reader: GambitReader, known: Known) -> Fraction:
    """Return the payoff of player 1; an outcome that occurred before may be its number alone, 0 is none."""
    start = reader.token
    number = reader.whole(Message("the number of an outcome"))
    if number == 0:
        return NO_PAYOFF
    if reader.token.kind == "text":
        reader.next()
    if reader.token.kind != "{":
        if number not in known.outcomes:
            raise reader.error("outcome {number} has no payoffs", start.at, number=number)
        return known.outcomes[number]
    opening = reader.next()
    payoffs = []
    while reader.token.kind != "}":
        payoffs.append(reader.payoff())
    reader.next()
    refuse_unfit_payoffs(reader, opening, payoffs)
    if known.outcomes.setdefault(number, payoffs[0]) != payoffs[0]:
        raise reader.error("outcome {number} has other payoffs than before", start.at, number=number)
    return payoffs[0]


def refuse_unfit_payoffs(reader: GambitReader, opening: Token, payoffs: list[Fraction]) -> None:
    """Raise InputError unless there are two payoffs that add up to zero."""
    if len(payoffs) != 2:
        raise reader.error("{count} payoffs for two players", opening.at, count=len(payoffs))
    if sum(payoffs) != 0:
        raise reader.error(
            "the payoffs {first} and {second} do not add up to zero",
            opening.at,
            first=float(payoffs[0]),
            second=float(payoffs[1]),
        )
