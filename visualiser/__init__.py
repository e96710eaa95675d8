"""The window of Plyscope, and the command that opens it.

cli        the `plyscope` command
commands   all commands: the engine's, and those that open the window or look at its machine
doctor     what is missing on a machine, and the command that mends it
recording  searches recorded in a process of their own, and kept whatever happens
start_page   what the window opens on: samples, recent files, ways to begin
cards        samples as cards with their boards
recent_files  the files that were open before
editor       boards and trees to edit, and the search to record
boards       any game's board, in any size
tree_sketch  a whole small tree of numbers
game_names   what the window calls the games and their sides
controls     choices, numbers and buttons for forms and bars
flow         lines of widgets that wrap
transport    the bar above the timeline: ways through time, and where the cursor is
"""
