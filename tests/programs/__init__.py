"""Independent programs read what Plyscope exports. A test is skipped where its program is not installed."""
