"""Makes all pictures of the documents by one command, without a display.

python docs/pictures.py [FOLDER]        the pictures in docs/, or with a folder every state of the window in it
"""

from __future__ import annotations

import itertools
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PLYSCOPE = [sys.executable, "-m", "plyscope"]
HEBREW = ["sample:tictactoe/hebrew", "--algorithm", "alphabeta"]
WHOLE = ["tictactoe:"]
FOCUS = ["--step", "16386", "--size", "1920x1200", "--scale", "1.25"]
CHAPTER = ["sample:connectfour/chapter-7-snake"]
STORY = ["sample:connectfour/chapter-7-story"]
BOTH = ["tictactoe:XO./X../..O", "--algorithm", "minimax", "--compare", "alphabeta", "--view", "tree"]
USER_CODE = ["--step", "69", "--view", "tree", "--size", "1920x1200", "--scale", "1.25"]
DIAGRAM = [*HEBREW, "--boards", "--windows"]
FULL = ["tictactoe:", "--algorithm", "minimax"]

STORY_TREE = ["sample:tree/textbook", "--step", "16", "--size", "1920x1200", "--scale", "1.2"]

SHOWN = {
    "story": STORY_TREE,
    "focus-dark": [*WHOLE, *FOCUS, "--theme", "dark"],
    "tree": [*FULL, "--step", "900000", "--size", "1920x1200", "--view", "tree", "--zoom", "600"],
    "near": [*HEBREW, "--step", "12", "--size", "1920x1200", "--view", "tree", "--scale", "1.5"],
    "comparison": [*BOTH, "--size", "1920x1200", "--scale", "1.25"],
    "merged": [*BOTH, "--look", "merged", "--step", "25", "--size", "1920x1200", "--scale", "1.25"],
    "play": [*CHAPTER, "--page", "play", "--size", "1920x1200", "--scale", "1.25"],
    "lab": [*STORY, "--page", "lab", "--size", "1920x1200", "--scale", "1.25"],
    "start": ["sample:tictactoe/hebrew", "--page", "start", "--size", "1920x1200"],
}
"""Name -> what it shows."""

SUBJECTS = {
    "hebrew": HEBREW,
    "whole": WHOLE,
    "textbook": ["sample:tree/textbook"],
    "chapter7": ["sample:connectfour/chapter-7-story"],
    "hexline": ["sample:hexline/endgame-8"],
    "probes": ["sample:tree/probes"],
}


def take(name: str, folder: Path, options: list[str]) -> None:
    command = ["screenshot", *options, "-o", str(folder / f"{name}.png"), "--force"]
    subprocess.run([*PLYSCOPE, *command], check=True)
    print(folder / f"{name}.png")


def take_user_code(folder: Path) -> None:
    """A user's recursion, recorded first."""
    with tempfile.TemporaryDirectory() as place:
        trace = str(Path(place) / "fibonacci.plytrace")
        command = ["debug", "sample:recursion/fibonacci", "fib(6)", "-o", trace]
        subprocess.run([*PLYSCOPE, *command], check=True, stdout=subprocess.DEVNULL)
        take("user-code", folder, [trace, *USER_CODE])


def write_diagram(folder: Path) -> None:
    """The picture of an exported diagram."""
    command = ["export", *DIAGRAM, "-o", str(folder / "diagram.svg"), "--force"]
    subprocess.run([*PLYSCOPE, *command], check=True)


def every_state(folder: Path) -> None:
    """All views, themes, sizes and scales of several recordings, for looking at."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = {
        "small": ["--size", "1280x720"],
        "large": ["--size", "1920x1200"],
        "fine": ["--size", "2560x1440", "--scale", "2"],
    }
    for (name, subject), view, theme in itertools.product(
        SUBJECTS.items(), ("focus", "tree", "icicle"), ("light", "dark")
    ):
        size = sizes["large" if name == "whole" else "fine" if name == "hebrew" else "small"]
        take(f"{name}-{view}-{theme}", folder, [*subject, "--view", view, "--theme", theme, *size])
    for name, page, theme in itertools.product(SUBJECTS, ("editor", "start"), ("light", "dark")):
        if page == "editor" or name == "hebrew":
            take(f"{name}-{page}-{theme}", folder, [*SUBJECTS[name], "--page", page, "--theme", theme])
    take("right-to-left", folder, [*WHOLE, "--step", "16386", "--right-to-left"])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        every_state(Path(sys.argv[1]))
    else:
        for name, options in SHOWN.items():
            take(name, HERE, options)
        take_user_code(HERE)
        write_diagram(HERE)
