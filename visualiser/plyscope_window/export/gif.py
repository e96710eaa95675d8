"""The steps as an animation, for slides and chats. Pillow joins the pictures; it is an optional dependency."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from plyscope.export.drawing import draw
from plyscope.export.extent import SCALE, SMALLER_EXPORT_OPTIONS
from plyscope.export.selection import Selection
from plyscope.messages import InputError
from PySide6.QtGui import QImage

from plyscope_window.export.painting import ensure_application
from plyscope_window.export.png import paint, picture

if TYPE_CHECKING:
    from PIL.Image import Image

STEP_MS, LAST_STEP_MS = 700, 3000
"""How long a step is shown, and how long the last one."""
MAX_STEPS, MAX_PIXELS = 1000, 400_000_000
"""The pixels are those of all pictures together: they are in memory, a byte each, until the file is written."""
MAX_COLOURS = 128
"""The colours of a picture: a GIF has 256 at most, and fewer make it smaller."""


def pieces(selection: Selection) -> Iterator[bytes]:
    """The pieces of a GIF with all steps of the selection, or the one step that the extent names."""
    check_pillow()
    ensure_application()
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
    """Raise InputError if Pillow, which joins the pictures, is not installed."""
    try:
        import PIL  # noqa: F401
    except ImportError as error:
        raise InputError("animations need Pillow: pip install 'plyscope[gif]'") from error


def check_size(selection: Selection, steps: list[int]) -> None:
    """Raise InputError if the animation would be too long, or too large for memory."""
    if len(steps) > MAX_STEPS:
        raise InputError(
            "an animation of {count} steps would be too long, {most} are the most: "
            "fewer plies ({plies}) or a subtree ({subtree}) will do",
            count=len(steps),
            most=MAX_STEPS,
            **SMALLER_EXPORT_OPTIONS,
        )
    drawing = draw(selection)
    pixels = drawing.width * drawing.height * selection.extent.scale**2 * len(steps)
    if pixels > MAX_PIXELS:
        raise InputError(
            "an animation of {count} steps in this size would take too much memory: a smaller scale"
            " ({scale}), fewer plies ({plies}) or a subtree ({subtree}) will do",
            count=len(steps),
            scale=SCALE,
            **SMALLER_EXPORT_OPTIONS,
        )


def with_few_colours(image: QImage) -> Image:
    """The image for Pillow, in the few colours that a GIF can have."""
    from PIL import Image

    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    size = (plain.width(), plain.height())
    picture = Image.frombytes("RGB", size, bytes(plain.constBits()), "raw", "RGB", plain.bytesPerLine(), 1)
    return picture.quantize(MAX_COLOURS, dither=Image.Dither.NONE)


def animation(images: list[Image]) -> bytes:
    """The bytes of the file: one image after the other in a loop; the last one stays for a while."""
    durations = [STEP_MS] * (len(images) - 1) + [LAST_STEP_MS]
    content = BytesIO()
    images[0].save(
        content, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0, disposal=1, optimize=False
    )
    return content.getvalue()
