"""ROOM

actions             the one table of actions. Menus, the toolbar, keys, the shortcut editor and the help sheet
appearance          how the window looks as a whole, and what it remembers of that: theme, size of text
application         the application round the window: fonts, theme, and what happens when something goes wrong
cli                 the `plyscope` command. Whatever takes time to load is loaded where Ctrl+C is heard
commands            all commands: the engine's, and those that open the window or look at its machine
docks               the docks round the canvas: which panels there are, where each belongs, and when they are
doctor              what is missing on a machine, and the command that mends it
documents           what is open: positions being edited, recordings being made, recordings. Opening, saving
find_bar            the find bar: a condition, how many frames fulfil it, and the way from one to the next
folding_commands    what the window's commands do with folded calls
help                the help sheet and the editor of keys, both read from the table of actions
integration         the command integrate: a menu entry, an icon and a file type on a Linux desktop
main_window         the window: tabs, docks, menus and the wiring between them. What the commands do lives
screenshot          pictures of the window, made without a display, for documents and for looking at
selection_commands  what the window's commands do with the frame that is selected, and with the canvas in front
status              the words at the edge of the status bar: what the arrow keys mean where the keyboard is
tabs                the tabs of the window: how wide they are, what their tooltips say, and the button that
transport           the bar above the timeline: buttons for the ways through time, the speed of playing, and
why_commands        what the window's commands do for those who ask why: proofs and ghosts. All of it needs a
why_not             why a command cannot act just now, in a sentence; empty where it can. A disabled command
why_wiring          what a session asks of the window when somebody wants to know why: another layout, a ghost
"""
