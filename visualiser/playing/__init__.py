"""Playing in the window: people, searches and brains, on any game, and what the machine thought of every move.

page         a game in a tab
legal        the legal moves and the cells that they take
live         the game as it goes on: machines asked in the background, clocks, hints
board        the board to play on, by mouse and by keys
overlay      what is drawn over the board: where one may play, the hint, what is chosen, a disc that falls
setup        who plays, on which board, who starts
start_field  the board or the position that a game begins with
who_field    one player, as a word with options
sidebar      clocks, the moves so far, what the machine thought
telling      whose move it is, how it ended, what else is to be known
values       what every move was worth to the machine, as bars
buttons      take back, replay, hint, resign
files        games in files, opened and saved
lab          the tutorial's brains on one position, line by line
miniature    a whole tree as a strip of pixels
commands     what the window's commands do with games
"""
