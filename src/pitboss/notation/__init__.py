"""The ``.pit`` language: read it, print it, play it and check what it expects."""

from pitboss.notation.replay import Outcome, replay
from pitboss.pit import PitError, PitFile, parse_pit, print_pit

__all__ = ["Outcome", "PitError", "PitFile", "parse_pit", "print_pit", "replay"]
