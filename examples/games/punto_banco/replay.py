"""Plays a ``.pit`` file."""

from collections.abc import Iterator, Sequence

from pitboss.games.commands import Command
from pitboss.games.header import DEFAULT_PURSE, read_players
from pitboss.law import Refusal
from pitboss.money import amount_text, net_text, parse_amount
from pitboss.pit import Act, Does, MustBeRefused, PitFile

from . import events as ev
from .chance import listed_cards
from .commands import GRAMMAR
from .decide import decide, refusal_of
from .state import State, apply
from .terms import BANKER, PLAYER, PuntoRules

_FORMS = "won WHO, shoe NUMBER, total HAND N, wager NAME PLACE NET, net NAME AMOUNT, money NAME AMOUNT"


class PuntoPlay:
    """A file in play: a table whose shoe has the listed cards."""

    def __init__(self, file: PitFile, rules: PuntoRules) -> None:
        self.rules = rules
        self.state = State()
        self.chance = listed_cards(file, rules)
        limits = rules.limits
        opened = ev.TableOpened(rules.cite("decks"), limits.minimum, limits.maximum, rules.terms.decks)
        self.opening: list[ev.PuntoEvent] = [opened]
        purses = read_players(file)
        for name in dict.fromkeys((*purses, *_people(file))):
            apply(self.state, ev.PlayerJoined((), name, purses.get(name, DEFAULT_PURSE)))
        self._brought = dict(self.state.money)

    def read(self, act: Act) -> Command:
        """Parses a line."""
        return GRAMMAR.read(act)

    def does(self, command: Command) -> Sequence[ev.PuntoEvent] | Refusal:
        """Executes a command."""
        events = decide(self.rules, self.state, command, self.chance)
        if not isinstance(events, Refusal):
            for event in events:
                apply(self.state, event)
        return events

    def release_payment(self) -> Sequence[ev.PuntoEvent]:
        """Returns no events: no payment waits for an attestation."""
        return ()

    def refusal(self, command: Command) -> Refusal | None:
        """Returns what forbids a command."""
        return refusal_of(self.rules, self.state, command)

    def expects(self, words: Sequence[str]) -> tuple[str, str]:
        """Evaluates an expectation; returns the expected and the actual value."""
        match words:
            case ["won", who]:
                return who, self.state.won or "nobody"
            case ["shoe", number]:
                return number, str(self.state.shoe + 1)
            case ["total", (("player" | "banker") as hand), total]:
                return total, str(self.state.total(PLAYER if hand == PLAYER else BANKER))
            case ["wager", name, place, net]:
                nets = {(event.player, event.place): net_text(event.net) for event in self.state.settled}
                return net, nets.get((name, place), "no such wager")
            case ["net", name, net] if name in self._brought:
                return net, net_text(self._held(name) - self._brought[name])
            case ["money", name, amount] if name in self._brought:
                return amount_text(parse_amount(amount)), amount_text(self.state.money[name])
        raise ValueError(f"expected one of {_FORMS}; got '{' '.join(words)}'")

    def _held(self, name: str) -> int:
        """Returns what a player holds, open wagers included."""
        return self.state.money[name] + sum(amount for (who, _), amount in self.state.bets.items() if who == name)


def _people(file: PitFile) -> Iterator[str]:
    """Yields the name of every player who acts in the file."""
    for line in file.lines:
        if isinstance(line, Does | MustBeRefused) and line.act.actor != "house":
            yield line.act.actor
