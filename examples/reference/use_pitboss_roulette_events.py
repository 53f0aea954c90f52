"""`pitboss.roulette.events` in use."""

from pitboss import Refusal
from pitboss.roulette import events as ev
from pitboss.table.live import THE_HOUSE, Actor, Role, TableSpec, open_table

wheel = open_table(TableSpec(rulebook="nz-roulette", limits="5-1000"), secret=bytes(32))
assert not isinstance(wheel, Refusal)
ann = Actor("ann", Role.PLAYER)
wheel.do(ann, "join 100")
wheel.do(ann, "bet dozen 2 10")
spun = wheel.do(THE_HOUSE, "spin")
assert not isinstance(spun, Refusal)
for event in spun:
    if isinstance(event, ev.NumberAnnounced):
        print("the number is", event.number)
    if isinstance(event, ev.WagerPaid | ev.WagerCollected):
        print(type(event).__name__, event.clauses)
