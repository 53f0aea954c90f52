"""What happened in a round: cards, wagers and decisions, read from the events by a fold of its own."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev


@dataclass
class Hand:
    """A player's hand and what was decided for it."""

    number: int
    cards: list[int] = field(default_factory=list)
    split: bool = False
    doubled: bool = False
    surrendered: bool = False
    void: bool = False


@dataclass
class Wager:
    """A wager, and what the engine paid for it (``claim``)."""

    player: str
    box: int
    kind: str
    amount: int
    spot: int = 1
    hand: int = 0
    #: Whether it was made during the round: insurance, a double, the second hand of a split.
    added: bool = False
    claim: int | None = None
    #: Whether the claim is a settlement; False where the engine only gave the wager back.
    settled: bool = False
    #: Whether it went back because of a breach, an error, or because its hand was dealt again.
    void: bool = False
    #: The result that was due when the hand was dealt again after this wager had been decided.
    decided: int | None = None


@dataclass
class Round:
    """The facts of one round."""

    wagers: list[Wager] = field(default_factory=list)
    hands: dict[int, list[Hand]] = field(default_factory=dict)
    #: The cards of each box in the order dealt, across a split.
    dealt: dict[int, list[int]] = field(default_factory=dict)
    dealer: list[list[int]] = field(default_factory=lambda: [[]])
    hole: int = -1
    even_money: set[tuple[str, int]] = field(default_factory=set)
    prizes: dict[int, int] = field(default_factory=dict)
    void_boxes: set[int] = field(default_factory=set)
    void: bool = False
    maximum: int = 0
    minimum: int = 0

    def hand_of(self, wager: Wager) -> Hand:
        """Returns the hand that a main wager or a double is on."""
        return next(hand for hand in self.hands[wager.box] if hand.number == wager.hand)


class Reader:
    """Folds events into rounds; ``finished`` is the last complete one."""

    def __init__(self, *, voids_lost_hands: bool, returns_low_wagers: bool) -> None:
        #: Whether a hand that cannot be put right is void by itself (nz 16.5), and not the round, nor dealt again.
        self.voids_lost_hands = voids_lost_hands
        self.void_by_hands = False
        self.returns_low_wagers = returns_low_wagers
        #: Players who were advised that they may not wager below the minimum again.
        self.warned: set[str] = set()
        self.bets: list[Wager] = []
        self.round = Round()
        self.finished: Round | None = None
        self.minimum = self.maximum = 0
        self.button_failed = False

    def command(self, command: cmd.Command) -> None:
        """Notes what an accepted command makes void, before its events are read."""
        round_ = self.round
        self.void_by_hands = False
        if isinstance(command, cmd.ReportIrregularity):
            where = command.details[0] if command.details else ""
            lost = command.kind == "misdealt" and command.details[1:] == ("lost",) and self.voids_lost_hands
            if command.kind in ("void", "shuffler_failure") or lost:
                self._void_place(where)
                self.void_by_hands = where[:1].isdigit() and self.voids_lost_hands
            elif command.kind == "no_ante":
                self._void_without_ante(int(where), command.details[1] if command.details[1:] else "")
        elif isinstance(command, cmd.VoidPlayer):  # Canberra 20.2(a): any wager; 20.2(b) ends participation only
            for wager in round_.wagers:
                wager.void = wager.void or wager.player == command.who

    def _void_place(self, where: str) -> None:
        box, dot, place = where.partition(".")
        if not box.isdecimal() or int(box) not in self.round.hands:
            return
        hands = self.round.hands[int(box)]
        for hand in hands[int(place) - 1 : int(place)] if dot else hands:
            hand.void = True
        if all(hand.void for hand in hands):
            self.round.void_boxes.add(int(box))
            for wager in self.round.wagers:
                if wager.box == int(box) and wager.kind not in ("main", "double") and wager.claim is None:
                    wager.void = True

    def _void_without_ante(self, box: int, player: str) -> None:
        for wager in self.round.wagers:
            if wager.box == box and player in ("", wager.player):
                wager.void = True

    def read(self, events: Iterable[ev.Event]) -> None:
        """Reads the events of one command."""
        for event in events:
            name = f"_{type(event).__name__}"
            handler = getattr(self, name, None)
            if handler is not None:
                handler(event)

    def _TableOpened(self, event: ev.TableOpened) -> None:
        self.minimum, self.maximum = event.minimum, event.maximum

    def _LimitsChanged(self, event: ev.LimitsChanged) -> None:
        if not event.box:
            self.minimum, self.maximum = event.minimum, event.maximum

    def _EquipmentFailed(self, event: ev.EquipmentFailed) -> None:
        if event.equipment == "button":
            self.button_failed = not event.working

    def _BetPlaced(self, event: ev.BetPlaced) -> None:
        self.bets.append(Wager(event.player, event.box, event.kind, event.amount, event.spot))

    def _BetsTakenBack(self, event: ev.BetsTakenBack) -> None:
        self.bets = [
            bet
            for bet in self.bets
            if not (bet.player == event.player and bet.box == event.box and event.kind in ("", bet.kind))
        ]

    def _RoundBegan(self, event: ev.RoundBegan) -> None:
        carried = [wager for wager in self.round.wagers if wager.claim is None]
        self.round = Round(wagers=carried + self.bets, maximum=self.maximum, minimum=self.minimum)
        self.bets = []
        for number, box in enumerate(event.boxes, 1):
            self.round.hands[box], self.round.dealt[box] = [Hand(number)], []
        for wager in self.round.wagers:
            wager.hand = self.round.hands[wager.box][0].number if wager.box in self.round.hands else 0
        self._below_minimum()

    def _below_minimum(self) -> None:
        """Canberra 4.1(c): the first wager below the minimum plays, later ones of the same owner go back."""
        if not self.returns_low_wagers:
            return
        mains = [wager for wager in self.round.wagers if wager.kind == "main" and wager.amount < self.minimum]
        for low in (wager for wager in mains if wager.player in self.warned):
            low.void = True
            beside = [w for w in self.round.wagers if (w.player, w.box) == (low.player, low.box)]
            if all(wager.void for wager in beside if wager.kind == "main"):
                for wager in beside:  # 21.4, 23.4: nothing is left for a side wager to accompany
                    wager.void = True
        self.warned.update(wager.player for wager in mains)

    def _CardDealt(self, event: ev.CardDealt) -> None:
        hand = next(hand for hand in self.round.hands[event.box] if hand.number == event.hand)
        hand.cards.append(event.card)
        self.round.dealt[event.box].append(event.card)

    def _DealerDealt(self, event: ev.DealerDealt) -> None:
        self.round.dealer[-1].append(event.card)

    def _HoleDealt(self, event: ev.HoleDealt) -> None:
        self.round.hole = event.card

    def _HoleDisclosed(self, event: ev.HoleDisclosed) -> None:
        self.round.dealer[-1].append(event.card)

    def _NextDealerHand(self, event: ev.NextDealerHand) -> None:
        while len(self.round.dealer) < event.spot:
            self.round.dealer.append(self.round.dealer[0][:1])

    def _PairSplit(self, event: ev.PairSplit) -> None:
        hands = self.round.hands[event.box]
        place = next(place for place, hand in enumerate(hands) if hand.number == event.hand)
        hands[place].split = True
        hands.insert(place + 1, Hand(event.new_hand, [hands[place].cards.pop()], split=True))

    def _HandDoubled(self, event: ev.HandDoubled) -> None:
        self._hand(event.box, event.hand).doubled = True

    def _HandSurrendered(self, event: ev.HandSurrendered) -> None:
        self._hand(event.box, event.hand).surrendered = True

    def _hand(self, box: int, number: int) -> Hand:
        return next(hand for hand in self.round.hands[box] if hand.number == number)

    def _OfferAnswered(self, event: ev.OfferAnswered) -> None:
        if event.answer == "even":
            self.round.even_money.add((event.player, event.box))

    def _HandsRebuilt(self, event: ev.HandsRebuilt) -> None:
        round_, box = self.round, event.box
        first = round_.hands[box][0]
        round_.dealt[box] = round_.dealt[box][:2]
        round_.hands[box] = [Hand(first.number, list(round_.dealt[box]))]
        for wager in round_.wagers:
            if wager.box == box and wager.kind in ("main", "double"):
                wager.hand = first.number
                wager.void = wager.void or wager.added

    def _RoundMisdealt(self, event: ev.RoundMisdealt) -> None:
        round_ = self.round
        for wager in round_.wagers:
            wager.void = wager.void or (wager.added and not wager.settled)
        boxes = sorted({w.box for w in round_.wagers if w.kind == "main" and w.claim is None and not w.void})
        for number, box in enumerate(boxes, 1):
            round_.hands[box], round_.dealt[box] = [Hand(number)], []
            for wager in round_.wagers:
                if wager.box == box and wager.kind == "main" and wager.claim is None:
                    wager.hand = number
        round_.dealer, round_.hole = [[]], -1

    def _WagerAdded(self, event: ev.WagerAdded) -> None:
        added = Wager(event.player, event.box, event.kind, event.amount, event.spot, event.hand, added=True)
        self.round.wagers.append(added)

    def _WagerMoved(self, event: ev.WagerMoved) -> None:
        self.round.wagers[event.number].hand = event.hand

    def _WagerSettled(self, event: ev.WagerSettled) -> None:
        wager = self.round.wagers[event.number]
        wager.claim, wager.settled = event.net, True

    def _WagerVoided(self, event: ev.WagerVoided) -> None:
        wager = self.round.wagers[event.number]
        wager.claim, wager.settled = 0, False

    def _WagerReopened(self, event: ev.WagerReopened) -> None:
        wager = self.round.wagers[event.number]
        wager.claim, wager.settled = None, False

    def _PrizeShown(self, event: ev.PrizeShown) -> None:
        self.round.prizes[event.box] = event.prize

    def _RoundVoided(self, event: ev.RoundVoided) -> None:
        self.round.void = not self.void_by_hands

    def _RoundEnded(self, event: ev.RoundEnded) -> None:
        self.finished = self.round
