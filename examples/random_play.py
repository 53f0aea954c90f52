"""Play every blackjack rulebook at random: what is listed as legal is never refused, and no cent is lost or made."""

from random import Random

from pitboss import Refusal, Table, load_rulebook, rulebook_ids
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.allowed import usual_bet
from pitboss.games.blackjack.state import State

DECISIONS = 2_000


def all_money(state: State) -> int:
    """What players hold, what lies on the layout, and what the house has won or lost."""
    lying = sum(wager.amount for wager in (*state.bets, *state.wagers) if wager.open)
    return sum(state.money.values()) + lying + state.house


def play(rulebook: str, seed: int) -> tuple[int, int]:
    """So many decisions; what was won, and in how many rounds."""
    chance = Random(seed)
    table = Table.open(rulebook, seed=seed)
    assert not isinstance(table, Refusal)
    table.join("ann", 100_000_000)
    total, decisions = all_money(table.state), 0
    while decisions < DECISIONS:
        actions: list[cmd.Command] = list(table.legal_actions())
        decisions += len(actions) > 0
        if not actions and not table.state.bets:
            actions = [usual_bet(table.rules, table.state, "ann", 1)]
        done = table.do(chance.choice(actions or [cmd.Deal()]))
        assert not isinstance(done, Refusal), done
        assert all_money(table.state) == total
    return table.state.money["ann"] - 100_000_000, table.state.round


for name in rulebook_ids():
    if load_rulebook(name).about.game == "blackjack":
        won, rounds = play(name, seed=1)
        print(f"{name}: {DECISIONS} decisions in {rounds} rounds brought {won / 100:+.2f}")
