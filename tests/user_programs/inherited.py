"""Classes whose methods call those that they override, are made at run time, or make each other."""


class Search:
    def minimax(self, tree, maximizing=True):
        if isinstance(tree, int):
            return tree
        values = [self.minimax(one, not maximizing) for one in tree]
        return (max if maximizing else min)(values)


class Counting(Search):
    def __init__(self):
        self.nodes = 0

    def minimax(self, tree, maximizing=True):
        self.nodes += 1
        return super().minimax(tree, maximizing)


class Saving(Counting):
    def __init__(self):
        super().__init__()
        self.known = {}

    def minimax(self, tree, maximizing=True):
        key = (str(tree), maximizing)
        if key not in self.known:
            self.known[key] = super().minimax(tree, maximizing)
        return self.known[key]


class Node:
    def __init__(self, depth, above=None):
        self.above = above
        self.below = [Node(depth - 1, self) for _ in range(2)] if depth else []

    def __contains__(self, other):
        return self is other or any(other in one for one in self.below)

    def __len__(self):
        return 1 + sum(len(one) for one in self.below)

    def __iter__(self):
        yield self
        for one in self.below:
            yield from one

    def __call__(self, join):
        return join([one(join) for one in self.below])

    def __getitem__(self, path):
        return self.below[path[0]][path[1:]] if path else self


ROOT = Node(2)


class Registering(type):
    made = []  # noqa: RUF012 - as people write it

    def __call__(cls, n):
        if n:
            cls(n - 1)
        cls.made.append(n)
        return super().__call__(n)


class Thing(metaclass=Registering):
    def __init__(self, n):
        self.n = n


class Private:
    def __go(self, n):
        return 0 if n == 0 else 1 + self.__go(n - 1)

    def go(self, n):
        return self.__go(n)
