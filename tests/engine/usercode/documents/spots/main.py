import sys

from board import GameBoard

gameBoard = GameBoard()
for column in (3, 0, 3, 0, 3, 1):
    gameBoard.trigger(column)
search = getattr(gameBoard.brain, sys.argv[1])
print(search(gameBoard, int(sys.argv[2]), True))
