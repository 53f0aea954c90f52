"""Blackjack step by step in compiled code: the general kernel with a player who decides, for many tables at once."""
