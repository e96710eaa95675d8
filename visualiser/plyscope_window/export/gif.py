"""The steps as a moving picture, for slides and chats. Pillow puts the pictures together; it comes as an extra."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from plyscope.export.drawing import draw
from plyscope.export.extent import FEWER, SCALE
from plyscope.export.selection import Selection
from plyscope.messages import InputError
from PySide6.QtGui import QImage

from plyscope_window.export.painting import be_ready
from plyscope_window.export.png import paint, picture

if TYPE_CHECKING:
    from PIL.Image import Image

MILLISECONDS, LAST_MILLISECONDS = 700, 3000
MOST_STEPS, MOST_DOTS = 1000, 400_000_000
"""Of all pictures together: they are all in memory, a byte a dot, until the file is written."""
COLOURS = 128


def pieces(selection: Selection) -> Iterator[bytes]:
    """All steps of what is shown, or one where one is asked for."""
    check_pillow()
    be_ready()
    steps = selection.own_steps() if selection.extent.step is None else [selection.step]
    check_size(selection, steps)
    images: list[Image] = []
    for step in steps:
        at = selection.at_step(step)
        drawing = draw(at)
        image = picture(drawing, at.extent.scale)
        yield from paint(image, drawing, at)
        images.append(with_few_colours(image))
    yield animation(images)


def check_pillow() -> None:
    try:
        import PIL  # noqa: F401
    except ImportError as error:
        raise InputError("moving pictures need Pillow: pip install 'plyscope[gif]' brings it") from error


def check_size(selection: Selection, steps: list[int]) -> None:
    if len(steps) > MOST_STEPS:
        raise InputError(
            "a moving picture of {count} steps would be too long, {most} are the most: "
            "fewer plies ({plies}) or a subtree ({subtree}) will do",
            count=len(steps),
            most=MOST_STEPS,
            **FEWER,
        )
    drawing = draw(selection)
    dots = drawing.width * drawing.height * selection.extent.scale**2 * len(steps)
    if dots > MOST_DOTS:
        raise InputError(
            "a moving picture of {count} steps in this size would take too much memory: a smaller scale"
            " ({scale}), fewer plies ({plies}) or a subtree ({subtree}) will do",
            count=len(steps),
            scale=SCALE,
            **FEWER,
        )


def with_few_colours(image: QImage) -> Image:
    """The same for Pillow; a moving picture has few colours, and a drawing needs no more."""
    from PIL import Image

    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    size = (plain.width(), plain.height())
    found = Image.frombytes("RGB", size, bytes(plain.constBits()), "raw", "RGB", plain.bytesPerLine(), 1)
    return found.quantize(COLOURS, dither=Image.Dither.NONE)


def animation(images: list[Image]) -> bytes:
    """One after the other, for ever; the last one stays for a while."""
    durations = [MILLISECONDS] * (len(images) - 1) + [LAST_MILLISECONDS]
    content = BytesIO()
    images[0].save(
        content, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0, disposal=1, optimize=False
    )
    return content.getvalue()
