"""Checks that a side wager depends only on what it declares (``reads``) and pays the line that this reaches.

A wager that overrides ``notify`` runs on a state that exposes the cards of its box and the fields a payment needs.
Every other field raises ``UndeclaredRead``, so one that reads the dealer's cards, other boxes or earlier rounds fails.
A wager that does not override it gets nothing but the arguments of ``line``.
"""

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from pitboss.cards import DECK_SIZE, card_names
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import State, Wager
from pitboss.games.blackjack.wagers import progressive
from pitboss.games.blackjack.wagers.base import Moment, Reads, SideWager, side_plays
from pitboss.law.resolve import BlackjackRules, SideTerms
from pitboss.strategy.hand_classes import NotSimulable
from pitboss.strategy.settlement_probe import PLAYER, NoCards
from pitboss.strategy.side_pays import SidePayProbe

_BOX: Final = 1
#: The fields that a settlement reads and writes; ``dealt`` holds the cards of the wager's own box alone.
_VISIBLE: Final = frozenset(("stage", "money", "house", "minimum", "maximum", "round", "wagers", "sided", "dealt"))
_METER: Final = "meter"
#: The kinds of play that wait for further cards or rounds; the kernels have separate code for them.
WAITING_PLAYS: Final = frozenset(("sevens", "progressive", "streak"))
NOTHING_READ: Final = Reads()
#: The outcome of a wager that no line of its pay table settles.
_LOST: Final = "lost"


class UndeclaredRead(Exception):
    """Raised if the wager reads a field of the state that its declared cards do not determine."""


class UnexpectedPayment(Exception):
    """Raised if the wager is not settled by the line that its declared cards reach."""


class Hidden:
    """Placeholder of something that is not read: every use raises UndeclaredRead."""

    def __init__(self, field: str) -> None:
        self._field = field

    def _raise(self, *_: object) -> Any:
        raise UndeclaredRead(self._field)

    __getattr__ = __getitem__ = __setitem__ = __delitem__ = __contains__ = __iter__ = __len__ = __bool__ = _raise
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __index__ = __int__ = _raise
    __add__ = __radd__ = __sub__ = __rsub__ = __and__ = __rand__ = __rshift__ = __mod__ = __floordiv__ = _raise
    __str__ = __repr__ = __format__ = _raise


class _OwnBox(Hidden):
    """The cards dealt to the box of the wager; those of another box are hidden."""

    def __init__(self, cards: list[int]) -> None:
        super().__init__("dealt")
        self._cards = cards

    def get(self, *box: object) -> list[int]:
        """Returns the cards of the box; a default that follows is ignored."""
        if box[0] != _BOX:
            self._raise()
        return self._cards

    __getitem__ = get


def _no_grounds(*_: object) -> tuple[str, ...]:
    return ()


def _without_clauses(terms: SideTerms) -> SideTerms:
    """Returns the terms of a wager without the clauses, which a probe does not compare."""
    lines = {name: replace(line, clauses=()) for name, line in terms.lines.items()}
    return replace(terms, clauses={}, lines=lines)


class DeclaredCardsProbe:
    """One side wager with a fixed stake, settled by the cards of its box alone."""

    def __init__(self, rules: BlackjackRules, name: str, stake: int) -> None:
        alone = replace(rules, memo={})  # with instances of its own
        self.play: SideWager = side_plays(alone)[name]
        self.play.terms = _without_clauses(self.play.terms)
        self.play.grounds = _no_grounds  # type: ignore[method-assign,assignment] # clauses may follow from the whole table
        self._pays = SidePayProbe(rules, name, stake)
        self._net_of = cache(self._pays.on_line)
        self._name, self._stake = name, stake
        alone_in_group = type(self.play).notify_group is SideWager.notify_group
        self._notify = self.play.notify if alone_in_group else self._notify_group
        self._dealt: list[int] = []
        self._own_box = _OwnBox(self._dealt)
        visible = _VISIBLE | {_METER} if self.play.terms.play == "progressive" else _VISIBLE
        hidden: dict[str, Any] = {field: Hidden(field) for field in State.__struct_fields__ if field not in visible}
        state = State(minimum=rules.limits.minimum, maximum=rules.limits.maximum, sided=True, **hidden)
        self._context = RoundContext.of(alone, state, NoCards())

    def check_two_cards(self) -> None:
        """Checks a wager that declares two cards: every two cards settle it. Raises a probe error."""
        for cards, settled in self._all_pairs():
            self._expect(cards, settled)

    def check_losers(self) -> None:
        """Checks a wager with prizes: two cards that win no prize lose it, two that win one leave it open."""
        for cards, settled in self._all_pairs():
            if not self._pays.wins_prize(cards):
                self._expect(cards, settled, line="")
            elif settled is not None:
                raise UnexpectedPayment(f"{card_names(cards)} win a prize, but settle the wager as {settled.outcome}")

    def check_ended(self, cards: Sequence[int]) -> None:
        """Checks that a box ending with these cards is settled by their line, also if the pair is split."""
        self._expect(cards, self._settle(cards, (*_FIRST_TWO, *(Moment.CARD,) * (len(cards) - 2), *_ENDING)))
        if len(cards) == 2 and cards[0] >> 2 == cards[1] >> 2:
            settled = self._settle(cards, (*_FIRST_TWO, Moment.SPLIT))
            if settled is not None:
                self._expect(cards, settled)

    def _all_pairs(self) -> Iterator[tuple[tuple[int, int], ev.WagerSettled | None]]:
        """Yields every two cards with the settlement by them, or None if the wager stays open."""
        state = self._context.state
        for first in range(DECK_SIZE):
            self._open()
            early = self._play((first,), _FIRST)
            wager, money, house = state.wagers[0], state.money, state.house
            for second in range(DECK_SIZE):
                cards = first, second
                if early is None:
                    self._open(copy(wager), dict(money), house, cards[:1])
                yield cards, early or self._play(cards, _SECOND)

    def _settle(self, cards: Sequence[int], moments: Sequence[int]) -> ev.WagerSettled | None:
        """Plays a round of these moments and cards. Returns the settlement, or None if the wager stays open."""
        self._open()
        return self._play(cards, moments)

    def _open(
        self,
        wager: Wager | None = None,
        money: dict[str, int] | None = None,
        house: int = 0,
        dealt: Sequence[int] = (),
    ) -> None:
        """Places the wager, by default a new one before the first card."""
        context, state = self._context, self._context.state
        state.wagers = [wager or Wager(0, PLAYER, _BOX, self._name, self._stake)]
        state.money, state.house = money or {PLAYER: 0}, house
        self._dealt[:] = dealt
        state.dealt = self._own_box  # type: ignore[assignment] # in place of the dictionary of all boxes
        context.events.clear()

    def _notify_group(self, context: RoundContext, wager: Wager, moment: int) -> None:
        self.play.notify_group(context, [wager], moment)

    def _play(self, cards: Sequence[int], moments: Sequence[int]) -> ev.WagerSettled | None:
        """Plays these moments. Returns the settlement, or None if the wager stays open."""
        context, dealt = self._context, self._dealt
        wager = context.state.wagers[0]
        for moment in moments:
            if moment == Moment.CARD:
                dealt.append(cards[len(dealt)])
            try:
                self._notify(context, wager, moment)
            except UnknownOutcome:
                raise UndeclaredRead("the next card") from None
            if wager.result is not None:
                return next(event for event in context.events if isinstance(event, ev.WagerSettled))
        return None

    def _expect(self, cards: Sequence[int], settled: ev.WagerSettled | None, line: str | None = None) -> None:
        reached = self.play.line(cards) if line is None else line
        if settled is None:
            raise UnexpectedPayment(f"{card_names(cards)} do not settle it")
        if not self.is_line(settled, reached):
            raise UnexpectedPayment(
                f"{card_names(cards)} settle it as {settled.outcome}, but their line is {reached or _LOST}"
            )

    def is_line(self, settled: ev.WagerSettled, line: str) -> bool:
        """Returns whether a settlement matches a line: its name, and its payment unless a meter determines it."""
        if settled.outcome != (line or _LOST):
            return False
        return line == progressive.TOP or settled.net == self._net_of(line)


#: The moments up to the second card of every box, and those of a box that takes no further card.
_FIRST: Final = (Moment.BEGIN, Moment.CARD)
_SECOND: Final = (Moment.CARD, Moment.SECOND_CARDS)
_FIRST_TWO: Final = (*_FIRST, *_SECOND)
_ENDING: Final = (Moment.STAND, Moment.BOX_DONE, Moment.SETTLED)


def settles_by_line(play: SideWager) -> bool:
    """Returns whether the wager is settled by its line alone: it overrides nothing that reads, decides or pays."""
    kind = type(play)
    return all(
        getattr(kind, name) is getattr(SideWager, name) for name in ("read", "notify", "notify_group", "pay_line")
    )


def check_simulable(rules: BlackjackRules, name: str, stake: int) -> None:
    """Raises NotSimulable unless two cards of a box and the dealer's cards settle the wager by its line, or the kernels
    have code for it.
    """
    terms, play = rules.sides[name], side_plays(rules)[name]
    checked: set[str] = rules.memo.setdefault("simulable_sides", set())
    if name in checked or terms.play in WAITING_PLAYS or play.prizes_at is not None:
        return
    reason = _not_simulable(rules, name, stake, play)
    if reason:
        raise NotSimulable(f"the wager on {name}: {reason}", terms.cite("offered", "settled"), rules.rulebook)
    checked.add(name)


def _not_simulable(rules: BlackjackRules, name: str, stake: int, play: SideWager) -> str:
    """Returns why no kernel plays the wager, or an empty text."""
    reads = play.reads
    if reads.box > 2:
        return f"it reads {reads.box} cards of the box, but the kernels settle it by two"
    if reads.card_count or reads.outcome:
        return f"it reads the {'number of cards' if reads.card_count else 'outcome'} of the box's hand"
    if reads.dealer_cards:
        return "it reads the dealer's cards one by one, and the kernels give it the first and the final hand"
    if reads.hole_card:
        return "it reads the dealer's second card, and the kernels give it the first and the final hand"
    if reads == NOTHING_READ:
        return "it declares nothing that it reads"
    if settles_by_line(play):
        return ""
    if not reads.box_alone:
        return "it reads the dealer's cards by code of its own (notify)"
    try:
        DeclaredCardsProbe(rules, name, stake).check_two_cards()
    except UndeclaredRead as more:
        return f"it reads the table's '{more}'"
    except UnexpectedPayment as wrong:
        return str(wrong)
    return ""
