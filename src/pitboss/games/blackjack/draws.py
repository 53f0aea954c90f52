"""The cards and prizes that a log of a blackjack table drew, and their fairness records."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from pitboss.games.blackjack import State, apply
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import CUTTING_CARD, DEAL_WAITS, SHOE_EMPTY
from pitboss.games.blackjack.fair_shoe import DRAWS
from pitboss.games.blackjack.prizes import prize_awards
from pitboss.games.blackjack.shoe import cards_behind, cards_by_side, decks_by_side
from pitboss.games.live.fairness import BATCH, PUT_BACK, FairnessRecord
from pitboss.games.live.seed_book import SeedBook
from pitboss.law.choices import ShoeKind
from pitboss.law.resolve import BlackjackRules


class ShoeFilling(Struct):
    """One filling of a shoe and the items drawn from it, in order; ``cards`` where it is not all the decks."""

    name: str
    side: int
    cards: tuple[int, ...] | None
    items: list[int] = field(default_factory=list)
    burnt: int = -1
    early: bool = False


class DrawnPrize(Struct, frozen=True):
    """A prize on the display, and the tickets it was drawn from."""

    cents: int
    awards: tuple[tuple[int, int], ...]


class CardDraws:
    """Collects the cards and prizes that the events of a blackjack table drew."""

    def __init__(self, rules: BlackjackRules, book: SeedBook, prefix: str = "") -> None:
        self.rules = rules
        self.state = State()
        self.book = book
        self.prefix = prefix
        self.fillings: list[ShoeFilling] = []
        self.prizes: list[DrawnPrize] = []
        self._now: dict[int, ShoeFilling] = {}
        self._continuous = rules.terms.shoe is ShoeKind.CONTINUOUS
        #: How many fillings there were, and the prizes of how many batches were dropped.
        self._filled = 0
        self._batches = 0

    def follow(self, event: ev.Event, *, shuffled_before: bool = False) -> None:
        """Applies an event and records its card.

        ``shuffled_before`` says that a shuffle starts no new filling: the cards keep their order.
        """
        state = self.state
        drawn = [shoe.drawn for shoe in state.shoes]
        if isinstance(event, ev.Shuffled) and not shuffled_before:
            self._shuffled(event)
        elif isinstance(event, ev.CuttingCardReached):
            self._came(event.side, CUTTING_CARD)
        elif isinstance(event, ev.RackReturned) and self._continuous:
            self._now[event.side].items += [PUT_BACK - card for card in state.shoes[event.side].rack]
        elif isinstance(event, ev.CardsCut):
            for filled in self._now.values():
                if not filled.items:
                    self.book.contributions.setdefault(filled.name, []).append((event.by, f"cut {event.depth}"))
        apply(state, event)
        if isinstance(event, DRAWS):
            for side, shoe in enumerate(state.shoes):
                if shoe.drawn > drawn[side]:
                    self._came(side, event.card)
                    if isinstance(event, ev.CardBurned) and self._now[side].burnt < 0:
                        self._now[side].burnt = event.card

    def deal_waits(self) -> None:
        """Records that the deal waited at this card while an irregularity was reported."""
        self._now[self.state.side].items.append(DEAL_WAITS)

    def _came(self, side: int, item: int) -> None:
        filled = self._now[side]
        filled.items.append(item)
        filled.early = filled.early or filled.name not in self.book.commitments

    def _shuffled(self, event: ev.Shuffled) -> None:
        if event.reason == "empty":
            self._now[event.side].items.append(SHOE_EMPTY)
        cards = tuple(self.state.shoes[event.side].rack) if event.discards else None
        self._now[event.side] = ShoeFilling(f"{self.prefix}shoe {self._filled}", event.side, cards)
        self._filled += 1
        self.fillings.append(self._now[event.side])

    def prizes_in(self, events: Sequence[Any]) -> None:
        """Records the prizes of an entry whose events were applied."""
        for place, event in enumerate(events):
            if isinstance(event, ev.PrizeShown):
                about = (ev.WagerSettled, ev.PaymentHeld)
                paid = [e for e in events[place:] if isinstance(e, about) and e.box == event.box]
                wager = self.state.wagers[paid[0].number]
                self.prizes.append(DrawnPrize(event.prize, prize_awards(self.rules, wager.kind, wager.amount)))

    def orders(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Returns for each side one order per filling, without the cards put back into a shuffler."""
        sides = range(len(decks_by_side(self.rules)))
        return tuple(
            tuple(
                tuple(item for item in filled.items if item > PUT_BACK)
                for filled in self.fillings
                if filled.side == side
            )
            for side in sides
        )

    def burnt_now(self) -> tuple[int, ...]:
        """Returns for each side the card burnt from the current filling as a new shoe, or -1."""
        burns = self.rules.terms.burn_new_shoe
        return tuple(self._now[side].burnt if burns else -1 for side in sorted(self._now))

    def records(self) -> list[FairnessRecord]:
        """Returns the fairness record of every seed of the table."""
        decks, whole, found = decks_by_side(self.rules), cards_by_side(self.rules), []
        kind = "shuffler" if self._continuous else "shoe"
        for filled in self.fillings:
            # decks without some ranks are listed card by card
            cards = whole[filled.side] if filled.cards is None and self.rules.terms.ranks_removed else filled.cards
            size = len(cards) if cards is not None else len(whole[filled.side])
            found.append(
                self.book.record(
                    filled.name,
                    kind,
                    [item for item in filled.items if item not in (SHOE_EMPTY, DEAL_WAITS)],
                    decks=decks[filled.side] if cards is None else 0,
                    cards=cards or () if filled.name in self.book.revealed else (),
                    behind=0 if self._continuous else cards_behind(self.rules, size),
                    early=filled.early,
                )
            )
        for batch in range(-(-len(self.prizes) // BATCH)):
            part = self.prizes[batch * BATCH : (batch + 1) * BATCH]
            name = self._batch(batch)
            awards = tuple(prize.awards for prize in part)
            shown = name in self.book.revealed
            cents = [prize.cents for prize in part]
            found.append(self.book.record(name, "prizes", cents, awards=awards if shown else ()))
        return found

    def take_records(self) -> list[FairnessRecord]:
        """Returns the records of the revealed seeds of which no card or prize can come any more, and drops them."""
        revealed, current = self.book.revealed, {filled.name for filled in self._now.values()}
        dropped = {each.name for each in self.fillings if each.name not in current and each.name in revealed}
        batches = 0
        while (batches + 1) * BATCH <= len(self.prizes) and self._batch(batches) in revealed:
            dropped.add(self._batch(batches))
            batches += 1
        found = [record for record in self.records() if record.name in dropped]
        self.fillings = [filled for filled in self.fillings if filled.name not in dropped]
        self.prizes, self._batches = self.prizes[batches * BATCH :], self._batches + batches
        self.book.forget(dropped)
        return found

    def _batch(self, number: int) -> str:
        """Returns the seed of a batch of prizes that was not dropped."""
        return f"{self.prefix}prizes {self._batches + number}"
