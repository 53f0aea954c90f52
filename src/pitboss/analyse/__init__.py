"""Exact expectations and deviations of a table's wagers, computed from the cards without simulation."""

from pitboss.extras import require

require("analyse", "numba", "numpy")
