"""What holds in every tournament, however it is played."""

import msgspec
from hypothesis import HealthCheck, given, settings

from pitboss.games.tournament import State, TournamentRules, apply, fold
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.results import playoff_due, sole_places
from pitboss.games.tournament.state import Phase
from pitboss.law.choices import ChipIssue
from tests.games.tournament.driver import TournamentDriver, tournament_setups

Drawn = tuple[TournamentRules, tuple[str, ...], int]
SOME = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _chips_conserved(driver: TournamentDriver) -> None:
    for table in driver.state.tables.values():
        if table.unit:
            play = table.play
            assert sum(play.money.values()) + play.on_table() + play.house == table.stack * len(table.players)
            assert all(held >= 0 for held in play.money.values())


def _nobody_out_bets(driver: TournamentDriver) -> None:
    for table in driver.state.tables.values():
        assert not set(table.able) & set(driver.state.disqualified)
        if table.running and not table.play.bets and not table.play.stage:
            assert all(table.play.money[name] >= table.play.minimum for name in table.able)
            assert len(table.able) > 1
            assert table.boxes[table.marker] in table.able


@SOME
@given(tournament_setups())
def test_after_every_command_chips_are_conserved_only_who_can_bets_and_the_log_is_the_truth(drawn: Drawn) -> None:
    folded, told = State(), 0

    def watch(driver: TournamentDriver) -> None:
        nonlocal told
        for event in driver.events[told:]:
            apply(folded, event)
        told = len(driver.events)
        assert folded == driver.state
        _chips_conserved(driver)
        _nobody_out_bets(driver)

    live = TournamentDriver(*drawn, watch=watch).play()
    assert fold(live.events) == live.state
    assert msgspec.json.decode(msgspec.json.encode(live.state), type=State) == live.state


def _every_tie_is_played_off_or_shared(driver: TournamentDriver) -> None:
    state = driver.state
    if state.phase is not Phase.OVER:
        return
    places = sorted(state.places.values())
    sole = sole_places(driver.rules)
    assert all(places.count(place) == 1 for place in range(1, sole + 1) if place <= len(places))
    assert not any(playoff_due(driver.rules, state, table) for table in state.tables.values())
    for place in set(places):
        level = [name for name, taken in state.places.items() if taken == place]
        assert len({state.prizes.get(name, 0) for name in level}) == 1
        assert not any(place < other < place + len(level) for other in places)


def _prizes_use_up_the_pool(state: State) -> None:
    if state.phase is Phase.OVER and state.places:
        assert sum(state.prizes.values()) + state.left == state.pool
        # what is left are cents that cannot be shared equally
        assert 0 <= state.left < len(state.places)
    assert not set(state.prizes) & set(state.disqualified)


def _bought_chips_are_kept_to_the_last(driver: TournamentDriver) -> None:
    state = driver.state
    counted = [event for event in driver.events if isinstance(event, ev.ChipsKept | ev.ChipsReturned)]
    if driver.rules.terms.chip_issue is ChipIssue.FACE_VALUE:
        kept = sum(event.amount for event in counted)
        assert kept == sum(state.kept.values())
    else:
        assert not state.kept
        assert not state.bought


@SOME
@given(tournament_setups())
def test_ties_prizes_and_chips_at_the_end_and_every_event_of_the_director_rests_on_a_clause(drawn: Drawn) -> None:
    driver = TournamentDriver(*drawn).play()
    _every_tie_is_played_off_or_shared(driver)
    _prizes_use_up_the_pool(driver.state)
    _bought_chips_are_kept_to_the_last(driver)
    assert all(event.clauses for event in driver.events if not isinstance(event, ev.AtTable))
