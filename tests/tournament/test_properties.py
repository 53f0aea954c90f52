"""What holds in every tournament, however it is played."""

import msgspec
from hypothesis import HealthCheck, given, settings

from pitboss.law.ways import ChipIssue
from pitboss.tournament import State, TournamentRules, apply, fold
from pitboss.tournament import events as ev
from pitboss.tournament.results import playoff_due, sole_places
from pitboss.tournament.state import Phase
from tests.tournament.cups import Cup, cups

Drawn = tuple[TournamentRules, tuple[str, ...], int]
SOME = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _chips_conserved(cup: Cup) -> None:
    for table in cup.state.tables.values():
        if table.unit:
            play = table.play
            assert sum(play.money.values()) + play.on_table() + play.house == table.stack * len(table.players)
            assert all(held >= 0 for held in play.money.values())


def _nobody_out_bets(cup: Cup) -> None:
    for table in cup.state.tables.values():
        assert not set(table.able) & set(cup.state.disqualified)
        if table.running and not table.play.bets and not table.play.stage:
            assert all(table.play.money[name] >= table.play.minimum for name in table.able)
            assert len(table.able) > 1
            assert table.boxes[table.marker] in table.able


@SOME
@given(cups())
def test_after_every_command_chips_are_conserved_only_who_can_bets_and_the_log_is_the_truth(drawn: Drawn) -> None:
    folded, told = State(), 0

    def watch(cup: Cup) -> None:
        nonlocal told
        for event in cup.events[told:]:
            apply(folded, event)
        told = len(cup.events)
        assert folded == cup.state
        _chips_conserved(cup)
        _nobody_out_bets(cup)

    live = Cup(*drawn, watch=watch).play()
    assert fold(live.events) == live.state
    assert msgspec.json.decode(msgspec.json.encode(live.state), type=State) == live.state


def _every_tie_is_played_off_or_shared(cup: Cup) -> None:
    state = cup.state
    if state.phase is not Phase.OVER:
        return
    places = sorted(state.places.values())
    sole = sole_places(cup.rules)
    assert all(places.count(place) == 1 for place in range(1, sole + 1) if place <= len(places))
    assert not any(playoff_due(cup.rules, state, table) for table in state.tables.values())
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


def _bought_chips_are_kept_to_the_last(cup: Cup) -> None:
    state = cup.state
    counted = [event for event in cup.events if isinstance(event, ev.ChipsKept | ev.ChipsReturned)]
    if cup.rules.terms.chip_issue is ChipIssue.FACE_VALUE:
        kept = sum(event.amount for event in counted)
        assert kept == sum(state.kept.values())
    else:
        assert not state.kept
        assert not state.bought


@SOME
@given(cups())
def test_ties_prizes_and_chips_at_the_end_and_every_event_of_the_director_rests_on_a_clause(drawn: Drawn) -> None:
    cup = Cup(*drawn).play()
    _every_tie_is_played_off_or_shared(cup)
    _prizes_use_up_the_pool(cup.state)
    _bought_chips_are_kept_to_the_last(cup)
    assert all(event.clauses for event in cup.events if not isinstance(event, ev.AtTable))
