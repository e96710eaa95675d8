"""The main window, its commands, and the commands of the command line that need it.

action           what an action is, and the menus
actions          the one table of actions: menus, toolbar, keys, shortcut editor and help sheet are read from it
application      fonts and theme of the application, errors, recordings to recover after a crash
canvas_commands  what the actions do with the canvas in front and with its selected frame
commands         `plyscope open`, `demo`, `doctor`, `screenshot`, and the window for `play --window`
corners          what a presentation shows in a corner: the source or the board
docks            the table of panels, the docks that hold them, and how they are arranged
doctor           what is missing on a machine, and the command that fixes it
find_bar         the find bar: a condition, how many frames match it, and the way from one to the next
help             the help sheet and the editor of keys, both read from the table of actions
integration      `plyscope integrate`: menu entry, icon, file type, manual page and completion
lesson           the player of lessons: what to do next, and a ring round the control for it
main_window      the window: tabs, docks, menus, how it looks, and the wiring between them
opening          the start page, and what files, samples, texts and drops become in the window
presentation     the presentation: the tree and its caption, and the way back
requirements     what the actions require, each with the sentence that says what is missing
screenshot       pictures of the window, made without a display
settings_dialog  the one dialog of settings: look, pace, limits, keys
status           the rules of the search, the hint on arrow keys, and the note on a position
tabs             the tabs of the window, of which no two are called the same
title_bar        the bar above a panel: its title, what the panel says beside it, and the buttons of the dock
transport        the bar above the timeline: steps, the speed of playing, and where the cursor is
why_commands     what the actions do about reasons: proofs, origins of bounds, ghosts
"""
