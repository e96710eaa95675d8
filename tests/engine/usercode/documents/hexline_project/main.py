import numpy as np
from search import minimax

mapStat = np.full((12, 12), -1)
for x, y in ((3, 4), (4, 4), (5, 4), (8, 9)):
    mapStat[x][y] = 0
print(minimax(mapStat, 5, float("-inf"), float("inf"), True))
