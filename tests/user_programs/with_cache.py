from functools import cache


@cache
def distance(a: str, b: str) -> int:
    """How many letters must be put in, taken out or changed to make one word another."""
    if not a or not b:
        return len(a) + len(b)
    if a[0] == b[0]:
        return distance(a[1:], b[1:])
    return 1 + min(distance(a[1:], b), distance(a, b[1:]), distance(a[1:], b[1:]))
