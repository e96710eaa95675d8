"""井字棋：负极大值搜索，带阿尔法贝塔剪枝。"""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
连线 = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def 赢了(棋盘, 一方):
    return any(all(棋盘[格] == 一方 for 格 in 线) for 线 in 连线)


def 搜索(棋盘, 我方, 对方, 下界, 上界):
    """返回我方能得到的最好分数。"""
    if 赢了(棋盘, 对方):
        return -1  # leaf
    if "." not in 棋盘:
        return 0  # leaf
    最好 = -9
    for 格 in range(9):
        if 棋盘[格] != ".":
            continue
        棋盘[格] = 我方  # 走一步
        分数 = -搜索(棋盘, 对方, 我方, -上界, -下界)
        棋盘[格] = "."  # undo
        if 分数 > 最好:
            最好 = 分数
        if 最好 >= 上界:  # cut
            break
        下界 = max(下界, 最好)
    return 最好


def run(position):
    棋盘 = list(position)
    if 棋盘.count("X") == 棋盘.count("O"):
        return 搜索(棋盘, "X", "O", -9, 9)
    return 搜索(棋盘, "O", "X", -9, 9)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
