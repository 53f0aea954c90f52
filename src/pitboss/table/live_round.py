"""One round of a live table as a ``.pit`` file of its own, without the rounds before it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from pitboss.law.resolve import Limits
from pitboss.law.ways import ShoeKind
from pitboss.money import amount_text
from pitboss.notation.pit import Act, PitError, parse_pit
from pitboss.notation.replay import replay
from pitboss.notation.tournament_words import HOUSE_VERBS
from pitboss.roulette import events as wheel
from pitboss.table.live_base import Entry, spoken
from pitboss.table.live_events import OutcomeAwaited
from pitboss.table.live_log import BlackjackStory, RouletteStory, Story, TournamentStory
from pitboss.table.log import chance_lines
from pitboss.tournament import events as cup

Before = TypeVar("Before")


def round_alone(story: Story, entries: Sequence[Entry], wanted: int, title: str) -> str:
    """The file of a round, made with a story that has read nothing yet; "" where there is none that replays."""
    text = ""
    if isinstance(story, BlackjackStory):
        text = _blackjack(story, entries, wanted, title)
    elif isinstance(story, RouletteStory):
        text = _roulette(story, entries, wanted, title)
    elif isinstance(story, TournamentStory):
        text = _tournament(story, entries, wanted, title)
    return text if text and _replays(text) else ""


def _replays(text: str) -> bool:
    try:
        return replay(parse_pit(text)).passed
    except PitError:
        return False


def _file(*parts: Iterable[str]) -> str:
    return "".join(f"{line}\n" for part in parts for line in part)


# --- tables with purses ------------------------------------------------------------------------------------------


class Purses(Struct, frozen=True):
    """What everybody held before a round, and had brought and taken away until then."""

    held: dict[str, int]
    brought: dict[str, int]
    taken: dict[str, int]

    def at_hand(self, story: Story) -> dict[str, int]:
        """What everybody had for the round: what was held, and what came since."""
        return {
            name: self.held.get(name, 0) + cents - self.brought.get(name, 0) for name, cents in story.brought.items()
        }

    def left(self, story: Story) -> dict[str, int]:
        """What everybody holds after it, or has taken away since."""
        return {name: cents - self.taken.get(name, 0) for name, cents in story.money().items()}


def _purses(story: Story, held: Mapping[str, int]) -> Purses:
    return Purses(dict(held), dict(story.brought), dict(story.taken))


def _expected(money: Mapping[str, int]) -> list[str]:
    return [f"? money {name} {amount_text(cents)}" for name, cents in money.items()]


def _read_round(
    story: Story,
    entries: Iterable[Entry],
    wanted: int,
    mark: Callable[[], Before],
    lines_of: Callable[[Entry], list[str]],
) -> Before | None:
    """Reads to the end of the round and keeps its lines alone; what ``mark`` saw before it, None without the round."""
    before: Before | None = None
    for entry in entries:
        if before is not None:
            story.lines += lines_of(entry)
        ended = story.follow(entry)
        if before is None:
            if (entry.words == "open" and wanted == 1) or (ended and story.round == wanted - 1):
                before = mark()
        elif ended and story.round >= wanted:
            return before
    return None


# --- blackjack ---------------------------------------------------------------------------------------------------


class BlackjackMark(Struct, frozen=True):
    """How a table of blackjack stood before a round."""

    purses: Purses
    minimum: int
    maximum: int
    seats: dict[int, str]
    orders: tuple[tuple[tuple[int, ...], ...], ...]
    burnt: tuple[int, ...]
    prizes: int


def _blackjack(story: BlackjackStory, entries: Iterable[Entry], wanted: int, title: str) -> str:
    """With the limits, the money and the seats that it began with, and the cards from there on."""
    draws = story.draws

    def mark() -> BlackjackMark:
        state = draws.state
        purses, prizes = _purses(story, state.money), len(draws.prizes)
        seats, orders, burnt = dict(state.seats), draws.orders(), draws.burnt_now()
        return BlackjackMark(purses, state.minimum, state.maximum, seats, orders, burnt, prizes)

    before = _read_round(story, entries, wanted, mark, story.lines_of)
    if before is None:
        return ""
    left = before.purses.left(story)
    story.brought = before.purses.at_hand(story)
    limits = Limits(before.minimum, before.maximum, story.rules.limits.step)
    story.rules = replace(story.rules, limits=limits)
    prizes = [prize.cents for prize in draws.prizes[before.prizes :]]
    double = story.rules.terms.shoe is ShoeKind.DOUBLE
    chance = chance_lines(_since(before, draws.orders()), prizes, double=double)
    seats = [f"{name}: sit {box}" for box, name in sorted(before.seats.items())]
    return _file(story.header(title), chance, ["---"], seats, story.lines, _expected(left))


def _since(before: BlackjackMark, orders: tuple[tuple[tuple[int, ...], ...], ...]) -> list[list[tuple[int, ...]]]:
    """What came after the mark: the rest of the filling in use, behind the card burnt from it, then the others."""
    sides = []
    for old, now, burnt in zip(before.orders, orders, before.burnt, strict=True):
        rest = list(now[len(old) - 1 :])
        first = rest[0][len(old[-1]) :]
        rest[0] = (burnt, *first) if burnt >= 0 else first
        sides.append(rest)
    return sides


# --- roulette ----------------------------------------------------------------------------------------------------


class WheelMark(Struct, frozen=True):
    """How a roulette table stood before a round: the layout was empty."""

    purses: Purses
    chips: list[str]
    spins: int


def _roulette(story: RouletteStory, entries: Iterable[Entry], wanted: int, title: str) -> str:
    """With the money and the chips of a colour that everybody had, and the numbers from there on."""

    def mark() -> WheelMark:
        colours = story.state.colours.items()
        chips = [f"house: chips {chip.player} {colour} {amount_text(chip.value)}" for colour, chip in colours]
        return WheelMark(_purses(story, story.state.money), chips, len(story.draws.listed))

    def lines_of(entry: Entry) -> list[str]:
        # between rounds a result is adjusted of the round before: here it is money that came
        softened = [event for event in entry.events if isinstance(event, wheel.WagerAdjusted)]
        if softened and not story.state.begun:
            for event in softened:
                story.brought[event.player] += event.more
            return []
        return story.lines_of(entry)

    before = _read_round(story, entries, wanted, mark, lines_of)
    if before is None:
        return ""
    left, at_hand = before.purses.left(story), before.purses.at_hand(story)
    gone = [name for name, cents in left.items() if not cents and not at_hand[name]]
    story.brought = {name: cents for name, cents in at_hand.items() if name not in gone}
    story.draws.listed = story.draws.listed[before.spins :]
    expected = _expected({name: cents for name, cents in left.items() if name not in gone})
    return _file(story.header(title), story.chance(), ["---"], before.chips, story.lines, expected)


# --- tournaments -------------------------------------------------------------------------------------------------


def _tournament(story: TournamentStory, entries: Sequence[Entry], wanted: int, title: str) -> str:
    """The session at the table of the round, until its end; of other tables and sessions only what was counted.

    Within a session nothing can be left out: no line says how many chips a player holds in its middle, before whom
    the marker lies, or that the cutting card has come.
    """
    place = _place_of(entries, wanted)
    if place is None:
        return ""
    table, began, last = place
    units, first = 0, 0
    for number, entry in enumerate(entries[: last + 1]):
        at = _at_table(entry)
        if at and not (at == table and began < number):
            if any(isinstance(event, cup.PlayerDisqualified) for event in entry.events):
                return ""  # by the deal, which is left out
        else:
            story.lines += [_named(line, at) for line in story.lines_of(entry)]
        begins = any(isinstance(event, cup.SessionBegan) and event.table == table for event in entry.events)
        fillings = len(story.draws[table].fillings) if table in story.draws else 0
        story.follow(entry)
        if begins:
            units += 1
            first = min(fillings, len(story.draws[table].fillings) - 1)
    orders = [*[()] * (units - 1), *story.draws[table].orders()[0][first:]]
    chance = chance_lines([orders], (), suffix=f".t{table}")
    players = story.state.tables[table].players
    expected = [f"? chips {name} {amount_text(story.state.chips(name))}" for name in players]
    return _file(story.header(title), chance, ["---"], story.lines, expected)


def _place_of(entries: Sequence[Entry], wanted: int) -> tuple[int, int, int] | None:
    """At which table a round was played, and the entries in which its session began and in which it ended."""
    began: dict[int, int] = {}
    rounds = 0
    for number, entry in enumerate(entries):
        for event in entry.events:
            if isinstance(event, cup.SessionBegan):
                began[event.table] = number
            elif isinstance(event, cup.RoundCounted):
                rounds += 1
                if rounds == wanted:
                    return event.table, began[event.table], number
    return None


def _at_table(entry: Entry) -> int:
    """The table at which an entry was played, 0 for what the director says of the tournament."""
    line = spoken(entry.actor, entry.words)
    if not isinstance(line, Act) or (line.verb in HOUSE_VERBS and line.verb != "late") or line.verb == "redeem":
        return 0
    return next((_table_of(event) for event in entry.events if _table_of(event)), 0)


def _table_of(event: Any) -> int:
    return event.table if isinstance(event, cup.AtTable | cup.PlayerLate | OutcomeAwaited) else 0


def _named(line: str, table: int) -> str:
    """What the house says at a table, with the table: others, of which nothing is told, may be in progress, too."""
    return f"t{table} {line}" if table and line.startswith("house: ") else line
