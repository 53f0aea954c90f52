"""`pitboss.analyse.edge` in use."""

from pitboss import Limits, Refusal, load_rulebook, resolve
from pitboss.analyse.edge import Edge, edge

rules = resolve(load_rulebook("mbs-blackjack"), {"decks": "6"}, Limits(1_000, 100_000))
assert not isinstance(rules, Refusal)
found: Edge = edge(rules)
print(f"{found.expectation:+.5%} of the first wager, deviation {found.deviation:.4f}, played by {found.strategy}")
assert edge(rules, gone=(0, 1, 2, 3)).expectation < found.expectation  # without four aces
