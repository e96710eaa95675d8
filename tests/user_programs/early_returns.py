DIGITS = "123456789"


def solve(board):
    """A sudoku of four by four, solved in place; every way out of the function is a return."""
    at = board.find(".")
    if at < 0:
        return board
    for digit in DIGITS[:4]:
        y, x = divmod(at, 4)
        row = board[4 * y : 4 * y + 4]
        column = board[x::4]
        corner = 8 * (y // 2) + 2 * (x // 2)
        block = board[corner : corner + 2] + board[corner + 4 : corner + 6]
        if digit in row or digit in column or digit in block:
            continue
        found = solve(board[:at] + digit + board[at + 1 :])
        if found:
            return found
    return ""
