"""`pitboss.cards` in use."""

from pitboss.cards import card_name, card_names, full_shoe, parse_card

ace = parse_card("Ah")
assert ace == 4 * 0 + 2  # four times the rank, and the suit: spades, clubs, hearts, diamonds
assert card_name(ace) == "Ah"
print(card_names(full_shoe(1)))
assert len(full_shoe(8)) == 416
