"""What an event or command is about: its wager, box, hand and cards. The facts of blackjack are derived from these."""

from typing import Any, Final

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.state import Hand, Stage, State, Wager
from pitboss.law.conditions import Facts
from pitboss.law.resolve import BlackjackRules

#: Events about the dealer's cards.
_DEALERS: Final = (ev.DealerDone, ev.DealerDealt, ev.HoleDisclosed)


class SubjectFacts(Facts):
    """Wager, box, hand and cards of one event or refused command, in the state before it."""

    subject: Any
    _found: tuple[Wager | None, int, Hand | None] | None = None

    def __init__(self, rules: BlackjackRules, state: State, subject: Any, *, refused: bool = False) -> None:
        super().__init__(subject, refused=refused)
        self.rules = rules
        self.state = state

    @property
    def _wager(self) -> Wager | None:
        """The wager that the event settles, voids, reopens or moves."""
        return (self._found or self._find())[0]

    @property
    def _box(self) -> int:
        """The box of the event; of an offer, its first box; of a settled wager, that of the wager."""
        return (self._found or self._find())[1]

    @property
    def _hand(self) -> Hand | None:
        """The player's hand of the event: of its wager, by its number, or the first of its box."""
        return (self._found or self._find())[2]

    def _find(self) -> tuple[Wager | None, int, Hand | None]:
        """Finds wager, box and hand of the event. They are kept: facts are read before the event is applied."""
        subject, state = self.subject, self.state
        number = getattr(subject, "number", None)
        wager = state.wagers[number] if number is not None and number < len(state.wagers) else None
        waiting = getattr(subject, "waiting", ())
        if waiting:
            box = int(waiting[0][1])
        else:
            box = wager.box if wager is not None else int(getattr(subject, "box", 0) or 0)
        hands = state.hands.get(box, [])
        own = (wager.hand if wager is not None else getattr(subject, "hand", 0)) or 0
        if isinstance(subject, ev.OfferAnswered) and state.offer is not None:
            own = state.offer.hand
        hand = next((hand for hand in hands if hand.number == own), hands[0] if hands else None)
        self._found = wager, box, hand
        return self._found

    @property
    def _cards(self) -> list[int]:
        """The cards of the hand, and the card that the event deals to it; for a dealer's event, the dealer's cards."""
        card = getattr(self.subject, "card", -1)
        dealt = [card] if card is not None and card >= 0 else []
        if isinstance(self.subject, _DEALERS):
            return [*self._dealer, *dealt]
        return [*(self._hand.cards if self._hand else ()), *dealt]

    @property
    def _dealer(self) -> list[int]:
        return self.state.dealer[-1] if self.state.dealer else []

    @property
    def _initial(self) -> list[int]:
        """The cards dealt to the box, in order."""
        return self.state.dealt.get(self._box, [])

    @property
    def _others(self) -> set[str]:
        """The other players with a main wager on the box."""
        wagers = self.state.wagers if self.state.stage not in (Stage.BETTING, Stage.OPENING) else self.state.bets
        box, player = self._box, getattr(self.subject, "player", "")
        return {wager.player for wager in wagers if wager.kind == "main" and wager.box == box} - {player}
