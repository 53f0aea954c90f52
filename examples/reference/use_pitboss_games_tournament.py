"""`pitboss.games.tournament` in use."""

from pitboss import Refusal, load_rulebook, resolve
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import fold, open_tournament, refusal_of, tournament_rules

law = resolve(load_rulebook("nz-tournament"), {"entry_fee": "50", "chips": "100", "prizes": "100"})
assert not isinstance(law, Refusal)
rules = tournament_rules(law)
assert not isinstance(rules, Refusal)
state, events = open_tournament(rules)
assert fold(events) == state  # a tournament is its events
assert refusal_of(rules, state, cmd.AcceptEntry(player="ann")) is None
print(refusal_of(rules, state, cmd.StartSession()))
