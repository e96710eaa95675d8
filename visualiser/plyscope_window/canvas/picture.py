"""A picture that is kept until it would look otherwise: who paints it says what its look depends on."""

from __future__ import annotations

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QImage


class Picture:
    """The memory of the picture that stays, and what it was drawn for."""

    def __init__(self, *, is_clear: bool = False) -> None:
        self.form = QImage.Format.Format_ARGB32_Premultiplied if is_clear else QImage.Format.Format_RGB32
        self.image: QImage | None = None
        self.future: QImage | None = None
        """The same where nothing has happened yet."""
        self._drawn_for: tuple[object, ...] | None = None
        self._is_rough = False

    def forget(self) -> None:
        """It has to be drawn anew."""
        self._drawn_for = None

    def take(self, size: QSizeF, ratio: float, key: tuple[object, ...], *, rough: bool) -> tuple[QImage, bool]:
        """The image, and whether it has to be drawn anew for this key. A fine picture does for a rough one too."""
        wide, high = max(1, round(size.width() * ratio)), max(1, round(size.height() * ratio))
        if self.image is None or (self.image.width(), self.image.height()) != (wide, high):
            self.image = QImage(wide, high, self.form)
            self.forget()
        self.image.setDevicePixelRatio(ratio)
        is_new = self._drawn_for != key or (self._is_rough and not rough)
        if is_new:
            self._drawn_for, self._is_rough = key, rough
        return self.image, is_new
