"""How the placeholders in generated code begin; no string of a user's program does."""

PREFIX = "\N{BLACK DIAMOND SUIT}plyscope\N{BLACK DIAMOND SUIT}"
