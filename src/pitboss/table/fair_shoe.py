"""The shoe of a live table: shuffled from seeds that are fixed before and published after."""

from collections.abc import Sequence

from msgspec import Struct

from pitboss.blackjack import State
from pitboss.blackjack import events as ev
from pitboss.blackjack.chance import SHOE_EMPTY, UnknownOutcome
from pitboss.blackjack.prizes import prize_awards
from pitboss.blackjack.shoe import decks_by_side
from pitboss.blackjack.wagers.base import side_plays
from pitboss.cards import full_shoe
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind
from pitboss.table.chance import cards_behind
from pitboss.table.fair import BATCH, Stream, draw_any, seed_of, shoe_order
from pitboss.table.live_events import SeedAdded

#: The events by which a card may leave the shoe.
DRAWS = (ev.CardDealt, ev.DealerDealt, ev.HoleDealt, ev.CardBurned, ev.DeterminantDrawn, ev.CardExposed)


class Filling(Struct):
    """One filling of a side of the shoe; ``cards`` where it is not all of its decks."""

    name: str
    side: int
    cards: tuple[int, ...] | None
    #: How many items have come out of it, and those that have not, the next one last; None before the first.
    out: int = 0
    left: list[int] | None = None
    stream: Stream | None = None


class FairShoe:
    """Chance for one blackjack table. What it holds besides the secret follows from the events."""

    def __init__(self, rules: BlackjackRules, secret: bytes, prefix: str = "") -> None:
        self.rules = rules
        self._secret = secret
        self.prefix = prefix
        self._decks = decks_by_side(rules)
        self.continuous = rules.terms.shoe is ShoeKind.CONTINUOUS
        #: How many fillings there have been, the present ones, and those that are used up and not revealed yet.
        self.fillings = 0
        self.sides: list[Filling | None] = [None for _ in self._decks]
        self.discarded: list[str] = []
        self.added: dict[str, list[tuple[str, str]]] = {}
        self.prizes = 0
        #: The seeds that are revealed.
        self.closed: set[str] = set()
        self._seen = (0, 0)
        plays = side_plays(rules)
        self._with_prizes = any(
            side.offered and plays[name].prizes_at is not None for name, side in rules.sides.items()
        )

    # --- chance --------------------------------------------------------------------------------------------------

    def draw(self, side: int) -> int:
        """The next item."""
        filling = self.sides[side]
        assert filling is not None
        left = self._lay(filling) if filling.left is None else filling.left
        if not left:
            return SHOE_EMPTY
        filling.out += 1
        if filling.stream is not None:
            return draw_any(filling.stream.at(filling.out), left)
        return left.pop()

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """A new filling, with a seed of its own."""
        before = self.sides[side]
        if before is not None:
            self.discarded.append(before.name)
        name = f"{self.prefix}shoe {self.fillings}"
        self.sides[side] = Filling(name, side, None if cards is None else tuple(cards))
        self.fillings += 1

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Used cards go back among the others."""
        filling = self.sides[side]
        assert filling is not None
        left = self._lay(filling) if filling.left is None else filling.left
        left.extend(cards)

    def prize(self, kind: str, stake: int) -> int:
        """One ticket of all those that the display draws from."""
        awards = prize_awards(self.rules, kind, stake)
        if not awards:
            raise UnknownOutcome(f"the prize that the display shows for {kind}")
        batch, place = divmod(self.prizes, BATCH)
        name = f"{self.prefix}prizes {batch}"
        self.prize_came()
        return Stream(seed_of(self._secret, name), self.added.get(name, ())).at(place + 1).ticket(awards)

    def prize_came(self) -> None:
        """One of a batch of prizes; with the last of them its seed is used up."""
        self.prizes += 1
        if self.prizes % BATCH == 0:
            self.discarded.append(f"{self.prefix}prizes {self.prizes // BATCH - 1}")

    def _lay(self, filling: Filling) -> list[int]:
        """The items of a filling in their order, without those that are out."""
        seed, added = seed_of(self._secret, filling.name), self.added.get(filling.name, ())
        cards = full_shoe(self._decks[filling.side]) if filling.cards is None else list(filling.cards)
        if self.continuous:
            filling.stream, filling.left = Stream(seed, added), cards
        else:
            order = shoe_order(seed, added, cards, cards_behind(self.rules, len(cards)))
            filling.left = order[filling.out :][::-1]
        return filling.left

    # --- seeds ---------------------------------------------------------------------------------------------------

    def unbegun(self) -> list[str]:
        """The seeds to which players may add: those of fillings from which nothing came yet, else the next one."""
        names = [filling.name for filling in self.sides if filling is not None and not filling.out]
        return names or [f"{self.prefix}shoe {self.fillings}"]

    def wanted(self, ahead: int) -> list[str]:
        """The seeds that must be fixed by now: the present ones and so many to come."""
        names = [filling.name for filling in self.sides if filling is not None]
        names += [f"{self.prefix}shoe {self.fillings + more}" for more in range(ahead)]
        if self._with_prizes:
            names += [f"{self.prefix}prizes {self.prizes // BATCH + more}" for more in range(ahead)]
        return names

    def news(self, *, closed: bool) -> bool:
        """Whether a seed is to be fixed or revealed."""
        now = (self.fillings, self.prizes // BATCH)
        if not self.discarded and self._seen == now and not closed:
            return False
        self._seen = now
        return True

    def rest(self) -> list[str]:
        """No more cards: the seeds of what is left in the shoe, and of the prizes."""
        names = [filling.name for filling in self.sides if filling is not None]
        names += [f"{self.prefix}prizes {self.prizes // BATCH}"] if self._with_prizes else []
        return [name for name in names if name not in self.closed]

    def forget(self, name: str) -> None:
        """The seed is revealed."""
        self.closed.add(name)
        if name in self.discarded:
            self.discarded.remove(name)

    def add(self, name: str, player: str, text: str) -> None:
        """A player's contribution."""
        self.added.setdefault(name, []).append((player, text))
        for filling in self.sides:
            if filling is not None and filling.name == name:
                assert not filling.out, f"{name} is in play"
                filling.left = None

    def secrets_left(self) -> tuple[object, ...]:
        """The items that are still to come from each side, and all else that decides what comes."""
        sides = [
            (filling.name, filling.out, tuple(self._lay(filling) if filling.left is None else filling.left))
            for filling in self.sides
            if filling is not None
        ]
        added = {name: tuple(texts) for name, texts in self.added.items()}
        return (*sides, self.fillings, self.prizes, tuple(self.discarded), added)

    # --- the fold ------------------------------------------------------------------------------------------------

    def before(self, state: State, event: object) -> None:
        """What an event that is about to change the state means for the shoe."""
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
        """What players add to the seeds, by the cut and by their own words."""
        if isinstance(event, ev.CardsCut):
            for name in self.unbegun():
                self.add(name, event.by, f"cut {event.depth}")
        elif isinstance(event, SeedAdded):
            self.add(event.seed, event.player, event.text)

    def align(self, state: State) -> None:
        """After events that were folded: as many items are out as the state says."""
        for filling, shoe in zip(self.sides, state.shoes, strict=True):
            if filling is None:
                continue
            out = shoe.drawn + shoe.cut_card_out
            if self.continuous:
                continue
            if filling.left is not None and out > filling.out:
                del filling.left[filling.out - out :]
            filling.out = out

    def follow(self, state: State, event: object, drawn: Sequence[int]) -> None:
        """A continuous shuffler gives the cards of the log again; ``drawn`` is what each side had given before."""
        if self.continuous and isinstance(event, DRAWS):
            for side, shoe in enumerate(state.shoes):
                if shoe.drawn > drawn[side]:
                    card = self.draw(side)
                    assert card == event.card, f"the log has card {event.card}, and the seed gives {card}"
