"""Games as they are played: by people, by searches and brains, and by somebody's own file.

version        who plays: a person, a search, a file of weights, a Python file
deciding       a search is asked for a move, and recorded while it finds it
talking        processes that are talked to in lines
child          the process of one player
asking         a player is asked for a move, and can be told to move at once
failing        what players do wrong
played         a game as it is played: moves, take back, replay, resign, the end
cells          the move that somebody means by cells; why a move is refused
clock          how long each side has thought
driving        a game between any two players, move by move, for whoever shows it
gamefile       games in files
spoken         how games are shown and spoken of in plain text

openings       positions that a match begins from
match          what a match is, and which games it consists of
journal        a file that grows line by line, and loses none
worker         the process that plays games of a match
running        a match, played by several processes
interval       how sure one can be of a score; Elo
results        what came of a match
course         how its score went, game by game
matchfile      matches in files
disagreements  positions in which the two versions play differently

Nothing here knows of a window or of a terminal. `driving.Play` is where a window begins, `running.Run` where a
match does.
"""
