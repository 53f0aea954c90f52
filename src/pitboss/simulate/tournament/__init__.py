"""Blackjack tournaments in compiled code: sessions on the stepper's tables, everything else by the engine's rules."""
