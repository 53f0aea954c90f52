"""`pitboss.games.blackjack.commands` in use."""

from pitboss import Refusal, Table
from pitboss.games.blackjack import commands as cmd

table = Table.open("nz-blackjack", {"decks": "6"}, cards_are_read=True)
assert not isinstance(table, Refusal)
for command in (
    cmd.JoinTable(player="ann", money=100_000),
    cmd.ChangeLimits(minimum=500, maximum=50_000),
    cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)),
    cmd.Withdraw(player="ann", box=1),
    cmd.PlaceBet(player="ann", box=1, amounts=(2_000,)),
    cmd.Deal(),
):
    done = table.do(command)
    assert not isinstance(done, Refusal), done
for card in (30, 48, 31):  # 8h, the dealer's Ks, 8d: four times the rank, and the suit
    table.tell(card)
split = table.do(cmd.SplitPair(player="ann", box=1))
assert not isinstance(split, Refusal), split
print(cmd.SplitPair(player="ann", box=1).verb, [type(event).__name__ for event in split])
