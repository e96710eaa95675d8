"""`python -m plyscope` is the command `plyscope`."""

from __future__ import annotations

from plyscope.cli.main import main

if __name__ == "__main__":
    main()
