"""Public view of a tournament: entries, tables, chips, places, and the actions of each role."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack.actions import commands_of
from pitboss.games.blackjack.grammar import command_words
from pitboss.games.blackjack.partial_amounts import with_least_amount
from pitboss.games.blackjack.state import Wager
from pitboss.games.blackjack.view import (
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
from pitboss.games.live.base import STAFF, Actor, Role, TableSpec
from pitboss.games.live.views import ActionView, LessView, PersonView, Settlement
from pitboss.games.tournament import State, TournamentRules
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament.finish import numbers_that_finish, ranges_text, unfinishable
from pitboss.games.tournament.results import places, playoff_due, to_count
from pitboss.games.tournament.state import Phase, TournamentTable
from pitboss.law.choices import ChipIssue
from pitboss.law.refusal import Refusal
from pitboss.money import amount_text


class TournamentCard(Struct, frozen=True, kw_only=True):
    """The conditions of entry: the constant part of the view. Money and chips are cents.

    ``irregularities`` are those of a table, ``grounds`` the reasons for disqualification. ``finishing`` has the numbers
    of players that can play to the end, such as ``4 to 7 or 22 to 49``; empty if none can.
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
    alternates: int
    finishing: str
    prizes: tuple[int, ...]
    table_players: tuple[int, int]
    minimum: int
    maximum: int
    bet_seconds: int
    turn_seconds: int
    boxes: int
    spots: tuple[SpotView, ...]
    blackjack_pays: str
    insurance_pays: str
    choices: dict[str, str]
    irregularities: tuple[IrregularityView, ...]
    grounds: tuple[IrregularityView, ...]


class EntryView(Struct, frozen=True, kw_only=True):
    """An entry.

    ``status`` is ``entered``, ``playing``, ``out``, ``qualified``, ``disqualified``, ``withdrawn`` or ``refused``.
    """

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


class TournamentTableView(Struct, frozen=True, kw_only=True):
    """A table of the session, in chips.

    ``order`` has the players who can bet, from the marker on; ``to_bet`` those who have not yet.
    """

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
    """The public state of a tournament; ``leaders`` is the leaderboard, the best first.

    ``unfinishable`` says why the present players cannot play to the end.
    """

    game: str = "tournament"
    version: int
    phase: str
    session: int
    final: bool
    pool: int
    left: int
    people: tuple[PersonView, ...]
    entries: tuple[EntryView, ...]
    tables: tuple[TournamentTableView, ...]
    leaders: tuple[tuple[str, int], ...]
    qualified: tuple[str, ...]
    director_away: bool
    writing: bool
    delay: int
    waits_for: tuple[str, ...]
    seeds: tuple[tuple[str, str], ...]
    unfinishable: Refusal | None = None


def card_of(spec: TableSpec, rules: TournamentRules) -> TournamentCard:
    """Returns the constant part of the view."""
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
        alternates=terms.alternates,
        finishing=ranges_text(numbers_that_finish(rules)),
        prizes=terms.prizes or (),
        table_players=(terms.table_players_least, terms.table_players_most),
        minimum=limits.minimum,
        maximum=limits.maximum,
        bet_seconds=terms.bet_seconds or 0,
        turn_seconds=spec.turn_seconds,
        boxes=rules.table.terms.boxes,
        spots=tuple(main_spots(rules.table)),
        blackjack_pays=str(rules.table.terms.blackjack_odds),
        insurance_pays=str(rules.table.terms.insurance_odds),
        choices=spec.choices,
        irregularities=irregularities_of(rules.table),
        grounds=tuple(
            IrregularityView(kind, "PLAYER", rule.remedy, rule.clauses)
            for kind, rule in rules.law.irregularities.items()
        ),
    )


def entries_of(rules: TournamentRules, state: State) -> tuple[EntryView, ...]:
    """Returns every applicant and player."""
    entries, taken = [], places(rules, state)
    for name in dict.fromkeys((*state.fees, *state.players, *state.refused)):
        table = state.table_of(name)
        entries.append(
            EntryView(
                player=name,
                status=_status(state, name),
                chips=state.chips(name),
                lying=sum(w.amount for w in open_wagers(table, name)) if table is not None else 0,
                table=table.number if table is not None else 0,
                box=table.box_of(name) if table is not None else 0,
                late=table is not None and name in table.late,
                place=taken.get(name, 0),
                prize=state.prizes.get(name, 0),
                reason=state.disqualified.get(name, ""),
            )
        )
    return tuple(entries)


def open_wagers(table: TournamentTable, player: str) -> list[Wager]:
    """Returns a player's open wagers at a table."""
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
    """Returns the leaderboard by chips, wagers included, most first."""
    held = {
        name: table.play.money.get(name, 0) + sum(wager.amount for wager in open_wagers(table, name))
        for table in state.tables.values()
        for name in table.players
        if name not in state.disqualified
    }
    return tuple(sorted(held.items(), key=lambda item: -item[1]))


def table_of(
    rules: TournamentRules, state: State, table: TournamentTable, settled: Mapping[int, Settlement], awaited: str
) -> TournamentTableView:
    """Returns the view of a table."""
    play = table.play
    return TournamentTableView(
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

#: Returns the refusal of a command, or None.
Forbids = Callable[[cmd.Command], Refusal | None]


def director_actions(rules: TournamentRules, state: State, forbids: Forbids) -> list[ActionView]:
    """Returns the director's buttons, each with any refusal."""
    start = cmd.StartSession(confirmed=unfinishable(rules, state) is not None)
    words = "start confirmed" if start.confirmed else "start"
    commands: list[tuple[str, cmd.Command]] = [(words, start), ("cancel", cmd.CancelTournament())]
    commands += [
        ("director leaves", cmd.NoteDirector(present=False)),
        ("director returns", cmd.NoteDirector(present=True)),
    ]
    for table in state.tables.values():
        here = f"t{table.number} "
        chips = tuple((name, table.play.money.get(name, 0)) for name in to_count(state, table))
        counted = " ".join(f"{name}={amount_text(held)}" for name, held in chips)
        commands.append((f"{here}time", cmd.CallTime(table=table.number)))
        # before the first card a tally is of a session played elsewhere, with unknown chips
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
    return [
        ActionView(command.verb, words, 0, forbids(command), confirm=command is start and start.confirmed)
        for words, command in commands
    ]


def table_actions(rules: TournamentRules, table: TournamentTable, actor: Actor, forbids: Forbids) -> list[ActionView]:
    """Returns the buttons of a table, with the tournament's refusals."""
    actions = []
    for command in commands_of(rules.table, table.play, actor):
        box = getattr(command, "box", 0)
        if isinstance(command, at_table.PlaceBet | at_table.Sit) and box != table.box_of(command.player):
            continue
        # the director's button names who would be disqualified; a dealer waits for them
        deals = isinstance(command, at_table.Deal) and actor.role in (Role.OPERATOR, Role.DIRECTOR)
        without = tuple(table.to_bet()) if deals and table.play.bets else ()
        words, refusal = _at_table(table, command, forbids, without)
        smaller = with_least_amount(rules.table, table.play, command) if refusal is None else None
        less = LessView(*_at_table(table, smaller, forbids)) if smaller is not None else None
        actions.append(ActionView(command.verb, words, box, refusal, less, confirm=bool(without)))
    return actions


def _at_table(
    table: TournamentTable, command: at_table.Command, forbids: Forbids, without: tuple[str, ...] = ()
) -> tuple[str, Refusal | None]:
    """Returns the command's words and any refusal."""
    words = f"t{table.number} {command_words(command).partition(': ')[2]}"
    words = " ".join((words, "without", *without)) if without else words
    return words, forbids(cmd.PlayAtTable(command=command, table=table.number, without=without))


def player_actions(rules: TournamentRules, state: State, actor: Actor, forbids: Forbids) -> list[ActionView]:
    """Returns a player's buttons: those of the table, else the entry."""
    own = state.table_of(actor.name)
    if own is not None and actor.name in own.players:
        return table_actions(rules, own, actor, forbids)
    return [ActionView("enter", "enter", 0, forbids(cmd.AcceptEntry(player=actor.name)))]


def redeem_actions(state: State, player: str, forbids: Forbids) -> list[ActionView]:
    """Returns the button to redeem bought chips."""
    kept = state.kept.get(player, 0)
    command = cmd.RedeemChips(player=player, amount=kept)
    return [ActionView("redeem", f"redeem {amount_text(kept)}", 0, forbids(command))] if kept else []


def actions_of(rules: TournamentRules, state: State, actor: Actor, forbids: Forbids) -> tuple[ActionView, ...]:
    """Returns a person's buttons: a player's at their table, a dealer's at all tables, or the director's."""
    if actor.role is Role.PLAYER:
        return (*player_actions(rules, state, actor, forbids), *redeem_actions(state, actor.name, forbids))
    actions = director_actions(rules, state, forbids) if actor.role in (Role.OPERATOR, Role.DIRECTOR) else []
    if actor.role in STAFF:
        for table in state.tables.values():
            actions += table_actions(rules, table, actor, forbids)
    return tuple(actions)
