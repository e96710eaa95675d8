"""Domineering: a side that cannot place a domino has lost. One line of search."""

import sys

POSITIONS = """
#.....##...# V / #...#....... H / ........##.. V / ..##.#...... V / #...#..#.... H
###.#....... V / .......###.. V / #........... V / #....#.....# H / #..#.#.....# H
.#...#...... V / ............ V / ..##....##.. V / .........### V / ...#...#.... H
......#..##. V / .......#.... H / .#.......### H / ###......#.. V / #.#.#....... H
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


def places(free, upright):
    step = 4 if upright else 1
    for cell in sorted(free):
        if cell + step in free and (upright or cell % 4 < 3):
            yield {cell, cell + step}


def can_win(free, upright):
    return any(not can_win(free - domino, not upright) for domino in places(free, upright))  # own


def run(position):
    board, side = position.split()
    return can_win({cell for cell in range(12) if board[cell] == "."}, side == "V")


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
