"""Reading a tree in Newick's notation: `((3,12,8),(2,4,6))MAX;`, as programs for family trees write it.

A node is read in the same way whether it is a leaf or not. A label that is a number is the node's value. Any other
label is its name, and the number behind the colon is its value. A label in single quotes is always a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from plyscope.games.tree_text import Node, Open, Reader, Token, refuse_same_names
from plyscope.messages import Message
from plyscope.model.position import FIRST, SECOND

NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?inf")
SIDES = {"first": FIRST, "second": SECOND}


class NewickReader(Reader):
    """Tokens of Newick: signs, labels in quotes and without, and comments in brackets, which are passed over."""

    pattern = re.compile(
        r"""\s*(?:
        (?P<sign>[(),:;])
      | (?P<text>'(?:[^']|'')*')
      | (?P<comment>\[)
      | (?P<word>[^\s()\[\]',:;]+)
    )""",
        re.VERBOSE,
    )
    quote = "'"

    def _tokens(self) -> Iterator[Token]:
        """Yield the tokens of the text without its comments, and an end."""
        at = 0
        while found := self.pattern.match(self.text, at):
            kind = found.lastgroup or ""
            at = found.end()
            if kind == "comment":
                at = self.end_of_comment(found.start(kind))
            elif kind == "sign":
                yield Token(found[kind], found[kind], found.start(kind))
            else:
                yield Token(kind, found[kind], found.start(kind))
        yield from self._rest(at)

    def end_of_comment(self, start: int) -> int:
        """Return the place behind a comment, which may contain comments."""
        depth = 0
        for found in re.compile(r"[\[\]]").finditer(self.text, start):
            depth += 1 if found[0] == "[" else -1
            if depth == 0:
                return found.end()
        raise self.error("a comment that does not end", start)


def is_newick(text: str) -> bool:
    """Whether a tree is in Newick's notation: no other begins with a parenthesis or has a semicolon."""
    without_side = text.rstrip().removesuffix("first").removesuffix("second").rstrip()
    return text.lstrip().startswith("(") or without_side.endswith(";")


def read_newick(text: str) -> tuple[Node, int, list[Message]]:
    """Return the tree, the side to move at its root, and warnings."""
    reader = NewickReader(text)
    root = read_subtree(reader)
    if reader.token.kind == "end":
        # What begins with a parenthesis may be meant as a textbook's or Python's list.
        what = "a tree in parentheses ends with a semicolon; in brackets, as in [[3,5],[2,9]], it needs none"
        raise reader.error(what, reader.token.at)
    reader.expect(";", Message("a semicolon"))
    turn = SIDES.get(reader.token.text, FIRST)
    if reader.token.text in SIDES:
        reader.next()
    reader.end()
    return root, turn, reader.warnings


def read_subtree(reader: NewickReader) -> Node:
    """Read a node with all that is below it; open parentheses stand on a stack, not in recursive calls."""
    opened: list[Open] = []
    while True:
        if reader.token.kind == "(":
            reader.check_depth(len(opened), reader.token.at)
            opened.append(Open(Node(), reader.next().at, is_object=False))
            continue
        node = Node()
        read_label(reader, node)
        while opened:
            here = opened[-1]
            here.node.children.append(node)
            reader.check_children(len(here.node.children), reader.token.at)
            token = reader.next()
            if token.kind == ",":
                break
            if token.kind != ")":
                raise reader.unexpected(token, Message("a comma or a closing parenthesis"))
            refuse_same_names(reader, here)
            node = opened.pop().node
            read_label(reader, node)
        else:
            return node


def read_label(reader: NewickReader, node: Node) -> None:
    """Read the label of a node, a name or a number, and a number behind a colon."""
    begin = reader.token
    has_number = begin.kind == "word" and NUMBER.fullmatch(begin.text) is not None
    if has_number:
        node.number = number(reader, reader.next())
    elif begin.kind in ("word", "text"):
        label = reader.next().text
        node.name = label[1:-1].replace("''", "'").strip() if begin.kind == "text" else label
    if reader.token.kind == ":":
        reader.next()
        length = number(reader, reader.next())
        if has_number:
            warn_of_lengths(reader)
        else:
            node.number = length
    if not node.children and node.number != node.number:
        if node.name:
            raise reader.error(
                "the leaf {name} has no value: write a number behind a colon", begin.at, name=node.name[:40]
            )
        raise reader.unexpected(begin, Message("a leaf, which is a number or name:number"))


def warn_of_lengths(reader: NewickReader) -> None:
    """Warn once that numbers behind a colon are ignored where the label is a number."""
    warning = Message("numbers behind a colon are passed over where the label is a number already")
    if warning not in reader.warnings:
        reader.warnings.append(warning)


def number(reader: NewickReader, token: Token) -> float:
    """Return a number as Newick has it: a sign, and a point without a digit on one side, are allowed."""
    if token.kind == "word" and NUMBER.fullmatch(token.text):
        return reader.number(Token("number", token.text.removeprefix("+"), token.at))
    if token.kind == "text":
        raise reader.unexpected(token, Message("a number"))
    return reader.number(token)
