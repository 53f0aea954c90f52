"""The facts of blackjack, over which the conditions of clauses are written (``applies`` and ``forbids``).

Each is derived from the state before the event and the event itself, apart from the code that chose the citation.
"""

from typing import Final

from pitboss.atoms.hand import is_ace, points
from pitboss.atoms.match import pair_class, same_points, same_suit
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Hand, Stage, ace_or_ten, dealer_blackjack, points_of
from pitboss.games.blackjack.subject_facts import SubjectFacts
from pitboss.law.conditions import fact

#: The purse of a player whose joining is not among the events.
UNKNOWN_PURSE: Final = 10**12
_JACK: Final = 10
_SEVEN: Final = 6


class BlackjackFacts(SubjectFacts):
    """The facts of one event or refused command at a blackjack table, in the state before it."""

    @fact("")
    def kind(self) -> str:
        return str(getattr(self.subject, "kind", ""))

    @fact("")
    def outcome(self) -> str:
        return str(getattr(self.subject, "outcome", ""))

    @fact("")
    def why(self) -> str:
        """The reason of an event: of a closed hand, a shuffle, a void wager or round, a procedure or a call."""
        names = ("why", "reason", "name", "word", "answer", "equipment")
        return next((str(getattr(self.subject, name)) for name in names if hasattr(self.subject, name)), "")

    @fact("")
    def detail(self) -> str:
        return str(getattr(self.subject, "detail", ""))

    @fact("spot {spot}")
    def spot(self) -> int:
        wager = self._wager
        if wager is not None:
            return wager.spot
        return int(getattr(self.subject, "spot", self.state.spot))

    @fact("several dealer hands are played")
    def spots(self) -> bool:
        return self.rules.terms.spots > 1

    @fact("")
    def option(self) -> str:
        return " ".join(name for name, value in self.rules.options.items() if value is True)

    # --- the hand ------------------------------------------------------------------------------------------------

    @fact("the hand was split")
    def split(self) -> bool:
        return self._hand is not None and self._hand.split

    @fact("the aces were split")
    def split_aces(self) -> bool:
        return self._hand is not None and self._hand.split_aces

    @fact("the hand was doubled")
    def doubled(self) -> bool:
        return self._hand is not None and self._hand.doubled

    @fact("an ace is in the hand")
    def ace(self) -> bool:
        return any(map(is_ace, self._cards))

    @fact("a court card is in the hand")
    def court(self) -> bool:
        return any(card >> 2 >= _JACK for card in self._cards)

    @fact("the card is a number card")
    def number_card(self) -> bool:
        card = getattr(self.subject, "card", -1)
        return card >= 0 and not is_ace(card) and card >> 2 < _JACK

    @fact("an ace counts 11")
    def soft(self) -> bool:
        return points_of(self._cards)[1]

    @fact("the hand has {total}", neutral=True)
    def total(self) -> int:
        return points_of(self._cards)[0]

    @fact("")
    def cards(self) -> int:
        return len(self._hand.cards) if self._hand else 0

    @fact("the hand has {total}", neutral=True)
    def bust(self) -> bool:
        return self.total() > 21

    @fact("the first two cards are an ace and a ten")
    def blackjack(self) -> bool:
        return self._hand is not None and self._hand.blackjack

    @fact("the hand is an ace and a ten after a split")
    def split_21(self) -> bool:
        return self.split() and self.total() == 21 and self.cards() == 2

    @fact("the two cards have the same value")
    def pair(self) -> bool:
        cards = self._hand.cards if self._hand else []
        return len(cards) == 2 and same_points(cards[0], cards[1])

    @fact("the pair are aces")
    def pair_of_aces(self) -> bool:
        return self.pair() and is_ace(self._cards[0])

    @fact("")
    def decision(self) -> bool:
        return isinstance(self.subject, cmd.Hit | cmd.Stand | cmd.DoubleDown | cmd.SplitPair | cmd.Surrender)

    @fact("the player is marked as absent")
    def absent(self) -> bool:
        return getattr(self.subject, "player", "") in self.state.absent

    @fact("the player is excluded")
    def excluded(self) -> bool:
        return getattr(self.subject, "player", "") in self.state.excluded

    # --- all hands of the box, for refusals ------------------------------------------------------------------------

    @property
    def _hands(self) -> list[Hand]:
        return self.state.hands.get(self._box, [])

    @fact("a hand of the box has 21")
    def box_21(self) -> bool:
        return any(hand.total == 21 for hand in self._hands)

    @fact("a hand of the box is a split ace")
    def box_aces(self) -> bool:
        return any(hand.split_aces for hand in self._hands)

    @fact("a hand of the box is doubled")
    def box_doubled(self) -> bool:
        return any(hand.doubled for hand in self._hands)

    @fact("the hands of the box are over 21")
    def box_bust(self) -> bool:
        return bool(self._hands) and all(hand.bust for hand in self._hands)

    @fact("a hand of the box has less than 12")
    def below_12(self) -> bool:
        return any(hand.total < 12 and not hand.closed for hand in self._hands)

    # --- the dealer ----------------------------------------------------------------------------------------------

    @fact("")
    def dealer_total(self) -> int:
        return points_of(self._dealer)[0]

    @fact("the dealer has {dealer_total}", neutral=True)
    def dealer_bust(self) -> bool:
        return self.dealer_total() > 21

    @fact("the dealer has blackjack")
    def dealer_blackjack(self) -> bool:
        return dealer_blackjack(self._dealer)

    @fact("the dealer drew 21")
    def dealer_drew_21(self) -> bool:
        return self.dealer_total() == 21 and len(self._dealer) > 2

    @fact("")
    def dealer_played(self) -> bool:
        """Whether the dealer's hand is complete."""
        return self.state.stage == Stage.DEALER

    @fact("the dealer's first card is an ace")
    def ace_up(self) -> bool:
        return self.state.shows_ace

    @fact("the dealer's first card is an ace or a ten")
    def ace_or_ten_up(self) -> bool:
        return bool(self._dealer) and ace_or_ten(self._dealer[0])

    @fact("the dealer has {dealer_total}, the hand {total}", neutral=True)
    def dealer_higher(self) -> bool:
        return self.total() < self.dealer_total() <= 21

    @fact("the hand has {total}, the dealer {dealer_total}", neutral=True)
    def higher(self) -> bool:
        return self.dealer_total() < self.total() <= 21

    @fact("the hand has {total}, the dealer {dealer_total}", neutral=True)
    def equal(self) -> bool:
        return self.dealer_total() == self.total() <= 21

    # --- the wager -----------------------------------------------------------------------------------------------

    @fact("a main wager or its double")
    def stake(self) -> bool:
        return self.kind() in ("main", "double")

    @fact("")
    def won(self) -> bool:
        """Whether the wager won; a payment may come to nothing: the float cannot pay it, or an award is the stake."""
        return getattr(self.subject, "net", 0) > 0 or self.outcome() in ("won", "blackjack", "prize")

    @fact("")
    def lost(self) -> bool:
        return getattr(self.subject, "net", 0) < 0

    @fact("the wager was added by a double or a split")
    def added(self) -> bool:
        return self._wager is not None and not self._wager.original

    @fact("the wager is below the minimum of the table")
    def below_minimum(self) -> bool:
        return 0 < getattr(self.subject, "amount", 0) < self.state.minimum

    @fact("the wager is above the maximum of the table")
    def above_maximum(self) -> bool:
        return getattr(self.subject, "amount", 0) > self.state.maximum

    @fact("several players wager on the box")
    def shared(self) -> bool:
        return len(self._others) > (0 if getattr(self.subject, "player", "") else 1)

    @fact("a box has several bettors")
    def any_shared(self) -> bool:
        bettors: dict[int, set[str]] = {}
        for wager in (*self.state.bets, *self.state.wagers):
            if wager.kind == "main":
                bettors.setdefault(wager.box, set()).add(wager.player)
        return any(len(names) > 1 for names in bettors.values())

    @fact("the player wagers on another box too")
    def further_box(self) -> bool:
        box, player = getattr(self.subject, "box", 0), getattr(self.subject, "player", "")
        return any(bet.kind == "main" and bet.player == player and bet.box != box for bet in self.state.bets)

    @fact("the wager differs from that on another spot")
    def unlike_spot(self) -> bool:
        box, player = getattr(self.subject, "box", 0), getattr(self.subject, "player", "")
        amount = getattr(self.subject, "amount", 0)
        own = [bet for bet in self.state.bets if bet.kind == "main" and bet.player == player and bet.box == box]
        return any(bet.amount != amount for bet in own)

    @fact("the player did not wager on the first round of the shoe")
    def not_first(self) -> bool:
        return self.state.shoe_rounds > 0 and getattr(self.subject, "player", "") not in self.state.shoe_first

    @fact("the player left out a round of the shoe")
    def left_out(self) -> bool:
        return getattr(self.subject, "player", "") in self.state.shoe_missed

    # --- side wagers ---------------------------------------------------------------------------------------------

    @fact("the first two cards total {first_two}")
    def first_two(self) -> int:
        return sum(points(card) for card in self._initial[:2])

    @fact("sevens in a row from the first card: {sevens}", neutral=True)
    def sevens(self) -> int:
        run = 0
        while run < min(len(self._initial), 3) and self._initial[run] >> 2 == _SEVEN:
            run += 1
        return run

    @fact("a third card was dealt")
    def third_card(self) -> bool:
        return len(self._initial) > 2

    @fact("the box was split")
    def box_split(self) -> bool:
        return len(self.state.hands.get(self._box, [])) > 1

    @fact("the first two cards are a pair by rank")
    def rank_pair(self) -> bool:
        return len(self._initial) > 1 and self._initial[0] >> 2 == self._initial[1] >> 2

    @fact("")
    def pair_kind(self) -> int:
        return pair_class(self._initial[0], self._initial[1]) if len(self._initial) > 1 else 0

    @fact("the first two cards are of one suit")
    def suited(self) -> bool:
        return len(self._initial) > 1 and same_suit(self._initial[0], self._initial[1])

    @fact("the first three cards are of one suit")
    def three_suited(self) -> bool:
        return len(self._initial) > 2 and len({card & 3 for card in self._initial[:3]}) == 1

    @fact("an ace is among the first two cards")
    def initial_ace(self) -> bool:
        return any(map(is_ace, self._initial[:2]))

    @fact("a court card is among the first two cards")
    def initial_court(self) -> bool:
        return any(card >> 2 >= _JACK for card in self._initial[:2])

    @fact("a number card is among the first two cards")
    def initial_number(self) -> bool:
        return any(not is_ace(card) and card >> 2 < _JACK for card in self._initial[:2])

    @fact("the first two cards are a blackjack")
    def initial_blackjack(self) -> bool:
        return dealer_blackjack(self._initial[:2])

    @fact("aces in a row from the first card: {aces}", neutral=True)
    def aces(self) -> int:
        run = 0
        while run < min(len(self._initial), 4) and is_ace(self._initial[run]):
            run += 1
        return run

    # --- the shoe and the table ----------------------------------------------------------------------------------

    @fact("a card drawn in error lies face up")
    def exposed(self) -> bool:
        return self.state.exposed >= 0

    @fact("cards were drawn after the initial deal")
    def drawn_on(self) -> bool:
        named = self.detail().partition(" ")[0].partition(".")[0]
        boxes = [int(named)] if named.isdigit() else list(self.state.dealt)
        return any(len(self.state.dealt.get(box, [])) > 2 or box in self.state.decided for box in boxes)

    @fact("the card reader shows players the hole card")
    def reader_shows(self) -> bool:
        return self.rules.terms.card_reader_shows

    @fact("the cutting card is out")
    def cut_card_out(self) -> bool:
        return any(shoe.cut_card_out for shoe in self.state.shoes)

    @fact("no round has been dealt")
    def unused(self) -> bool:
        return self.state.round == 0

    @fact("no card has been drawn since the shuffle")
    def fresh_shoe(self) -> bool:
        return not any(shoe.drawn for shoe in self.state.shoes)

    @fact("")
    def last_shuffle(self) -> str:
        return self.state.last_shuffle

    @fact("")
    def cut_card_at(self) -> int:
        return self.state.shoe.cut_card_at

    @fact("a round is being played")
    def in_round(self) -> bool:
        return self.state.stage not in (Stage.BETTING, Stage.CLOSED)

    @fact("an offer is open")
    def offer(self) -> str:
        return self.state.offer.kind if self.state.offer is not None else ""

    @fact("the player decides for the box")
    def decider(self) -> bool:
        return self.state.deciders.get(getattr(self.subject, "box", 0)) == getattr(self.subject, "player", "")
