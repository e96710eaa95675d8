"""Widgets that know nothing of sessions, the canvas, panels or pages: one table, one form, one plot, and boards.

board_to_click  a board to click on, by mouse and by keys: pieces are placed and removed
boards          drawing the board of any game: large in a panel, small on a card, tiny beside a node
cards           cards that open a sample: its board, its title and how its note begins
controls        choices, numbers and buttons, also for actions
form            the one form: lines of a label and a control, each declared
game_fields     the game, its board and its players, for a game or a match that is about to begin
game_names      what the window calls the games and their sides
labels          text in the fonts and colours of the theme, also for what is wrong
layouts         columns and bars with the usual margins, and lines that wrap
painting        what widgets share when they paint: rims, heights of rows, shortened texts, pills
plots           plots: bars, lines and points that answer to the pointer and to the keyboard
questions       dialogs that have to be answered before anything else
sentence        a sentence with values in it as small boxes, whole at every width
source_text     source code with the running line, callers' lines and the values behind them
table           the one table: rows under declared columns, the row that means now in yellow
tree_sketch     a small tree of numbers as a drawing: leaves evenly spaced, parents above their middle
"""
