"""A recording that is being made.

recording_page  how far it is, with a button that stops it and keeps what there is; then the recording itself
"""
