"""Plyscope's engine: everything that needs no window.

A position is searched, the search is recorded, the recording is walked through and read:

position      what a game must be, and a position of it
"""

__version__ = "0.1.0"
