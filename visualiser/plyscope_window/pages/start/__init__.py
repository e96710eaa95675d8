"""The page that the window opens on.

more_lessons  the lessons after the first one
first_lesson  the card of the first lesson: its tree, its prompts, and the button that begins it
recent_files  the list of recent files
start_page    the first lesson, samples as cards in the order one learns, recent files, and ways to begin
"""
