"""Pictures of a recording, and the dialog of the export.

Importing this package tells the engine which modules paint what it cannot write without a window; nothing of Qt is
loaded for that.

painting       marks by a painter of Qt, as the SVG looks
png            a picture of pixels
pdf            a page for printing, and worksheets
gif            the steps as an animation
export_form    the controls of the export
export_dialog  the dialog: controls, preview, and the button that writes
clipboard      copies of the visible part of the tree
"""

from __future__ import annotations

from plyscope.export import register_painters

register_painters({name: f"{__name__}.{name}" for name in ("png", "pdf", "gif")})
