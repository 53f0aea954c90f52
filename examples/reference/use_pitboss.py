"""`pitboss` in use."""

from pitboss import LawError, Limits, Refusal, Table, load_rulebook, parse_pit, print_pit, replay, resolve, rulebook_ids
from pitboss.games.blackjack import commands as cmd

print(rulebook_ids())
rules = resolve(load_rulebook("nz-blackjack"), {"decks": "6"}, Limits(1_000, 50_000))
assert not isinstance(rules, Refusal)  # a TableRules: one lawful choice of everything
print(resolve(load_rulebook("nz-blackjack"), {"decks": "9"}))  # a Refusal with its clause
try:
    load_rulebook("old-maid")
except LawError as error:
    print(error)

table = Table.open("nz-blackjack", {"decks": "6"}, Limits(1_000, 50_000), seed=1)
assert isinstance(table, Table)
table.join("ann", 10_000)
table.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)))
file = parse_pit(table.log_pit("One bet"))  # a PitFile; PitError where a line cannot be read
assert parse_pit(print_pit(file)) == file
assert replay(file).passed
