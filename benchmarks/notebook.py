"""Recording all of tic-tac-toe against running a notebook's minimax on a list, which records nothing.

The baseline is what a student writes: a list of nine numbers; a list of the eight lines, made and searched at every
call; and the scores of all moves collected to take the largest or smallest. The same with a dictionary of positions
already valued makes a hundredth of the calls: it is faster than any recording of all calls in Python, and answers
another question.
"""

from __future__ import annotations

from interleaved import measured, milliseconds, report
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


def with_memory(board: list[int], player: int, known: dict[tuple[int, ...], int]) -> int:
    """The same with a dictionary; whose move it is follows from the board."""
    key = tuple(board)
    if key in known:
        return known[key]
    result = finished(board)
    if result == UNFINISHED:
        scores = []
        for square in range(9):
            if board[square] == 0:
                board[square] = player
                scores.append(with_memory(board, -player, known))
                board[square] = 0
        result = max(scores) if player == 1 else min(scores)
    known[key] = result
    return result


if __name__ == "__main__":
    assert with_memory([0] * 9, 1, {}) == 0
    assert unrecorded() == len(record("tictactoe:", "minimax")) == 549_946
    rivals = {
        "notebook": unrecorded,
        "memory": lambda: with_memory([0] * 9, 1, {}),
        "recorded": lambda: record("tictactoe:", "minimax"),
    }
    found = measured(rivals, rounds=7)
    times = {name: one.median for name, one in found.items()}
    ratio = times["notebook"] / times["recorded"]
    report(
        "549,946 calls are recorded at least 8 times as fast as a notebook makes them",
        {
            "a notebook's minimax, unrecorded": milliseconds(times["notebook"]),
            "the same with a dictionary, 5,478 positions": milliseconds(times["memory"]),
            "Plyscope's minimax, all calls recorded": milliseconds(times["recorded"]),
            "95 % of each": ", ".join(milliseconds(one.high) for one in found.values()),
            "times as fast as the notebook": f"{ratio:.1f}",
            "times as long as with a dictionary": f"{times['recorded'] / times['memory']:.1f}",
        },
        ratio >= 8,
    )
