def paths(grid):
    """The number of ways through a grid from the top left to the bottom right, around what is in the way."""
    rows, columns = len(grid), len(grid[0])
    seen = []

    def walk(y, x):
        if y == rows or x == columns or grid[y][x] == "#":
            return 0
        seen.append((y, x))

        def onwards():
            yield walk(y + 1, x)
            yield walk(y, x + 1)

        return 1 if (y, x) == (rows - 1, columns - 1) else sum(onwards())

    return walk(0, 0), len(seen)
