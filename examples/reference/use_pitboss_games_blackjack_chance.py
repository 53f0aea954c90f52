"""`pitboss.games.blackjack.chance` in use."""

from pitboss import Refusal, Table
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.tables import EnteredShoe

table = Table.open("mbs-blackjack", cards_are_read=True)
assert not isinstance(table, Refusal)
table.join("ann", 10_000)
table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
table.do(cmd.Deal())
print(table.awaited)  # the table stops where chance does not know
table.tell(0)  # the ace of spades came

nobody_knows = EnteredShoe(table.rules)  # chance as the pure core asks it: a Chance
try:
    nobody_knows.draw(0)
except UnknownOutcome as unknown:
    print(unknown)
