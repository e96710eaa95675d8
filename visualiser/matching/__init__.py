"""Matches in the window: version against version, played in a process of its own, and looked at game by game.

wanted         what is to be played, or asked of the two versions, as one process tells the other
faults         what is wrong with a match that somebody wants
child          the process that plays, and that asks both versions
ongoing        the window's end of it
version_field  one version: the field of a player, with a button for files
live           a match as the window has it: its games so far, and the work on it
form           which versions, how many games, from which openings
standing       how the match stands: both versions, their numbers, how far it is
course         the score over the games, with its interval, as a plot
games          all games as a table, and one of them to be walked through
game_view      one game: the board, its moves, and what each side thought
differing      the positions in which the two versions play differently
asking         a version is asked again what it plays, for the recording
page           a match in a tab
commands       what the window's commands do with matches: begin one, open a file, close
"""
