"""Play ten rounds of a live table by a simple rule, and print what it came to as a .pit file."""

from pitboss import Limits, Refusal, Table
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.legal import legal_actions
from pitboss.money import net_text

table = Table.open("canberra-blackjack", {"decks": "8"}, Limits(1_000, 50_000), seed=2026)
assert not isinstance(table, Refusal)
table.join("ann", 100_000)

for _ in range(10):
    table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
    table.do(cmd.Deal())
    while verbs := legal_actions(table.rules, table.state).verbs(1):
        hand = table.state.hands[1][0]
        if "pass" in verbs:
            table.do(cmd.Pass(player="ann", box=1))
        elif "hit" in verbs and hand.total < 17:
            table.do(cmd.Hit(player="ann", box=1))
        else:
            table.do(cmd.Stand(player="ann", box=1))

print("ann:", net_text(table.state.money["ann"] - 100_000))
print(table.log_pit("Ten rounds at Canberra"))
