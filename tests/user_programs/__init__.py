"""User programs in many styles, which the tests trace unchanged."""
