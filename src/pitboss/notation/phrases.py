"""How the things that happen at a blackjack table are called, by the names that their events give them."""

from typing import Final

from pitboss.notation.words import in_words

#: Why a box gets no more cards.
_CLOSED: Final = {
    "stand": "box {} stands",
    "bust": "box {} is over 21",
    "21": "box {} has 21",
    "five_cards": "box {} has five cards and gets no more",
    "split_aces": "box {} has one card on its split ace and gets no more",
    "doubled": "box {} is doubled and gets no more cards",
    "surrender": "box {} plays no further",
    "absent": "box {} stands, as nobody is there to decide",
    "refused": "box {} gets no more cards, as it did not take one",
    "consolidated": "box {} is paid at once and plays no further",
    "dealer_blackjack": "box {} gets no more cards, as the dealer has blackjack",
}
#: What people are asked.
_OFFERS: Final = {
    "insurance": "insurance is offered to {}",
    "follow": "{} may follow",
    "exposed": "the card drawn in error is offered to {}",
    "prize": "{} may press the prize button",
}
#: What they answer.
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
#: Steps that the house takes.
_STEPS: Final = {
    "cards_inspected": "the cards are inspected",
    "cards_displayed": "the cards are displayed",
    "cards_washed": "the cards are washed",
    "inspection_on_request": "the cards may be inspected on request",
    "variant_adopted": "the variant {} is in play",
    "displayed": "the sign at the table tells the {}",
    "side_wager_offered": "the side wager {} is offered",
    "cards_replaced": "the cards are replaced by new ones",
    "card_replaced": "a card is replaced",
    "new_dealer": "a new dealer comes to the table",
    "cutting_card_discarded": "the cutting card is put aside",
    "no_dealer_card": "the dealer draws no card, as it would change nothing",
    "up_card_restored": "the dealer's first card is put back",
    "streak_held": "the streak of box {} stays as it is",
    "streak_by_majority": "the streak of box {} is decided by most of its hands",
    "cards_held": "the cards of box {} stay until its prize is paid",
    "award_verified": "the award is verified: {}",
    "award_confirmed": "the award is confirmed: {}",
    "award_announced": "the award is announced: {}",
}
#: Why cards are shuffled.
_SHUFFLES: Final = {
    "start": "before the first round",
    "ordered": "as the house ordered",
    "new_cards": "as they are new",
    "empty": "as the shoe is empty",
    "cut_card": "as the cutting card was reached",
    "cut_card_first": "as the cutting card came first",
}
#: Places that are called otherwise than the wager that lies there.
_PLACES: Final = {"main": "box {}", "double": "the double of box {}"}
#: How wagers come out, where that is not called by its name; what is told anyway goes without saying.
_OUTCOMES: Final = {"won": "", "lost": "", "returned": "", "stand_off": "stand-off"}


def closed(box: int, why: str) -> str:
    """That a box gets no more cards, and why."""
    return _CLOSED.get(why, f"box {{}} gets no more cards ({in_words(why)})").format(box)


def offered(kind: str, to: str) -> str:
    """A question, and to whom."""
    return _OFFERS.get(kind, f"{in_words(kind)} is offered to {{}}").format(to)


def answered(player: str, box: int, answer: str) -> str:
    """What somebody answered."""
    return _ANSWERS.get(answer, f"{{}} answers on box {{}}: {in_words(answer)}").format(player, box)


def step(name: str, detail: str) -> str:
    """A step of the house; what it was about stands in its place, or behind it."""
    said, about = _STEPS.get(name, in_words(name)), in_words(detail)
    if "{}" in said:
        return said.format(about)
    return f"{said}: {about}" if about else said


def shuffled(reason: str) -> str:
    """That the cards are shuffled, and why."""
    why = _SHUFFLES.get(reason)
    return f"the cards are shuffled {why}" if why else f"the cards are shuffled ({in_words(reason)})"


def place(kind: str, box: int) -> str:
    """Where a wager lies: the main wager goes without a name."""
    return _PLACES.get(kind, f"{in_words(kind)}, box {{}}").format(box)


def own_wager(player: str, kind: str, box: int) -> str:
    """Whose wager, which one and where."""
    return f"{player}'s {'wager' if kind == 'main' else in_words(kind)} on box {box}"


def outcome(name: str, kind: str) -> str:
    """How a wager came out, where that says more than who wins or loses what on which kind of wager."""
    said = "" if name in kind else _OUTCOMES.get(name, in_words(name))
    return f" ({said})" if said else ""
