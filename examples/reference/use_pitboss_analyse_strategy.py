"""`pitboss.analyse.strategy` in use."""

from pitboss import Limits, Refusal, load_rulebook, resolve
from pitboss.analyse.strategy import best_chart
from pitboss.cards import parse_card

rules = resolve(load_rulebook("mbs-blackjack"), {"decks": "6"}, Limits(1_000, 100_000))
assert not isinstance(rules, Refusal)
chart = best_chart(rules)
print("sixteen against a seven:", chart.by_total(16, parse_card("7s"), soft=False))
print("eights against a six:", chart.for_pair(parse_card("8h"), parse_card("6s")))
