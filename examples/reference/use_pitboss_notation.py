"""`pitboss.notation` in use."""

from pitboss.notation import Outcome, PitError, PitFile, parse_pit, print_pit, replay

TEXT = """\
title: A blackjack is paid three to two
rulebook: mbs-blackjack
limits: 10-1000
cards: Ah 9s Kh 8d
---
ann: bet 1 10
house: deal
? net ann +15
"""
file: PitFile = parse_pit(TEXT)
assert print_pit(file) == TEXT
outcome: Outcome = replay(file)
assert outcome.passed, outcome.failures
wrong = replay(parse_pit(TEXT.replace("+15", "+20")))
print(wrong.failures)
try:
    parse_pit("rulebook mbs-blackjack")
except PitError as error:
    print(error.line, error.message)
