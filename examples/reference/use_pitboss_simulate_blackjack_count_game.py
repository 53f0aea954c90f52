"""`pitboss.simulate.blackjack.count_game` in use."""

from pitboss import Limits, Refusal, load_rulebook, resolve
from pitboss.analyse.strategy import best_chart
from pitboss.simulate.blackjack.count_game import CountGame, flat, open_count
from pitboss.simulate.blackjack.ramp import read_ramp
from pitboss.simulate.run import run
from pitboss.strategy.count_systems import find_system

rules = resolve(load_rulebook("mbs-blackjack"), {"decks": "6"}, Limits(1_000, 100_000))
assert not isinstance(rules, Refusal)
hi_lo = find_system("hi-lo")
game: CountGame = open_count(rules, best_chart(rules), hi_lo, read_ramp("<=0:10 1:20 2:40 3:80"), insure_at=3)
worth = game.worth(run(game, 1_000_000, seed=1))
print(f"a round brings {worth.expectation / 100:+.3f} ± {worth.standard_error / 100:.3f} by an average wager of")
print(f"{worth.average_wager / 100:.2f}: the main game is worth {worth.per_unit:+.3%} of what is wagered")
plain = open_count(rules, best_chart(rules), hi_lo, flat(1_000))
assert plain.worth(run(plain, 100_000, seed=1)).average_wager == 1_000
