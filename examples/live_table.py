"""A live table: people speak, the house deals from a seed that it fixed before, and the log proves it afterwards."""

from pitboss import Refusal
from pitboss.tables.live import (
    THE_HOUSE,
    Actor,
    Entry,
    Role,
    TableSpec,
    check_fairness,
    fairness_records,
    open_table,
    restore,
)

spec = TableSpec(rulebook="nz-blackjack", limits="10-1000")
secret = bytes(range(32))  # of a real table: secrets.token_bytes(32)
opened = open_table(spec, secret)
assert not isinstance(opened, Refusal)
table = opened
ann, log = Actor("ann", Role.PLAYER), [table.opening]


def say(actor: Actor, words: str) -> None:
    done = table.say(actor, words)
    if isinstance(done, Refusal):
        print(f"{actor.name}: {words}: refused: {done.message}")
        return
    log.append(Entry(str(len(log)), actor, words, done))
    for event in done:
        told = table.shown(event, ann)
        if told is not None and told.text and len(log) < 9:
            print(f"{actor.name}: {words}: {told.text}  [{', '.join(told.clauses)}]")


say(ann, "join 500")
say(ann, "contribute moonlight")  # the house cannot have known this word
say(ann, "bet 1 20")
say(ann, "deal")  # which is for the house to say
say(THE_HOUSE, "deal")
for due in table.dues():
    assert due.command is not None
    words = table.words_of(THE_HOUSE, due.command)
    print(f"waiting for {', '.join(due.who)}; after {due.seconds} s the house says '{words}' ({due.clauses})")
    say(THE_HOUSE, words)
say(Actor("olga", Role.OPERATOR), "shuffle")  # the shoe is discarded, so its seed is published

again = restore(spec, secret, log)
assert again.view(ann) == table.view(ann)
for record in fairness_records(spec, log):
    findings = [finding.message for finding in check_fairness(record)]
    print(f"{record.name}, fixed as {record.commitment[:16]}…: {'; '.join(findings) or 'dealt as it was fixed'}")
