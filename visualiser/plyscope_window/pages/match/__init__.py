"""Version against version: the form of a match, how it stands, its games and disagreements.

decision        repeating a version's search of a position, to get its recording
disagreements   the positions in which the two versions play differently, and what each plays
games_table     all games as a table: opening, winner, reason of the end, number of moves
live_match      a running match: its games so far, its file, and the job that plays or compares
match_commands  the commands for matches: begin one, open a file, compare two decisions
match_form      which versions play, how many games, from which openings, and into which file
match_game      one game: its board, its list of moves, and the request for each decision
match_page      the page: first the form, then how the match stands
match_request   the settings of a match as the user enters them, and what is wrong with each field
match_work      playing a match and asking both versions, in a process without Qt
score_plot      the score over the games, with its confidence interval after each
standing        how a match stands: both versions, their results so far, and its progress
"""
