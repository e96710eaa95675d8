"""Games and matches between people, searches, brains and the user's programs.

deciding        choosing a move by a search, whose recording explains the move
decision        the move that a player has chosen, and how it was found
disagreements   positions of a match in which the two versions would play differently
game_file       games in files: the start, the moves, the players, the clocks
game_session    a game between any two players, move by move, for a window, a terminal or a match
game_text       a game in plain text, for the terminal
learning        fitting weights: gathering positions, logistic regression, and a match against the weights by hand
match           what a match is: two versions, the positions to begin from, and the games that follow
match_file      matches in files, to be read game by game or continued; `files.journal` writes them, a line a game
match_workers   the processes that play the games of a match
move_input      the move that a user means by cells of the board, and the reason why a move is refused
played_game     a game: its start, its moves, the moves taken back, how it ended
player_process  the process of one player
players         who plays: `human`, a search or brain with its options, a file of weights, or a program of the user
results         the result of a match from A's side: score, confidence interval, Elo
"""
