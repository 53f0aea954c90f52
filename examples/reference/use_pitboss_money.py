"""`pitboss.money` in use."""

from pitboss.money import Odds, amount_text, net_text, parse_amount, parse_odds

assert parse_amount("12.50") == 1_250
assert amount_text(1_250) == "12.50"
assert (net_text(1_500), net_text(-1_000), net_text(0)) == ("+15", "-10", "0")
assert parse_odds("3:2") == Odds(3, 2)
assert Odds(3, 2).on(1_000) == 1_500
