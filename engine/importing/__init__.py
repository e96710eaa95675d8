"""Recordings that somebody else has made: read from text, checked for contradictions, made into traces.

recognising    is a file such a recording?
"""
