"""The page that the window opens on.

start_page  samples as cards with their boards, recent files, and ways to begin
"""
