"""The two themes: every colour by its meaning, the fonts, and how both get into Qt.

One meaning per colour. Blue is good for MAX, vermilion good for MIN, grey even; yellow is the current step, and
nothing else. The colours are distinguishable with every kind of colour blindness, and nothing rests on them alone.
Qt's own colour scheme has no effect where there is no desktop, so the Fusion style gets a palette of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QPalette, QPixmapCache
from PySide6.QtWidgets import QApplication

TEXT_FACES = ("Inter", "Noto Sans Hebrew", "Noto Sans SC", "Noto Sans TC", "JetBrains Mono", "DejaVu Sans")
"""The families of the usual font: the first that has a letter draws it."""
FIXED_FACES = ("JetBrains Mono", "Noto Sans Hebrew", "Noto Sans SC", "Noto Sans TC", "Inter", "DejaVu Sans Mono")
"""The families of the font of fixed width, likewise."""
TICKS = Path(__file__).parent / "ticks"
"""The drawings in boxes that are ticked, one for each theme: a style sheet can show files, and nothing else."""
STYLE_KILOBYTES = 2_000
"""The memory in which Qt's style keeps pictures of what it has drawn."""


@dataclass(frozen=True)
class Theme:
    """Colours by their roles."""

    name: str
    paper: QColor
    card: QColor
    ink: QColor
    quiet: QColor
    """Secondary text."""
    edge: QColor
    hairline: QColor
    band: QColor
    """The background of every second ply, and of what the pointer is over."""
    pruned: QColor
    for_max: QColor
    for_min: QColor
    even: QColor
    now: QColor
    """The path to the cursor, and the current source line."""
    grip: QColor
    """Handles on the path, and the line under the current item."""
    on_fill: QColor
    max_tint: QColor
    min_tint: QColor
    even_tint: QColor
    on_now: QColor
    right: QColor
    """What has been found in order; marks work, never a value."""
    wrong: QColor
    """A bug, and the line and frame that show it; marks work, never a value."""
    follows: QColor
    """What follows from a mistake elsewhere; marks work, never a value."""
    now_tint: QColor
    """The ground of what helps with the present task."""

    def of_shade(self, shade: float) -> QColor:
        """The colour of a value, which lies between -1, best for MIN, and 1, best for MAX."""
        return mixed(self.even, self.for_max if shade > 0 else self.for_min, min(1.0, abs(shade)))

    def of_mean(self, shade: float) -> QColor:
        """The colour of a pixel on which several values lie: paler than those of single ones."""
        even = mixed(self.paper, self.even, 0.42)
        side = self.for_max if shade > 0 else self.for_min
        return mixed(self.paper, mixed(even, side, min(1.0, abs(shade))), 0.88)

    def of_side(self, side: int, max_side: int) -> QColor:
        """The colour of a side's marks on a board."""
        return self.for_max if side == max_side else self.for_min

    def tint_of_side(self, side: int, max_side: int) -> QColor:
        """The pale colour of a side, behind its marks on a board."""
        return self.max_tint if side == max_side else self.min_tint


def theme_of(name: str, **colours: str) -> Theme:
    """Make a theme of colours by their roles, each as #RRGGBB."""
    return Theme(name, **{role: QColor(colour) for role, colour in colours.items()})


LIGHT = theme_of(
    "light",
    paper="#FBFAF6", card="#FFFFFF", ink="#1E2227", quiet="#646A72", edge="#A4A9AE", hairline="#D9D8D2",
    band="#F3F1EA", pruned="#BDBDB6", for_max="#0072B2", for_min="#C8500A", even="#6E747C", now="#FFD84D",
    grip="#F2B705", on_fill="#FFFFFF", max_tint="#DCEBF5", min_tint="#FBE6D9", even_tint="#ECEDEE", on_now="#1E2227",
    right="#2B6E4F", wrong="#B02A5B", follows="#7A5C00", now_tint="#FFF3C4",
)  # fmt: skip
DARK = theme_of(
    "dark",
    paper="#15171C", card="#1E2128", ink="#ECEEF1", quiet="#9BA3AE", edge="#626A75", hairline="#343943",
    band="#1A1D23", pruned="#4C535D", for_max="#56B4E9", for_min="#F09A3E", even="#A3ABB6", now="#7A6000",
    grip="#FFD84D", on_fill="#101216", max_tint="#1B3242", min_tint="#40291A", even_tint="#2A2E36", on_now="#FFFFFF",
    right="#7FC8A0", wrong="#F27BA5", follows="#C9A66B", now_tint="#33301F",
)  # fmt: skip
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


class Current:
    """The theme in use and its text size. There is one window system, so there is one of these."""

    theme: Theme = LIGHT
    text_scale: float = 1.0


def theme() -> Theme:
    """The theme in use."""
    return Current.theme


@contextmanager
def usual_text() -> Iterator[None]:
    """Within it text has its usual size: what is painted is enlarged as a whole by the user's text size."""
    scale, Current.text_scale = Current.text_scale, 1.0
    try:
        yield
    finally:
        Current.text_scale = scale


def system_theme() -> Theme:
    """The theme that the desktop asks for; where it does not, the one that its windows suggest."""
    scheme = QGuiApplication.styleHints().colorScheme()
    if scheme is not Qt.ColorScheme.Unknown:
        return DARK if scheme is Qt.ColorScheme.Dark else LIGHT
    window = QGuiApplication.palette().color(QPalette.ColorRole.Window)
    return DARK if window.lightness() < 128 else LIGHT


def use(chosen: Theme, text_scale: float = 1.0) -> None:
    """Apply a theme to the whole application; Qt notifies every widget of the new palette.

    A theme that is in use already is not applied again: a style sheet costs a tenth of a second in a large window.
    """
    is_in_use = (chosen, text_scale) == (Current.theme, Current.text_scale)
    Current.theme, Current.text_scale = chosen, text_scale
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    if is_in_use and application.styleSheet() and application.font() == font(13):
        return
    if not application.styleSheet():
        # Once: setting the style polishes every widget again, and the style sheet does that too.
        application.setStyle("Fusion")
        # Otherwise a picture of every button in every size and theme would be kept, up to five times this limit.
        QPixmapCache.setCacheLimit(STYLE_KILOBYTES)
    # To replace a style sheet by another takes more than twice as long as to take it away before.
    application.setStyleSheet("")
    application.setFont(font(13))
    application.setPalette(palette_of(chosen))
    application.setStyleSheet(style_sheet(chosen))


def palette_of(chosen: Theme) -> QPalette:
    """Qt's palette in the colours of a theme."""
    palette = QPalette()
    role = QPalette.ColorRole
    for target, colour in (
        (role.Window, chosen.paper), (role.WindowText, chosen.ink), (role.Base, chosen.card),
        (role.AlternateBase, chosen.band), (role.Text, chosen.ink), (role.Button, chosen.card),
        (role.ButtonText, chosen.ink), (role.BrightText, chosen.for_min), (role.Highlight, chosen.now),
        (role.HighlightedText, chosen.on_now), (role.ToolTipBase, chosen.card), (role.ToolTipText, chosen.ink),
        (role.PlaceholderText, chosen.quiet), (role.Link, chosen.for_max), (role.LinkVisited, chosen.for_max),
        (role.Light, chosen.card), (role.Midlight, chosen.hairline), (role.Mid, chosen.hairline),
        (role.Dark, chosen.edge), (role.Shadow, chosen.edge), (role.Accent, chosen.grip),
    ):  # fmt: skip
        palette.setColor(target, colour)
    for target in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, target, mixed(chosen.paper, chosen.quiet, 0.6))
    return palette


def style_sheet(chosen: Theme) -> str:
    """Qt's style sheet in the colours of a theme, for what a palette cannot express."""
    colours = {field.name: getattr(chosen, field.name).name() for field in fields(chosen) if field.name != "name"}
    selected = mixed(chosen.paper, chosen.for_max, 0.3).name()
    tick, heading = (TICKS / f"{chosen.name}.svg").as_posix(), font(12).pixelSize()
    return STYLE.format(**colours, selected=selected, tick=tick, heading=heading)


STYLE = """
QMainWindow::separator {{ background: {hairline}; width: 1px; height: 1px; }}
QMainWindow::separator:hover {{ background: {grip}; }}
QDockWidget {{ color: {quiet}; font-weight: 600; }}
QDockWidget::title {{ background: {paper}; padding: 5px 10px 3px 10px; border-top: 1px solid {hairline}; }}
QDialogButtonBox, QMessageBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QToolTip {{ border: 1px solid {hairline}; padding: 4px; }}
QPushButton, QToolButton[framed="true"], QComboBox, QLineEdit, QSpinBox, QPlainTextEdit[framed="true"] {{
    border: 1px solid {hairline}; border-radius: 6px; padding: 4px 10px; background: {card}; min-height: 18px; }}
QLineEdit, QSpinBox, QComboBox {{ padding: 4px 8px; }}
QToolButton[framed="true"] {{ padding: 4px 8px; }}
QPushButton:hover, QToolButton[framed="true"]:hover, QComboBox:hover {{ background: {band}; }}
QPushButton:pressed, QToolButton[framed="true"]:pressed {{ background: {hairline}; }}
QPushButton:focus, QToolButton[framed="true"]:focus, QComboBox:focus, QLineEdit:focus, QSpinBox:focus,
    QPlainTextEdit[framed="true"]:focus {{ border: 2px solid {ink}; padding: 3px 7px; }}
QPushButton, QToolButton, QCheckBox {{ outline: none; }}
QPushButton:disabled, QToolButton[framed="true"]:disabled {{ color: {edge}; background: {paper}; }}
QPushButton[strong="true"] {{ background: {ink}; color: {paper}; border-color: {ink}; }}
QPushButton[strong="true"]:focus {{ border: 2px solid {grip}; }}
QPushButton[strong="true"]:disabled {{ background: {hairline}; color: {quiet}; border-color: {hairline}; }}
QToolButton[framed="true"]:checked {{ background: {ink}; color: {paper}; }}
QToolButton[framed="true"]:checked:focus {{ border: 2px solid {grip}; }}
QToolButton[menu="true"] {{ padding-right: 20px; }}
QToolButton[menu="true"]::menu-indicator {{
    subcontrol-origin: padding; subcontrol-position: center right; right: 6px; }}
#segments {{ border: 1px solid {hairline}; border-radius: 6px; background: {card}; }}
QToolButton[segment="true"] {{ border: none; border-radius: 5px; padding: 4px 10px; background: transparent; }}
QToolButton[segment="true"]:hover {{ background: {band}; }}
QToolButton[segment="true"]:checked {{ background: {ink}; color: {paper}; }}
QToolButton[segment="true"]:focus {{ border: 2px solid {grip}; padding: 2px 8px; }}
QComboBox::drop-down {{ border: none; width: 18px; }}
QSpinBox::up-button, QSpinBox::down-button {{ border: none; width: 14px; }}
QPlainTextEdit {{ selection-background-color: {selected}; selection-color: {ink}; }}
QTabBar::tab {{ padding: 6px 12px; border: none; border-bottom: 2px solid transparent; color: {quiet}; }}
QMainWindow > QTabBar::tab {{ padding: 6px 8px; }}
QTabBar::tab:selected {{ color: {ink}; border-bottom: 2px solid {grip}; }}
QTabBar::tab:hover {{ color: {ink}; }}
QTabBar::tab:focus {{ color: {ink}; background: {now_tint}; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {hairline}; }}
QCheckBox::indicator, QAbstractItemView::indicator {{
    width: 13px; height: 13px; border: 1px solid {quiet}; border-radius: 3px; background: {card}; }}
QAbstractItemView::indicator {{ width: 11px; height: 11px; }}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {{
    border-color: {ink}; background: {ink}; image: url("{tick}"); }}
QCheckBox::indicator:disabled, QAbstractItemView::indicator:disabled {{ border-color: {edge}; }}
QCheckBox::indicator:checked:disabled, QAbstractItemView::indicator:checked:disabled {{ background: {edge}; }}
QCheckBox::indicator:focus {{ border: 2px solid {ink}; width: 11px; height: 11px; }}
QCheckBox::indicator:checked:focus {{ border-color: {grip}; }}
QMenu {{ border: 1px solid {hairline}; padding: 4px; background: {card}; }}
QMenu::item {{ padding: 4px 24px 4px 12px; border-radius: 4px; }}
QMenu::item:selected {{ background: {now}; color: {on_now}; }}
QMenu::item:disabled {{ color: {edge}; }}
QMenu::separator {{ height: 1px; background: {hairline}; margin: 4px 8px; }}
QMenuBar::item:selected {{ background: {now}; color: {on_now}; }}
QScrollArea, QAbstractItemView {{ border: none; }}
QListWidget::item {{ padding: 3px 6px; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QAbstractItemView:focus {{ border: 1px solid {ink}; }}
QHeaderView {{ background: {paper}; font-size: {heading}px; }}
QHeaderView::section {{
    background: {paper}; color: {quiet}; border: none; padding: 3px 6px; font-size: {heading}px;
}}
QStatusBar {{ border-top: 1px solid {hairline}; }}
QStatusBar::item {{ border: none; }}
QScrollBar:vertical {{ background: transparent; width: 11px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 11px; margin: 0; }}
QScrollBar::handle {{ background: {hairline}; border-radius: 4px; margin: 2px; min-height: 24px; min-width: 24px; }}
QScrollBar::handle:hover {{ background: {edge}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


def font(pixels: float, bold: bool = False, fixed: bool = False) -> QFont:
    """A font by its size in pixels, which the user's text size is applied to."""
    return font_of(max(6, round(pixels * Current.text_scale)), bold, fixed)


@cache
def font_of(pixels: int, bold: bool, fixed: bool) -> QFont:
    """A font by its size on the screen, made once for each: it is copied before it is changed."""
    face = QFont()
    face.setFamilies(list(FIXED_FACES if fixed else TEXT_FACES))
    face.setPixelSize(pixels)
    face.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    if hasattr(face, "setFeature") and not fixed:
        face.setFeature(QFont.Tag("tnum"), 1)
    return face


@lru_cache(maxsize=8192)
def text_width(face: QFont, text: str) -> float:
    """The width of a text in pixels; most texts of a step are those of the step before, and are measured once."""
    return QFontMetricsF(face).horizontalAdvance(text)


@lru_cache(maxsize=8192)
def fitting_font(text: str, usual: QFont, room: float, least: int = 7) -> QFont:
    """The usual font, or one as much smaller as a text needs to fit into `room` pixels, of `least` pixels or more."""
    wide = text_width(usual, text)
    return usual if wide <= room else font_of(max(least, int(usual.pixelSize() * room / wide)), usual.bold(), False)


def mixed(below: QColor, above: QColor, share: float) -> QColor:
    """An opaque mixture of two colours, with a share of the upper one, in place of a slow translucent pen."""
    return QColor.fromRgbF(
        below.redF() + (above.redF() - below.redF()) * share,
        below.greenF() + (above.greenF() - below.greenF()) * share,
        below.blueF() + (above.blueF() - below.blueF()) * share,
    )
