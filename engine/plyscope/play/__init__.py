"""Games as they are played: by people, by searches and brains, and by somebody's own file.

asking          a player is asked for a move, in a process of its own, and can be told to move at once
deciding        a search is asked for a move, and recorded while it finds it: the recording is the answer to
disagreements   positions of a match in which the two versions would play differently
game_file       games in files: TOML with the position that it began from, the moves, the players and the
game_session    a game between any two players, move by move, for whoever shows it: a window, a terminal, a
game_text       how a game is shown and spoken of in plain text, each in the manner of its document
learning        a course of learning: positions are gathered, weights fitted, and a match is played against
match           what a match is: two versions, the positions to begin from, and the games that follow from that
match_file      matches in files: what was played, to be looked at game by game, or to be gone on with
match_process   the process that plays games of a match: `python -m plyscope.play.match_process`
match_running   a match, played by several processes
move_input      the move that somebody means by cells of the board, and why a move is refused
partner         processes that are talked to in lines of JSON, through their standard input and output
played_game     a game as it is played: where it began, its moves, what was taken back, and how it has ended
player_process  the process of one player: `python -m plyscope.play.player_process`
players         who plays: `human`, a search or brain with its options, a file of weights, or somebody's own
regression      logistic regression: the weights under which the results that were seen are most likely
results         what came of a match, seen from A
"""
