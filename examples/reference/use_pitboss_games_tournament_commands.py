"""`pitboss.games.tournament.commands` in use."""

from pitboss import Refusal
from pitboss.games.tournament import commands as cmd
from pitboss.tables.live import THE_HOUSE, TableSpec, open_table

print(cmd.AcceptEntry(player="ann"), cmd.StartSession())
settled = {"entry_fee": "0", "contribution": "100", "prizes": "100"}
cup = open_table(TableSpec(rulebook="nz-tournament", limits="10-100", choices=settled), secret=bytes(32))
assert not isinstance(cup, Refusal), cup
# the same commands in the words of the notation
for words in ("enter ann", "enter bob", "enter cid", "enter dee", "start"):
    done = cup.say(THE_HOUSE, words)
    assert not isinstance(done, Refusal), done
    print(words, [type(event).__name__ for event in done])
