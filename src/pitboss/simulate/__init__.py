"""The simulator: compiled play of the engine's rules, tested round for round against the engine."""

from pitboss.extras import require

require("simulate", "numba", "numpy")
