"""ROOM

board_to_click  the board to click on: places and takes away pieces, by mouse and by keys. It shows a grid and
boards          drawing any game's board: large in the position panel, small on a card, tiny beside a node of
cards           cards that one opens a sample by: its board, its title and how its note begins
controls        controls for forms and bars: choices and numbers that show how they open, and buttons, also for
flow            a layout in lines like those of a text: what does not fit into a line goes to the next, from
game_names      what the window calls the games and their sides
grid            a board as it is being edited: the cells as the text has them, whether or not a game can lead
labels          words in one line, cut short where there is no room for them; all of them are said to whoever
notice          a sentence in a box of its own: what is wrong, with a sign before it, or how things stand
parts           pieces that panels are made of: a panel with an empty state, words in the theme's fonts, pills
questions       questions to the person that have to be answered before anything else, all in one place
rows            a table as the panels have it: rows of one height, the row that means *now* in yellow, the
source_text     the text of a search: the line at work, callers' lines, and the values behind them
start_field     where a game begins: on a board that is offered, or in a position that somebody wants to play
tree_sketch     a whole small tree of numbers as a drawing: leaves evenly spaced, parents over the middle of
who_field       one player: a person, a brain, a search with its options, a file. Written as a word, chosen
plots           plots: bars, lines and points that answer to the pointer and to the keyboard, and can be taken
"""
