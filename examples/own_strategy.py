"""Play a strategy of one's own on the engine, and set what it brings beside what the best play is worth, exactly."""

import numpy as np

from pitboss import Limits, Refusal, Table
from pitboss.analyse.edge import edge
from pitboss.games.blackjack import commands as cmd

WAGER = 1_000  # cents
ROUNDS = 3_000


def never_bust(table: Table) -> cmd.Command:
    """Stands on every hand that one more card could bust, and takes nothing else that is offered."""
    hand = table.state.turn
    if hand is None:
        return cmd.Pass(player="ann", box=1)
    hit = cmd.Hit(player="ann", box=1)
    return hit if hit in table.legal_actions() and (hand.soft or hand.total < 12) else cmd.Stand(player="ann", box=1)


opened = Table.open("nz-blackjack", {"decks": 6}, Limits(WAGER, 100_000), seed=2026)
assert not isinstance(opened, Refusal)
table = opened
table.join("ann", 2 * ROUNDS * WAGER)

money = [table.state.money["ann"]]
for _ in range(ROUNDS):
    table.do(cmd.PlaceBet(player="ann", box=1, amounts=(WAGER,)))
    table.do(cmd.Deal())
    while len(table.legal_actions()):
        done = table.do(never_bust(table))
        assert not isinstance(done, Refusal), done
    money.append(table.state.money["ann"])

results = np.diff(money) / WAGER
print(f"never bust: {results.mean():+.2%} ± {results.std() / np.sqrt(ROUNDS):.2%} of a wager, {ROUNDS} rounds")
print(f"best play:  {edge(table.rules).expectation:+.4%}, exactly")
