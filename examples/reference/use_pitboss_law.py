"""`pitboss.law` in use."""

from pitboss.law import LawError, Limits, Refusal, Rulebook, TableRules, load_rulebook, resolve, rulebook_ids

for name in rulebook_ids():
    book: Rulebook = load_rulebook(name)
    print(f"{book.id}: {book.about.title}, {len(book.clauses)} clauses, {len(book.options)} options")

rules = resolve(load_rulebook("canberra-blackjack"), {"decks": "8"}, Limits(1_000, 50_000))
assert isinstance(rules, TableRules)
print(rules.options["decks"], "decks, by", rules.cite("decks"))
refused = resolve(load_rulebook("canberra-blackjack"), {"decks": "7"})
assert isinstance(refused, Refusal)
print(refused.kind, refused.message, refused.clauses, refused.rulebook)
try:
    load_rulebook("old-maid")
except LawError as error:
    print(error)
