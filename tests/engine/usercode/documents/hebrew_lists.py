"""Two functions without parameters over a board that stands outside of them and is filled inside a third."""

X, O = "X", "O"  # noqa: E741
Board = [["", "", ""], ["", "", ""], ["", "", ""]]


def fill(rows):
    for y in range(3):
        for x in range(3):
            Board[y][x] = rows[y][x].replace(".", "")


def winner():
    lines = [[(x, y) for x in range(3)] for y in range(3)] + [[(x, y) for y in range(3)] for x in range(3)]
    lines += [[(i, i) for i in range(3)], [(2 - i, i) for i in range(3)]]
    for one, two, three in lines:
        if Board[one[1]][one[0]] == Board[two[1]][two[0]] == Board[three[1]][three[0]] != "":
            return Board[one[1]][one[0]]
    return None if any("" in row for row in Board) else "draw"


def max():
    score = -2
    [x, y] = [None, None]
    who = winner()
    if who == X:
        return [-1, 0, 0]
    elif who == O:
        return [1, 0, 0]
    elif who == "draw":
        return [0, 0, 0]
    for space in [(x, y) for y in range(3) for x in range(3)]:
        if Board[space[1]][space[0]] == "":
            Board[space[1]][space[0]] = O
            [min_score, _, _] = min()
            if min_score > score:
                score = min_score
                [x, y] = space
            Board[space[1]][space[0]] = ""
    return [score, x, y]


def min():
    score = 2
    [x, y] = [None, None]
    who = winner()
    if who == X:
        return [-1, 0, 0]
    elif who == O:
        return [1, 0, 0]
    elif who == "draw":
        return [0, 0, 0]
    for space in [(x, y) for y in range(3) for x in range(3)]:
        if Board[space[1]][space[0]] == "":
            Board[space[1]][space[0]] = X
            [max_score, _, _] = max()
            if max_score < score:
                score = max_score
                [x, y] = space
            Board[space[1]][space[0]] = ""
    return [score, x, y]


if __name__ == "__main__":
    fill([".OO", "XXO", ".X."])
    print(max())
