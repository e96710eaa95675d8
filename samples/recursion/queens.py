"""Queens that do not attack each other, row by row, with steps taken back.

Try:  plyscope debug queens.py 'queens(6)'
"""


def queens(size):
    found = []
    columns = []

    def place(row):
        if row == size:
            found.append(list(columns))
            return 1
        count = 0
        for column in range(size):
            if all(column != other and abs(column - other) != row - above for above, other in enumerate(columns)):
                columns.append(column)
                count += place(row + 1)
                columns.pop()
        return count

    place(0)
    return found
