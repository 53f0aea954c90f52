"""Public view of a roulette table: layout, wagers, numbers, and the actions of each role."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from pitboss.games.live.base import Actor, Role, TableSpec
from pitboss.games.live.views import ActionView, PersonView
from pitboss.games.roulette import RouletteRules, State, layout_of, refusal_of
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette.cash import TrackedWager, WagerKey
from pitboss.games.roulette.floor import COLOURS
from pitboss.games.roulette.grammar import GRAMMAR
from pitboss.games.roulette.layout import NUMBERS
from pitboss.law.cite import Clauses


class PositionView(Struct, frozen=True):
    """A position, its odds, and its maximum in cents."""

    kind: str
    place: str
    numbers: tuple[int, ...]
    area: str
    pays: str
    most: int
    clauses: Clauses


class SpinFault(Struct, frozen=True):
    """A reason for which a spin is void."""

    reason: str
    clauses: Clauses


class RouletteCard(Struct, frozen=True, kw_only=True):
    """The constant part of a table's view."""

    game: str = "roulette"
    rulebook: str
    title: str
    layout: int
    wheel: tuple[int, ...]
    colours: tuple[str, ...]
    positions: tuple[PositionView, ...]
    step: int
    faults: tuple[SpinFault, ...]
    choices: dict[str, str]
    betting_seconds: int
    numbers_are_read: bool
    #: The colour of chips of each letter that the dealer of a floor table types.
    colour_letters: dict[str, str] = {}


class LaidView(Struct, frozen=True, kw_only=True):
    """A wager on the layout. ``result`` is its net result, None while it is open, on these clauses."""

    player: str
    kind: str
    place: str
    amount: int
    colour: str = ""
    count: int = 0
    result: int | None = None
    clauses: Clauses = ()


class ColourView(Struct, frozen=True):
    """The owner of a colour's chips, and the value of each in cents."""

    colour: str
    player: str
    value: int


class RouletteView(Struct, frozen=True, kw_only=True):
    """The public state of a table. -1 means no number.

    ``phase`` is ``betting`` or ``closed``, as in the notation. While closed, ``dolly`` is -1 until the ball rests.
    """

    game: str = "roulette"
    version: int
    phase: str
    round: int
    minimum: int
    maximum: int
    people: tuple[PersonView, ...]
    colours: tuple[ColourView, ...]
    wagers: tuple[LaidView, ...]
    settled: tuple[LaidView, ...]
    number: int
    colour: str
    numbers: tuple[int, ...]
    display: tuple[int, ...]
    ball: int
    dolly: int
    wheel: str
    voided: bool
    waits_for: tuple[str, ...]
    seeds: tuple[tuple[str, str], ...]


def card_of(spec: TableSpec, rules: RouletteRules) -> RouletteCard:
    """Returns the constant part of the view."""
    terms, layout = rules.terms, layout_of(rules)
    return RouletteCard(
        rulebook=rules.rulebook,
        title=spec.title or rules.title,
        layout=terms.layout,
        wheel=terms.wheel,
        colours=tuple(layout.colour(number) for number in NUMBERS),
        positions=tuple(
            PositionView(
                position.kind,
                position.place,
                position.numbers,
                position.area.value,
                str(terms.odds(position.kind)),
                terms.maximum(position.kind) or rules.limits.maximum,
                rules.cite(position.kind, f"odds_{position.kind}"),
            )
            for position in layout
        ),
        step=rules.limits.step or 1,
        faults=tuple(SpinFault(name, rule.clauses) for name, rule in rules.irregularities.items()),
        choices=spec.choices,
        betting_seconds=spec.betting_seconds,
        numbers_are_read=spec.cards_are_read,
        colour_letters=dict(COLOURS) if spec.floor else {},
    )


def laid_of(state: State, tracked: Mapping[WagerKey, TrackedWager]) -> tuple[LaidView, ...]:
    """Returns the wagers on the layout."""
    return tuple(
        LaidView(
            player=wager.player,
            kind=wager.kind,
            place=wager.place,
            amount=wager.amount,
            colour=wager.colour,
            count=wager.count,
            result=wager.result,
            clauses=tracked[wager.player, wager.kind, wager.place].clauses if wager.result is not None else (),
        )
        for wager in state.wagers
    )


def settled_of(settled: Mapping[WagerKey, TrackedWager]) -> tuple[LaidView, ...]:
    """Returns the settled wagers of the last round."""
    return tuple(
        LaidView(
            player=where[0],
            kind=where[1],
            place=where[2],
            amount=tracked.amount,
            result=tracked.result,
            clauses=tracked.clauses,
        )
        for where, tracked in settled.items()
    )


def actions_of(rules: RouletteRules, state: State, actor: Actor) -> tuple[ActionView, ...]:
    """Returns a person's buttons: for each kind of wager the minimum on its first position, with any refusal."""
    commands: Iterator[cmd.Command] = iter(())
    if actor.role is Role.PLAYER and actor.name in state.money:
        commands = _players(rules, state, actor.name)
    elif actor.role in (Role.DEALER, Role.SUPERVISOR, Role.OPERATOR):
        commands = _house(rules)
    return tuple(
        ActionView(command.verb, GRAMMAR.words(command), 0, refusal_of(rules, state, command)) for command in commands
    )


def _players(rules: RouletteRules, state: State, player: str) -> Iterator[cmd.Command]:
    step = rules.limits.step or 1
    least = -(-state.minimum // step) * step
    seen = set()
    for position in layout_of(rules):
        if position.kind not in seen:
            seen.add(position.kind)
            yield cmd.PlaceWager(player=player, kind=position.kind, place=position.place, amount=least)
    for wager in state.wagers:
        if wager.player == player:
            yield cmd.WithdrawWager(player=player, kind=wager.kind, place=wager.place)


def _house(rules: RouletteRules) -> Iterator[cmd.Command]:
    yield from (cmd.CallNoMoreBets(), cmd.SpinBall(), cmd.CollectLosers(), cmd.PayWinners(), cmd.ChangeBall())
    yield from (cmd.CallNoSpin(reason=reason) for reason in rules.irregularities)
