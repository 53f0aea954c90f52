"""`pitboss.blackjack.events` in use."""

from collections import Counter

from pitboss import Refusal, Table
from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev

table = Table.open("mbs-blackjack", seed=4)
assert not isinstance(table, Refusal)
table.join("ann", 1_000_000)
seen: Counter[str] = Counter()
for _ in range(20):
    table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
    table.do(cmd.Deal())
    while legal := list(table.legal_actions()):
        table.do(legal[0])
for entry in table.log:
    for event in entry.events:
        seen[type(event).__name__] += 1
        if isinstance(event, ev.WagerSettled):
            assert event.clauses  # each rests on clauses
print(seen.most_common())
assert seen["RoundBegan"] == seen["RoundEnded"] == 20
