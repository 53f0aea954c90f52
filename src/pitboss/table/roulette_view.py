"""A roulette table as people see it: the cloth with every position, what lies there, and where the ball is."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from pitboss.law.cite import Clauses
from pitboss.notation.roulette_words import REASONS, command_words
from pitboss.roulette import RouletteRules, State, layout_of, refusal_of
from pitboss.roulette import commands as cmd
from pitboss.roulette.layout import NUMBERS
from pitboss.roulette.state import Stage
from pitboss.table.live_base import Actor, Role, TableSpec
from pitboss.table.shared_views import ActionView, PersonView
from pitboss.table.wheel_till import Laid, Where


class PositionView(Struct, frozen=True):
    """A place for a wager on the cloth, what it pays, and the most that may lie there, in cents."""

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
    """What does not change at a table."""

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


class LaidView(Struct, frozen=True, kw_only=True):
    """A wager on the cloth; ``result`` is what it won or lost, None while it is open, on these clauses."""

    player: str
    kind: str
    place: str
    amount: int
    colour: str = ""
    count: int = 0
    result: int | None = None
    clauses: Clauses = ()


class ColourView(Struct, frozen=True):
    """Whose the chips of a colour are, and what each is worth in cents."""

    colour: str
    player: str
    value: int


class RouletteView(Struct, frozen=True, kw_only=True):
    """What everybody may see. ``phase`` is ``betting``, ``running`` or ``settling``; -1 is no number."""

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
    """The table as its sign, its wheel and its cloth show it."""
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
        faults=tuple(SpinFault(name, rule.clauses) for name, rule in rules.irregularities.items() if name in REASONS),
        choices=spec.choices,
        betting_seconds=spec.betting_seconds,
        numbers_are_read=spec.cards_are_read,
    )


def laid_of(state: State, lying: Mapping[Where, Laid]) -> tuple[LaidView, ...]:
    """What lies on the cloth."""
    return tuple(
        LaidView(
            player=wager.player,
            kind=wager.kind,
            place=wager.place,
            amount=wager.amount,
            colour=wager.colour,
            count=wager.count,
            result=wager.result,
            clauses=lying[wager.player, wager.kind, wager.place].clauses if wager.result is not None else (),
        )
        for wager in state.wagers
    )


def settled_of(settled: Mapping[Where, Laid]) -> tuple[LaidView, ...]:
    """What the last round has settled."""
    return tuple(
        LaidView(
            player=where[0], kind=where[1], place=where[2], amount=laid.amount, result=laid.result, clauses=laid.clauses
        )
        for where, laid in settled.items()
    )


def actions_of(rules: RouletteRules, state: State, actor: Actor) -> tuple[ActionView, ...]:
    """Every button of a person: for each kind of wager the least on a first position, and what forbids it."""
    commands: Iterator[cmd.Command] = iter(())
    if actor.role is Role.PLAYER and actor.name in state.money:
        commands = _players(rules, state, actor.name)
    elif actor.role in (Role.DEALER, Role.OPERATOR):
        commands = _house()
    return tuple(
        ActionView(command.verb, command_words(command).partition(": ")[2], 0, refusal_of(rules, state, command))
        for command in commands
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


def _house() -> Iterator[cmd.Command]:
    yield from (cmd.CallNoMoreBets(), cmd.SpinBall(), cmd.CollectLosers(), cmd.PayWinners(), cmd.ChangeBall())
    yield from (cmd.CallNoSpin(reason=reason) for reason in REASONS)


def phase_of(state: State) -> str:
    """How far the spin is."""
    return {Stage.BETTING: "betting", Stage.RUNNING: "running", Stage.SETTLING: "settling"}[state.stage]
