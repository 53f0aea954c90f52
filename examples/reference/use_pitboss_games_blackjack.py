"""`pitboss.games.blackjack` in use."""

from pitboss import Refusal, load_rulebook, resolve
from pitboss.games.blackjack import Decision, State, act, decide, evolve, legal_actions, open_state, refusal_of
from pitboss.games.blackjack import commands as cmd
from pitboss.tables import ShuffledShoe

rules = resolve(load_rulebook("mbs-blackjack"), {})
assert not isinstance(rules, Refusal)
shoe = ShuffledShoe(rules, seed=1)
state, _ = open_state(rules, shoe)
act(rules, state, cmd.JoinTable(player="ann", money=10_000), shoe)  # on this very state
bet = cmd.PlaceBet(player="ann", box=1, amounts=(1_000,))
decided = decide(rules, state, bet, shoe)  # on a copy: a Decision, or a Refusal
assert isinstance(decided, Decision)

after: State = state
for event in decided.events:
    after = evolve(after, event)  # a state is the fold of its events
assert after == decided.state != state

print(refusal_of(rules, state, cmd.Hit(player="ann", box=1)))  # may I?
act(rules, state, bet, shoe)
act(rules, state, cmd.Deal(), shoe)
print(list(legal_actions(rules, state)))  # what may I?
