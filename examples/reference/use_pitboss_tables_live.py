"""`pitboss.tables.live` in use."""

from pitboss import Refusal, parse_pit, replay
from pitboss.tables.live import (
    THE_HOUSE,
    Actor,
    Entry,
    Role,
    TableSpec,
    check_fairness,
    decode_events,
    encode_events,
    fairness_records,
    log_pit,
    open_table,
    restore,
)

spec, secret = TableSpec(rulebook="nz-blackjack", limits="10-1000"), bytes(32)
table = open_table(spec, secret)  # a LiveTable
assert not isinstance(table, Refusal)
ann, log = Actor("ann", Role.PLAYER), [table.opening]
for actor, words in ((ann, "join 500"), (ann, "contribute moonlight"), (ann, "bet 1 20"), (THE_HOUSE, "shuffle")):
    done = table.say(actor, words)
    assert not isinstance(done, Refusal), done
    assert decode_events("blackjack", encode_events("blackjack", done)) == tuple(done)
    log.append(Entry(str(len(log)), actor, words, done))
    print(*(shown.text for event in done if (shown := table.shown(event, ann)) is not None), sep="; ")
assert restore(spec, secret, log).view(ann) == table.view(ann)
assert replay(parse_pit(log_pit(spec, log))).passed
for record in fairness_records(spec, log):
    print(record.name, "published" if record.seed else "in use", check_fairness(record) if record.seed else "")
