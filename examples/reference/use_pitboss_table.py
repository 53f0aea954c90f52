"""`pitboss.table` in use."""

from pitboss import Refusal
from pitboss.blackjack import commands as cmd
from pitboss.table import ReadCards, ShuffledShoe, Table, fold, view_of

table = Table.open("mbs-blackjack", seed=2)  # its chance is a ShuffledShoe
assert not isinstance(table, Refusal)
table.join("ann", 10_000)
table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
table.do(cmd.Deal())
view = view_of(table.rules, table.state, "ann")  # what ann may see: a TableView
print(view)
print([type(entry.command).__name__ for entry in table.log])  # each an Entry
again = fold((*table.opening, *(event for entry in table.log for event in entry.events)))
assert again == table.state
real = Table(table.rules, ReadCards(table.rules))  # a real shoe, read by a dealer
other = Table(table.rules, ShuffledShoe(table.rules, seed=3))
print(real, other)
