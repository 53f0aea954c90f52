"""`pitboss.simulate.blackjack.report` in use."""

from pitboss import Limits, Refusal, load_rulebook, resolve
from pitboss.analyse.strategy import best_chart
from pitboss.simulate.blackjack.game import open_game
from pitboss.simulate.blackjack.report import BlackjackReport, as_json, as_rows, report
from pitboss.simulate.run import run

rules = resolve(load_rulebook("mbs-blackjack"), {"decks": "6"}, Limits(1_000, 100_000))
assert not isinstance(rules, Refusal)
game = open_game(rules, best_chart(rules), sides={"pair": 500})
told: BlackjackReport = report(game.setting, run(game, 100_000, seed=1))
print(f"{told.main.expectation:+.3%} ± {told.main.standard_error:.3%}")
whole = as_json(game.setting, told, options={"decks": "6"}, kernel=game.kernel, seed=1)
print(sorted(whole), len(list(as_rows(told))), "rows")
