"""Generators that take turns, are abandoned, or are sent values."""


def leaves(tree):
    if isinstance(tree, list):
        for one in tree:
            yield from leaves(one)
    else:
        yield tree


def same_leaves(a, b):
    return all(x == y for x, y in zip(leaves(a), leaves(b), strict=True))


def orders(letters):
    if not letters:
        yield ""
    for place, letter in enumerate(letters):
        for rest in orders(letters[:place] + letters[place + 1 :]):
            yield letter + rest


def first_beginning_with(letters, wanted):
    for order in orders(letters):
        if order[0] == wanted:
            return order
    raise ValueError(wanted)


def answers(depth):
    got = yield depth
    while got is not None:
        got = yield (yield from answers(depth - 1)) if depth else got
    return depth


def sent():
    asked = answers(1)
    heard = [next(asked)]
    try:
        heard += [asked.send(1), asked.send(2), asked.send(None), asked.send(None)]
    except StopIteration as stop:
        heard.append(stop.value)
    return heard


def ways(n):
    """A plain function and a generator that call each other, so that the one is called while the other waits."""
    return 1 if n == 0 else sum(ways(m) for m in below(n))


def below(n):
    for m in range(n):
        yield m
        if ways(0) != 1:
            return
