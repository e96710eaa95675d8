"""What the command line calls the fields of an Extent. In messages these are values: whoever has other names for them
puts those in their places.
"""

from __future__ import annotations

from engine.messages import Message

OPTIONS = {
    "root": "--subtree",
    "depth": "--plies",
    "path_to": "--path",
    "step": "--step",
    "all_steps": "--all-steps",
    "hides_future": "--hide-future",
    "stubs": "--no-stubs",
    "boards": "--boards",
    "windows": "--windows",
    "notes": "--notes",
    "ghosts": "--ghosts",
    "theme": "--theme",
    "fragment": "--fragment",
    "scale": "--scale",
}
FEWER = {"plies": Message(OPTIONS["depth"]), "subtree": Message(OPTIONS["root"])}
"""What makes an export smaller, for messages that say so."""
SCALE = Message(OPTIONS["scale"])
