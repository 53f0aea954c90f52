"""`pitboss.analyse.score` in use."""

from pitboss import Limits, Refusal, load_rulebook, resolve
from pitboss.analyse.score import CellPolicy, HandRegret, Score, chart_of, score

rules = resolve(load_rulebook("mbs-blackjack"), {"decks": "6"}, Limits(1_000, 100_000))
assert not isinstance(rules, Refusal)


def stand_on_17(section: str, label: str, up: str) -> str:
    """Draws to 17, as the dealer does; never splits or doubles."""
    total = int(label) if section != "pair" else 12 if label == "A" else 2 * int(label)
    return "S" if total >= 17 else "H"


policy: CellPolicy = stand_on_17
found: Score = score(chart_of(policy, "as the dealer"), rules)
print(f"{found.policy}: {found.expectation:+.4%}, {found.regret:.4%} below the best play, {found.source}")
worst: HandRegret = found.hands[0]
print(worst.cards, worst.up, worst.mistake, f"costs {worst.regret:.4f}")
