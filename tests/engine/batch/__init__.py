"""Tests of batches: many positions, several searches and depths."""
