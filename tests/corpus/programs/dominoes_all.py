"""Two functions of truth values: V needs one good move, H's moves must all be bad."""

import sys

POSITIONS = """
#.....##...# V / #...#....... H / ........##.. V / ..##.#...... V / #...#..#.... H
###.#....... V / .......###.. V / #........... V / #....#.....# H / #..#.#.....# H
.#...#...... V / ............ V / ..##....##.. V / .........### V / ...#...#.... H
......#..##. V / .......#.... H / .#.......### H / ###......#.. V / #.#.#....... H
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]
UPRIGHT = [1 << cell | 1 << cell + 4 for cell in range(8)]
LEVEL = [1 << cell | 1 << cell + 1 for cell in range(12) if cell % 4 < 3]


def v_wins(mask):
    return any(v_wins_after_h(mask | domino) for domino in UPRIGHT if not mask & domino)  # own


def v_wins_after_h(mask):
    return all(v_wins(mask | domino) for domino in LEVEL if not mask & domino)  # own


def run(position):
    board, side = position.split()
    mask = sum(1 << cell for cell in range(12) if board[cell] == "#")
    return v_wins(mask) if side == "V" else not v_wins_after_h(mask)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
