"""Exports that are painted: they join the engine's table, which has no window to paint with.

join      tells the engine's table where these are written
painting  a drawing by a painter of Qt
boards    the small boards in it
png       a picture of dots
pdf       one page for printing
gif       the steps as a moving picture
"""
