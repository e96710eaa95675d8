"""What is worth most and still can be carried: every thing is left or taken.

Try:  plyscope debug knapsack.py 'knapsack(10)'

Many calls are made again and again: fold equal calls, and the tree becomes a small graph.
"""

WEIGHTS = [5, 4, 6, 3, 2]
WORTH = [10, 40, 30, 50, 15]


def knapsack(room, first=0):
    if first == len(WEIGHTS):
        return 0
    best = knapsack(room, first + 1)
    if WEIGHTS[first] <= room:
        best = max(best, WORTH[first] + knapsack(room - WEIGHTS[first], first + 1))
    return best
