"""The window of Plyscope, and the command that opens it.

cli        the `plyscope` command: the engine's commands and those that need the window's machine
doctor     what is missing on a machine, and the command that mends it
recording  searches recorded in a process of their own, and kept whatever happens
"""
