"""The commands that need no window.

batch       many positions, several searches and depths
check       `check`: a recording held against the laws of its search
commands    all command modules: a new command is imported there
compare     `compare`: two recordings, or two searches of one source
completion  completion in the shell
debug       `debug`: a recursive function of the user's, traced without changing it
debug_session  a whole program run by `debug`: its recordings listed and saved
demo        `demo`: a sample traced call by call, and what pruning saves in a whole game
exercise    `exercise make` and `exercise check`
export      `export`: a recording in another format
group       the command line as a whole, and options that several commands share
learn       `learn`: the weights of the linear scoring, fitted from games
main        the entry point: runs the command line, with the commands of installed packages
manual      `help`, and the manual page generated from the commands
match       `match`: version against version
options     search options, and how a SOURCE or TRACE becomes a recording
play        `play`: a game in the terminal, between any two players
running     running a command: progress, Ctrl+C that keeps partial results, errors in one line
search      `solve`, `record`, `trace`, `games`, `algorithms`, `samples`
stats       `stats` and `growth`: the counts of one recording, and how searches grow with depth
tables      facts as tables; text from files is printed as it is, never as markup
why         `why`: where a value comes from, and why a move was pruned
"""
