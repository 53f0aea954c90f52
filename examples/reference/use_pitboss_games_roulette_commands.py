"""`pitboss.games.roulette.commands` in use."""

from pitboss import Refusal, load_rulebook, resolve
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette import legal_positions, open_state, refusal_of

rules = resolve(load_rulebook("nz-roulette"), {})
assert not isinstance(rules, Refusal)
state, _ = open_state(rules)
for command in (
    cmd.PlaceWager(player="ann", kind="straight", place="17", amount=500),
    cmd.SpinBall(),
    cmd.CallNoMoreBets(),
    cmd.ChangeBall(),
):
    print(command.verb, "-", refusal_of(rules, state, command) or "allowed")
print(len(list(legal_positions(rules, state, "ann"))), "positions are open to ann, who has no money yet")
