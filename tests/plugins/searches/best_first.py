"""Alpha-beta that tries the move first that a search of two plies finds best."""

from plyscope.messages import Message
from plyscope.model.declaration import Calls, Search, Windows
from plyscope.search import EVERY_SEARCH_READS

BEST_FIRST = Search(
    "best-first",
    "best_first_text.py",
    (Calls("best_first", side="maximizing"),),
    Message("orders the moves by what a shallow search finds them worth"),
    reads=EVERY_SEARCH_READS,
    windows=Windows.WHOLE,
    repeats=True,
    orders_moves=True,
)
