"""Reading the JSON that `plyscope export -o x.json` writes: every frame and every pruned move as a node.

The nodes are read one by one, and nothing is kept of them but what lines about calls hold. Children stand behind their
parents, in the order searched; the recording is then walked through as the search has done it.
"""

from __future__ import annotations

import re
from array import array
from typing import IO, Any

import numpy as np

from plyscope.files.draft import Draft
from plyscope.files.imported_trace import FLAG_FALSE, FLAG_TRUE, FLAG_UNKNOWN, Claim, Heading, make_trace, may_stand_pat
from plyscope.files.json_records import ENTER, Enter, Leave, Record, RecordReader, check_values
from plyscope.files.json_values import (
    DECODER,
    FIRST_WITHOUT_MOVES,
    STATUSES,
    VERSION,
    Item,
    check_calls,
    check_format,
    placed,
    read_facts,
    read_move,
    read_name,
    read_text,
    refuse_newer,
    refuse_newer_words,
    refuse_unknown_keys,
    unreadable,
    written,
)
from plyscope.messages import InputError, Message
from plyscope.model.columns import OPEN, STATUS_NOT_GIVEN
from plyscope.model.trace import Trace

FORMAT = "plyscope-tree"
HEADING_KEYS = frozenset({"format", "version", "game", "position", "max", "algorithm", "options", "complete", "nodes"})
NODE_KEYS = frozenset(
    {"id", "parent", "move", "name", "kind", "status", "alpha", "beta", "value", "best", "cutoff", "probability", "x"}
    | {"depth", "tags", "state", "board", "note"}
)
"""The state, the board and the note follow from the rest, or were added by a user; they are ignored."""
PRUNED = 254
NODE_STATUSES = {**STATUSES, "open": OPEN, "pruned": PRUNED}
BLANKS = re.compile(r"[ \t\n\r]*")


def read_json_tree(file: IO[bytes]) -> Trace:
    """Return the recording in a JSON tree; raise InputError for the first error in it."""
    try:
        text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("byte {byte} is not UTF-8", byte=error.start) from error
    version = Walk(text).version()
    refuse_newer(version, VERSION)
    nodes = Nodes(version if type(version) is int else VERSION)
    heading = Walk(text).heading(nodes)
    check_format(heading, FORMAT, VERSION)
    refuse_unknown_keys(heading, HEADING_KEYS)
    draft, stopped_by = Draft(nodes.place), None
    draft.may_stand_pat = may_stand_pat(claim(heading, nodes))
    try:
        nodes.walk(draft)
    except InputError as error:
        stopped_by = error
    is_said_complete = heading.get("complete", draft.is_complete)
    if stopped_by is None and is_said_complete is not draft.is_complete:
        stopped_by = InputError("complete is {found}, and the nodes say otherwise", found=written(is_said_complete))
    return make_trace(read_heading(heading), draft, stopped_by, claim(heading, nodes))


def read_heading(item: Item) -> Heading:
    """Return the heading of a JSON tree."""
    max_name = read_text(item, "max") if item.get("max") is not None else ""
    return Heading(read_text(item, "game", may_be_empty=False), read_text(item, "position"), max_name)


def claim(item: Item, nodes: Nodes) -> Claim | None:
    """Return the search that the file names; None if it names none."""
    algorithm, options = item.get("algorithm"), item.get("options")
    if type(algorithm) is not str or type(options) is not dict:
        return None
    return Claim(algorithm, options, nodes.best, nodes.cutoff)


class Walk:
    """The reader of the outermost JSON object, whose nodes it passes on one by one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def version(self) -> object:
        """Return the format version, wherever it stands in the outermost object; None if it is not there."""
        try:
            self.expect("{")
            while not self.takes("}"):
                key = self.value()
                self.expect(":")
                value = self.value()
                if key == "version":
                    return value
                self.takes(",")
        except InputError:
            pass
        return None

    def heading(self, nodes: Nodes) -> dict[str, Any]:
        """Read the file: pass nodes on, and return all other members."""
        found: dict[str, Any] = {}
        self.expect("{")
        while not self.takes("}"):
            if found:
                self.expect(",")
            key = self.value()
            if type(key) is not str:
                raise self.wrong(InputError("a key is a text, not {found}", found=written(key)))
            if key in found:
                raise self.wrong(InputError("{key} occurs twice", key=key))
            self.expect(":")
            if key == "nodes":
                self.nodes(nodes)
                found[key] = len(nodes)
            else:
                found[key] = self.value()
        if self.at < len(self.text):
            raise self.wrong(InputError("there is text after the end"))
        if "nodes" not in found:
            raise self.wrong(InputError("{key} is missing", key="nodes"))
        return found

    def nodes(self, nodes: Nodes) -> None:
        """Read the list of nodes and pass each on."""
        self.expect("[")
        while not self.takes("]"):
            if len(nodes):
                self.expect(",")
            start = self.at
            try:
                nodes.add(self.value())
            except InputError as error:
                self.at = start
                raise self.wrong(error) from None

    def value(self) -> Any:
        """Read any JSON value and the blanks after it."""
        self.skip()
        try:
            found, self.at = DECODER.raw_decode(self.text, self.at)
        except (ValueError, RecursionError) as error:
            self.at = getattr(error, "pos", self.at)
            raise self.wrong(unreadable(error)) from error
        self.skip()
        return found

    def expect(self, sign: str) -> None:
        """Read a sign; raise InputError where another stands."""
        if not self.takes(sign):
            raise self.wrong(InputError("this is not JSON: {sign} is missing", sign=sign))

    def takes(self, sign: str) -> bool:
        """Read a sign if it is next; return whether it was."""
        self.skip()
        is_there = self.text.startswith(sign, self.at)
        self.at += is_there
        if is_there:
            self.skip()
        return is_there

    def skip(self) -> None:
        """Skip blanks."""
        found = BLANKS.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def wrong(self, error: InputError) -> InputError:
        """Return the error with its line and column."""
        line = self.text.count("\n", 0, self.at) + 1
        column = self.at - (self.text.rfind("\n", 0, self.at) + 1) + 1
        return placed(Message("line {line}, column {column}", line=line, column=column), error)


class Nodes:
    """The nodes of a JSON tree, in the order of the file."""

    def __init__(self, version: int) -> None:
        self.version = version
        self.numbers: dict[str | int, int] = {}
        """The nodes by their ids in the file."""
        self.parent = array("i")
        self.status, self.best, self.cutoff = (bytearray() for _ in range(3))
        self.entered: list[Record] = []
        self.values: list[object] = []

    def __len__(self) -> int:
        return len(self.parent)

    def place(self, number: int) -> Message:
        """Return the place of a node for an error message: its id."""
        name = next((name for name, found in self.numbers.items() if found == number), number)
        return Message("node {id}", id=written(name))

    def add(self, node: object) -> None:
        """Add a node; raise InputError for anything wrong in it."""
        if type(node) is not dict:
            raise InputError("a node is a JSON object, not {found}", found=written(node))
        if not node.keys() <= NODE_KEYS:
            refuse_unknown_keys(node, NODE_KEYS)
        refuse_newer_words(node, self.version)
        name, number = read_name(node, "id"), len(self.parent)
        if self.numbers.setdefault(name, number) != number:
            raise InputError("the id {id} was given to another node before", id=written(name))
        parent = -1
        if node.get("parent") is not None:
            parent = self.numbers.get(read_name(node, "parent"), number)
            if parent == number:
                raise InputError("the parent {id} does not come before it", id=written(node["parent"]))
            if self.status[parent] == PRUNED:
                raise InputError("the parent {id} was pruned, so it has no children", id=written(node["parent"]))
            if self.version < FIRST_WITHOUT_MOVES or node.get("move") is not None:
                read_move(node.get("move"))
        elif number:
            raise InputError("this is a second root, and a recording has one")
        elif node.get("move") is not None:
            raise InputError("the root has a move: this is part of a recording, and only a whole one can be read")
        check_values(node, NODE_STATUSES)
        if node.get("status") == "left_out":
            check_calls(read_facts(node))
        self.parent.append(parent)
        self.status.append(NODE_STATUSES.get(node.get("status") or "", STATUS_NOT_GIVEN))
        self.best.append(read_flag(node, "best"))
        self.cutoff.append(read_flag(node, "cutoff"))
        above = {"id": number, "parent": parent if number else None}
        self.entered.append(Enter(**{key: node[key] for key in ENTER if key in node} | above))
        self.values.append(node.get("value"))

    def walk(self, draft: Draft) -> None:
        """Enter and leave the frames of a draft in the order of the search."""
        if not len(self):
            raise InputError("there are no nodes")
        if self.status[0] == PRUNED:
            raise placed(self.place(0), InputError("the root is pruned"))
        nodes, records = self.in_order()
        events = RecordReader(VERSION, draft).events(np.array(nodes), records)
        added = draft.add(events)
        if added < len(events):
            number, innermost = nodes[added], draft.entered_at[draft.innermost]
            wrong = self.complaint(number, bool(events.is_enter[added]), innermost)
            raise draft.complaint(events, added) if wrong is None else placed(self.place(number), wrong)

    def in_order(self) -> tuple[list[int], list[Record]]:
        """Return the nodes that are entered and left, in the order of the search, and their records.

        Where moves of an open node are pruned, which is a contradiction, a frame that there is not is left.
        """
        parents, is_pruned = np.array(self.parent), np.frombuffer(self.status, np.uint8) == PRUNED
        by_parent = np.lexsort((is_pruned, parents))
        starts = np.searchsorted(parents[by_parent], np.arange(len(parents) + 1)).tolist()
        children, tried = by_parent.tolist(), np.bincount(parents[~is_pruned] + 1, minlength=len(parents) + 1).tolist()
        words = {code: word for word, code in STATUSES.items()}
        nodes: list[int] = []
        records: list[Record] = []
        to_do = [0]
        while to_do:
            node = to_do.pop()
            if node >= 0:
                nodes.append(node)
                records.append(self.entered[node])
                to_do.append(~node)
                to_do += reversed(children[starts[node] : starts[node] + tried[node + 1]])
                continue
            node = ~node
            pruned = [self.entered[child].move for child in children[starts[node] + tried[node + 1] : starts[node + 1]]]
            is_open = self.status[node] == OPEN
            if pruned or not is_open:
                nodes.append(node)
                name, word = -1 if is_open else node, words.get(self.status[node])
                records.append(Leave(id=name, value=self.values[node], status=word, pruned=pruned))
        return nodes, records

    def complaint(self, number: int, is_enter: bool, innermost: int) -> InputError | None:
        """Return the error for a node that is out of order within the innermost open one; None if it fits."""
        if is_enter:
            if number and self.parent[number] != innermost:
                return InputError("it comes after the frame at which the recording was cut short")
        elif self.status[number] == OPEN:
            return InputError("moves of it are pruned, and it has not returned")
        elif number != innermost:
            return InputError("it has returned, and a frame below it has not")
        return None


def read_flag(node: Item, key: str) -> int:
    """Return a flag of a node: yes, no, or unknown where it is missing."""
    found = node.get(key)
    if found is None:
        return FLAG_UNKNOWN
    if type(found) is bool:
        return FLAG_TRUE if found else FLAG_FALSE
    raise InputError("{key} is true or false, not {found}", key=key, found=written(found))
