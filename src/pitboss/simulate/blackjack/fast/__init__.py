"""The fast kernel: rounds as table lookups."""
