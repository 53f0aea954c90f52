"""Blackjack simulation: program, reports and the choice between the fast and the general kernel."""
