"""The panels around the canvas. Each shows the cursor of one session and keeps no fact of its own.

board          the position of the selected frame, its description, and the moves that led there
board_picture  the picture of a position: a board with its names, or a node of a tree with its children
bookmarks      steps with a name and a note, both edited in place
breakpoints    what each breakpoint stops at, how often it is hit, and a row to set another one
check          the recording held against the laws of its search, and the steps at which it breaks one
differences    where two recordings differ: why, in a table, and both recordings in numbers beside each other
equal_calls    the calls of a user's program that are made more than once
findings       the findings in user code below its canvas, as cards that lead to what shows them
further_facts  what another engine has added to the selected call
grown_tree     the tree that simulations have grown: visits, mean and upper bound of every position
known          what is known of a frame at the cursor's step: its value once it has returned, a bound before
meaning        what the parameters and results of user code mean, and the question where that is not known
outline        the calls as a tree that screen readers can read
panel          what every panel is, and a panel that is one table
predict        predicting the next decision: the question, the answer, and the tally
printed        what a user's program has printed up to the cursor
root_moves     the moves at the root: what each is worth as far as it is known, and what it cost
savings        what pruning saved beside another search, cut by cut, and why it was safe
source         the source of the search, with the running line and its values
stack          the call stack: every open frame with its variables
rounds         what each search of a root's position has cost and found: plots and a table
statistics     what is counted in a recording, ply by ply: plots and a table; also of two recordings
steps          all steps as sentences, nested by ply, and a field that searches them
timeline       the whole recording across the panel, with a scrubber at the cursor
why            why a frame has its value, its α and its β, and why it was cut
window         α and β of the selected frame on a number line, and what they mean
"""
