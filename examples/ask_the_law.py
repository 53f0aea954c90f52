"""Ask three rulebooks the same question, and get an answer with its clause from each."""

from pitboss import Refusal, load_rulebook, resolve

for name in ("nz-blackjack", "mbs-blackjack", "canberra-blackjack"):
    rules = resolve(load_rulebook(name), {})
    assert not isinstance(rules, Refusal)
    print(f"{name}: hands on a box {rules.terms.split_hands} ({', '.join(rules.cite('split_hands'))})")
    print(f"  with nine decks: {resolve(load_rulebook(name), {'decks': '9'})}")
