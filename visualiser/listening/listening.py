"""A recording that somebody else's engine makes, as the window sees it: like one of ours, begun by whoever connects."""

from __future__ import annotations

from visualiser.recording.protocol import line_of
from visualiser.recording.recording import Recording

PATIENCE = 86_400
"""Seconds until somebody has said all. A person who does not want to wait stops it."""


class Listening(Recording):
    """Listens once."""

    module = "visualiser.listening.child"

    def listen(self, address: str) -> None:
        assert self.kept is None, "a recording is made once"
        self.kept = self.recovery.place(address)
        self.begin(line_of({"address": address, "seconds": PATIENCE, "paths": list(map(str, self.kept.paths))}))
