"""Engines in other languages, live: they send their recording over a local socket while they search.

child      the process that listens
listening  the window's end of it
page       which port, and what an engine has to send
"""
