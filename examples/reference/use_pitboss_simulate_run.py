"""`pitboss.simulate.run` in use."""

from pitboss import Limits, Refusal, load_rulebook, resolve
from pitboss.analyse.strategy import best_chart
from pitboss.simulate.blackjack.game import open_game
from pitboss.simulate.run import Totals, run

rules = resolve(load_rulebook("mbs-blackjack"), {"decks": "6"}, Limits(1_000, 100_000))
assert not isinstance(rules, Refusal)
game = open_game(rules, best_chart(rules))
totals: Totals = run(game, 100_000, seed=1)
print(totals.pieces, "pieces,", totals.stopped)
assert run(game, 100_000, seed=1).words == totals.words  # a seed brings the same to the last digit
