"""The panels round the canvas. Each shows the cursor of one session and keeps no fact of its own.

board             the position of the frame that is looked at, what is to be said of it, and the moves that led
bookmarks         the bookmarks: steps with a name and a note, both to be written in place
breakpoints       the breakpoints: what each stops at, how often that happens, and a row to set another one
differences       where two recordings differ: every place in a table, and both recordings in numbers beside
equal_calls       the calls of somebody's own code that are made more than once: how often, and what each
known             what is known of a frame at the cursor's step: its value once it has returned, a bound while
outline           the outline: the calls as a real tree, which screen readers can read, and which follows the
printed           what somebody's own code has printed up to the cursor. A click on a line goes to the step
root_moves        the moves at the root: what each is worth as far as the search knew at the cursor, and what
source            the source of the search: the text that ran, with the line at work and what it means at this
stack             the call stack: every open frame with its variables, the running one first
statistics        what is counted in a recording, ply by ply: plots and a table. A click on a number finds what
steps             all steps as sentences, nested by ply, and a field that looks for words in them
timeline          the timeline: the whole recording across the panel, and a scrubber at the cursor to take hold
timeline_picture  what of the timeline stays while the cursor moves: the lanes, the plies as bands, the axis
why               why the selected frame has its value, its α and its β, and why it was cut: sentences, each
window            the window of the frame that is looked at: α and β on a number line, and what they mean right
"""
