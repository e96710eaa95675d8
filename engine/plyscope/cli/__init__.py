"""The headless commands.

compare  the command compare: two recordings, or two searches of one source
completion  completion in the shell
debug    the command debug: somebody's own recursive function, recorded without a change to it
demo     the demonstration: a sample traced call by call, and what pruning saves on a whole game
export   the command export: a recording in another form
group    the command line as a whole, to which every command adds itself, and what several commands share
learn    the command learn: weights of the linear scoring, fitted instead of guessed
main     the command `plyscope`, and the commands of other installed packages
manual   the command help, and the manual page made from the commands
match    the command match: version against version
options  what every command that searches may be asked, and how its SOURCE or TRACE becomes a recording
play     the command play: a game in the terminal, between any two players
running  running a command: progress on anything over a second, Ctrl+C that keeps what there is, errors in one
search   the commands, one function each
stats    the commands stats and growth: what is counted in one recording, and how searches grow with their
tables   facts as tables for people. Names from files go into cells as plain text, never as markup
why      the command why: where a value comes from, and why a branch was cut
"""
