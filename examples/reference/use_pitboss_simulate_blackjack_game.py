"""`pitboss.simulate.blackjack.game` in use."""

from pitboss import Limits, Refusal, load_rulebook, resolve
from pitboss.analyse.strategy import best_chart
from pitboss.simulate.blackjack.game import FastGame, open_game

rules = resolve(load_rulebook("mbs-blackjack"), {"decks": "6"}, Limits(1_000, 100_000))
assert not isinstance(rules, Refusal)
game = open_game(rules, best_chart(rules), stakes=(2_500,), sides={"pair": 500}, boxes=2)
print(game.kernel, game.rounds_of_a_piece, isinstance(game, FastGame))
