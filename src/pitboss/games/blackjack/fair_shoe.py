"""Provably fair shoe of a live table: shuffled from seeds that are committed before play and revealed after it."""

from collections.abc import Sequence
from copy import copy, deepcopy
from typing import get_args

from msgspec import Struct

from pitboss.games.blackjack import State
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import SHOE_EMPTY, RevealsAwaited, UnknownOutcome
from pitboss.games.blackjack.prizes import prize_awards
from pitboss.games.blackjack.shoe import cards_behind, cards_by_side
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.games.live.contributions import ContributionEvent, Contributions
from pitboss.games.live.events import SeedAdded
from pitboss.games.live.fairness import BATCH, Secret, Stream, draw_any, seed_of, shoe_order
from pitboss.law.choices import ShoeKind
from pitboss.law.resolve import BlackjackRules

#: The events that may draw a card from the shoe.
DRAWS = (ev.CardDealt, ev.DealerDealt, ev.HoleDealt, ev.CardBurned, ev.DeterminantDrawn, ev.CardExposed)
#: The events that change what was added to a seed.
_HEARD = frozenset((ev.CardsCut, SeedAdded, *get_args(ContributionEvent)))


class Filling(Struct):
    """One shuffle of a side of the shoe, with its own seed; ``cards`` if it is not all of its decks."""

    name: str
    side: int
    cards: tuple[int, ...] | None
    #: The number of items drawn, and all items in their order; None before the first draw. Copies share the order.
    out: int = 0
    order: tuple[int, ...] | None = None
    #: Of a continuous shuffler: the cards in it, and the stream that draws from them.
    left: list[int] | None = None
    stream: Stream | None = None

    def copy(self) -> "Filling":
        """Returns an independent copy."""
        other = copy(self)
        if self.left is not None:
            other.left, other.stream = self.left.copy(), deepcopy(self.stream)
        return other


class FairShoe:
    """Source of chance of one blackjack table. All of its state except the secret derives from the events."""

    def __init__(self, rules: BlackjackRules, secret: Secret, prefix: str = "", *, beacon: bool = False) -> None:
        self.rules = rules
        self._secret = secret
        self.prefix = prefix
        self._cards = cards_by_side(rules)
        self.continuous = rules.terms.shoe is ShoeKind.CONTINUOUS
        #: The number of fillings so far, the current ones, and the used seeds that are not revealed yet.
        self.fillings = 0
        self.sides: list[Filling | None] = [None for _ in self._cards]
        self.discarded: list[str] = []
        self.added: dict[str, tuple[tuple[str, str], ...]] = {}
        self.contributions = Contributions(beacon=beacon)
        self.prizes = 0
        #: The revealed seeds.
        self.closed: set[str] = set()
        #: Whether a seed came into use since the table last published seeds.
        self.changed = True
        plays = side_plays(rules)
        self._with_prizes = any(
            side.offered and plays[name].prizes_at is not None for name, side in rules.sides.items()
        )

    def copy(self) -> "FairShoe":
        """Returns an independent copy with the same cards to come."""
        other = FairShoe.__new__(FairShoe)
        other.__dict__ = self.__dict__.copy()
        other.sides = [None if filling is None else filling.copy() for filling in self.sides]
        other.discarded, other.closed = self.discarded.copy(), self.closed.copy()
        other.added, other.contributions = self.added.copy(), self.contributions.copy()
        return other

    def __deepcopy__(self, _: object) -> "FairShoe":
        return self.copy()

    # --- chance --------------------------------------------------------------------------------------------------

    def draw(self, side: int) -> int:
        """Returns the next item of a side."""
        filling = self.sides[side]
        assert filling is not None
        if not filling.out and self.contributions.blocks(filling.name):
            raise RevealsAwaited(filling.name)
        if self.continuous:
            stream, left = self._shuffler(filling)
            if not left:
                return SHOE_EMPTY
            filling.out += 1
            return draw_any(stream.at(filling.out), left)
        order = self._order(filling)
        if filling.out >= len(order):
            return SHOE_EMPTY
        filling.out += 1
        return order[filling.out - 1]

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Starts a new filling with its own seed."""
        before = self.sides[side]
        if before is not None:
            self.discarded.append(before.name)
        name = f"{self.prefix}shoe {self.fillings}"
        self.sides[side] = Filling(name, side, None if cards is None else tuple(cards))
        self.fillings += 1
        self.changed = True

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Returns used cards to a continuous shuffler."""
        filling = self.sides[side]
        assert filling is not None
        if self.continuous:
            self._shuffler(filling)[1].extend(cards)

    def prize(self, kind: str, stake: int) -> int:
        """Returns a prize drawn by weight; raises UnknownOutcome if the rulebook lists no prizes."""
        awards = prize_awards(self.rules, kind, stake)
        if not awards:
            raise UnknownOutcome(f"the prize that the display shows for {kind}")
        batch, place = divmod(self.prizes, BATCH)
        name = f"{self.prefix}prizes {batch}"
        self.prize_came()
        return Stream(seed_of(self._secret, name), self.added.get(name, ())).at(place + 1).ticket(awards)

    def prize_came(self) -> None:
        """Counts a prize of the current batch; the last one of a batch uses up its seed."""
        self.prizes += 1
        if self.prizes % BATCH == 0:
            self.changed = True
            self.discarded.append(f"{self.prefix}prizes {self.prizes // BATCH - 1}")

    def _order(self, filling: Filling) -> tuple[int, ...]:
        """Returns the order of a filling, computed from its seed once."""
        if filling.order is None:
            seed, added, cards = self._ingredients(filling)
            filling.order = tuple(shoe_order(seed, added, cards, cards_behind(self.rules, len(cards))))
        return filling.order

    def _shuffler(self, filling: Filling) -> tuple[Stream, list[int]]:
        """Returns the stream and the cards of a continuous shuffler."""
        if filling.left is None or filling.stream is None:
            seed, added, filling.left = self._ingredients(filling)
            filling.stream = Stream(seed, added)
        return filling.stream, filling.left

    def _ingredients(self, filling: Filling) -> tuple[bytes, Sequence[tuple[str, str]], list[int]]:
        """Returns the seed of a filling, what was added to it, and its cards."""
        added = self.contributions.ordered(filling.name, self.added.get(filling.name, ()))
        cards = list(self._cards[filling.side] if filling.cards is None else filling.cards)
        return seed_of(self._secret, filling.name), added, cards

    def _left(self, filling: Filling) -> tuple[int, ...]:
        """Returns the cards left of a filling: the next one last, or in any order in a continuous shuffler."""
        if self.continuous:
            return tuple(self._shuffler(filling)[1])
        return self._order(filling)[filling.out :][::-1]

    # --- seeds ---------------------------------------------------------------------------------------------------

    def unbegun(self) -> list[str]:
        """Returns the seeds that players may contribute to: those of undrawn fillings, else the next one."""
        names = [filling.name for filling in self.sides if filling is not None and not filling.out]
        if names:
            names = [name for name in names if self.contributions.is_open(name)]
        return names or [f"{self.prefix}shoe {self.fillings}"]

    def wanted(self, ahead: int) -> list[str]:
        """Returns the seeds that must be committed by now: the current ones and ``ahead`` further ones."""
        names = [filling.name for filling in self.sides if filling is not None]
        names += [f"{self.prefix}shoe {self.fillings + more}" for more in range(ahead)]
        if self._with_prizes:
            names += [f"{self.prefix}prizes {self.prizes // BATCH + more}" for more in range(ahead)]
        return names

    def rest(self) -> list[str]:
        """Returns the unrevealed seeds of a closed table: of the cards left in the shoe, and of the prizes."""
        names = [filling.name for filling in self.sides if filling is not None]
        names += [f"{self.prefix}prizes {self.prizes // BATCH}"] if self._with_prizes else []
        return [name for name in names if name not in self.closed]

    def forget(self, name: str) -> None:
        """Marks a seed as revealed."""
        current = self.wanted(1)  # no other seed that was revealed is asked for again
        self.closed = {each for each in self.closed if each in current} | {name}
        self.contributions.forget(name)
        self.added.pop(name, None)
        if name in self.discarded:
            self.discarded.remove(name)

    def add(self, name: str, player: str, text: str) -> None:
        """Adds a player's contribution to a seed that is not in play yet."""
        self.added[name] = (*self.added.get(name, ()), (player, text))
        self._arrange_again(name)

    def _arrange_again(self, name: str) -> None:
        """Discards the order of a filling whose contributions changed before its first card."""
        for filling in self.sides:
            if filling is not None and filling.name == name:
                assert not filling.out, f"{name} is in play"
                filling.order = filling.left = filling.stream = None

    def secrets_left(self) -> tuple[object, ...]:
        """Returns the remaining items of each side, and everything else that determines future draws.

        A revealed seed is no secret, and its contributions are dropped.
        """
        sides = [
            (filling.name, filling.out, self._left(filling))
            for filling in self.sides
            if filling is not None and filling.name not in self.closed
        ]
        return (*sides, self.fillings, self.prizes, tuple(self.discarded), self.added.copy())

    # --- the fold ------------------------------------------------------------------------------------------------

    def before_event(self, state: State, event: object) -> None:
        """Updates the shoe for an event of the log, before the event changes the state."""
        kind = type(event)
        if kind is ev.Shuffled:
            assert isinstance(event, ev.Shuffled)
            self.shuffle(event.side, list(state.shoes[event.side].rack) if event.discards else None)
        elif kind is ev.RackReturned:
            assert isinstance(event, ev.RackReturned)
            self.restock(event.side, list(state.shoes[event.side].rack))
        elif kind is ev.PrizeShown:
            self.prize_came()
        else:
            self.hears(event)

    def hears(self, event: object) -> None:
        """Applies the contributions of players to the seeds: cuts and texts."""
        if type(event) not in _HEARD:
            return
        if isinstance(event, ev.CardsCut):
            for name in self.unbegun():
                self.add(name, event.by, f"cut {event.depth}")
        elif isinstance(event, SeedAdded):
            self.add(event.seed, event.player, event.text)
        elif isinstance(event, ContributionEvent):
            self.contributions.follow(event)
            self._arrange_again(event.seed)

    def is_aligned(self, state: State) -> bool:
        """Whether the number of drawn items is that of the state."""
        return self.continuous or all(
            filling is None or filling.out == shoe.drawn + shoe.cut_card_out
            for filling, shoe in zip(self.sides, state.shoes, strict=True)
        )

    def align(self, state: State) -> None:
        """Synchronizes the number of drawn items with the state, after events were folded."""
        if self.continuous:
            return
        for filling, shoe in zip(self.sides, state.shoes, strict=True):
            if filling is not None:
                filling.out = shoe.drawn + shoe.cut_card_out

    def replay_draw(self, state: State, event: object, drawn: Sequence[int]) -> None:
        """Replays the draw of a logged card from a continuous shuffler; ``drawn`` counts each side's earlier draws."""
        if self.continuous and isinstance(event, DRAWS):
            for side, shoe in enumerate(state.shoes):
                if shoe.drawn > drawn[side]:
                    card = self.draw(side)
                    assert card == event.card, f"the log has card {event.card}, and the seed gives {card}"
