"""What of a picture made of strips has to be painted anew: where a strip looks otherwise than it did."""

from __future__ import annotations

from collections.abc import Sequence

Band = tuple[float, float]


class Renewal:
    """How the strips of a picture looked when they were painted last, and from where to where each reached."""

    def __init__(self) -> None:
        self._looks: list[object] = []
        self._bands: list[Band] = []
        self._unfinished: set[int] = set()

    @property
    def is_finished(self) -> bool:
        """Whether nothing was left for later."""
        return not self._unfinished

    def leave_for_later(self, place: int) -> None:
        """A strip will have to be painted again even if nothing changes."""
        self._unfinished.add(place)

    def forget(self) -> None:
        """The picture is lost."""
        self._looks, self._bands = [], []
        self._unfinished = set()

    def turn_to(self, looks: Sequence[object], bands: Sequence[Band]) -> tuple[set[int], list[Band]]:
        """Which of the strips have to be painted for the picture to look so, and where; also where one is gone."""
        most = max(len(looks), len(self._looks))
        changed = {
            place
            for place in range(most)
            if place >= len(looks)
            or place >= len(self._looks)
            or place in self._unfinished
            or looks[place] != self._looks[place]
            or bands[place] != self._bands[place]
        }
        reached = [known[place] for known in (self._bands, bands) for place in changed if place < len(known)]
        self._looks, self._bands, self._unfinished = list(looks), list(bands), set()
        return changed, reached
