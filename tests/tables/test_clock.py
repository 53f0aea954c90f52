"""The clock: who lets the time pass is treated as the document says, marked as decided by the house."""

from random import Random

import pytest
from msgspec.structs import replace

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.showing import showing_seconds
from pitboss.games.live.base import ALL_READY
from pitboss.law import Refusal
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.tables.clock import Clock, next_end, over, still_shown, tick
from pitboss.tables.live import THE_HOUSE, Actor, Due, Entry, Role, TableSpec, log_pit, restore
from tests.tables.live_play import OPERATOR, BlackjackPlayed, CupPlayed, Played, any_spec

ANN, BOB = Actor("ann", Role.PLAYER), Actor("bob", Role.PLAYER)
SECRET = bytes(range(32))


class Timed:
    """A table with a clock that the test advances."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.clock: Clock = ()
        self.now = 1000.0
        self.said: list[str] = []

    def wait(self, seconds: float) -> None:
        """Time passes, and the house does what is due."""
        end = self.now + seconds
        while True:
            self.clock = tick(self.clock, self.played.table.dues(), self.now)
            for due in over(self.clock, self.now):
                words = self.words(due)
                done = self.played.say(THE_HOUSE, words)
                assert not isinstance(done, Refusal), (due, done)
                self.said.append(words)
                break
            else:
                following = next_end(self.clock)
                if following is None or following > end:
                    self.now = end
                    return
                self.now = following

    def words(self, due: Due) -> str:
        """The command of a deadline as the house says it."""
        assert due.command is not None
        words: str = self.played.table.words_of(THE_HOUSE, due.command)
        return words

    def say(self, actor: Actor, words: str) -> None:
        done = self.played.say(actor, words)
        assert not isinstance(done, Refusal), done
        self.clock = tick(self.clock, self.played.table.dues(), self.now)


def read_table(rulebook: str, cards: str, **choices: str) -> Timed:
    """A table at which ann has bet, with these cards to come."""
    spec = TableSpec(rulebook=rulebook, choices=choices, limits="10-1000", cards_are_read=True, turn_seconds=20)
    played = Played(spec, SECRET)
    timed = Timed(played)
    for words in ("join 500", "bet 1 10"):
        timed.say(ANN, words)
    timed.say(OPERATOR, "deal")
    burn = ["2s"] if played.table.state.shoe.burns_due else []
    hole = ["Td"] if played.table.rules.terms.hole_card else []
    for card in [*burn, *cards.split(), *hole] if cards else []:
        timed.say(OPERATOR, f"card {card}")
    return timed


def clauses(rulebook: str, clause: tuple[str, ...]) -> None:
    timed = read_table(rulebook, "5h 9s 6c")
    (due,) = timed.played.table.dues()
    assert (due.who, due.what, due.command) == (("ann",), "turn", cmd.CallTimeout(box=1))
    assert due.clauses == clause


def test_an_absent_players_hand_rests_on_the_document() -> None:
    clauses("nz-blackjack", ("16.6",))
    clauses("canberra-blackjack", ("18(g)",))
    clauses("mbs-blackjack", ())  # which says nothing: a policy of the rulebook
    clauses("tribal-blackjack", ())


def test_a_hand_below_12_is_drawn_to_and_marked() -> None:
    timed = read_table("nz-blackjack", "5h 9s 6c")
    timed.wait(19.9)
    assert not timed.said
    timed.wait(0.2)
    assert timed.said == ["timeout 1"]
    timed.say(OPERATOR, "card 4d")
    entries: list[Entry] = timed.played.entries
    events = [event for entry in entries for event in entry.events]
    (closed,) = [event for event in events if isinstance(event, ev.HandClosed)]
    assert closed.why == "timeout"
    assert closed.clauses == ("16.6",)
    told = timed.played.table.shown(closed, ANN)
    assert told.by_house
    assert told.clauses == ("16.6",)
    assert entries[-2].actor == THE_HOUSE
    assert timed.played.table.state.hands[1][0].total == 15


def test_where_the_document_is_silent_a_hand_stands() -> None:
    timed = read_table("tribal-blackjack", "5h 9s 6c")
    timed.wait(25)
    assert timed.said == ["timeout 1"]
    assert len(timed.played.table.state.hands[1][0].cards) == 2


def deal_two(rulebook: str, cards: str, actors: tuple[Actor, Actor], **choices: str) -> Timed:
    """A table with a wager on boxes 1 and 2, these cards dealt to it."""
    spec = TableSpec(rulebook=rulebook, choices=choices, limits="10-1000", cards_are_read=True, turn_seconds=20)
    timed = Timed(Played(spec, SECRET))
    for actor in dict.fromkeys(actors):
        timed.say(actor, "join 500")
    for box, actor in enumerate(actors, 1):
        timed.say(actor, f"bet {box} 10")
    timed.say(OPERATOR, "deal")
    for card in cards.split():
        timed.say(OPERATOR, f"card {card}")
    return timed


def check_log_replays(timed: Timed) -> str:
    text = log_pit(timed.played.spec, timed.played.entries)
    outcome = replay(parse_pit(text))
    assert outcome.passed, (outcome.failures, text)
    return text


def test_a_timeout_on_one_box_leaves_the_next_box_to_the_player() -> None:
    timed = deal_two("nz-blackjack", "Ts 9s 7h 6d 5d", (ANN, ANN), max_boxes_per_player="2")
    timed.wait(21)
    assert timed.said == ["timeout 1"]
    assert timed.played.table.due().who == ("ann",)
    timed.say(ANN, "double 2")
    for card in ("7c", "Tc"):
        timed.say(OPERATOR, f"card {card}")
    assert timed.played.table.state.money["ann"] == 500_00 - 10_00 + 20_00
    assert "house: timeout 1\nann: double 2\n" in check_log_replays(timed)


def test_a_timeout_on_one_hand_of_a_split_leaves_the_other_to_the_player() -> None:
    timed = read_table("nz-blackjack", "8h 9s 8c")
    timed.say(ANN, "split")
    timed.say(OPERATOR, "card 2d")
    timed.wait(21)
    assert timed.said == ["timeout 1"]
    timed.say(OPERATOR, "card 4d")
    timed.say(OPERATOR, "card Kd")
    state = timed.played.table.state
    assert [hand.total for hand in state.hands[1]] == [14, 18]
    assert not state.absent
    timed.say(ANN, "stand")
    timed.say(OPERATOR, "card Ks")
    assert state.money["ann"] == 480_00
    assert "house: timeout 1\nann: stand 1\n" in check_log_replays(timed)


def test_a_timeout_in_an_offer_of_a_card_answers_for_the_box_that_was_asked() -> None:
    timed = deal_two("nz-blackjack", "Ts 9s 7h 2d 3d", (ANN, BOB))
    timed.say(OPERATOR, "irregularity drawn_exposed")
    timed.say(OPERATOR, "card 8c")
    assert timed.played.table.due().command == cmd.CallTimeout(box=1)
    timed.wait(20)
    assert timed.said == ["timeout 1"]
    assert timed.played.table.due().who == ("bob",), "bob is asked, too, and has time of his own"
    timed.say(BOB, "accept")
    assert [hand.total for hands in timed.played.table.state.hands.values() for hand in hands] == [12, 20]


def test_a_log_in_which_the_clock_marked_a_player_absent_still_replays() -> None:
    """As the clock did before it called a timeout on one hand."""
    timed = deal_two("nz-blackjack", "Ts 9s 7h 6d 5d", (ANN, ANN), max_boxes_per_player="2")
    assert not isinstance(timed.played.say(THE_HOUSE, "absent ann"), Refusal)
    for card in ("7c", "Tc"):
        timed.say(OPERATOR, f"card {card}")
    assert timed.played.table.state.money["ann"] == 520_00
    assert "house: absent ann\n" in check_log_replays(timed)
    again = restore(timed.played.spec, SECRET, timed.played.entries)
    assert again.purses() == timed.played.table.purses()


def test_every_decision_has_its_own_time() -> None:
    timed = read_table("nz-blackjack", "2h 9s 3c")
    timed.wait(15)
    timed.say(ANN, "hit")
    timed.say(OPERATOR, "card 4d")
    timed.wait(15)
    assert not timed.said
    timed.wait(6)
    assert timed.said == ["timeout 1"]


def test_an_offer_is_closed_and_betting_too() -> None:
    timed = read_table("nz-blackjack", "9h As 9c")
    (due,) = timed.played.table.dues()
    assert (due.what, due.command) == ("insurance", cmd.CloseOffer())
    timed.wait(21)
    assert timed.said[0] == "close"
    timed = Timed(Played(TableSpec(rulebook="nz-blackjack", limits="10-1000", betting_seconds=10), SECRET))
    timed.wait(100)
    assert not timed.said, "nobody has wagered"
    timed.say(ANN, "join 500")
    timed.say(BOB, "join 500")
    timed.say(ANN, "bet 1 10")
    timed.wait(6)
    timed.say(BOB, "bet 2 10")
    timed.wait(3)
    assert not timed.said
    timed.wait(1.5)
    assert timed.said == ["deal"], "a later wager gives no more time"


def test_betting_closes_when_all_players_are_ready() -> None:
    timed = Timed(Played(TableSpec(rulebook="nz-blackjack", limits="10-1000"), SECRET))
    for actor, box in ((ANN, 1), (BOB, 2)):
        timed.say(actor, "join 500")
        assert isinstance(timed.played.say(actor, "ready"), Refusal), "nothing is wagered"
        timed.say(actor, f"bet {box} 10")
    timed.say(ANN, "ready")
    timed.wait(5)
    assert not timed.said
    timed.say(BOB, "ready")
    assert [person.ready for person in timed.played.table.public_view().people] == [True, True]
    timed.wait(0.2)
    assert timed.said == ["deal"]
    assert not any(person.ready for person in timed.played.table.public_view().people)
    wheel = Timed(Played(TableSpec(rulebook="nz-roulette", limits="5-1000"), SECRET))
    for words in ("join 100", "bet red 10", "ready"):
        wheel.say(ANN, words)
    wheel.wait(0.2)
    assert wheel.said == ["no_more_bets"]


def test_after_every_void_spin_there_is_time_to_bet_again() -> None:
    wheel = Timed(Played(TableSpec(rulebook="nz-roulette", limits="5-1000"), SECRET))
    for words in ("join 100", "bet red 10"):
        wheel.say(ANN, words)
    for _ in range(3):
        wheel.say(ANN, "ready")
        wheel.wait(0.2)
        assert wheel.said[-1] == "no_more_bets"
        wheel.say(OPERATOR, "no_spin interference")
        assert not any(person.ready for person in wheel.played.table.public_view().people)
        calls = len(wheel.said)
        wheel.wait(5)
        assert len(wheel.said) == calls, "she may change her wager"


def test_the_cut_passes_on() -> None:
    timed = Timed(Played(TableSpec(rulebook="nz-blackjack", limits="10-1000"), SECRET))
    for actor, words in ((ANN, "join 500"), (ANN, "sit 1"), (OPERATOR, "cut")):
        timed.say(actor, words)
    timed.wait(31)
    assert timed.said == ["ann: decline"]


def test_the_prize_button_passes_on_to_the_house() -> None:
    timed = read_table("nz-blackjack", "", madness_21="true")
    timed.say(OPERATOR, "card 2h")
    for card in ("9s", "3c"):
        timed.say(OPERATOR, f"card {card}")
    timed.say(OPERATOR, "absent ann")
    timed.say(OPERATOR, "card Td")
    timed.say(OPERATOR, "card 9d")
    timed.say(ANN, "bet 1 10 madness_21=1")
    timed.say(OPERATOR, "deal")
    for card in ("Ah", "9s", "Kh"):
        timed.say(OPERATOR, f"card {card}")
    timed.wait(25)
    assert timed.said[-2:] == ["ann: decline 1", "press 1"]


def test_a_wheel_closes_betting_and_comes_to_rest() -> None:
    timed = Timed(Played(TableSpec(rulebook="nz-roulette", limits="5-1000", betting_seconds=10), SECRET))
    timed.say(ANN, "join 100")
    timed.say(ANN, "bet red 10")
    timed.wait(30)
    assert timed.said == ["no_more_bets", "spin"]
    assert timed.played.table.round == 1


def cup(**choices: str) -> Timed:
    spec = TableSpec(rulebook="nz-tournament", choices=choices, limits="10-100", turn_seconds=20)
    played = CupPlayed(spec, SECRET, Random(1), 4)
    played.enter()
    timed = Timed(played)
    timed.say(OPERATOR, "start")
    return timed


def test_a_session_of_minutes_ends_by_the_clock() -> None:
    timed = cup(session="minutes:2")
    timed.wait(60)
    timed.say(Actor("p1", Role.PLAYER), "bet 10")  # whoever bets, the session's time goes on
    timed.wait(59)
    assert not timed.said
    timed.wait(2)
    assert timed.said == ["t1 time"]
    assert timed.played.table.state.tables[1].ended_by
    timed.wait(600)
    assert timed.said == ["t1 time"]


def test_the_time_of_a_decision_starts_with_the_entry_of_the_card_before_it() -> None:
    spec = TableSpec(
        rulebook="nz-tournament",
        choices={"session": "minutes:1"},
        limits="10-100",
        cards_are_read=True,
        turn_seconds=20,
    )
    played = CupPlayed(spec, SECRET, Random(1), 4)
    played.enter()
    timed = Timed(played)
    timed.say(OPERATOR, "start")
    for name in played.names:
        timed.say(Actor(name, Role.PLAYER), "bet 10")
    timed.say(OPERATOR, "t1 deal")
    timed.wait(90)
    assert not timed.said, "the dealer holds a card"
    for card in ("Th", "Td", "Tc", "Ts", "9d", "9h", "9c", "9s", "8h"):
        timed.say(OPERATOR, f"t1 card {card}")
    timed.wait(0)
    assert timed.said == ["t1 time"]
    table = played.table.state.tables[1]
    assert table.time_up
    assert table.running, "the round that has begun is finished"


def test_a_late_player_bets_the_minimum_or_is_disqualified() -> None:
    timed = cup(bet_seconds="15")
    (due,) = timed.played.table.dues()
    assert due.who == ("p1",)
    timed.wait(16)
    assert timed.said == ["late p1"]
    refused = timed.played.say(Actor("p1", Role.PLAYER), "bet 20")
    assert isinstance(refused, Refusal)
    assert refused.kind == "late_wager"
    timed.wait(16)
    assert timed.said == ["late p1", "disqualify p1 no_wager"]
    timed.wait(16)
    assert timed.said[2:] == ["late p2"]


def test_a_timeout_in_a_tournament_concerns_one_hand() -> None:
    spec = TableSpec(rulebook="nz-tournament", limits="10-100", cards_are_read=True, turn_seconds=20)
    played = CupPlayed(spec, SECRET, Random(1), 4)
    played.enter()
    timed = Timed(played)
    timed.say(OPERATOR, "start")
    for name in played.names:
        timed.say(Actor(name, Role.PLAYER), "bet 10")
    timed.say(OPERATOR, "t1 deal")
    for card in ("8h", "Td", "Tc", "Ts", "9d", "8d", "9h", "9c", "9s"):
        timed.say(OPERATOR, f"t1 card {card}")
    timed.say(Actor("p1", Role.PLAYER), "split")
    timed.say(OPERATOR, "t1 card 5h")
    timed.wait(20)
    assert timed.said == ["t1 timeout 1"]
    timed.say(OPERATOR, "t1 card Kh")
    play = played.table.state.tables[1].play
    assert [hand.closed for hand in play.hands[1]] == [True, False]
    timed.say(Actor("p1", Role.PLAYER), "stand")
    timed.wait(0)
    check_log_replays(timed)


def test_without_an_announced_time_no_player_is_late() -> None:
    timed = cup()
    timed.wait(10_000)
    assert not timed.said
    for name in ("p1", "p2", "p3", "p4"):
        timed.say(Actor(name, Role.PLAYER), "bet 10")
    timed.wait(3)
    assert timed.said == ["t1 deal"]


def test_a_clock_keeps_what_runs_and_forgets_what_is_over() -> None:
    bet = Due("bet", (), "betting", cmd.Deal(), (), 10)
    turn = Due("turn", ("ann",), "turn", cmd.CallTimeout(box=1), (), 20)
    never = Due("dealer", ("dealer",), "card")
    clock = tick((), (bet, never), 100.0)
    assert [running.left(104.0) for running in clock] == [6.0, 0.0]
    assert next_end(clock) == 110.0
    clock = tick(clock, (bet, turn), 105.0)
    assert over(clock, 110.0) == (bet,)
    assert over(clock, 125.0) == (bet, turn)
    assert tick(clock, (), 110.0) == ()
    assert next_end(()) is None


@pytest.mark.parametrize("book", ["nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack"])
def test_a_round_of_idle_players_ends_by_the_clock(book: str) -> None:
    """Whatever the cards, the house ends the round; no player waits for ever."""
    for seed in range(10):
        dice = Random(f"idle {book} {seed}")
        played = BlackjackPlayed(any_spec(book, dice), SECRET, dice)
        played.people_come()
        played.play(25)
        timed = Timed(played)
        timed.wait(3_000)
        state = played.table.state
        assert state.stage in (0, 9) or played.table.pending is not None, timed.said


def test_a_deadline_starts_when_the_table_is_shown() -> None:
    due = Due("turn 1", ("ann",), "turn", cmd.CallTimeout(box=1), (), 30)
    clock = tick((), [due], 1000.0, shown={0: 1004.0})
    assert clock[0].left(1000.0) == 34
    assert over(clock, 1033.9) == ()
    assert over(tick(clock, [due], 1010.0, shown={0: 1020.0}), 1034.0) == (due,), "a running deadline keeps its end"
    assert tick((), [due], 1000.0, shown={0: 990.0, 1: 1004.0})[0].left(1000.0) == 30, "another table is shown"
    assert tick((), [replace(due, table=1)], 1000.0, shown={0: 990.0, 1: 1004.0})[0].left(1000.0) == 34


def test_a_table_whose_players_are_ready_is_not_waited_for() -> None:
    ready = Due("betting 1", (), "betting", cmd.Deal(), (), ALL_READY)
    assert still_shown({0: 1015.0}, [ready]) == {}
    assert still_shown({0: 1015.0, 1: 1020.0}, [replace(ready, seconds=25, table=1)]) == {0: 1015.0, 1: 1020.0}
    assert over(tick((), [ready], 1000.0, shown=still_shown({0: 1015.0}, [ready])), 1001.0) == (ready,)


def test_a_page_needs_time_to_show_cards_and_none_for_bets() -> None:
    placed = ev.BetPlaced(clauses=(), player="ann", box=1, kind="main", amount=1000)
    cards = [ev.CardDealt(clauses=(), box=1, hand=1, card=0, total=11, soft=True, announced=False)] * 4
    assert showing_seconds([placed]) == 0
    assert 0 < showing_seconds(cards[:1]) < showing_seconds([placed, *cards])
