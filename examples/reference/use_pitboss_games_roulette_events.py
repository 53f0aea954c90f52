"""`pitboss.games.roulette.events` in use."""

from pitboss import load_rulebook, replay, rulebook_ids
from pitboss.games.roulette import events as ev
from pitboss.notation.cases import read_cases

first: dict[str, str] = {}  # every kind of event, where it first comes among the cases of the law
for name in rulebook_ids():
    if load_rulebook(name).about.game != "roulette":
        continue
    for case in read_cases(name):
        for step in replay(case.file).steps:
            for event in step.events:
                assert isinstance(event, ev.Event)
                first.setdefault(type(event).__name__, f"{case.name}: {step.text}: {event}")
for kind, where in sorted(first.items()):
    print(f"{kind}: {where}")
