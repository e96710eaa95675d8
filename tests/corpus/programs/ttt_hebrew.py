"""איקס-עיגול: חיפוש אלפא-ביתא."""

import sys

אינסוף = 1000
POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
שורות = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def menatzeach(luach):
    """מי ניצח? אחד לאיקס, מינוס אחד לעיגול, אפס אם אף אחד."""
    for x, y, z in שורות:
        if luach[x] == luach[y] == luach[z] != ".":
            return 1 if luach[x] == "X" else -1
    return 0


def minimax(luach, omek, tor, a, b):
    # סוף המשחק
    if menatzeach(luach) or omek == 0:
        return menatzeach(luach)  # leaf
    tov = -אינסוף * tor
    for i in range(9):
        if luach[i] != ".":
            continue
        luach[i] = "X" if tor == 1 else "O"
        erech = minimax(luach, omek - 1, -tor, a, b)
        luach[i] = "."  # undo
        if tor == 1:  # השחקן הממקסם
            tov = max(tov, erech)
            a = max(a, tov)
        else:
            tov = min(tov, erech)
            b = min(b, tov)
        if a >= b:  # cut
            break
    return tov


def run(position):
    luach = list(position)
    reikim = luach.count(".")
    return minimax(luach, reikim, 1 if reikim % 2 else -1, -אינסוף, אינסוף)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
