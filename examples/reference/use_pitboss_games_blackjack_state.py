"""`pitboss.games.blackjack.state` in use."""

from pitboss import Refusal, Table
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Stage

table = Table.open("mbs-blackjack", seed=7)
assert not isinstance(table, Refusal)
table.join("ann", 10_000)
assert table.state.stage == Stage.BETTING
table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
table.do(cmd.Deal())
state = table.state
for hand in (hand for box in state.hands.values() for hand in box):
    print(hand.box, hand.cards, hand.total, "soft" if hand.soft else "hard")
for wager in state.wagers:
    print(wager.player, wager.kind, wager.amount, wager.open)
print(state.dealer[0], state.money, state.stage)
