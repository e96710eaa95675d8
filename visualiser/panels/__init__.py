"""The panels round the canvas. Each shows the cursor of one session and keeps no fact of its own.

panel           what every panel is
parts           pieces that panels are made of
known           what is known of a frame at the cursor
rows            tables whose rows mean something

board           the position, what is to be said of it, and the moves that led there
board_picture   a board with its names, or a node with its children
move_line       the moves that led here, each to go back to
window          the window of α and β
window_words    what it means, in words
number_line     a number line with brackets on it
root_moves      the moves at the root, their values and what they cost
source          the text of the search, the line at work and its values
source_text     the text, with its marked lines and its values
source_margin   the margin beside it
source_colours  the colours of its words
stack           the open frames with their variables
own_variables   local variables of somebody's own code, with what changed
printed         what it has printed, each line with its step
equal_calls     which of its calls are made again, and how often
steps           all steps as sentences, and a search in them
step_list       a list of millions of rows
why             why a frame is what it is, with ways to where that was decided
why_parts       a sentence with its way, and buttons
why_root        what the root's value rests on
why_stubs       moves left out, and their ghosts
outline         the calls as a tree for screen readers
outline_model   the items of it, filled where somebody looks
breakpoints     what runs stop at
bookmarks       steps with names and notes
statistics      what is counted at each ply, as plots and as a table
differences          where two recordings differ
differences_model    the rows of it, in words where somebody looks
differences_summary  both recordings in numbers
timeline          the whole run, with a scrubber
timeline_picture  what of it stays while the cursor moves
timeline_moments  between moments and places on it
"""
