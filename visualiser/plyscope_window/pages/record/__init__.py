"""ROOM

recording_page  what a person sees while a recording is made: how far it is, and a button that stops it and
"""
