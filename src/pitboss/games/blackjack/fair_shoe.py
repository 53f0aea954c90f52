"""Provably fair shoe of a live table: shuffled from seeds that are committed before play and revealed after it."""

from collections.abc import Sequence

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


class Filling(Struct):
    """One shuffle of a side of the shoe, with its own seed; ``cards`` if it is not all of its decks."""

    name: str
    side: int
    cards: tuple[int, ...] | None
    #: The number of items drawn, and the stack of items left (the next one last); None before the first draw.
    out: int = 0
    left: list[int] | None = None
    stream: Stream | None = None


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
        self.added: dict[str, list[tuple[str, str]]] = {}
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

    # --- chance --------------------------------------------------------------------------------------------------

    def draw(self, side: int) -> int:
        """Returns the next item of a side."""
        filling = self.sides[side]
        assert filling is not None
        if not filling.out and self.contributions.blocks(filling.name):
            raise RevealsAwaited(filling.name)
        left = self._arrange(filling) if filling.left is None else filling.left
        if not left:
            return SHOE_EMPTY
        filling.out += 1
        if filling.stream is not None:
            return draw_any(filling.stream.at(filling.out), left)
        return left.pop()

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
        left = self._arrange(filling) if filling.left is None else filling.left
        left.extend(cards)

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

    def _arrange(self, filling: Filling) -> list[int]:
        """Computes and returns the remaining items of a filling from its seed."""
        seed = seed_of(self._secret, filling.name)
        added = self.contributions.ordered(filling.name, self.added.get(filling.name, ()))
        cards = list(self._cards[filling.side] if filling.cards is None else filling.cards)
        if self.continuous:
            filling.stream, filling.left = Stream(seed, added), cards
        else:
            order = shoe_order(seed, added, cards, cards_behind(self.rules, len(cards)))
            filling.left = order[filling.out :][::-1]
        return filling.left

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
        self.added.setdefault(name, []).append((player, text))
        self._arrange_again(name)

    def _arrange_again(self, name: str) -> None:
        """Discards the order of a filling whose contributions changed before its first card."""
        for filling in self.sides:
            if filling is not None and filling.name == name:
                assert not filling.out, f"{name} is in play"
                filling.left = None

    def secrets_left(self) -> tuple[object, ...]:
        """Returns the remaining items of each side, and everything else that determines future draws.

        A revealed seed is no secret, and its contributions are dropped.
        """
        sides = [
            (filling.name, filling.out, tuple(self._arrange(filling) if filling.left is None else filling.left))
            for filling in self.sides
            if filling is not None and filling.name not in self.closed
        ]
        added = {name: tuple(texts) for name, texts in self.added.items()}
        return (*sides, self.fillings, self.prizes, tuple(self.discarded), added)

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
        if isinstance(event, ev.CardsCut):
            for name in self.unbegun():
                self.add(name, event.by, f"cut {event.depth}")
        elif isinstance(event, SeedAdded):
            self.add(event.seed, event.player, event.text)
        elif isinstance(event, ContributionEvent):
            self.contributions.follow(event)
            self._arrange_again(event.seed)

    def align(self, state: State) -> None:
        """Synchronizes the number of drawn items with the state, after events were folded."""
        for filling, shoe in zip(self.sides, state.shoes, strict=True):
            if filling is None:
                continue
            out = shoe.drawn + shoe.cut_card_out
            if self.continuous:
                continue
            if filling.left is not None and out > filling.out:
                del filling.left[filling.out - out :]
            filling.out = out

    def replay_draw(self, state: State, event: object, drawn: Sequence[int]) -> None:
        """Replays the draw of a logged card from a continuous shuffler; ``drawn`` counts each side's earlier draws."""
        if self.continuous and isinstance(event, DRAWS):
            for side, shoe in enumerate(state.shoes):
                if shoe.drawn > drawn[side]:
                    card = self.draw(side)
                    assert card == event.card, f"the log has card {event.card}, and the seed gives {card}"
