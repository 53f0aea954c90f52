"""Duties at live tables: who may attest, what waits, and a log that restores and replays the same."""

import pytest

from pitboss.games.blackjack.commands import Deal
from pitboss.games.live.events import DutyAttested, DutyDue, DutyNotAttested
from pitboss.law import Refusal
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.tables.live import (
    Actor,
    Entry,
    Role,
    Table,
    TableSpec,
    decode_events,
    encode_events,
    log_pit,
    open_table,
    restore,
)

SECRET = bytes(32)
CLOCK = Actor("house", Role.HOUSE, "clock")
ANN, DEALER, OPERATOR = Actor("ann", Role.PLAYER), Actor("dan", Role.DEALER), Actor("olga", Role.OPERATOR)
SPEC = TableSpec(rulebook="nz-blackjack", limits="10-1000", duties="cards_inspected")


class Logged:
    """A table and the entries of its log."""

    def __init__(self, spec: TableSpec) -> None:
        table = open_table(spec, SECRET)
        assert not isinstance(table, Refusal)
        self.spec, self.table, self.entries = spec, table, [table.opening]

    def do(self, actor: Actor, words: str) -> tuple[object, ...]:
        done = self.table.say(actor, words)
        assert not isinstance(done, Refusal), str(done)
        self.entries.append(Entry(str(len(self.entries)), actor, words, done))
        return done

    def refused(self, actor: Actor, words: str) -> Refusal:
        version, done = self.table.version, self.table.say(actor, words)
        assert isinstance(done, Refusal)
        assert self.table.version == version
        return done

    def restored(self) -> Table:
        stored = [(entry, encode_events(self.table.game, entry.events)) for entry in self.entries]
        read = [
            Entry(entry.id, entry.actor, entry.words, decode_events(self.table.game, data)) for entry, data in stored
        ]
        return restore(self.spec, SECRET, read)


def kinds(events: tuple[object, ...], kind: type) -> list[object]:
    return [event for event in events if isinstance(event, kind)]


def test_a_deal_waits_for_the_supervisor_and_no_dealer_attests_for_one() -> None:
    logged = Logged(SPEC)
    assert len(kinds(logged.table.opening.events, DutyDue)) == 1
    assert len(kinds(logged.table.opening.events, DutyNotAttested)) == 3
    logged.do(ANN, "join 500")
    logged.do(ANN, "bet 1 10")
    waits = logged.refused(DEALER, "deal")
    assert (waits.clauses, waits.allowed) == (("6.1",), ("attest supervisor cards_inspected",))
    assert logged.refused(DEALER, "attest supervisor cards_inspected").kind == "role"
    assert logged.refused(CLOCK, "attest supervisor cards_inspected").kind == "role"
    (attested,) = logged.do(OPERATOR, "attest supervisor cards_inspected")
    assert isinstance(attested, DutyAttested)
    assert attested.by == "olga"
    assert logged.table.moved == ()
    logged.do(DEALER, "deal")


def test_the_clock_does_not_deal_while_a_duty_is_open() -> None:
    logged = Logged(SPEC)
    logged.do(ANN, "join 500")
    logged.do(ANN, "bet 1 10")
    assert all(not isinstance(due.command, Deal) for due in logged.table.running_dues())
    logged.do(OPERATOR, "attest supervisor cards_inspected")
    assert any(isinstance(due.command, Deal) for due in logged.table.running_dues())


def test_a_log_with_duties_restores_replays_and_is_written_as_a_file() -> None:
    logged = Logged(SPEC)
    logged.do(ANN, "join 500")
    logged.do(ANN, "bet 1 10")
    early = logged.restored()
    assert isinstance(early.say(DEALER, "deal"), Refusal)
    logged.do(OPERATOR, "attest supervisor cards_inspected")
    logged.do(DEALER, "deal")
    again = logged.restored()
    assert again.version == logged.table.version
    assert again.public_view() == logged.table.public_view()
    text = log_pit(SPEC, logged.entries)
    assert "duties: cards_inspected\n" in text
    assert "house: attest supervisor cards_inspected\n" in text
    outcome = replay(parse_pit(text))
    assert outcome.passed, outcome.failures


def test_commands_executed_again_give_the_events_of_the_log() -> None:
    logged = Logged(SPEC)
    logged.do(ANN, "join 500")
    logged.do(ANN, "bet 1 10")
    logged.do(OPERATOR, "attest supervisor cards_inspected")
    logged.do(DEALER, "deal")
    second = open_table(SPEC, SECRET)
    assert not isinstance(second, Refusal)
    assert second.opening.events == logged.entries[0].events
    for entry in logged.entries[1:]:
        assert second.repeat(entry.actor, entry.words) == entry.events


BONUS = {"bonus": "true", "bonus_awards_1": "18*1", "bonus_awards_5": "50*50,150*50"}


def award_shown(spec: TableSpec) -> Logged:
    """A table whose dealer entered an award of 150 for ann."""
    logged = Logged(spec)
    logged.do(ANN, "join 500")
    logged.do(ANN, "bet 1 10 bonus=5")
    logged.do(DEALER, "deal")
    for card in ("2c", "Ah", "7c", "Kd", "Td"):
        logged.do(DEALER, f"card {card}")
    logged.do(ANN, "press 1")
    logged.do(DEALER, "prize 150")
    return logged


ENTERED = TableSpec(rulebook="tribal-blackjack", choices=BONUS, limits="5-1000", duties="award", cards_are_read=True)


def test_a_dealer_does_not_pay_a_large_award_alone() -> None:
    logged = award_shown(ENTERED)
    assert logged.table.purses()["ann"] == 510_00
    assert logged.refused(DEALER, "deal").clauses == ("(s)(7)(iv)",)
    assert logged.refused(DEALER, "attest supervisor award").kind == "role"
    assert logged.refused(OPERATOR, "attest supervisor award 200").kind == "duty"
    assert logged.restored().purses()["ann"] == 510_00
    paid = logged.do(OPERATOR, "attest supervisor award")
    assert sum(moved.amount for moved in logged.table.moved if moved.kind == "win") == 145_00
    assert any(getattr(event, "name", "") == "award_confirmed" for event in paid)
    assert logged.table.purses()["ann"] == logged.restored().purses()["ann"] == 660_00
    assert logged.restored().version == logged.table.version


def test_a_restored_table_still_waits_and_pays_after_the_attestation() -> None:
    restored = award_shown(ENTERED).restored()
    assert isinstance(restored.say(DEALER, "deal"), Refusal)
    assert not isinstance(restored.say(OPERATOR, "attest supervisor award"), Refusal)
    assert restored.purses()["ann"] == 660_00


def test_no_person_confirms_an_award_before_its_amount_is_known() -> None:
    logged = Logged(ENTERED)
    assert "amount" in logged.refused(OPERATOR, "attest supervisor award").message
    logged.do(OPERATOR, "attest supervisor award 150")


def test_an_award_drawn_from_a_seed_waits_for_the_supervisor_and_replays_the_same() -> None:
    choices = {"bonus": "true", "bonus_awards_1": "18*1", "bonus_awards_5": "100*1,101*1"}
    spec = TableSpec(rulebook="tribal-blackjack", choices=choices, limits="5-1000", duties="award")
    logged = Logged(spec)
    logged.do(ANN, "join 5000")
    for _ in range(200):
        logged.do(ANN, "bet 1 10 bonus=5")
        logged.do(DEALER, "deal")
        while due := logged.table.due():
            if due.what == "prize":
                break
            assert due.command is not None
            logged.do(CLOCK, logged.table.grammar.line(due.command).removeprefix("house: "))
        if logged.table.due() is not None:
            break
    before = logged.table.purses()["ann"]
    logged.do(ANN, "press 1")
    assert logged.table.purses()["ann"] == before
    assert logged.table.running_dues() == ()
    assert isinstance(logged.table.say(ANN, "press 1"), Refusal)
    logged.do(OPERATOR, "attest supervisor award")
    assert logged.table.purses()["ann"] - before in (100_00, 101_00)
    text = log_pit(spec, logged.entries)
    outcome = replay(parse_pit(text))
    assert outcome.passed, outcome.failures
    second = open_table(spec, SECRET)
    assert not isinstance(second, Refusal)
    for entry in logged.entries[1:]:
        assert second.repeat(entry.actor, entry.words) == entry.events
    assert logged.restored().purses() == second.purses() == logged.table.purses()


def test_a_copy_has_duties_of_its_own() -> None:
    logged = Logged(SPEC)
    logged.do(ANN, "join 500")
    logged.do(ANN, "bet 1 10")
    copied = logged.table.copy()
    copied.say(OPERATOR, "attest supervisor cards_inspected")
    assert not isinstance(copied.say(DEALER, "deal"), Refusal)
    assert isinstance(logged.table.say(DEALER, "deal"), Refusal)
    assert not isinstance(logged.table.preview(OPERATOR, "attest supervisor cards_inspected"), Refusal)
    assert isinstance(logged.table.say(DEALER, "deal"), Refusal)


@pytest.mark.parametrize("rulebook", ["nz-roulette", "nz-tournament", "tribal-blackjack", "canberra-blackjack"])
def test_a_practice_table_states_no_duty_as_done(rulebook: str) -> None:
    logged = Logged(TableSpec(rulebook=rulebook, limits="10-100", duties="none"))
    steps = {getattr(event, "name", "") for event in logged.table.opening.events}
    assert not steps & {"cards_inspected", "cards_displayed", "cards_washed", "advance_notified"}
    assert logged.restored().version == logged.table.version


def test_two_persons_attest_what_the_law_asks_of_two() -> None:
    logged = Logged(TableSpec(rulebook="nz-blackjack", limits="10-1000", duties="cards_sorted,cards_inspected"))
    logged.do(OPERATOR, "attest dealer cards_sorted")
    alone = logged.refused(OPERATOR, "attest supervisor cards_inspected")
    assert (alone.kind, alone.clauses) == ("duty", ("6.1",))
    assert "olga attested cards_sorted" in alone.message
    restored = logged.restored()
    assert isinstance(restored.say(OPERATOR, "attest supervisor cards_inspected"), Refusal)
    logged.do(Actor("otto", Role.OPERATOR), "attest supervisor cards_inspected")


def test_the_order_of_two_attestations_is_free() -> None:
    logged = Logged(TableSpec(rulebook="tribal-blackjack", limits="10-1000", duties="cards_sorted,cards_inspected"))
    logged.do(OPERATOR, "attest supervisor cards_inspected")
    assert logged.refused(OPERATOR, "attest dealer cards_sorted").clauses == ("(d)(1)",)
    logged.do(DEALER, "attest dealer cards_sorted")
    logged.do(OPERATOR, "attest dealer cards_sorted")  # the pair is complete: a further attestation begins another
