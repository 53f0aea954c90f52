"""Numba support: memory intrinsics and the object-code cache."""

from pitboss.extras import require

require("simulate", "llvmlite", "numba")
