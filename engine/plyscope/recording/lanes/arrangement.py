"""Putting moves into an order, for the compiled lane: what `plyscope.search.ordering` does with lists, in flat memory.

All functions work on a part of a long array of moves, and on sort keys at the same places. What lies behind the part is
free, as far as the part is long, and is used for sorting. A compiler takes them as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

BLOCK = 16
"""Words of a block of BLAKE2b."""
IV = np.array(
    [
        0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
        0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
    ],
    np.uint64,
)  # fmt: skip
SIGMA = np.array(
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    ],
    np.int64,
)
MIXED = np.array(
    [
        [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
        [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
    ],
    np.int64,
)  # fmt: skip
"""The words that each step of a round mixes: the columns, then the diagonals."""
DIGEST_BYTES, KEY_BYTES = 8, 64


def turn_round(moves: Any, start: int, end: int) -> None:
    for i in range((end - start) // 2):
        moves[start + i], moves[end - 1 - i] = moves[end - 1 - i], moves[start + i]


def sort(moves: Any, keys: Any, start: int, end: int, descending: bool) -> None:
    """Sort by the keys, which move along; equal ones keep their order, also where the largest comes first."""
    count = end - start
    width = 1
    while width < count:
        for low in range(start, end, 2 * width):
            middle, high = min(low + width, end), min(low + 2 * width, end)
            left, right = low, middle
            for place in range(low, high):
                takes_right = right < high and (
                    left >= middle or (keys[right] > keys[left] if descending else keys[right] < keys[left])
                )
                taken = right if takes_right else left
                if takes_right:
                    right += 1
                else:
                    left += 1
                moves[place + count], keys[place + count] = moves[taken], keys[taken]
        for place in range(start, end):
            moves[place], keys[place] = moves[place + count], keys[place + count]
        width *= 2


def key_block(seed: int) -> NDArray[np.uint64]:
    """The first block of the digest, which is the seed's; `plyscope.model.shuffle` says what it is made of."""
    key = str(seed).encode()[:KEY_BYTES]
    return np.frombuffer(key.ljust(8 * BLOCK, b"\0"), "<u8").astype(np.uint64)


def first_word(seed: int) -> int:
    """The first word of the digest's state: its parameters are the lengths of digest and key."""
    return int(IV[0]) ^ 0x01010000 ^ (len(str(seed).encode()[:KEY_BYTES]) << 8) ^ DIGEST_BYTES


def rotated(word: Any, bits: int) -> Any:
    return (word >> np.uint64(bits)) | (word << np.uint64(64 - bits))


def compress(h: Any, block: Any, length: int, is_last: bool) -> None:
    """Mix a block into the state of a digest (BLAKE2b, RFC 7693, section 3.2)."""
    v = np.empty(BLOCK, np.uint64)
    for i in range(8):
        v[i], v[i + 8] = h[i], IV[i]
    v[12] ^= np.uint64(length)
    if is_last:
        v[14] = ~v[14]
    for turn in range(12):
        words = SIGMA[turn % 10]
        for step in range(8):
            a, b, c, d = MIXED[step, 0], MIXED[step, 1], MIXED[step, 2], MIXED[step, 3]
            v[a] = v[a] + v[b] + block[words[2 * step]]
            v[d] = rotated(v[d] ^ v[a], 32)
            v[c] = v[c] + v[d]
            v[b] = rotated(v[b] ^ v[c], 24)
            v[a] = v[a] + v[b] + block[words[2 * step + 1]]
            v[d] = rotated(v[d] ^ v[a], 16)
            v[c] = v[c] + v[d]
            v[b] = rotated(v[b] ^ v[c], 63)
    for i in range(8):
        h[i] ^= v[i] ^ v[i + 8]


def digest(s: Sequence[int], key: Any, word: Any) -> Any:
    """The first eight bytes of the keyed digest of a state, as a word."""
    h = IV.copy()
    h[0] = word
    length = 8 * BLOCK
    compress(h, key, length, len(s) == 0)
    block = np.zeros(BLOCK, np.uint64)
    for start in range(0, len(s), BLOCK):
        end = min(start + BLOCK, len(s))
        for i in range(BLOCK):
            block[i] = np.uint64(s[start + i]) if start + i < end else np.uint64(0)
        length += 8 * (end - start)
        compress(h, block, length, end == len(s))
    return h[0]


def shuffle(moves: Any, start: int, end: int, s: Sequence[int], key: Any, word: Any) -> None:
    """The order that `plyscope.model.shuffle.shuffled` draws."""
    random = digest(s, key, word)
    for last in range(end - start - 1, 0, -1):
        random = random + np.uint64(0x9E3779B97F4A7C15)
        mixed = (random ^ (random >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed = mixed ^ (mixed >> np.uint64(31))
        other = start + np.int64(mixed % np.uint64(last + 1))
        moves[start + last], moves[other] = moves[other], moves[start + last]
