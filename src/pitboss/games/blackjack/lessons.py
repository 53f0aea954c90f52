"""The decisions and results of one player at a blackjack table, from its log."""

from typing import Final

from pitboss.cards import card_name
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.legal import legal_actions
from pitboss.games.blackjack.live import BlackjackTable
from pitboss.games.blackjack.state import Hand, Stage, State
from pitboss.games.live.base import Entry, Role
from pitboss.games.live.lessons import HandDecision, RoundLesson
from pitboss.law.refusal import Refusal

_PLAY: Final[tuple[str, ...]] = ("hit", "stand", "double", "split", "surrender")
_INSURANCE: Final[tuple[str, ...]] = ("pass", "insure", "even")
#: How each kind of movement changes the money of its player in a round.
_NET: Final = {"wager": -1, "back": 1, "win": 1, "unwin": -1}


class BlackjackLessons:
    """Follows the log of a blackjack table for one player."""

    def __init__(self, live: BlackjackTable, player: str) -> None:
        self._live = live
        self._player = player
        self._net = 0
        self._stakes: dict[str, int] = {}
        self._decisions: list[HandDecision] = []
        self._clauses: dict[str, None] = {}

    def follow(self, entry: Entry) -> RoundLesson | None:
        """Applies an entry; returns the player's round if the entry ended one."""
        state = self._live.state
        if any(type(event) is ev.RoundBegan for event in entry.events):
            self._stakes = _stakes(state, self._player)
            self._clauses.clear()
        if entry.actor.name == self._player and entry.actor.role is Role.PLAYER:
            command = self._live.parse(entry.actor, entry.words)
            decision = None if isinstance(command, Refusal) else decision_of(self._live, self._player, command)
            if decision is not None:
                self._decisions.append(decision)
        self._live.absorb(entry)
        self._net += sum(
            _NET.get(moved.kind, 0) * moved.amount for moved in self._live.moved if moved.player == self._player
        )
        for event in entry.events:
            self._clauses.update(dict.fromkeys(event.clauses))
        return self._finished() if any(type(event) is ev.RoundEnded for event in entry.events) else None

    def _finished(self) -> RoundLesson | None:
        stakes, decisions, net = self._stakes, tuple(self._decisions), self._net
        self._stakes, self._decisions, self._net = {}, [], 0
        if not stakes:
            return None
        split = any(decision.did == "split" for decision in decisions)
        return RoundLesson(self._live.state.round, net, stakes, decisions, split, tuple(self._clauses))


def _stakes(state: State, player: str) -> dict[str, int]:
    stakes: dict[str, int] = {}
    for bet in state.bets:
        if bet.player == player:
            stakes[bet.kind] = stakes.get(bet.kind, 0) + bet.amount
    return stakes


def decision_of(live: BlackjackTable, player: str, command: cmd.Command) -> HandDecision | None:
    """Returns the decision that a command of the player is, before it is executed; None for any other command."""
    state, verb = live.state, command.verb
    if verb in _PLAY and state.stage == Stage.PLAY and state.turn is not None and state.offer is None:
        hand, known = state.turn, _PLAY
    elif verb in _INSURANCE and state.offer is not None and state.offer.kind == "insurance":
        box = getattr(command, "box", 0)
        if (player, box) not in state.offer.waiting:
            return None
        hand, known = state.hands[box][0], _INSURANCE
    else:
        return None
    if len(hand.cards) < 2 or not state.dealer or not state.dealer[0]:
        return None
    legal = legal_actions(live.rules, state)
    allowed = {command.verb for command in legal if getattr(command, "box", 0) == hand.box and command.actor == player}
    return _decision(state, hand, player, verb, tuple(name for name in known if name in allowed))


def _decision(state: State, hand: Hand, player: str, verb: str, allowed: tuple[str, ...]) -> HandDecision:
    stakes = [w for w in state.wagers if w.player == player and w.box == hand.box and w.kind == "main"]
    own = sum(wager.amount for wager in stakes if wager.hand == hand.number)
    first = min((wager.hand for wager in stakes), default=hand.number)
    hands = state.hands[hand.box]
    others = [card for box in state.hands.values() for other in box if other is not hand for card in other.cards]
    return HandDecision(
        kind="play" if verb in _PLAY else "insurance",
        box=hand.box,
        cards=tuple(card_name(card) for card in hand.cards),
        up=card_name(state.dealer[0][0]),
        gone=tuple(card_name(card) for card in others),
        hands=len(hands),
        added=len(hands) > 1 and hand.number != first,
        stake=own,
        did=verb,
        open=allowed,
    )
