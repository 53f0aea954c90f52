"""`pitboss.tables` in use."""

from pitboss import Refusal
from pitboss.games.blackjack import commands as cmd
from pitboss.tables import EnteredShoe, ShuffledShoe, Table, fold

table = Table.open("mbs-blackjack", seed=2)  # its chance is a ShuffledShoe
assert not isinstance(table, Refusal)
table.join("ann", 10_000)
table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
table.do(cmd.Deal())
print(table.view()["table"])  # what everybody may see
print([type(entry.command).__name__ for entry in table.log])  # each an Entry
assert fold(table.events()) == table.state
real = Table.open("mbs-blackjack", cards_are_read=True)  # a real shoe, read by a dealer: its chance is an EnteredShoe
other = Table.open("mbs-blackjack", chance=ShuffledShoe(table.rules, seed=3))  # any source of chance
print(real, other, EnteredShoe(table.rules).wanted)
