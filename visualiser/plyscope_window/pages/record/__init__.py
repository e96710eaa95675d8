"""A recording that is being made.

recording_page  its progress, with a button that stops it and keeps the frames so far; then the recording itself
"""
