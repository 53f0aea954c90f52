"""`pitboss.analyse.dealer_outcomes` in use."""

from pitboss import Limits, Refusal, load_rulebook, resolve
from pitboss.analyse.dealer_outcomes import DealerOutcomes, dealer_outcomes
from pitboss.cards import parse_card

rules = resolve(load_rulebook("mbs-blackjack"), {"decks": "6"}, Limits(1_000, 100_000))
assert not isinstance(rules, Refusal)
found: DealerOutcomes = dealer_outcomes(rules, parse_card("As"), [parse_card("8h"), parse_card("8c")])
print(found.up, f"{found.bust:.4f}", {name: f"{share:.4f}" for name, share in found.outcomes.items()})
