"""The registry of games: one `Game` value holds everything that the other rooms know of a game."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec import Struct

from pitboss.games.commands import Command
from pitboss.games.events import Codec, inner_event, snake_case
from pitboss.games.live.base import TableSpec
from pitboss.games.live.bots import BotMove
from pitboss.games.live.lessons import LessonTracker
from pitboss.games.live.pit_writer import PitWriter
from pitboss.games.live.views import Shown
from pitboss.law import LawWarning, Refusal, TableRules
from pitboss.law.cite import Clauses
from pitboss.law.conditions import FactTracker
from pitboss.law.irregularities import RemedySpec
from pitboss.law.terms import GROUNDS, TERMS, register_terms, unregister_terms
from pitboss.pit import Act, PitFile

if TYPE_CHECKING:
    from pitboss.games.live.table import Table


class AnyEvent(Protocol):
    """An event of any game, with the clauses it rests on."""

    @property
    def clauses(self) -> Clauses: ...


class GamePlay(Protocol):
    """A ``.pit`` file in play. Its methods raise ValueError, with the expected form, for words they cannot parse."""

    @property
    def opening(self) -> Sequence[AnyEvent]:
        """The events of the opening of the table."""

    @property
    def state(self) -> Any: ...

    def read(self, act: Act) -> Command:
        """Parses a line of play."""

    def does(self, command: Any) -> Sequence[AnyEvent] | Refusal:
        """Executes a command."""

    def release_payment(self) -> Sequence[AnyEvent]:
        """Pays what waited for an attestation; returns the events of that, none where nothing waited."""

    def refusal(self, command: Any) -> Refusal | None:
        """Returns the refusal of a command, without executing it; None if it is legal."""

    def expects(self, words: Sequence[str]) -> tuple[str, str]:
        """Returns the expected and the actual value of an expectation; they are equal where it holds."""


class HiddenOutcomes(Protocol):
    """Tracks which cards of a log no player has seen yet."""

    #: The types of event that hide a card or reveal one.
    @property
    def kinds(self) -> tuple[type, ...]: ...

    def follow(self, event: object, version: int) -> None:
        """Applies an event of the entry with this version."""

    def versions(self) -> Iterable[int]:
        """Returns the versions at which the cards that are still unseen were laid."""


def _always(file: PitFile) -> bool:
    return True


def _warnings(rules: TableRules[Any]) -> tuple[LawWarning, ...]:
    return rules.warnings


def _unchanged(events: Any) -> Any:
    return events


def _one(rules: TableRules[Any]) -> int:
    return 1


def _nothing(events: Iterable[Any]) -> float:
    """For a game whose page shows every update at once."""
    return 0.0


def _only_table(event: Any) -> int:
    """For a game that is played at one table."""
    return 0


def _never(live: Any) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: everything that notation, tables, house and server need of it."""

    name: str
    #: The base class of its events, and the sentence of each.
    events: type
    sentences: Mapping[type, Callable[[Any], str]]
    #: How its events are stored, with those of seeds and purses.
    codec: Codec
    #: Makes a table, not opened yet: its specification, its rules, the secret of its seeds, and chance where it has
    #: another source than seeds or the dealer.
    table: "Callable[[TableSpec, Any, Any, Any], Table]"
    #: Writes a log of a table as a ``.pit`` file.
    pit_writer: Callable[[TableSpec, TableRules[Any]], PitWriter]
    #: Makes the chance that the header of a file lists; None where a table of the game cannot have it.
    listed: Callable[[PitFile, TableRules[Any]], Any] | None = None
    #: What a table shows: its public view, and the card of what does not change.
    view: type
    card: type
    #: The types of event that end a round.
    round_ends: tuple[type, ...]
    #: The kinds of wager that raise another one, whose edge is that of its first stake: a double raises the main wager.
    raises: Mapping[str, str] = field(default_factory=dict)
    #: The results in cents of a wager (kind, place, stake) at each of the equally likely outcomes of a round, in an
    #: order that all wagers share; None for a wager without such. Without it, wagers have no known covariance.
    round_results: Callable[[TableRules[Any], str, str, int], tuple[int, ...] | None] | None = None
    #: Plays a ``.pit`` file.
    replay: Callable[[PitFile, TableRules[Any]], GamePlay]
    #: The settings that a rulebook of the game must give, and the rules that only carry a clause.
    terms: type[Struct]
    grounds: Mapping[str, str] = field(default_factory=dict)
    #: The remedies of irregularities that its rulebooks may name, and the plays of side wagers; empty: any.
    remedies: Mapping[str, RemedySpec] = field(default_factory=dict)
    wager_plays: Collection[str] = ()
    #: The names of all plays that a rulebook may name, and its remedies, also those from outside the package.
    plays_of_rulebook: Callable[[str], Collection[str]] | None = None
    remedies_of_rulebook: Callable[[str], Mapping[str, RemedySpec]] | None = None
    #: The grammar of its lines and the words of its expectations, for editors; None where it has no grammar of its own.
    grammar: Any = None
    expectations: Collection[str] = ()
    #: The types of event that settle a wager or decide a question; ``? cited only`` reads these.
    decisive: tuple[type, ...] = ()
    #: Whether a file plays this game; asked where a rulebook holds it around another, as a tournament around blackjack.
    plays: Callable[[PitFile], bool] = _always
    #: Removes from an event what players may not see; None where the game hides nothing.
    visible: Callable[[Any], Shown | None] | None = None
    #: Makes a tracker of the cards in a log that no player has seen yet; None where the game has no such cards.
    hidden_cards: Callable[[], HiddenOutcomes] | None = None
    #: The warnings at the opening of a table.
    warnings: Callable[[TableRules[Any]], tuple[LawWarning, ...]] = _warnings
    #: Rewrites decoded events to the form of the releases that stored no means, for the audit of their logs.
    as_first_stored: Callable[[Any], Any] = _unchanged
    #: Gives the facts of each event, against which citations are checked; None where the game has no conditions.
    citation_facts: Callable[[TableRules[Any]], FactTracker] | None = None
    #: Draws the table after each event of a replayed file, by its steps; with the struct of a frame.
    frames: Callable[[PitFile, TableRules[Any], Sequence[Sequence[Any]]], Iterator[Any]] | None = None
    frame: type | None = None
    #: The seconds in which a page shows the events of an update; the deadlines that follow start after them.
    showing: Callable[[Iterable[Any]], float] = _nothing
    #: The number of the table of an event, where a game has several that are shown beside each other, as ``Due.table``.
    table_of: Callable[[Any], int] = _only_table
    #: The next command at a practice table, by a bot or the automatic director; None while it waits for a person.
    bot_move: Callable[[Any, Sequence[str]], BotMove | None] | None = None
    #: Follows a log for one player, to learn from their rounds; None where the game has no decisions to rate.
    lessons: Callable[[Any, str], LessonTracker] | None = None
    #: The fewest players with whom a table of these rules is played.
    fewest_players: Callable[[TableRules[Any]], int] = _one
    #: Whether a live table has ended for good; and the command of the house that ends one early, if it needs one.
    finished: Callable[[Any], bool] = _never
    abandon: Command | None = None
    #: The exact figures of every wager by its name, each a ``pitboss.analyse.wagers_table.WagerTable``; None where the
    #: game has none of its own.
    exact: Callable[[TableRules[Any]], Mapping[str, Any]] | None = None
    #: Compiles the stakes of every round, in cents by wager, into a ``pitboss.simulate.sampled.SampledGame``. Raises
    #: ValueError for a wager that the rules refuse. None where the game is not simulated this way.
    simulation: Callable[[TableRules[Any], Mapping[str, int]], Any] | None = None

    def remedies_for(self, rulebook: str) -> Mapping[str, RemedySpec]:
        """Returns the remedies that a rulebook of the game may name, also those from outside the package.

        Raises LawError for code beside the rulebook that fails or may not be run.
        """
        return self.remedies_of_rulebook(rulebook) if self.remedies_of_rulebook else self.remedies


#: Games of the package; each is imported from its folder at the first lookup.
_BUILT_IN: Final = ("blackjack", "roulette", "tournament")
_games: Final[dict[str, Game]] = {}
#: Cache: the game of each type of event.
_by_event: Final[dict[type, Game | None]] = {}


def register(game: Game) -> None:
    """Adds a game; raises ValueError where another game has its name."""
    if game.name in _BUILT_IN or game.name in _games:
        raise ValueError(f"there is a game '{game.name}' already: choose another name, or unregister it first")
    register_terms(game.name, game.terms, game.grounds)
    _games[game.name] = game
    _by_event.clear()


def unregister(name: str) -> None:
    """Removes a game that was registered; raises KeyError where there is none."""
    if name in _BUILT_IN:
        raise ValueError(f"'{name}' is a game of the package and stays")
    del _games[name]
    unregister_terms(name)
    _by_event.clear()


def find_game(name: str) -> Game:
    """Returns the game of that name; raises KeyError where there is none."""
    if name not in _games and name not in _BUILT_IN:
        _discover()
    elif name not in _games:
        game: Game = import_module(f"pitboss.games.{name}.game").GAME
        assert (game.name, game.terms, game.grounds) == (name, TERMS[name], GROUNDS[name])
        _games[name] = game
    return _games[name]


def _discover() -> None:
    """Registers the games from outside the package."""
    import_module("pitboss.games.discovery").discover()  # it imports this module


def all_games() -> tuple[Game, ...]:
    """Returns the games of the package, then those that were registered or found outside it."""
    _discover()
    return known_games()


def known_games() -> tuple[Game, ...]:
    """Returns the games of the package, then those that are registered by now."""
    names = dict.fromkeys((*_BUILT_IN, *_games))
    return tuple(find_game(name) for name in names)


def event_names(game: str) -> frozenset[str]:
    """Returns the names of the events that a file of the game can have, those of an underlying game included."""
    kinds: list[type] = [find_game(game).events]
    for kind in kinds:
        kinds += kind.__subclasses__()
        carried = getattr(kind, "__annotations__", {}).get("event")
        kinds += [carried] if isinstance(carried, type) else []
    return frozenset(snake_case(kind.__name__) for kind in kinds)


def is_decisive(event: Any) -> bool:
    """Returns whether an event settles a wager or decides a question."""
    kind = type(inner_event(event))
    game = game_of_event(kind)
    return game is not None and kind in game.decisive


def game_of_event(kind: type) -> Game | None:
    """Returns the game whose events have this type; None for events of no game, such as seeds and purses."""
    if kind not in _by_event:
        _by_event[kind] = next((game for game in known_games() if issubclass(kind, game.events)), None)
    return _by_event[kind]
