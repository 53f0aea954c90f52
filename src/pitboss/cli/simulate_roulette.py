"""``pitboss simulate`` for roulette."""

from pitboss.cli.simulate_call import Call, fail


def simulate(call: Call) -> None:
    """Simulates spins of the wheel."""
    raise fail(f"{call.rulebook} is a rulebook of roulette, and only blackjack is simulated")
