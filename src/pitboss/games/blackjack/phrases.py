"""Phrases for the names in blackjack events: reasons, offers, answers, procedures, outcomes."""

from typing import Final

from pitboss.games.wording import in_words

#: Phrases for the reasons of ``HandClosed``.
_CLOSED: Final = {
    "stand": "box {} stands",
    "bust": "box {} is over 21",
    "21": "box {} has 21",
    "blackjack": "box {} has a blackjack",
    "five_cards": "box {} has five cards and gets no more",
    "split_aces": "box {} has one card on its split ace and gets no more",
    "doubled": "box {} is doubled and gets no more cards",
    "surrender": "box {} plays no further",
    "absent": "box {} stands, as its player is absent",
    "timeout": "box {} stands, as no decision was made in time",
    "refused": "box {} gets no more cards, as it did not take one",
    "consolidated": "box {} is paid at once and plays no further",
    "dealer_blackjack": "box {} gets no more cards, as the dealer has blackjack",
}
#: Phrases for the kinds of offers.
_OFFERS: Final = {
    "insurance": "insurance is offered to {}",
    "follow": "{} may follow",
    "exposed": "the card drawn in error is offered to {}",
    "prize": "{} may press the prize button",
}
#: Phrases for the answers to offers.
_ANSWERS: Final = {
    "insure": "{} insures box {}",
    "pass": "{} does not insure box {}",
    "even": "{} takes even money on box {}",
    "follow": "{} follows on box {}",
    "keep": "{} keeps the wager on box {} as it is",
    "accept": "{} takes the card on box {}",
    "refuse": "{} does not take the card on box {}",
    "void": "{} is no longer asked on box {}",
}
#: Phrases for procedures.
_STEPS: Final = {
    "cards_inspected": "attested: the cards are inspected",
    "cards_displayed": "attested: the cards are displayed",
    "cards_washed": "attested: the cards are washed",
    "cards_checked": "attested: the cards are checked after play",
    "inspection_on_request": "the cards may be inspected on request",
    "variant_adopted": "the variant {} is in play",
    "displayed": "the sign at the table is to show the {}",
    "side_wager_offered": "the side wager {} is offered",
    "cards_replaced": "the cards are replaced by new ones",
    "card_replaced": "a card is replaced",
    "new_dealer": "a new dealer comes to the table",
    "cutting_card_discarded": "the cutting card is put aside",
    "no_dealer_card": "the dealer draws no card, as it would change nothing",
    "up_card_restored": "attested: the dealer's first card is put back",
    "streak_held": "the streak of box {} stays as it is",
    "streak_by_majority": "the streak of box {} is decided by most of its hands",
    "cards_held": "the cards of box {} stay until its prize is paid",
    "award_verified": "attested: the award is verified: {}",
    "award_confirmed": "attested: the award is confirmed: {}",
    "award_announced": "the award is announced: {}",
}
#: Phrases for the reasons of a shuffle.
_SHUFFLES: Final = {
    "start": "before the first round",
    "ordered": "as the house ordered",
    "new_cards": "as they are new",
    "empty": "as the shoe is empty",
    "cut_card": "as the cutting card was reached",
    "cut_card_first": "as the cutting card came first",
}
#: Names of places that differ from the name of the wager.
_PLACES: Final = {"main": "box {}", "double": "the double of box {}"}
#: Phrases for outcomes that differ from their name; empty if the sentence already implies the outcome.
_OUTCOMES: Final = {"won": "", "lost": "", "returned": "", "stand_off": "stand-off"}


def closed(box: int, reason: str, hand: int = 0) -> str:
    """Returns a phrase: the box, or one of its hands, gets no more cards, and the reason."""
    return _CLOSED.get(reason, f"box {{}} gets no more cards ({in_words(reason)})").format(_hand_on(box, hand))


def offered(kind: str, to: str) -> str:
    """Returns a phrase: an offer and its players."""
    return _OFFERS.get(kind, f"{in_words(kind)} is offered to {{}}").format(to)


def answered(player: str, box: int, answer: str) -> str:
    """Returns a phrase: a player's answer to an offer."""
    return _ANSWERS.get(answer, f"{{}} answers on box {{}}: {in_words(answer)}").format(player, box)


def step(name: str, detail: str) -> str:
    """Returns a phrase: a procedure with its detail."""
    phrase, about = _STEPS.get(name, in_words(name)), in_words(detail)
    if "{}" in phrase:
        return phrase.format(about)
    return f"{phrase}: {about}" if about else phrase


def shuffled(reason: str, side: int = 0) -> str:
    """Returns a phrase: the cards of a side are shuffled, and the reason."""
    cards = "the cards of side b" if side else "the cards"
    return f"{cards} are shuffled {_SHUFFLES.get(reason, f'({in_words(reason)})')}"


def place(kind: str, box: int, hand: int = 0, spot: int = 1) -> str:
    """Returns the place of a wager; the main wager needs no name. There is one spot for each hand of the dealer."""
    return _PLACES.get(kind, f"{in_words(kind)}, box {{}}").format(_hand_on(box, hand)) + _at_spot(spot)


def own_wager(player: str, kind: str, box: int, hand: int = 0, spot: int = 1) -> str:
    """Returns a phrase: the owner, kind and box of a wager."""
    name = "wager" if kind == "main" else in_words(kind)
    return f"{player}'s {name} on box {_hand_on(box, hand)}{_at_spot(spot)}"


def _hand_on(box: int, hand: int) -> str:
    return f"{box}, hand {hand}" if hand else str(box)


def _at_spot(spot: int) -> str:
    return f", spot {spot}" if spot > 1 else ""


def outcome(name: str, kind: str) -> str:
    """Returns the outcome in brackets if it adds information to the kind of wager and the result."""
    phrase = "" if name in kind else _OUTCOMES.get(name, in_words(name))
    return f" ({phrase})" if phrase else ""


def total_text(total: int, soft: bool, blackjack: bool) -> str:
    """Returns ``16``, ``soft 18``, ``blackjack`` or ``bust``; empty without cards."""
    if blackjack:
        return "blackjack"
    if total > 21:
        return "bust"
    return f"soft {total}" if soft else str(total or "")
