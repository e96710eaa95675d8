"""The one dialog of settings: how the window looks and plays, the limits of recordings, and the keys.

A change takes effect at once; there is nothing to confirm.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QTabWidget, QWidget

from plyscope_window.app.help import KeyEditor
from plyscope_window.app.main_window import MAX_TEXT_SCALE, MIN_TEXT_SCALE, MainWindow
from plyscope_window.app.transport import speed_choice
from plyscope_window.jobs.recording_work import ASK_AT_FRAMES
from plyscope_window.pages.record.recording_page import frames_to_ask_at
from plyscope_window.pages.usercode.limits import LIMIT_KEYS, limit_box, usual_limit_numbers
from plyscope_window.settings import FOLLOW_SYSTEM
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Choice, Number
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout
from plyscope_window.widgets.painting import Themed
from plyscope_window.words import tr

MILLION = 1_000_000
TEXT_STEP = 10
"""The steps in which the size of the text is offered, in percent."""
LOOK, KEYS = 0, 1
"""The tabs."""


def heading(words: str, above: int = 0) -> Label:
    """A heading over a group of fields, with some room above."""
    label = Label(words, 14, bold=True)
    label.setContentsMargins(0, above, 0, 2)
    return label


class LookForm(Themed, QWidget):
    """Theme, size of the text, coordinates, speed, legend, and the limits of recordings."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.main_window = window
        self.form = Form((*self._look(window), *self._limits()))
        self.setLayout(column_layout(self.form, STRETCH, margins=16))
        self.setFocusProxy(self.theme)
        self.present()
        self._connect()

    def _look(self, window: MainWindow) -> tuple[Field, ...]:
        """Make the fields on look and pace."""
        self.theme = Choice([(tr("As the desktop"), FOLLOW_SYSTEM), (tr("Light"), "light"), (tr("Dark"), "dark")])
        least, most = round(100 * MIN_TEXT_SCALE), round(100 * MAX_TEXT_SCALE)
        self.text = Number(least, most, 100, suffix=tr(" %"), step=TEXT_STEP)
        notations = [entry for entry in window.table.values() if entry.group == "coordinates"]
        self.coordinates = Choice([(entry.text.replace("&", ""), entry.key) for entry in notations])
        self.speed = speed_choice()
        self.legend = QCheckBox(tr("&Legend below the canvas, where there is room"))
        return (
            Field("", heading(tr("Look and pace"))),
            Field(tr("&Theme"), self.theme, tr("The colours of the window"), "theme"),
            Field(tr("Te&xt size"), self.text, tr("Of the panels and of the canvas"), "text"),
            Field(tr("&Coordinates"), self.coordinates, tr("How squares are named"), "coordinates"),
            Field(tr("&Speed"), self.speed, tr("How many steps a second are played"), "speed"),
            Field("", self.legend, tr("What the marks on the canvas mean"), "legend"),
        )

    def _limits(self) -> tuple[Field, ...]:
        """Make the fields on the limits of recordings."""
        self.ask_at = Number(1, 1000, ASK_AT_FRAMES // MILLION, suffix=tr(" million calls"))
        self.limits = {
            name: limit_box(name, {"seconds": tr(" s"), "memory": tr(" MiB")}.get(name, "")) for name in LIMIT_KEYS
        }
        return (
            Field("", heading(tr("Limits of what is recorded"), above=16)),
            Field(tr("&Ask after"), self.ask_at, tr("A recording of a search asks whether to go on"), "ask_at"),
            Field(tr("Ti&me of a program"), self.limits["seconds"], tr("A run of user code ends after it"), "seconds"),
            Field(tr("M&emory of a program"), self.limits["memory"], tr("A run of user code ends beyond it"), "memory"),
            Field(tr("Calls of a &program"), self.limits["frames"], tr("A run of user code ends after them"), "frames"),
        )

    def present(self) -> None:
        """Fill the form with the settings as they are."""
        window, settings = self.main_window, self.main_window.settings
        self.form.fill(
            {
                "theme": settings.text("theme", FOLLOW_SYSTEM),
                "text": round(100 * window.text_scale),
                "coordinates": f"coordinates {window.coordinates}".strip(),
                "speed": window.transport.speed,
                "legend": settings.truth("legend", True),
                "ask_at": max(1, frames_to_ask_at(settings) // MILLION),
                **usual_limit_numbers(settings),
            }
        )

    def _connect(self) -> None:
        """Let each change take effect at once."""
        window, settings = self.main_window, self.main_window.settings
        self.theme.currentIndexChanged.connect(lambda _: window.choose_theme(self.theme.currentData()))
        self.text.valueChanged.connect(lambda percent: window.set_text_scale(percent / 100))
        self.coordinates.currentIndexChanged.connect(
            lambda _: window.actions_by_key[self.coordinates.currentData()].trigger()
        )
        self.speed.currentIndexChanged.connect(lambda _: window.transport.set_speed(self.speed.currentData()))
        self.legend.toggled.connect(lambda is_on: settings.set("legend", is_on))
        self.legend.toggled.connect(lambda _: window.present_actions())
        self.ask_at.valueChanged.connect(lambda millions: settings.set("limits/ask_at", millions * MILLION))
        for name, key in LIMIT_KEYS.items():
            self.limits[name].valueChanged.connect(lambda value, key=key: settings.set(key, value))

    def apply_theme(self) -> None:
        self.updateGeometry()


class SettingsDialog(QDialog):
    """All settings, in two tabs."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(tr("Settings"))
        self.resize(QSize(640, 620).boundedTo(window.size()))
        self.form = LookForm(window)
        self.keys = KeyEditor(window)
        self.tabs = QTabWidget()
        self.tabs.addTab(self.form, tr("General"))
        self.tabs.addTab(self.keys, tr("Keys"))
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        self.setLayout(column_layout(self.tabs, close, margins=None))


def show_settings(window: MainWindow, tab: int = LOOK) -> None:
    """Open the settings on one of their tabs, or bring them to the front."""
    dialog = questions.raise_open_dialog(window, SettingsDialog)
    if dialog is None:
        dialog = SettingsDialog(window)
        dialog.finished.connect(dialog.deleteLater)
    dialog.tabs.setCurrentIndex(tab)
    dialog.tabs.currentWidget().setFocus(Qt.FocusReason.TabFocusReason)
    dialog.show()


def edit_keys(window: MainWindow) -> None:
    """Open the editor of keys in the settings."""
    show_settings(window, KEYS)
