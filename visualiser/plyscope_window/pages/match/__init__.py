"""ROOM

decision        a version is asked again what it plays in a position, for the sake of its recording
disagreements   the positions of a match in which the two versions play differently, and what each of them
games_table     all games of a match as a table: from which opening, who won, why it ended, and after how many
live_match      a match as the window has it: its games so far, its file, and the job that plays or asks
match_commands  what the window's commands do with matches: begin one, open a file, close
match_form      which versions play, how many games, from which openings, and where to. What is wrong is said
match_game      one game of a match: its board, its moves to be walked through, and the way to what each side
match_page      a match in a tab: first what it is to be, then how it stands, its games, and where the two
match_request   a match that a person asks for, and what is wrong with it, field by field
match_work      playing a match and asking both versions, as work of a process that loads nothing of Qt
score_plot      the score over the games, with the interval that could be said after each, as a plot
standing        how a match stands: both versions, what came of their games so far, and how far it is
"""
