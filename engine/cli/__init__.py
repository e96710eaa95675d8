"""The headless commands.

group          the command line as a whole, and what several commands share
commands       one function a command
comparing      the command compare
debugging      the command debug
explaining     the command why
exporting      the command export
statistics     the commands stats and growth
playing        the command play
matching       the command match
learning       the command learn
checking       what solve --check does
options        what every command that searches may be asked: --algorithm, --depth …
demonstration  what the command demo shows
running        progress, Ctrl+C, and what becomes of errors
tables         facts as tables for people

Each command is a few lines: it gets a trace and prints or writes what others make of it.
"""
