"""ROOM

start_page  the page that the window opens on: samples as cards with their boards, recent files, and ways to
"""
