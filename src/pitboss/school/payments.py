"""The payments of a round: each hand's wagers with what the engine settled, and wrong payments that look likely."""

from collections.abc import Iterable
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import card_name
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.state import Hand, State, Wager
from pitboss.games.roulette.events import WagerPaid
from pitboss.games.wording import in_words
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text

#: The kinds of wager that are paid together with a hand.
_OF_HAND = ("main", "double")


class PaymentTask(Struct, frozen=True):
    """Wagers that are paid together: what lies there, the net result in cents, and the events that settled them."""

    says: str
    staked: int
    net: int
    events: tuple[ev.WagerSettled | WagerPaid, ...]
    #: Wrong payments that look likely.
    likely: tuple[int, ...] = ()


def payment_tasks(rules: BlackjackRules, state: State, settled: Iterable[ev.WagerSettled]) -> list[PaymentTask]:
    """Returns the payments of a round in the order of the boxes; wagers of busted hands were collected before."""
    wagers = {wager.number: wager for wager in state.wagers}
    groups: dict[tuple[int, int, str], list[ev.WagerSettled]] = {}
    for event in settled:
        wager = wagers[event.number]
        hand = _hand_of(state, wager)
        if hand is not None and hand.bust:
            continue
        kind = "main" if event.kind in _OF_HAND else event.kind
        groups.setdefault((event.box, wager.hand, kind), []).append(event)
    tasks = [_task(state, [wagers[event.number] for event in found], found) for _, found in sorted(groups.items())]
    return [replace(task, likely=_likely(rules, task, tasks)) for task in tasks]


def _hand_of(state: State, wager: Wager) -> Hand | None:
    return next((hand for hand in state.hands.get(wager.box, []) if hand.number == wager.hand), None)


def _task(state: State, wagers: list[Wager], events: list[ev.WagerSettled]) -> PaymentTask:
    lies = " and ".join(f"{in_words(wager.kind)} {amount_text(wager.amount)}" for wager in wagers)
    hand = _hand_of(state, wagers[0])
    has = f" Its hand: {_cards(hand.cards)}, {_total(hand)}." if hand is not None else ""
    dealer = f" The dealer: {'; '.join(_cards(cards) for cards in state.dealer)}."
    says = f"Box {wagers[0].box}: {lies}.{has}{dealer}"
    return PaymentTask(says, sum(wager.amount for wager in wagers), sum(event.net for event in events), tuple(events))


def _cards(cards: Iterable[int]) -> str:
    return " ".join(card_name(card) for card in cards)


def _total(hand: Hand) -> str:
    if hand.blackjack:
        return "two cards"  # the trainee is to see what it is
    return f"{'soft ' if hand.soft else ''}{hand.total}"


def payment_text(cents: int) -> str:
    """Returns what is laid out: paid, collected, or nothing."""
    if not cents:
        return "Laid out: nothing is paid, the wager stays."
    return f"Laid out: {amount_text(abs(cents))} are {'paid' if cents > 0 else 'collected'}."


def _likely(rules: BlackjackRules, task: PaymentTask, others: Iterable[PaymentTask]) -> tuple[int, ...]:
    """Returns the mistakes of dealers at a hand or side wager: other odds, a stand-off, the wrong side, a double paid
    as a single wager, the stake returned for a payment, the payment of another box."""
    staked, net = task.staked, task.net
    if net < 0:
        return (0, staked)
    if not net:
        return (staked, -staked)
    kind, parts = task.events[0].kind, len(task.events)
    paid = {staked, staked * 3 // 2, staked * 6 // 5, staked * 2}
    if kind in rules.sides:
        paid = {net + staked, net - staked, net * 2, net // 2}
    paid |= {net // parts, 0} | {other.net for other in others if other.net > 0 and other.events[0].kind == kind}
    return tuple(sorted(paid - {net}))


def wrong_payment(task: PaymentTask, random: Random) -> int:
    """Returns a likely wrong payment."""
    return random.choice(task.likely)
