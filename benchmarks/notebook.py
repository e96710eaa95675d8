"""Recording all of tic-tac-toe against running a notebook's minimax on a list, which records nothing.

The baseline is what a student writes: a list of nine numbers; a list of the eight lines, made and searched at every
call; and the scores of all moves collected to take the largest or smallest.
"""

from __future__ import annotations

from interleaved import medians, milliseconds, report
from plyscope import record

UNFINISHED = 2


def finished(board: list[int]) -> int:
    lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
    for i in range(8):
        if (
            board[lines[i][0]] != 0
            and board[lines[i][0]] == board[lines[i][1]]
            and board[lines[i][0]] == board[lines[i][2]]
        ):
            return board[lines[i][2]]
    if any(square == 0 for square in board):
        return UNFINISHED
    return 0


def minimax(board: list[int], player: int) -> int:
    global calls
    calls += 1
    result = finished(board)
    if result != UNFINISHED:
        return result
    scores = []
    for square in range(9):
        if board[square] == 0:
            board[square] = player
            scores.append(minimax(board, -player))
            board[square] = 0
    return max(scores) if player == 1 else min(scores)


def unrecorded() -> int:
    global calls
    calls = 0
    minimax([0] * 9, 1)
    return calls


if __name__ == "__main__":
    assert unrecorded() == len(record("tictactoe:", "minimax")) == 549_946
    times = medians({"notebook": unrecorded, "recorded": lambda: record("tictactoe:", "minimax")}, rounds=7)
    ratio = times["notebook"] / times["recorded"]
    report(
        "549,946 calls are recorded at least 8 times as fast as a notebook makes them",
        {
            "a notebook's minimax, unrecorded": milliseconds(times["notebook"]),
            "Plyscope's minimax, recorded": milliseconds(times["recorded"]),
            "times as fast": f"{ratio:.1f}",
        },
        ratio >= 8,
    )
