class Nim:
    """Heaps; whoever takes the last match wins."""

    def __init__(self, *heaps):
        self.heaps = heaps

    def children(self):
        for i, heap in enumerate(self.heaps):
            for left in range(heap):
                yield Nim(*self.heaps[:i], left, *self.heaps[i + 1 :])

    def __repr__(self):
        return "Nim" + repr(self.heaps)


class Player:
    calls = 0

    @classmethod
    def count(cls):
        cls.calls += 1

    def negamax(self, game):
        self.count()
        best = None
        for child in game.children():
            value = -self.negamax(child)
            if best is None or value > best:
                best = value
        return -1 if best is None else best

    @staticmethod
    def depth(game):
        return 1 + max((Player.depth(child) for child in game.children()), default=0)
