"""The search is made of functions inside a function; the board is theirs in common."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()


def solve(text):
    cells = list(text)

    def line(mark):
        grid = [cells[0:3], cells[3:6], cells[6:9], cells[0::3], cells[1::3], cells[2::3], cells[0::4], cells[2:7:2]]
        return [mark] * 3 in grid

    def max_turn(low, high):
        if line("O"):
            return -1  # leaf
        top = -5
        for place in range(9):
            if cells[place] == ".":
                cells[place] = "X"
                top = max(top, min_turn(max(low, top), high))
                cells[place] = "."  # undo
                if top >= high:  # cut
                    break
        return 0 if top == -5 else top

    def min_turn(low, high):
        if line("X"):
            return 1  # leaf
        bottom = 5
        for place in range(9):
            if cells[place] == ".":
                cells[place] = "O"
                bottom = min(bottom, max_turn(low, min(high, bottom)))
                cells[place] = "."  # undo
                if bottom <= low:  # cut
                    break
        return 0 if bottom == 5 else bottom

    return max_turn(-5, 5) if cells.count("X") == cells.count("O") else min_turn(-5, 5)


def run(position):
    return solve(position)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
