"""`pitboss.analyse.by_count` in use."""

from pitboss import Limits, Refusal, load_rulebook, resolve
from pitboss.analyse.by_count import best_by_count
from pitboss.cards import parse_card
from pitboss.strategy.count_systems import find_system

rules = resolve(load_rulebook("tribal-blackjack"), {"decks": "6"}, Limits(1_000, 100_000))
assert not isinstance(rules, Refusal)
chart = best_by_count(rules, find_system("ace-five"))
for count in (-6, 0, 6):
    print(f"sixteen against a ten at {count:+d}:", chart.at(count).by_total(16, parse_card("Ts"), soft=False))
