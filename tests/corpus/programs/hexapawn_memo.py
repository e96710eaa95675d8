"""Does the side to move win? Positions that came before are looked up."""

import sys

POSITIONS = """
b.b.ww.w. b / bbbw...ww b / .bbb.www. w / b.b.bwww. w / bbb...www w / bbb.w.w.w b
bb..wbw.w w / bb..bww.. b / bb..b.w.w w / bb.wwb..w b / bbb..www. b / b.bb...ww w
.bbbwww.. b / bb.w.b.ww w / .bb.b.w.w w / .bbbw.w.w w / .bbw.ww.. b / b.bwb..ww w
b.bww..w. b / b.b..bww. w
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]
FOE = {"w": "b", "b": "w"}


def steps(board, side):
    rows = [board[0:3], board[3:6], board[6:9]]
    direction = -1 if side == "w" else 1
    for r in range(3):
        for c in range(3):
            if rows[r][c] != side or not 0 <= r + direction < 3:
                continue
            for d in (c - 1, c, c + 1):
                target = rows[r + direction][d] if 0 <= d < 3 else None
                if target == ("." if d == c else FOE[side]):
                    yield 3 * r + c, 3 * (r + direction) + d


def wins(board, side, known):
    if FOE[side] in (board[6:9] if side == "w" else board[0:3]):
        return False  # leaf
    if (board, side) not in known:
        answer = False
        for a, z in steps(board, side):
            after = "".join("." if i == a else side if i == z else cell for i, cell in enumerate(board))
            if not wins(after, FOE[side], known):  # own
                answer = True
                break
        known[board, side] = answer
    return known[board, side]


def run(position):
    board, side = position.split()
    return wins(board, side, {})


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
