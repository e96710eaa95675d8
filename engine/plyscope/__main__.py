"""`python -m plyscope` is the command `plyscope`."""

from __future__ import annotations

INTERRUPTED = 130

if __name__ == "__main__":
    try:
        from plyscope.cli.main import main

        main()
    except KeyboardInterrupt:  # while it was loaded
        raise SystemExit(INTERRUPTED) from None
