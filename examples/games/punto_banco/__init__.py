"""Punto banco, a game outside the package: everything here uses public names of pitboss only."""
