"""A beam search: alpha-beta that tries only the two moves that look best at once, and leaves the others out."""

from plyscope.messages import Message
from plyscope.model.declaration import Calls, Search, Windows
from plyscope.search import EVERY_SEARCH_READS

BEAM = Search(
    "beam",
    "beam_text.py",
    (Calls("beam", side="maximizing"),),
    Message("tries only the two moves of each position that look best at once"),
    reads=EVERY_SEARCH_READS,
    windows=Windows.WHOLE,
    repeats=True,
    orders_moves=True,
    prunes_forward=True,
)
