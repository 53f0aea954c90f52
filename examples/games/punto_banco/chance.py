"""Sources of cards: a provably fair shoe, and the cards that a file lists."""

from pitboss.cards import full_shoe, parse_card
from pitboss.games.live.events import SeedAdded
from pitboss.games.live.fairness import seed_of, shoe_order
from pitboss.pit import PitError, PitFile

from . import events as ev
from .terms import PuntoRules


class UnknownCard(ValueError):
    """No further card is listed."""


class ListedCards:
    """The cards that the header of a file lists."""

    def __init__(self, cards: list[int]) -> None:
        self._cards = cards

    def draw(self) -> int:
        """Returns the next card. Raises UnknownCard after the last."""
        if not self._cards:
            raise UnknownCard("no further card is listed (header 'cards')")
        return self._cards.pop(0)

    def shuffle(self) -> None:
        """The list goes on with the next shoe."""


def listed_cards(file: PitFile, rules: PuntoRules) -> ListedCards:
    """Parses the ``cards`` headers. Raises PitError for an invalid card."""
    cards = []
    for line, value in file.headers("cards"):
        try:
            cards += [parse_card(word) for word in value.split()]
        except ValueError as error:
            raise PitError(line, str(error)) from None
    return ListedCards(cards)


class FairShoe:
    """Shoes from committed seeds, one seed per shoe. Everything but the secret is derived from the events."""

    def __init__(self, secret: bytes, decks: int) -> None:
        self._secret, self._decks = secret, decks
        self.shoe = 0
        self.dealt = 0
        self.discarded: list[str] = []
        self.closed: set[str] = set()
        self.added: dict[str, list[tuple[str, str]]] = {}
        self._order: list[int] = []

    def draw(self) -> int:
        """Returns the next card."""
        if not self._order:
            name = self.name(self.shoe)
            seed = seed_of(self._secret, name)
            self._order = shoe_order(seed, self.added.get(name, ()), full_shoe(self._decks), 0)
        self.dealt += 1
        return self._order[self.dealt - 1]

    def shuffle(self) -> None:
        """Ends the shoe and begins the next."""
        self.discarded.append(self.name(self.shoe))
        self.shoe, self.dealt, self._order = self.shoe + 1, 0, []

    @staticmethod
    def name(shoe: int) -> str:
        """Returns the name of the seed of a shoe."""
        return f"shoe {shoe}"

    # --- seeds, as `pitboss.games.live.seeds` asks for them

    def wanted(self, ahead: int) -> list[str]:
        """Returns the seeds to commit by now."""
        return [self.name(self.shoe + more) for more in range(ahead)]

    def unbegun(self) -> list[str]:
        """Returns the seed to which players may contribute: that of the shoe before its first card, else the next."""
        return [self.name(self.shoe + (self.dealt > 0))]

    def rest(self) -> list[str]:
        """Returns the seed in use."""
        return [self.name(self.shoe)]

    def hears(self, event: object) -> None:
        """Applies a contribution, or the cards of a log."""
        match event:
            case SeedAdded():
                self.added.setdefault(event.seed, []).append((event.player, event.text))
            case ev.CardDealt():
                self.dealt += 1
            case ev.ShoeShuffled():
                self.shuffle()

    def forget(self, name: str) -> None:
        """Marks a seed as revealed."""
        self.closed.add(name)
        self.discarded = [seed for seed in self.discarded if seed != name]
