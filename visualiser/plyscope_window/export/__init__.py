"""ROOM

clipboard      copies of what is seen: as a drawing, as source for LaTeX, or as text
export_dialog  the dialog of the export: controls on one side, how it will look on the other, and the button
export_form    the controls of the export: which form, which part, which moment, and what is shown of each
export_job     writes an export in another thread, says how far it is, and stops when it is told to
gif            the steps as a moving picture, for slides and chats. Pillow puts the pictures together; it comes
join           tells the engine's table of exports where those are written that need Qt; nothing of Qt is
painting       a drawing by a painter of Qt: pictures of dots and printed pages look as the SVG does
pdf            one page, as large as the drawing, of lines and letters and not of dots; its fonts are in it
png            a picture of dots
preview        how an export will look: drawn small, and for forms that are text, read from its beginning
"""
