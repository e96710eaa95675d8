"""Hexapawn in a few lines: a side that cannot move has lost."""

import sys

POSITIONS = """
b.b.ww.w. b / bbbw...ww b / .bbb.www. w / b.b.bwww. w / bbb...www w / bbb.w.w.w b
bb..wbw.w w / bb..bww.. b / bb..b.w.w w / bb.wwb..w b / bbb..www. b / b.bb...ww w
.bbbwww.. b / bb.w.b.ww w / .bb.b.w.w w / .bbbw.w.w w / .bbw.ww.. b / b.bwb..ww w
b.bww..w. b / b.b..bww. w
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


def successors(board, side):
    step, foe = (-3, "b") if side == "w" else (3, "w")
    for start in range(9):
        if board[start] != side:
            continue
        for aside in (-1, 0, 1):
            goal = start + step + aside
            if 0 <= goal < 9 and 0 <= start % 3 + aside <= 2 and board[goal] == (foe if aside else "."):
                cells = list(board)
                cells[start], cells[goal] = ".", side
                yield "".join(cells), goal


def value(board, side, reached_goal=False):
    if reached_goal:
        return -1  # leaf
    best = -1
    for child, goal in successors(board, side):
        best = max(best, -value(child, "b" if side == "w" else "w", goal // 3 == (0 if side == "w" else 2)))
    return best


def run(position):
    board, side = position.split()
    return value(board, side)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
