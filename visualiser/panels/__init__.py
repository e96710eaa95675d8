"""The panels round the canvas. Each shows the cursor of one session and keeps no fact of its own.

panel   what every panel is
"""
