"""The simulator: the same rules as the engine, compiled, and proven equal to it round for round."""
