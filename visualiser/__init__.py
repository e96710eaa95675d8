"""The window of Plyscope, and the command that opens it. It holds no truth: it asks the engine, shows, and forgets.

The command, and the window as a whole:

cli           the `plyscope` command
commands      all commands: the engine's, and those that open the window or look at its machine
doctor        what is missing on a machine, and the command that mends it
application   the application round the window: fonts, theme, mistakes of ours
main_window   tabs, docks, menus, and the wiring between them
screenshot    pictures of the window, made without a display
actions       the one table of actions: menus, keys and help are read from it
why_not       why a command cannot act just now
on_selection  what the commands do with the selected frame
stepping      playing, and running to where something happens
pages         what a tab can hold
tabs          the tabs: how wide they are, what their tooltips say
docks         which panels there are, and when they are told to show the cursor
arrangement   where the docks lie and how large they are
transport     the bar above the timeline: ways through time, and where the cursor is
find_bar      a condition, its hits, and the way from one to the next
hint          what the arrow keys mean where the keyboard is
caption       the sentence of the step in large type, while somebody presents
looks         theme, size of text, presentation
help          the help sheet, and the editor of keys

Recordings in it:

session       one recording in the window: the one bridge from the cursor to Qt
documents     what is open: opening, saving, closing
opening       recordings as they are opened: ours checked, those of others read
titles        what recordings are called
recording     searches recorded in a process of their own, and kept whatever happens
rescue        recordings that a crash left behind, offered again
canvas        one recording drawn in three ways
folding       equal calls as one: the graph of distinct calls over the canvas
panels        the panels, each showing the cursor and nothing else
explaining    proofs and ghosts, found when somebody asks
comparing     two recordings, side by side or as one tree
note          what the author of a position has written on it
export        the exports that have to be painted
exporting     the dialog of the export, and copies of what is seen

Other pages:

start_page    what the window opens on: samples, recent files, ways to begin
cards         samples as cards with their boards
recent_files  the files that were open before
editor        boards and trees to edit, and the search to record
playing       games against people, searches and brains, and what those thought
matching      matches of version against version, played in a process of their own; matches in files
debugging     somebody's own recursive code, run in a process of its own and read as a search
listening     engines in other languages, live over a local socket
growing       several searches at growing depths, measured in a process of their own
sizing        one call with growing numbers: calls and time, with and without a cache

What all of these are made of:

plots         bars, lines and points that answer to pointer and keyboard
boards        any game's board, in any size
tree_sketch   a whole small tree of numbers
rims          the outermost pixels of widgets at scales such as 1.25
glyphs        the shapes that stand for frames
game_names    what the window calls the games and their sides
controls      choices, numbers and buttons for forms and bars
flow          lines of widgets that wrap
questions     questions that have to be answered before anything else
settings      what is remembered from one start to the next
theme         colours by what they mean, and the fonts
call_colours  colours of calls, where nobody plays
fonts         the fonts that come along
icons         the drawings on buttons
words         every word goes through here, so that it can be said in another language
background    work off the interface thread
working       work in a process of its own, which says line by line what it found
motion        whether the system asks for less motion
"""
