"""Repeatable random orders: a shuffle depends on a seed and a position, and on nothing else.

Recordings promise the same bytes for the same search, on every version of Python, so the random numbers
are made here: SplitMix64 (Steele, Lea and Flood, 2014), started from a digest of seed and position.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from plyscope.messages import OptionError

_WORD = (1 << 64) - 1

MAX_SEED = 2**63 - 1
"""The largest seed; the smallest is its negative."""


def checked_seed(seed: object) -> int:
    """Return a seed as it was given; raise OptionError if it is none."""
    if isinstance(seed, bool) or not isinstance(seed, int) or abs(seed) > MAX_SEED:
        raise OptionError("a seed is a whole number from -{most} to {most}, not {seed}", most=MAX_SEED, seed=str(seed))
    return seed


def random_words(seed: int, state: Sequence[int], purpose: str = "") -> Iterator[int]:
    """Yield 64-bit random numbers without end, for one seed, one position and one purpose."""
    from hashlib import blake2b

    start = blake2b(array("q", state).tobytes(), key=f"{purpose}{seed}".encode()[:64], digest_size=8)
    word = int.from_bytes(start.digest(), "little")
    while True:
        word = (word + 0x9E3779B97F4A7C15) & _WORD
        mixed = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        yield mixed ^ (mixed >> 31)


def shuffled(items: Sequence[int], seed: int, state: Sequence[int]) -> list[int]:
    """Return the items in an order drawn from the seed and the position (Fisher and Yates, from the back)."""
    order = list(items)
    words = random_words(seed, state)
    for last in range(len(order) - 1, 0, -1):
        chosen = random_below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]
    return order


def drawn(chances: Sequence[tuple[int, float]], words: Iterator[int]) -> int:
    """Return one of several items at random, each of which has a probability."""
    left = (next(words) >> 11) / (1 << 53)
    for item, chance in chances:
        left -= chance
        if left < 0:
            return item
    return chances[-1][0]


def random_below(bound: int, words: Iterator[int]) -> int:
    """Return a random number from 0 to bound - 1; the bias of a 64-bit remainder is beyond measuring."""
    return next(words) % bound
