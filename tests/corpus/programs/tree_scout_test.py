"""Is the value at least so much? Asked with `any` and `all`, in a binary search for the value."""

import sys

POSITIONS = list(range(20))


def leaf(seed, node):
    return (node * node * 31 + node * (seed * 37 + 11)) % 41 - 20


def reaches(seed, node, depth, is_max, goal):
    if depth == 0:
        return leaf(seed, node) >= goal
    children = (3 * node + 1, 3 * node + 2, 3 * node + 3)
    if is_max:
        return any(reaches(seed, child, depth - 1, False, goal) for child in children)  # own
    return all(reaches(seed, child, depth - 1, True, goal) for child in children)  # own


def run(position):
    low, high = -20, 20
    while low < high:
        middle = (low + high + 1) // 2
        if reaches(position, 0, 5, True, middle):
            low = middle
        else:
            high = middle - 1
    return low


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
