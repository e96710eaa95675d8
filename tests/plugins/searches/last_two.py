"""Alpha-beta that leaves out all moves but the last two, in the order in which they are offered."""

from plyscope.messages import Message
from plyscope.model.declaration import Calls, Search, Windows
from plyscope.search import EVERY_SEARCH_READS

LAST_TWO = Search(
    "last-two",
    "last_two_text.py",
    (Calls("last_two", side="maximizing"),),
    Message("tries only the last two moves of each position"),
    reads=EVERY_SEARCH_READS,
    windows=Windows.WHOLE,
    prunes_forward=True,
)
