"""ROOM

board          the board to play on, by mouse and by keys. It shows a position and asks for moves; it decides
game_files     games in files, as the window opens and saves them
game_messages  what a game says of itself: whose move it is, how it ended, what else is to be known
lab            the tutorial as a lab: its brains on one position, what each plays, and what every column is
live_game      the game as it goes on: machines are asked in the background, clocks fall, hints come
play_commands  what the window's commands do with games: begin one, open a decision, save, close
play_form      who plays, on which board, who starts: what has to be known before a game begins
play_page      a game in a tab: the board, what can be done, who thinks what. It asks the game, shows it, and
sidebar        beside the board: both players with their clocks, what the machine thought, and all moves, to be
"""
