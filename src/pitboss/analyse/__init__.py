"""Exact figures: what a table's wagers are worth, computed from the cards and not from played rounds."""
