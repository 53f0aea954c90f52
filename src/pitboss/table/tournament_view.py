"""A tournament as people see it: who has entered, who sits where, who bets first, chips, eliminations and prizes."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from pitboss.blackjack import commands as at_table
from pitboss.blackjack.state import Wager
from pitboss.law.refusal import Refusal
from pitboss.law.ways import ChipIssue
from pitboss.money import amount_text
from pitboss.notation.words import command_words
from pitboss.table.actions import commands_of
from pitboss.table.blackjack_view import (
    BoxView,
    HandView,
    IrregularityView,
    QuestionView,
    ShoeView,
    SpotView,
    boxes_of,
    dealer_of,
    irregularities_of,
    main_spots,
    phase_of,
    question_of,
    shoes_of,
)
from pitboss.table.less import for_less
from pitboss.table.live_base import Actor, Role, TableSpec
from pitboss.table.shared_views import ActionView, LessView, PersonView, Settlement
from pitboss.tournament import State, TournamentRules
from pitboss.tournament import commands as cmd
from pitboss.tournament.results import places, playoff_due, to_count
from pitboss.tournament.state import Phase, Table


class TournamentCard(Struct, frozen=True, kw_only=True):
    """The conditions of entry, which do not change. Money and chips are cents.

    ``irregularities`` are those of a table, ``grounds`` those for which somebody is disqualified.
    """

    game: str = "tournament"
    rulebook: str
    title: str
    entry_fee: int
    retained: str
    contribution: int
    chips: int
    chips_are_bought: bool
    session: tuple[str, int]
    playoff: tuple[str, int]
    min_players: int
    max_players: int
    advance: int
    prizes: tuple[int, ...]
    table_players: tuple[int, int]
    minimum: int
    maximum: int
    bet_seconds: int
    turn_seconds: int
    boxes: int
    spots: tuple[SpotView, ...]
    choices: dict[str, str]
    irregularities: tuple[IrregularityView, ...]
    grounds: tuple[IrregularityView, ...]


class EntryView(Struct, frozen=True, kw_only=True):
    """A player of the tournament. ``status`` is ``entered``, ``playing``, ``out``, ``qualified``, ``disqualified``,
    ``withdrawn`` or ``refused``."""

    player: str
    status: str
    chips: int = 0
    lying: int = 0
    table: int = 0
    box: int = 0
    late: bool = False
    place: int = 0
    prize: int = 0
    reason: str = ""


class CupTableView(Struct, frozen=True, kw_only=True):
    """A table of the session, in chips; ``order`` is who can bet, from the marker on, ``to_bet`` who still has to."""

    number: int
    running: bool
    playoff: bool
    marker: int
    order: tuple[str, ...]
    to_bet: tuple[str, ...]
    rounds: int
    unit: str
    count: int
    shoe: int
    time_up: bool
    vacant: bool
    ended_by: tuple[str, ...]
    tallied: bool
    playoff_due: tuple[str, ...]
    went_out: tuple[str, ...]
    phase: str
    round: int
    minimum: int
    maximum: int
    dealer: tuple[HandView, ...]
    boxes: tuple[BoxView, ...]
    question: QuestionView | None
    shoes: tuple[ShoeView, ...]
    awaited: str = ""


class TournamentView(Struct, frozen=True, kw_only=True):
    """What everybody may see; ``leaders`` is the leaderboard, the best first."""

    game: str = "tournament"
    version: int
    phase: str
    session: int
    final: bool
    pool: int
    left: int
    people: tuple[PersonView, ...]
    entries: tuple[EntryView, ...]
    tables: tuple[CupTableView, ...]
    leaders: tuple[tuple[str, int], ...]
    qualified: tuple[str, ...]
    director_away: bool
    writing: bool
    delay: int
    waits_for: tuple[str, ...]
    seeds: tuple[tuple[str, str], ...]


def card_of(spec: TableSpec, rules: TournamentRules) -> TournamentCard:
    """The conditions that every applicant is told."""
    terms, limits = rules.terms, rules.table.limits
    return TournamentCard(
        rulebook=rules.law.rulebook,
        title=spec.title or rules.law.title,
        entry_fee=terms.entry_fee,
        retained=str(terms.entry_fee_retention),
        contribution=terms.contribution,
        chips=terms.chips,
        chips_are_bought=terms.chip_issue is ChipIssue.FACE_VALUE,
        session=(terms.session[0].value, terms.session[1]),
        playoff=(terms.playoff[0].value, terms.playoff[1]),
        min_players=terms.min_players,
        max_players=terms.max_players or 0,
        advance=terms.advance,
        prizes=terms.prizes or (),
        table_players=(terms.table_players_least, terms.table_players_most),
        minimum=limits.minimum,
        maximum=limits.maximum,
        bet_seconds=terms.bet_seconds or 0,
        turn_seconds=spec.turn_seconds,
        boxes=rules.table.terms.boxes,
        spots=tuple(main_spots(rules.table)),
        choices=spec.choices,
        irregularities=irregularities_of(rules.table),
        grounds=tuple(
            IrregularityView(kind, "PLAYER", str(rule.value), rule.clauses)
            for kind, rule in rules.law.irregularities.items()
        ),
    )


def entries_of(rules: TournamentRules, state: State) -> tuple[EntryView, ...]:
    """Everybody who has to do with the tournament."""
    found, taken = [], places(rules, state)
    for name in dict.fromkeys((*state.fees, *state.players, *state.refused)):
        table = state.table_of(name)
        found.append(
            EntryView(
                player=name,
                status=_status(state, name),
                chips=state.chips(name),
                lying=sum(w.amount for w in lying_of(table, name)) if table is not None else 0,
                table=table.number if table is not None else 0,
                box=table.box_of(name) if table is not None else 0,
                late=table is not None and name in table.late,
                place=taken.get(name, 0),
                prize=state.prizes.get(name, 0),
                reason=state.disqualified.get(name, ""),
            )
        )
    return tuple(found)


def lying_of(table: Table, player: str) -> list[Wager]:
    """What lies on the layout for a player."""
    play = table.play
    return [wager for wager in (*play.bets, *play.wagers) if wager.player == player and wager.open]


def _status(state: State, name: str) -> str:
    if name in state.disqualified:
        return "disqualified"
    if name in state.refused:
        return "refused"
    if name in state.withdrawn:
        return "withdrawn"
    if state.out(name):
        return "out"
    if state.phase is Phase.SESSION:
        return "playing"
    return "qualified" if state.session and name in state.qualified else "entered"


def leaders_of(state: State) -> tuple[tuple[str, int], ...]:
    """The leaderboard: whose chips, those that lie on the layout counted, are most."""
    held = {
        name: table.play.money.get(name, 0) + sum(wager.amount for wager in lying_of(table, name))
        for table in state.tables.values()
        for name in table.players
        if name not in state.disqualified
    }
    return tuple(sorted(held.items(), key=lambda item: -item[1]))


def table_of(
    rules: TournamentRules, state: State, table: Table, settled: Mapping[int, Settlement], awaited: str
) -> CupTableView:
    """One table of the session."""
    play = table.play
    return CupTableView(
        number=table.number,
        running=table.running,
        playoff=table.playoff,
        marker=table.marker,
        order=tuple(table.order()),
        to_bet=tuple(table.to_bet()),
        rounds=table.rounds,
        unit=table.unit,
        count=table.count,
        shoe=table.shoe,
        time_up=table.time_up,
        vacant=table.vacant,
        ended_by=tuple(table.ended_by),
        tallied=table.tallied,
        playoff_due=playoff_due(rules, state, table),
        went_out=tuple(table.went_out),
        phase=phase_of(play),
        round=play.round,
        minimum=play.minimum,
        maximum=play.maximum,
        dealer=dealer_of(play),
        boxes=boxes_of(rules.table, play, settled),
        question=question_of(play),
        shoes=shoes_of(play),
        awaited=awaited,
    )


# --- buttons -----------------------------------------------------------------------------------------------------

#: What forbids a command now.
Forbids = Callable[[cmd.Command], Refusal | None]


def director_actions(rules: TournamentRules, state: State, forbids: Forbids) -> list[ActionView]:
    """What the director may do next, and why not."""
    commands: list[tuple[str, cmd.Command]] = [("start", cmd.StartSession()), ("cancel", cmd.CancelTournament())]
    commands += [
        ("director leaves", cmd.NoteDirector(present=False)),
        ("director returns", cmd.NoteDirector(present=True)),
    ]
    for table in state.tables.values():
        here = f"t{table.number} "
        chips = tuple((name, table.play.money.get(name, 0)) for name in to_count(state, table))
        counted = " ".join(f"{name}={amount_text(held)}" for name, held in chips)
        commands.append((f"{here}time", cmd.CallTime(table=table.number)))
        # before the first card the chips of a session that was played elsewhere are counted: nobody here knows them
        if not (table.running and table.untouched):
            commands.append((f"{here}tally {counted}".rstrip(), cmd.TallyChips(chips=chips, table=table.number)))
        commands += [
            (f"{here}playoff", cmd.BeginPlayoff(table=table.number)),
            (
                f"{here}reissue {amount_text(rules.terms.chips)}",
                cmd.ReissueChips(amount=rules.terms.chips, table=table.number),
            ),
        ]
    commands += [
        (f"late {name}", cmd.NoteLate(player=name)) for table in state.tables.values() for name in table.to_bet()[:1]
    ]
    return [ActionView(command.verb, words, 0, forbids(command)) for words, command in commands]


def table_actions(rules: TournamentRules, table: Table, actor: Actor, forbids: Forbids) -> list[ActionView]:
    """The buttons of a table, each also refused by what the tournament objects to."""
    found = []
    for command in commands_of(rules.table, table.play, actor):
        box = getattr(command, "box", 0)
        if isinstance(command, at_table.PlaceBet | at_table.Sit) and box != table.box_of(command.player):
            continue
        words, refusal = _at_table(table, command, forbids)
        smaller = for_less(rules.table, table.play, command) if refusal is None else None
        less = LessView(*_at_table(table, smaller, forbids)) if smaller is not None else None
        found.append(ActionView(command.verb, words, box, refusal, less))
    return found


def _at_table(table: Table, command: at_table.Command, forbids: Forbids) -> tuple[str, Refusal | None]:
    """The words of what is done at a table, and what forbids it."""
    words = f"t{table.number} {command_words(command).partition(': ')[2]}"
    return words, forbids(cmd.PlayAtTable(command=command, table=table.number))


def player_actions(rules: TournamentRules, state: State, actor: Actor, forbids: Forbids) -> list[ActionView]:
    """At the own table what is played there, else the entry."""
    own = state.table_of(actor.name)
    if own is not None and actor.name in own.players:
        return table_actions(rules, own, actor, forbids)
    return [ActionView("enter", "enter", 0, forbids(cmd.AcceptEntry(player=actor.name)))]


def redeem_actions(state: State, player: str, forbids: Forbids) -> list[ActionView]:
    """Chips that were bought and kept are changed back into money."""
    kept = state.kept.get(player, 0)
    command = cmd.RedeemChips(player=player, amount=kept)
    return [ActionView("redeem", f"redeem {amount_text(kept)}", 0, forbids(command))] if kept else []


def actions_of(rules: TournamentRules, state: State, actor: Actor, forbids: Forbids) -> tuple[ActionView, ...]:
    """Every button of a person: at the own table, at all of them, or the director's."""
    if actor.role is Role.PLAYER:
        return (*player_actions(rules, state, actor, forbids), *redeem_actions(state, actor.name, forbids))
    found = director_actions(rules, state, forbids) if actor.role is Role.OPERATOR else []
    if actor.role in (Role.OPERATOR, Role.DEALER):
        for table in state.tables.values():
            found += table_actions(rules, table, actor, forbids)
    return tuple(found)
