"""What chance brought to a table, read from its log: cards by shoe, numbers of the wheel, prizes."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from pitboss.blackjack import State, apply
from pitboss.blackjack import events as ev
from pitboss.blackjack.chance import CUTTING_CARD, SHOE_EMPTY
from pitboss.blackjack.prizes import prize_awards
from pitboss.blackjack.shoe import decks_by_side
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind
from pitboss.roulette import events as wheel
from pitboss.table.chance import cards_behind
from pitboss.table.fair import BATCH, PUT_BACK, FairnessRecord
from pitboss.table.fair_shoe import DRAWS
from pitboss.table.live_events import SeedAdded, SeedCommitted, SeedRevealed


class Filled(Struct):
    """One filling of a shoe and what came out of it, in its order; ``cards`` where it is not all of its decks."""

    name: str
    side: int
    cards: tuple[int, ...] | None
    items: list[int] = field(default_factory=list)
    burnt: int = -1
    early: bool = False


class Prize(Struct, frozen=True):
    """A prize that the display showed, and the tickets it was drawn from."""

    cents: int
    awards: tuple[tuple[int, int], ...]


class Seedbook:
    """What a log says of seeds: their commitments, what was added to them, and what they were."""

    def __init__(self) -> None:
        self.fixed: dict[str, str] = {}
        self.added: dict[str, list[tuple[str, str]]] = {}
        self.revealed: dict[str, str] = {}

    def hears(self, event: Any) -> None:
        """Takes note of an event of a seed."""
        if isinstance(event, SeedCommitted):
            self.fixed[event.seed] = event.commitment
        elif isinstance(event, SeedAdded):
            self.added.setdefault(event.seed, []).append((event.player, event.text))
        elif isinstance(event, SeedRevealed):
            self.revealed[event.seed] = event.value

    def record(self, name: str, kind: str, outcomes: Sequence[int], **more: Any) -> FairnessRecord:
        """A record; what came of a seed that is not revealed stays untold, for some of it may lie face down."""
        shown = name in self.revealed
        return FairnessRecord(
            name=name,
            kind=kind,
            commitment=self.fixed.get(name, ""),
            seed=self.revealed.get(name, ""),
            contributions=tuple(self.added.get(name, ())),
            outcomes=tuple(outcomes) if shown else (),
            **more,
        )


class CardDraws:
    """The cards of a blackjack table."""

    def __init__(self, rules: BlackjackRules, book: Seedbook, prefix: str = "") -> None:
        self.rules = rules
        self.state = State()
        self.book = book
        self.prefix = prefix
        self.fillings: list[Filled] = []
        self.prizes: list[Prize] = []
        self._now: dict[int, Filled] = {}
        self._continuous = rules.terms.shoe is ShoeKind.CONTINUOUS

    def follow(self, event: ev.Event, *, shuffled_before: bool = False) -> None:
        """Folds an event, and keeps what came; ``shuffled_before`` where a shuffle is of cards that lie as they are."""
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
                    self.book.added.setdefault(filled.name, []).append((event.by, f"cut {event.depth}"))
        apply(state, event)
        if isinstance(event, DRAWS):
            for side, shoe in enumerate(state.shoes):
                if shoe.drawn > drawn[side]:
                    self._came(side, event.card)
                    if isinstance(event, ev.CardBurned) and self._now[side].burnt < 0:
                        self._now[side].burnt = event.card

    def _came(self, side: int, item: int) -> None:
        filled = self._now[side]
        filled.items.append(item)
        filled.early = filled.early or filled.name not in self.book.fixed

    def _shuffled(self, event: ev.Shuffled) -> None:
        if event.reason == "empty":
            self._now[event.side].items.append(SHOE_EMPTY)
        cards = tuple(self.state.shoes[event.side].rack) if event.discards else None
        self._now[event.side] = Filled(f"{self.prefix}shoe {len(self.fillings)}", event.side, cards)
        self.fillings.append(self._now[event.side])

    def prizes_in(self, events: Sequence[Any]) -> None:
        """The prizes among the events of an entry that has been followed."""
        for place, event in enumerate(events):
            if isinstance(event, ev.PrizeShown):
                paid = [e for e in events[place:] if isinstance(e, ev.WagerSettled) and e.box == event.box]
                wager = self.state.wagers[paid[0].number]
                self.prizes.append(Prize(event.prize, prize_awards(self.rules, wager.kind, wager.amount)))

    def orders(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each side what came, one order a filling; what went back into a shuffler is no part of it."""
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
        """For each side the card that was burnt from the filling in use as a new shoe, -1 where none was."""
        burns = self.rules.terms.burn_new_shoe
        return tuple(self._now[side].burnt if burns else -1 for side in sorted(self._now))

    def records(self) -> list[FairnessRecord]:
        """For every seed of the table what can be checked."""
        decks, found = decks_by_side(self.rules), []
        kind = "shuffler" if self._continuous else "shoe"
        for filled in self.fillings:
            size = len(filled.cards) if filled.cards is not None else decks[filled.side] * 52
            found.append(
                self.book.record(
                    filled.name,
                    kind,
                    [item for item in filled.items if item != SHOE_EMPTY],
                    decks=decks[filled.side] if filled.cards is None else 0,
                    cards=filled.cards or () if filled.name in self.book.revealed else (),
                    behind=0 if self._continuous else cards_behind(self.rules, size),
                    early=filled.early,
                )
            )
        for batch in range(-(-len(self.prizes) // BATCH)):
            part = self.prizes[batch * BATCH : (batch + 1) * BATCH]
            name, awards = f"{self.prefix}prizes {batch}", tuple(prize.awards for prize in part)
            shown = name in self.book.revealed
            cents = [prize.cents for prize in part]
            found.append(self.book.record(name, "prizes", cents, awards=awards if shown else ()))
        return found


class WheelDraws:
    """The numbers of a roulette table."""

    def __init__(self, book: Seedbook, highest: int) -> None:
        self.book = book
        self.highest = highest
        #: Every number, and those that a file must list: one that nobody reads for a spin that is faulty.
        self.numbers: list[int] = []
        self.listed: list[int] = []
        self._early: set[str] = set()

    def follow(self, events: Sequence[Any]) -> None:
        """The numbers among the events of an entry."""
        spun = False
        for event in events:
            self.book.hears(event)
            if isinstance(event, wheel.BallSpun):
                spun = True
            elif isinstance(event, wheel.BallRested):
                name = f"spins {len(self.numbers) // BATCH}"
                if name not in self.book.fixed:
                    self._early.add(name)
                self.numbers.append(event.number)
                self.listed.append(event.number)
            elif isinstance(event, wheel.SpinVoided) and spun:
                self.listed.append(0)

    def records(self) -> list[FairnessRecord]:
        """For every seed of the wheel what can be checked."""
        found = []
        for batch in range(-(-len(self.numbers) // BATCH)):
            name, part = f"spins {batch}", self.numbers[batch * BATCH : (batch + 1) * BATCH]
            found.append(self.book.record(name, "spins", part, highest=self.highest, early=name in self._early))
        return found
