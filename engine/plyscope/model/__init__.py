"""ROOM

breakpoints         where breakpoints stop
columns             the columns of a recording: their names and types, and what the codes in them mean
conditions          conditions: a small language that says which frames one means, such as `cutoff and ply >=
cursor              the cursor: a step of a trace, and the ways to go to another one. Nothing here knows of a
declaration         what a search's line in the table declares, so that it can be recorded and read without
distinct_positions  which frames stand on which position: the distinct positions of a trace, found without
executed_lines      the lines of somebody's own code that were executed, with all local variables, row by row
facts               whole columns that follow from a recording: one entry for each frame. Found when first
folding             how a frame takes in the values of its children: the same for every search, by what its
frames              frames: the frozen columns of a recording, and what can be said of one frame by looking at
imported            what can be said of somebody else's search: nothing but what its recording shows
marks               marks that a person sets on a recording: breakpoints, bookmarks, and what of the tree is
position            a position: a board and whose move it is. And what a game must be, so that everything else
preorder            what follows from the sizes of the frames, in whole columns at once
recorded_game       the game of an imported recording that is none of ours: nothing but the moves that were
seek                looking along the steps for the next one at which something happens: a cut, a new best, a
shuffle             chance that can be repeated: a shuffle that depends on a seed and a position, and on
source_lines        which line of a search's text is at work in a step: read off the text's syntax tree
stack               the open frames at a step, each with its local values: what a debugger calls the stack
steps               steps: the moments of a recording, numbered, by arithmetic on its columns. There is no log
trace               a trace: one finished recording, with what every frame made of its children, and the facts
traced_game         the game of a recording of somebody's own code: calls, and boards where arguments are taken
user_code           what stands beside the columns of a recording of somebody's own code
user_code_lines     at which line of somebody's own text a step is
user_code_search    the search of a recording of somebody's own code: it has a text, and nobody knows what the
"""
