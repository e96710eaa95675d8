"""The headless commands.

commands       one function a command
checking       what solve --check does
options        what every command that searches may be asked: --algorithm, --depth …
demonstration  what the command demo shows
running        progress, Ctrl+C, and what becomes of errors
tables         facts as tables for people

Each command is a few lines: it gets a trace and prints or writes what others make of it.
"""
