"""pitboss: an executable rulebook for casino table games."""
