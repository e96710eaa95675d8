"""Tests of the canvas. A package, since other tests bear the same names."""
