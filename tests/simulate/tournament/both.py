"""Plays the same tournament in compiled code and on the director and engine, and compares every round."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from msgspec.structs import replace

from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack.bots import decide_hand
from pitboss.games.tournament import act, open_tournament, tournament_rules
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.bots import STYLES, Style, entries, next_command
from pitboss.games.tournament.finish import stopped_by
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.state import State, TournamentTable
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.simulate.blackjack.general.layout import LOG_SHUFFLE
from pitboss.simulate.blackjack.general.memory_image import GeneralCounts, RecordedRounds
from pitboss.simulate.tournament.director import CompiledTournaments, PlayedSession, PlayedTournament
from pitboss.simulate.tournament.tables import PlayedRound, PlayedStyle
from pitboss.strategy.chart import built_in, choose
from tests.agreement.both import LoggedCards
from tests.properties.tables import lawful_choices

_NONE = np.zeros((0, 1), np.int64)


def rules_of(rulebook: str, options: Mapping[str, Any], limits: Limits) -> TournamentRules | None:
    """The rules of a tournament; None where the law refuses the options."""
    law = resolve(load_rulebook(rulebook), options, limits)
    rules = tournament_rules(law) if not isinstance(law, Refusal) else law
    return None if isinstance(rules, Refusal) else rules


def styles_with(rules: TournamentRules, amount: int) -> list[PlayedStyle]:
    """The built-in styles, an amount, and styles that play their hands by a chart."""
    basic, mimic = (built_in(name, rules.table) for name in ("basic", "mimic"))
    return [
        *(PlayedStyle(name, bet, decide_hand) for name, bet in STYLES.items()),
        PlayedStyle(str(amount), amount, decide_hand),
        PlayedStyle("all-in@basic", STYLES["all-in"], lambda rules, state: choose(basic, rules, state)),
        PlayedStyle("catch-up@mimic", STYLES["catch-up"], lambda rules, state: choose(mimic, rules, state)),
    ]


def compare(rules: TournamentRules, styles: Sequence[PlayedStyle], players: int, *, seed: int, numbers: range) -> int:
    """Plays tournaments on both, and fails at the first difference. Returns the number of rounds."""
    names = [f"p{number}" for number in range(1, players + 1)]
    compiled = CompiledTournaments(rules, styles, names, history=True)
    rounds = 0
    for number in numbers:
        chosen = [(place + number) % len(styles) for place in range(players)]
        compiled.tables.record_cards(1 << 19)
        played = compiled.play(seed, number, chosen)
        bets = {name: styles[style] for name, style in zip(names, chosen, strict=True)}
        _replay(rules, compiled, played, bets)
        rounds += played.rounds
    return rounds


def _replay(
    rules: TournamentRules, compiled: CompiledTournaments, played: PlayedTournament, styles: Mapping[str, PlayedStyle]
) -> None:
    chances: dict[int, LoggedCards] = {}

    def chance(table: int) -> LoggedCards:
        if table not in chances:
            log, counts = compiled.tables.logged_cards(table), GeneralCounts(np.zeros(0, np.int64))
            record = RecordedRounds(_NONE, _NONE, _NONE, _NONE, log, counts)
            chances[table] = LoggedCards(compiled.tables.program, record)
        return chances[table]

    state, _ = open_tournament(rules)
    bets = {name: _bet_of(style) for name, style in styles.items()}
    deciders = {name: style.decide for name, style in styles.items()}
    told: dict[tuple[int, int], list[PlayedSession]] = {}
    at_deal: tuple[int, int, tuple[int, ...]] = (0, 0, ())
    waiting = entries(styles)
    while (command := next(waiting, None) or next_command(rules, state, bets, deciders)) is not None:
        if isinstance(command, cmd.PlayAtTable) and isinstance(command.command, at_table.Deal):
            at_deal = _at_deal(state.tables[command.table])
        done = act(rules, state, command, chance)
        assert not isinstance(done, Refusal), str(done)
        for event in done:
            if isinstance(event, ev.SessionBegan):
                began = PlayedSession(
                    state.session, event.table, event.players, 0, isinstance(command, cmd.BeginPlayoff)
                )
                told.setdefault((state.session, event.table), []).append(began)
            elif isinstance(event, ev.RoundCounted):
                sessions = told[state.session, event.table]
                sessions[-1] = _with_round(sessions[-1], state.tables[event.table], at_deal)
    _assert_equal(state, played, told)
    burns = rules.table.terms.burn_new_shoe
    for at in chances.values():
        # the kernel burns as it shuffles, and the engine before the first card of the next session
        unused = burns and at.log[at.place - 1] == LOG_SHUFFLE
        assert len(at.log) - at.place == unused, "the kernel dealt more than the engine"


def _bet_of(style: PlayedStyle) -> Style:
    amount = style.bet
    return (lambda table, player: amount) if isinstance(amount, int) else amount


def _at_deal(table: TournamentTable) -> tuple[int, int, tuple[int, ...]]:
    """The marker, the shoe and the wagers of a round that is about to be dealt."""
    wagers = {bet.player: bet.amount for bet in table.play.bets}
    return table.marker, table.shoe, tuple(wagers.get(name, 0) for name in table.players)


def _with_round(
    session: PlayedSession, table: TournamentTable, at_deal: tuple[int, int, tuple[int, ...]]
) -> PlayedSession:
    chips = tuple(table.play.money[name] for name in table.players)
    history = (*session.history, PlayedRound(*at_deal, chips))
    return replace(session, rounds=len(history), history=history)


def _assert_equal(state: State, played: PlayedTournament, told: Mapping[tuple[int, int], list[PlayedSession]]) -> None:
    ours: dict[tuple[int, int], list[PlayedSession]] = {}
    for session in played.sessions:
        ours.setdefault((session.session, session.table), []).append(session)
    for key, sessions in told.items():
        for by_kernel, by_engine in zip(ours[key], sessions, strict=True):
            where = f"session {by_engine.session}, table {by_engine.table}, {by_engine.players}"
            for number, (one, other) in enumerate(zip(by_kernel.history, by_engine.history, strict=False), 1):
                assert one == other, f"{where}: round {number}"
            assert by_kernel == by_engine, where
    assert ours.keys() == told.keys()
    mine = played.state
    assert (mine.places, mine.prizes, mine.left, mine.phase) == (state.places, state.prizes, state.left, state.phase)
    assert (mine.session, mine.qualified) == (state.session, state.qualified)
    for number, table in state.tables.items():
        assert (mine.tables[number].boxes, mine.tables[number].results) == (table.boxes, table.results)


#: Lengths of sessions and play-offs.
_LENGTHS = ("rounds:1", "rounds:3", "rounds:12", "shoes:1", "shoes:2")


def random_tournament(rulebook: str, dice: Random) -> tuple[TournamentRules, int] | None:
    """Random lawful options, limits and numbers of players; None if they clash or the players cannot finish."""
    limits = Limits(*dice.choice(((10_00, 500_00), (2_00, 2_000_00), (5_00, 100_00), (100_00, 1_000_00))))
    options = lawful_choices(load_rulebook(rulebook), limits, dice)
    options |= {"session": dice.choice(_LENGTHS), "playoff": dice.choice(_LENGTHS)}
    options |= {"advance": dice.choice("123"), "chips": dice.choice(("500", "1000", "3000"))}
    options = {name: text for name, text in options.items() if name not in ("prizes", "max_players", "min_players")}
    if "tournament" in load_rulebook(rulebook).options:
        options["tournament"] = "true"
    rules = rules_of(rulebook, options, limits)
    players = dice.choice((4, 5, 7, 9, 14, 16, 28))
    if rules is None or players < rules.terms.min_players or stopped_by(rules, players) is not None:
        return None
    return rules, players
