"""Payments in cents, by the rule for amounts that the table float cannot pay (Canberra 20.10)."""

from fractions import Fraction

from tests.reference.documents import Document
from tests.reference.facts import Round


def pay(document: Document, facts: Round, stake: int, odds: Fraction | int, *, original: bool = True) -> int:
    """Returns the winnings. Only original wagers are to be in multiples of the minimum (4.1(b))."""
    exact = Fraction(stake * odds)
    if document.float_unit is None or exact % document.float_unit == 0:
        assert exact.denominator == 1, f"{stake} at {odds} is not an amount"
        return int(exact)
    if document.multiples_notice and original and stake % facts.minimum:
        exact = Fraction(stake // facts.minimum * facts.minimum * odds)
    return int(-(-exact // document.float_unit) * document.float_unit)
