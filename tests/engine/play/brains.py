"""Files of players, good ones and bad ones, for tests."""

from __future__ import annotations

from pathlib import Path

GOOD = """
import random, os
def choose(position):
    print("what a brain prints is thrown away")
    os.write(1, b"and so is this")
    return position.moves()[0]
def by_chance(position): return random.choice(position.moves())
def as_number(position): return int(position.moves()[0])
"""

BAD = """
import os, sys, time
def crashes(position): return 1 // 0
def illegal(position): return "99"
def nothing(position): return None
def exits(position): os._exit(3)
def leaves(position): sys.exit(2)
def dies(position): os.kill(os.getpid(), 9)
def recurses(position): return recurses(position)
def loops(position):
    while True: pass
def shouts(position):
    while True: print("x" * 1000)
def eats(position):
    return bytearray(1 << 34)
def forges(position):
    for place in range(3, 30):
        try: os.write(place, b'nonsense' + bytes([10]))
        except OSError: pass
    return position.moves()[0]
"""


def write(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.py"
    path.write_text(text)
    return str(path)
