"""`pitboss.analyse.hand` in use."""

from pitboss import Limits, Refusal, load_rulebook, resolve
from pitboss.analyse.hand import HandAnswer, OfSplit, hand
from pitboss.cards import parse_card

rules = resolve(load_rulebook("mbs-blackjack"), {"decks": "6"}, Limits(1_000, 100_000))
assert not isinstance(rules, Refusal)
eights = [parse_card(text) for text in ("8h", "8c")]
answer: HandAnswer = hand(rules, eights, parse_card("6s"))
print(answer.best, {action: f"{worth:+.4f}" for action, worth in answer.actions.items()}, answer.costs)
first = hand(rules, [parse_card("8h"), parse_card("3d")], parse_card("6s"), [parse_card("8c")], split=OfSplit(hands=2))
print(first.best)
