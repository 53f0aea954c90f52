"""`pitboss.games.roulette` in use."""

from pitboss import Refusal, load_rulebook, resolve
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import layout_of, legal_positions, open_state, refusal_of
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec, open_table

rules = resolve(load_rulebook("nz-roulette"), {"neighbour": "true"})
assert not isinstance(rules, Refusal)
layout = layout_of(rules)
print(len(layout), layout.at("split", "17-20").numbers, layout.colour(17))
state, _ = open_state(rules)
print(len(list(legal_positions(rules, state, "ann"))), "positions are open to ann, who has not come yet")
print(refusal_of(rules, state, cmd.PlaceWager(player="ann", kind="split", place="17-21", amount=500)))

wheel = open_table(TableSpec(rulebook="nz-roulette", limits="5-1000"), secret=bytes(32))
assert not isinstance(wheel, Refusal)
ann = Actor("ann", Role.PLAYER)
for actor, words in ((ann, "join 100"), (ann, "bet red 5"), (THE_HOUSE, "spin")):
    assert not isinstance(wheel.say(actor, words), Refusal)
print(wheel.purses())
