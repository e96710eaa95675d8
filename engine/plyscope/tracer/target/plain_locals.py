"""Copies of all local variables of a call at once, as long as what they hold is plain and small.

To ask each variable for its type, and each list for the types of its items, takes longer than to copy them. marshal
copies the whole dictionary of variables in one call, and calls nobody's code for it. What is in its bytes begins with
its type, so True, 1 and 1.0 differ; what is held in several places is written once, so a graph takes as long as it is
large. It raises an exception for objects of classes. Only code, and what has a buffer, such as a bytearray or an array,
which it writes as bytes, have to be told apart from what is plain: they begin with the letters c and s. Where there are
no more of these letters than in the names of the variables, there is nothing of the kind; where there are more, they
may belong to a text or a number, and each variable is kept by itself to see.

A search comes back to the same values all the time, so a copy is first looked for among those that are known: equal
bytes are read as equal values. Where a variable holds anything that is not plain, or much, the variables of its
function are kept one by one from then on. So what is long is written in vain once for each function at most.
"""

from __future__ import annotations

from typing import Any

from .snapshots import MAX_SETS, PLAIN, keep, loads

MAX_BYTES = 4000
"""Bytes of a copy of all variables."""
MAX_KNOWN = 5000
"""Copies that are known; when there are more, they are collected anew."""
BYTES, CODE, FROZENSET, SEVERAL_TIMES = ord("s"), ord("c"), ord(">"), 0x80
"""How bytes, code and sets in sets begin; the last is added for what is held in several places."""
UNWRITABLE = (ValueError, RuntimeError, MemoryError)
"""What marshal raises for an object of a class, for what is nested too deeply, changed meanwhile, or is too large."""


class PlainLocals:
    """The memory of which copies of all local variables may stand for copies one by one."""

    def __init__(self) -> None:
        self.known: set[bytes] = set()
        """Copies of variables that hold nothing but plain values."""
        self.mixed: set[int] = set()
        """The numbers of the functions whose variables hold more than that."""

    def admits(self, copied: bytes, local: dict[str, Any]) -> bool:
        """Whether a copy of all variables shows that all are plain; such a copy is remembered."""
        names = "".join(local)
        is_plain = (
            len(copied) <= MAX_BYTES
            and copied.count(BYTES) == names.count("s")
            and copied.count(CODE) == names.count("c")
            and SEVERAL_TIMES | BYTES not in copied
            and SEVERAL_TIMES | CODE not in copied
            and copied.count(FROZENSET) + copied.count(SEVERAL_TIMES | FROZENSET) <= MAX_SETS
        )
        if is_plain:
            self._remember(copied)
        return is_plain

    def learn(self, number: int, copied: bytes, kept: dict[str, Any]) -> None:
        """Learn from a copy of all variables and from what `keep` made of each."""
        if len(copied) > MAX_BYTES or list in map(type, kept.values()):
            self.mixed.add(number)
        else:
            self._remember(copied)

    def _remember(self, copied: bytes) -> None:
        """Remember a copy as plain."""
        if len(self.known) >= MAX_KNOWN:
            self.known.clear()
        self.known.add(copied)


def variables_in(recorded: dict[str, Any] | bytes) -> dict[str, Any]:
    """Return the variables of a row, each as `keep` returned it."""
    if not isinstance(recorded, bytes):
        return recorded
    return {name: value if type(value) in PLAIN else keep(value) for name, value in loads(recorded).items()}
