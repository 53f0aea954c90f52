"""Live tables of all games, in one shape: open one, or restore it from its log."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import TableRules, game_of
from pitboss.notation.header import parse_limits
from pitboss.notation.pit import PitError
from pitboss.table.fair import FairnessRecord, check_fairness
from pitboss.table.live_base import THE_HOUSE, Actor, Due, Entry, Movement, Role, TableSpec, brought
from pitboss.table.live_blackjack import LiveBlackjack
from pitboss.table.live_events import Codec
from pitboss.table.live_log import BlackjackStory, RouletteStory, Story, TournamentStory
from pitboss.table.live_roulette import LiveRoulette
from pitboss.table.live_round import round_alone
from pitboss.table.live_tournament import LiveTournament
from pitboss.table.shared_views import Shown
from pitboss.tournament import tournament_rules

__all__ = [
    "THE_HOUSE",
    "Actor",
    "Due",
    "Entry",
    "FairnessRecord",
    "LiveTable",
    "Movement",
    "Role",
    "Shown",
    "TableSpec",
    "brought",
    "check_fairness",
    "decode_events",
    "encode_events",
    "fairness_records",
    "log_pit",
    "open_table",
    "restore",
    "round_pit",
]


class LiveTable(Protocol):
    """A table that people play at, whatever the game. It does no input or output and knows no clock."""

    spec: TableSpec
    secret: bytes
    version: int
    #: The first entry of the log: what the opening brought.
    opening: Entry
    #: Who is there: they have come with money, and have not gone with what was left of it.
    present: set[str]
    #: What the last command, or the last entry absorbed, moved.
    moved: tuple[Movement, ...]

    @property
    def game(self) -> str: ...

    def do(self, actor: Actor, words: str) -> tuple[Any, ...] | Refusal:
        """Carries the words out, or says what forbids them."""

    def absorb(self, entry: Entry) -> None:
        """Folds an entry of the log onto the table."""

    def copy(self) -> "LiveTable":
        """Another table that stands as this one does."""

    def movements(self, event: Any) -> tuple[Movement, ...]:
        """What an event of the last command moved."""

    def purses(self) -> dict[str, int]:
        """What everybody holds at the table."""

    def owed(self) -> tuple[str, ...]:
        """What the house says for people to whom more is owed than lies in their purses."""

    def plays_for_chips(self) -> bool:
        """Whether a round is in progress of which no money tells."""

    def due(self) -> Due | None:
        """Whom the table waits for first."""

    def dues(self) -> tuple[Due, ...]:
        """Whom the table waits for."""

    def public_view(self) -> Any:
        """What everybody may see; the same for all at one version."""

    def personal_view(self, actor: Actor) -> Any:
        """What is open to one person, and why something is not."""

    def view(self, actor: Actor) -> dict[str, Any]:
        """Both, as ``table`` and ``you``."""

    def card(self) -> Any:
        """What does not change: the cloth, what pays what, what the operator chose."""

    def shown(self, event: Any, actor: Actor) -> Shown | None:
        """An event as this person may see it; None for a step that nobody would tell of."""

    def preview(self, actor: Actor, words: str) -> tuple[Any, ...] | Refusal:
        """What the words would bring, as far as that is known before; nothing is changed."""


#: How each game is played live.
_GAMES: dict[str, Any] = {"blackjack": LiveBlackjack, "roulette": LiveRoulette, "tournament": LiveTournament}


def _codec(game: str) -> Codec:
    codec: Codec = _GAMES[game].codec
    return codec


def encode_events(game: str, events: Sequence[Any]) -> bytes:
    """Events as the log stores them: JSON, each with its type."""
    return _codec(game).encode(events)


def decode_events(game: str, data: bytes | str) -> tuple[Any, ...]:
    """The events that were stored."""
    return _codec(game).decode(data)


def open_table(spec: TableSpec, secret: bytes) -> LiveTable | Refusal:
    """A table that is open for play, or what forbids it; its first entry is ``opening``.

    LawError where there is no such rulebook, ValueError where a choice or the limits cannot be read.
    """
    if len(secret) != 32:
        raise ValueError("a table's secret has 32 bytes")
    rules = _rules(spec)
    if isinstance(rules, Refusal):
        return rules
    table = _GAMES[game_of(rules)](spec, rules, secret)
    table.open()
    live: LiveTable = table
    return live


def restore(spec: TableSpec, secret: bytes, entries: Iterable[Entry]) -> LiveTable:
    """The table that a log makes, from its first entry on. Nothing is decided again."""
    rules = _rules(spec)
    if isinstance(rules, Refusal):
        raise ValueError(f"a table that was opened is refused: {rules}")
    table: LiveTable = _GAMES[game_of(rules)](spec, rules, secret)
    for entry in entries:
        table.absorb(entry)
    return table


def _rules(spec: TableSpec) -> TableRules[Any] | Refusal:
    book = load_rulebook(spec.rulebook)
    try:
        limits = parse_limits(0, spec.limits) if spec.limits else Limits()
    except PitError as error:
        raise ValueError(error.message) from None
    for name in ("turn_seconds", "betting_seconds"):
        if not 0 <= getattr(spec, name) <= 3600:
            raise ValueError(f"{name}: {getattr(spec, name)} is not between 0 and 3600")
    return resolve(book, spec.choices, limits)


# --- the log read again ------------------------------------------------------------------------------------------


def _story(spec: TableSpec) -> Story:
    rules = _rules(spec)
    assert not isinstance(rules, Refusal), rules
    game = game_of(rules)
    if game == "tournament":
        tournament = tournament_rules(rules)
        assert not isinstance(tournament, Refusal), tournament
        return TournamentStory(spec, rules, tournament)
    return RouletteStory(spec, rules) if game == "roulette" else BlackjackStory(spec, rules)


def log_pit(spec: TableSpec, entries: Iterable[Entry], title: str = "") -> str:
    """The whole log as a ``.pit`` file that replays to the same money."""
    story = _story(spec)
    story.read(entries)
    return story.text(title or "Played at a live table")


def round_pit(spec: TableSpec, entries: Sequence[Entry], wanted: int) -> str:
    """A file that replays to the end of a round; ValueError where there was no such round.

    It is the round alone, in a tournament its session at its table, where that comes to the same money; else all that
    led to it is in the file, for a round may hang on streaks, meters and warnings of the rounds before it.
    """
    title = f"Round {wanted} of a live table"
    alone = round_alone(_story(spec), entries, wanted, title)
    if alone:
        return alone
    whole = _story(spec)
    whole.read(entries, upto=wanted)
    if not 0 < wanted <= whole.round:
        raise ValueError(f"there was no round {wanted}: {whole.round} have begun")
    return whole.text(title)


def fairness_records(spec: TableSpec, entries: Iterable[Entry]) -> list[FairnessRecord]:
    """For every seed what ``check_fairness`` needs, from the log alone."""
    if spec.cards_are_read:
        return []
    story = _story(spec)
    for entry in entries:
        story.follow(entry)
    return story.records()
