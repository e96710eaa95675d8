"""Alpha-beta for hexapawn with moves made and taken back."""

import sys

POSITIONS = """
b.b.ww.w. b / bbbw...ww b / .bbb.www. w / b.b.bwww. w / bbb...www w / bbb.w.w.w b
bb..wbw.w w / bb..bww.. b / bb..b.w.w w / bb.wwb..w b / bbb..www. b / b.bb...ww w
.bbbwww.. b / bb.w.b.ww w / .bb.b.w.w w / .bbbw.w.w w / .bbw.ww.. b / b.bwb..ww w
b.bww..w. b / b.b..bww. w
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


def moves(board, white):
    step, own, foe = (-3, "w", "b") if white else (3, "b", "w")
    found = []
    for a in range(9):
        if board[a] == own:
            if board[a + step] == ".":
                found.append((a, a + step))
            if a % 3 > 0 and board[a + step - 1] == foe:
                found.append((a, a + step - 1))
            if a % 3 < 2 and board[a + step + 1] == foe:
                found.append((a, a + step + 1))
    return found


def alphabeta(board, white, alpha, beta):
    if "w" in board[0:3]:
        return 1, None  # leaf
    if "b" in board[6:9]:
        return -1, None  # leaf
    best, best_move = (-9, None) if white else (9, None)
    legal = moves(board, white)
    if not legal:
        return (-1 if white else 1), None  # leaf
    for a, z in legal:
        taken = board[z]
        board[z], board[a] = board[a], "."
        value = alphabeta(board, not white, alpha, beta)[0]
        board[a], board[z] = board[z], taken  # undo
        if white and value > best:
            best, best_move = value, (a, z)
            alpha = max(alpha, best)
        elif not white and value < best:
            best, best_move = value, (a, z)
            beta = min(beta, best)
        if alpha >= beta:  # cut
            break
    return best, best_move


def run(position):
    board, side = position.split()
    return alphabeta(list(board), side == "w", -9, 9)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
