"""The ``.pit`` language: read it, print it, play it and check what it expects."""

from pitboss.notation.pit import PitError, PitFile, parse_pit, print_pit
from pitboss.notation.replay import Outcome, replay

__all__ = ["Outcome", "PitError", "PitFile", "parse_pit", "print_pit", "replay"]
