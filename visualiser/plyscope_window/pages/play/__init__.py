"""Games in a tab.

board          the board to play on, by mouse and by keys; it shows a position and asks for moves
game_messages  whose move it is, how the game ended, and other messages
lab            the tutorial's brains on one position: what each plays, and what every column is worth
live_game      the game as it goes on: machines think in the background, clocks run, hints arrive
play_commands  the commands for games: begin one, open a file, show how a move was found, the lab
play_form      who plays, on which board, and who starts
play_page      the page: the board, the buttons under it, and who thinks what
sidebar        both players with their clocks, what the machine thought, and all moves
"""
