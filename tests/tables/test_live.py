"""Live tables of every game: permissions, hidden information and views."""

from random import Random
from typing import Any

import msgspec
import pytest

from pitboss.cards import card_name
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.state import Stage
from pitboss.games.commands import JoinTable
from pitboss.games.live.events import PurseFilled, PurseTaken
from pitboss.games.live.fairness import seed_of
from pitboss.law import LawError, Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Entry, Role, TableSpec, open_table
from tests.properties.tables import BOOKS
from tests.tables.live_play import OPERATOR, BlackjackPlayed, CupPlayed, Played, RoulettePlayed, any_spec

SECRET = bytes(range(32))
ANN, BOB = Actor("ann", Role.PLAYER), Actor("bob", Role.PLAYER)
DEALER, SPECTATOR = Actor("dan", Role.DEALER), Actor("sue", Role.SPECTATOR)
NZ = TableSpec(rulebook="nz-blackjack", limits="10-1000")


def said(played: Played, *lines: tuple[Actor, str]) -> None:
    for actor, words in lines:
        done = played.say(actor, words)
        assert not isinstance(done, Refusal), (words, done)


def refused(played: Played, actor: Actor, words: str) -> Refusal:
    done = played.say(actor, words)
    assert isinstance(done, Refusal), (words, done)
    assert done.rulebook == played.spec.rulebook
    return done


def dealt(spec: TableSpec = NZ) -> Played:
    """A table at which ann has bet and cards are out that leave her to decide."""
    for seed in range(50):
        played = Played(spec, bytes([seed]) * 32)
        said(played, (ANN, "join 500"), (BOB, "join 500"), (ANN, "bet 1 10"), (OPERATOR, "deal"))
        if played.table.state.stage == Stage.PLAY:
            return played
    raise AssertionError("no deal leaves a decision")


# --- opening -----------------------------------------------------------------------------------------------------


def test_an_unlawful_table_is_refused_on_its_clause() -> None:
    refusal = open_table(TableSpec(rulebook="nz-blackjack", choices={"decks": "9"}), SECRET)
    assert isinstance(refusal, Refusal)
    assert refusal.clauses == ("3.3(a)",)


@pytest.mark.parametrize(
    ("spec", "error"),
    [
        (TableSpec(rulebook="no-such"), LawError),
        (TableSpec(rulebook="nz-blackjack", choices={"dekcs": "8"}), ValueError),
        (TableSpec(rulebook="nz-blackjack", limits="lots"), ValueError),
        (TableSpec(rulebook="nz-blackjack", turn_seconds=-1), ValueError),
        (TableSpec(rulebook="nz-blackjack", betting_seconds=100_000), ValueError),
    ],
)
def test_a_value_that_is_not_a_table_is_an_error(spec: TableSpec, error: type[Exception]) -> None:
    with pytest.raises(error):
        open_table(spec, SECRET)


def test_a_secret_is_long_enough() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        open_table(NZ, b"short")


def test_a_spec_is_stored_as_json() -> None:
    spec = TableSpec(rulebook="nz-blackjack", choices={"decks": "6"}, limits="10-1000 step 5", cards_are_read=True)
    assert msgspec.json.decode(msgspec.json.encode(spec), type=TableSpec) == spec
    entry = Entry("c1", ANN, "bet 1 10", ())
    assert msgspec.json.decode(msgspec.json.encode(entry), type=Entry) == entry


# --- who may say what --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["deal", "card 9h", "limit 10-20", "absent bob", "irregularity void 1", "shuffle"])
def test_a_player_does_not_speak_for_the_house(words: str) -> None:
    assert refused(dealt(), ANN, words).kind == "role"


@pytest.mark.parametrize("words", ["limit 10-20", "closing 3", "void ann", "exclude ann", "irregularity void round"])
def test_a_dealer_does_not_speak_for_the_operator(words: str) -> None:
    assert refused(dealt(), DEALER, words).kind == "role"


def test_a_refused_decision_of_a_dealer_names_the_clause() -> None:
    assert refused(dealt(), DEALER, "irregularity void 1").clauses == ("16.5(a)",)
    said(dealt(), (DEALER, "irregularity damaged_card Ah"), (OPERATOR, "irregularity void 1"))


@pytest.mark.parametrize("words", ["bet 1 10", "join 10", "deal", "hit 1", "contribute x", "nonsense"])
def test_a_spectator_says_nothing(words: str) -> None:
    assert refused(dealt(), SPECTATOR, words).allowed == ()


def test_only_the_owner_plays_a_box() -> None:
    played = dealt()
    for words in ("hit 1", "stand 1", "double 1", "leave 1", "withdraw 1"):
        refusal = refused(played, BOB, words)
        assert refusal.message
        assert refusal.clauses or words in ("leave 1", "withdraw 1")  # no clause speaks of another's seat or wager
    assert refused(played, BOB, "ann: hit 1").kind == "words"
    assert refused(played, Actor("house", Role.PLAYER), "deal").kind == "words"
    assert refused(played, Actor("Ann!", Role.PLAYER), "hit 1").kind == "words"


def test_the_house_may_decide_for_a_player_and_the_operator_may_not() -> None:
    played = Played(NZ, SECRET)
    said(played, (ANN, "join 500"), (ANN, "sit 1"), (OPERATOR, "cut"))
    assert refused(played, OPERATOR, "ann: decline").kind == "role"
    said(played, (THE_HOUSE, "ann: decline"))


@pytest.mark.parametrize(
    "words",
    [
        "",
        " ",
        "bet",
        "bet 1",
        "bet 1 -5",
        "bet 1 1e9",
        "bet 1 NaN",
        "bet 1 99999999999999999999",
        "bet 999999999999 10",
        "bet 1 10 pair",
        "join",
        "join -1",
        "join 0",
        "join 1e5",
        "join 99999999999",
        "leave 1 2",
        "contribute",
        "contribute a b",
        f"contribute {'x' * 101}",
        "x" * 600,
        "bet 1 10\n",
        "bet ١ 10",
        "héllo",
        "t2 bet 1 10",
        "ready now",
        "ready",
        "card 9h",
    ],
)
def test_words_that_mean_nothing_change_nothing(words: str) -> None:
    played = Played(NZ, SECRET)
    said(played, (ANN, "join 500"))
    done = played.say(ANN, words)
    assert isinstance(done, Refusal) or words == "bet 1 10\n"


@pytest.mark.parametrize("words", ["join 0", "join x", "join", "join 99999999999", "join 5 5"])
def test_a_buy_in_is_a_positive_amount(words: str) -> None:
    refusal = refused(Played(NZ, SECRET), ANN, words)
    assert refusal.kind == "words"


def test_a_buy_in_is_known_before_it_is_executed() -> None:
    table = Played(NZ, SECRET).table
    assert table.parse(ANN, "join 12.50") == JoinTable(player="ann", money=1_250)


def test_a_refusal_says_what_would_be_allowed() -> None:
    played = Played(NZ, SECRET)
    said(played, (ANN, "join 500"))
    refusal = refused(played, ANN, "bet 1 5")
    assert refusal.kind == "limits"
    assert refusal.clauses
    assert refusal.allowed == ("ann: bet BOX 10-500",)  # no more than ann has


# --- coming and going --------------------------------------------------------------------------------------------


def test_a_leaving_player_takes_the_bets_back_and_may_return() -> None:
    played = Played(NZ, SECRET)
    said(played, (ANN, "join 500"), (ANN, "bet 1 100"))
    done = played.say(ANN, "leave")
    assert not isinstance(done, Refusal)
    assert [type(event) for event in done] == [ev.BetsTakenBack, ev.SeatLeft, PurseTaken]
    assert played.table.purses() == {"ann": 0}
    assert played.table.public_view().people == ()
    assert refused(played, ANN, "leave").kind == "own_money"
    assert refused(played, ANN, "bet 1 10").kind == "own_money"
    said(played, (ANN, "join 20"), (ANN, "bet 1 20"))


def test_a_player_cannot_leave_with_money_that_the_round_may_need() -> None:
    played = dealt()
    refusal = refused(played, ANN, "leave")
    assert refusal.kind == "wager_stays"
    assert refusal.clauses
    said(played, (BOB, "leave"), (OPERATOR, "absent ann"), (ANN, "leave"))
    assert played.books.of("wallet") + played.books.of("bank") == 0


def test_a_wheel_keeps_its_players_until_the_number_is_settled() -> None:
    played = Played(TableSpec(rulebook="nz-roulette", limits="5-1000"), SECRET)
    said(played, (ANN, "join 500"), (ANN, "bet red 10"), (OPERATOR, "chips ann blue 2"), (OPERATOR, "no_more_bets"))
    assert refused(played, ANN, "leave").kind == "wager_stays"
    said(played, (OPERATOR, "no_spin too_slow"), (ANN, "leave"))
    assert played.table.public_view().colours == ()


def test_a_purse_pays_the_fee() -> None:
    choices = {"entry_fee": "25", "chip_issue": "face_value", "chips": "100"}
    played = CupPlayed(TableSpec(rulebook="nz-tournament", choices=choices, limits="10-100"), SECRET, Random(1), 4)
    assert refused(played, ANN, "enter").kind == "own_money"
    for name in ("ann", "bob", "cid", "dee"):
        said(played, (Actor(name, Role.PLAYER), "join 100"), (Actor(name, Role.PLAYER), "enter"))
    assert refused(played, OPERATOR, "start").kind == "own_money"
    for name in ("ann", "bob", "cid", "dee"):
        said(played, (Actor(name, Role.PLAYER), "join 25"))
    said(played, (OPERATOR, "start"))
    assert set(played.table.purses().values()) == {0}


# --- hidden information -------------------------------------------------------------------------------------------

EVERYBODY = (ANN, BOB, SPECTATOR, DEALER, OPERATOR, Actor("zoe", Role.PLAYER))


def everything_shown(played: Any, events: tuple[Any, ...]) -> str:
    """Every view of the table."""
    table = played.table
    table._views.clear()  # which hears of events, and of no card that is changed behind their back
    shown = [table.public_view(), table.card(), table.dues()]
    for actor in EVERYBODY:
        shown.append(table.personal_view(actor))
        shown += [table.shown(event, actor) for event in events]
    return msgspec.json.encode(shown).decode()


@pytest.mark.parametrize("read", [False, True], ids=["shuffled", "read"])
@pytest.mark.parametrize("book", BOOKS)
def test_face_down_cards_change_nothing_in_the_views(book: str, read: bool) -> None:
    """Another hole card, burnt card or secret does not change any view."""
    dice = Random(f"hidden {book} {read}")
    played = BlackjackPlayed(any_spec(book, dice, read=read), SECRET, dice)
    played.people_come()
    hidden = 0
    for _ in range(120):
        played.play(1)
        table = played.table
        events = played.entries[-1].events
        text = everything_shown(played, events)
        fair = table.fair
        for number in range(fair.fillings + 3 if fair is not None else 3):
            name = f"shoe {number}"
            assert (seed_of(SECRET, name).hex() in text) <= (fair is not None and name in fair.closed)
        assert SECRET.hex() not in text
        if table.state.hole >= 0:
            hidden += 1
            kept, table.state.hole = table.state.hole, (table.state.hole + 13) % 52
            assert everything_shown(played, ()) == everything_shown_with(played, kept)
        for event in events:
            if isinstance(event, ev.HoleDealt) or (isinstance(event, ev.CardBurned) and event.reason != "face_up"):
                shown = table.shown(event, ANN)
                assert "card" not in shown.fields
                assert card_name(event.card) not in shown.text
    assert hidden or not played.table.rules.terms.hole_card


def everything_shown_with(played: Any, hole: int) -> str:
    other = played.table.state.hole
    played.table.state.hole = hole
    text = everything_shown(played, ())
    assert other != hole
    return text


def test_a_preview_changes_nothing_and_shows_no_hidden_card() -> None:
    spec = TableSpec(rulebook="tribal-blackjack", limits="10-1000")
    played = dealt(spec)
    before = msgspec.json.encode(played.table.state)
    told = played.table.preview(OPERATOR, "absent ann")
    assert not isinstance(told, Refusal)
    assert any(isinstance(event, ev.PlayerAbsent) for event in told)
    assert not any(isinstance(event, ev.HoleDisclosed | ev.ReaderChecked | ev.DealerDone) for event in told)
    assert msgspec.json.encode(played.table.state) == before
    assert isinstance(played.table.preview(ANN, "deal"), Refusal)
    joined = played.table.preview(ANN, "join 5")
    assert not isinstance(joined, Refusal)
    assert [type(event) for event in joined] == [PurseFilled]
    leaves = played.table.preview(ANN, "leave")
    assert isinstance(leaves, Refusal)
    assert leaves.kind == "wager_stays"
    assert msgspec.json.encode(played.table.state) == before
    assert isinstance(played.table.preview(OPERATOR, "irregularity nothing"), Refusal)
    voided = played.table.preview(OPERATOR, "void ann")
    assert isinstance(voided, Refusal) or any(isinstance(event, ev.WagerVoided) for event in voided)


# --- what the page needs -----------------------------------------------------------------------------------------


def test_every_button_is_there_and_says_why_not() -> None:
    played = dealt()
    you = played.table.personal_view(ANN)
    buttons = {button.verb: button for button in you.actions}
    assert {"hit", "stand", "double", "split", "surrender", "insure", "even", "pass", "bet"} <= set(buttons)
    assert buttons["hit"].refusal is None
    surrender = buttons["surrender"].refusal
    assert surrender.clauses
    assert "surrender is not offered" in surrender.message
    assert played.table.personal_view(SPECTATOR).actions == ()


def test_buttons_to_sit_down_and_to_be_ready() -> None:
    played = Played(TableSpec(rulebook="nz-blackjack", limits="10-1000"), SECRET)
    said(played, (ANN, "join 100"), (BOB, "join 100"), (BOB, "sit 2"))
    buttons = {button.words: button.refusal for button in played.table.personal_view(ANN).actions}
    assert [words for words in buttons if words.startswith("sit")] == [f"sit {box}" for box in (1, 3, 4, 5, 6, 7)]
    assert buttons["ready"] == refused(played, ANN, "ready")
    said(played, (ANN, "sit 1"), (ANN, "bet 1 10"))
    buttons = {button.words: button.refusal for button in played.table.personal_view(ANN).actions}
    assert "sit 1" not in buttons
    assert buttons["ready"] is None
    said(played, (ANN, "ready"))


def test_a_roulette_player_with_bets_has_a_ready_button() -> None:
    played = Played(TableSpec(rulebook="nz-roulette", limits="5-1000"), SECRET)
    said(played, (ANN, "join 100"))
    ready = {button.words: button.refusal for button in played.table.personal_view(ANN).actions}["ready"]
    assert ready == refused(played, ANN, "ready")
    said(played, (ANN, "bet red 10"))
    assert {button.words: button.refusal for button in played.table.personal_view(ANN).actions}["ready"] is None
    said(played, (ANN, "ready"))


@pytest.mark.parametrize("book", BOOKS)
def test_a_button_may_be_pressed_where_nothing_forbids_it(book: str) -> None:
    """What a button says is what the table does."""
    dice = Random(f"buttons {book}")
    played = BlackjackPlayed(any_spec(book, dice), SECRET, dice)
    played.people_come()
    for _ in range(60):
        played.play(2)
        for actor in (ANN, OPERATOR):
            buttons = played.table.personal_view(actor).actions
            for button in buttons:
                if button.refusal is not None:
                    assert refused(played, actor, button.words).kind == button.refusal.kind
                elif button.less is not None:
                    tried = played.table.preview(actor, button.less.words)
                    assert (tried if isinstance(tried, Refusal) else None) == button.less.refusal
            free = [button for button in buttons if button.refusal is None]
            if free:
                said(played, (actor, dice.choice(free).words))


@pytest.mark.parametrize(
    ("book", "cards", "verb", "words", "told"),
    [
        ("nz-blackjack", "5h 6s 5c", "double", "double 1 0.50", ""),
        ("mbs-blackjack", "5h 6s 5c", "double", "double 1 10", ""),
        ("tribal-blackjack", "2c 5h 6s 5c 9d", "double", "double 1 1", ""),
        ("canberra-blackjack", "2c 5h 6s 5c", "double", "double 1 0.50", "doubling adds 50, not 0.50"),
        ("nz-blackjack", "5h As 5c", "insure", "insure 1 0.50", ""),
    ],
)
def test_a_button_says_whether_less_may_be_laid(book: str, cards: str, verb: str, words: str, told: str) -> None:
    spec = TableSpec(rulebook=book, limits="10-1000", cards_are_read=True)
    played = Played(spec, SECRET)
    said(played, (ANN, "join 500"), (ANN, "bet 1 50"), (DEALER, "deal"))
    said(played, *((DEALER, f"card {card}") for card in cards.split()))
    (button,) = (each for each in played.table.personal_view(ANN).actions if each.verb == verb)
    assert button.refusal is None
    assert button.less.words == words
    assert (button.less.refusal.message if button.less.refusal else "") == told


def test_the_cloth_of_each_rulebook() -> None:
    spec = TableSpec(rulebook="tribal-blackjack", choices={"streak": "true"}, limits="10-1000")
    table: Any = open_table(spec, SECRET)
    if isinstance(table, Refusal):
        pytest.fail(str(table))
    kinds = [spot.kind for spot in table.card().spots]
    assert kinds[0] == "main"
    assert "streak_2" in kinds
    canberra: Any = open_table(TableSpec(rulebook="canberra-blackjack", choices={"triple_play": "true"}), SECRET)
    assert [spot.spot for spot in canberra.card().spots if spot.kind == "main"] == [1, 2, 3]


def test_the_cloth_of_roulette_has_every_position() -> None:
    played = RoulettePlayed(TableSpec(rulebook="nz-roulette", limits="5-1000"), SECRET, Random(1))
    card = played.table.card()
    assert len(card.positions) == len(played.positions)
    assert len(card.wheel) == 37
    said(played, (ANN, "join 500"), (ANN, "bet split 17-20 10"), (OPERATOR, "spin"))
    view = played.table.public_view()
    assert view.numbers[0] == view.number
    (settled,) = view.settled
    assert settled.result in (-1_000, 17_000)
    assert settled.clauses


def test_results_show_their_clauses() -> None:
    played = dealt()
    said(played, (OPERATOR, "absent ann"))
    hand = played.table.public_view().boxes[0].hands[0]
    (wager,) = hand.wagers
    assert wager.result is not None
    assert wager.outcome
    assert wager.clauses


def test_views_are_plain_data() -> None:
    for played in (dealt(), Played(TableSpec(rulebook="nz-roulette"), SECRET)):
        for actor in EVERYBODY:
            view = played.table.view(actor)
            data = msgspec.json.decode(msgspec.json.encode(view))
            assert msgspec.convert(data["table"], type(view["table"])) == view["table"]
            assert msgspec.convert(data["you"], type(view["you"])) == view["you"]


def test_a_tournament_shows_its_leaders_and_prizes() -> None:
    choices = {"entry_fee": "25", "chips": "100", "session": "rounds:2", "playoff": "rounds:1"}
    played = CupPlayed(TableSpec(rulebook="nz-tournament", choices=choices, limits="10-100"), SECRET, Random(3), 4)
    played.enter()
    assert [entry.status for entry in played.table.public_view().entries] == ["entered"] * 4
    said(played, (OPERATOR, "start"))
    view = played.table.public_view()
    assert view.tables[0].to_bet == ("p1", "p2", "p3", "p4")
    assert view.tables[0].marker == 1
    assert view.pool == 10_000
    assert view.leaders[0][1] == 10_000
    while played.play(20):
        pass
    view = played.table.public_view()
    assert view.phase == "over"
    assert sum(entry.prize for entry in view.entries) == 10_000
    assert {entry.place for entry in view.entries} >= {1}
    data = msgspec.json.decode(msgspec.json.encode(view))
    assert msgspec.convert(data, type(view)) == view


# --- anything at all ---------------------------------------------------------------------------------------------

VERBS = """
bet withdraw sit leave insure even pass hit stand surrender split double follow keep press decline accept refuse cut
join contribute ready deal close shuffle new_cards dealer closing limit absent timeout void exclude irregularity card
prize number spin no_spin no_more_bets collect pay adjust chips new_ball display enter start tally playoff time late
disqualify reissue seat postpone director writing cancel redeem open house t1
"""
ARGUMENTS = """
1 2 0 -1 9999999999 1e5 NaN 10 10.50 10/10/- 5-10 box=1 from=a ann bob house round dealer lost Ah | end 17 17-20
straight red split dozen blue blue*3 turns=1 wheel=clockwise by_hand pair=5 =5 ante= hours=1 consent table=1 table=99
box=2 ann=100 p1=50 rules no_wager void misdealt drawn_exposed foreign_card too_slow leaves allowed notice
"""


def any_words(dice: Random) -> str:
    words = [dice.choice(VERBS.split()), *(dice.choice(ARGUMENTS.split()) for _ in range(dice.randrange(4)))]
    if dice.random() < 0.1:
        words.insert(0, dice.choice(("t1", "t2", "t99", "ann:", "p1:", "house:")))
    return " ".join(words)


def any_played(game: str, dice: Random) -> Any:
    if game == "roulette":
        return RoulettePlayed(TableSpec(rulebook="nz-roulette", limits="5-1000"), SECRET, dice)
    if game == "cup":
        cup = CupPlayed(TableSpec(rulebook="nz-tournament", limits="10-100"), SECRET, dice, 4)
        cup.enter()
        return cup
    played = BlackjackPlayed(any_spec(dice.choice(BOOKS), dice, read=game == "read"), SECRET, dice)
    played.people_come()
    return played


@pytest.mark.parametrize("game", ["blackjack", "read", "roulette", "cup"])
@pytest.mark.parametrize("seed", range(4))
def test_any_words_are_answered_and_a_refusal_changes_nothing(game: str, seed: int) -> None:
    """The table answers any text; Played checks state and money after each line."""
    dice = Random(f"{game} {seed}")
    played = any_played(game, dice)
    actors = (ANN, BOB, Actor("p1", Role.PLAYER), OPERATOR, DEALER, SPECTATOR, THE_HOUSE)
    for _ in range(150):
        for _ in range(10):
            played.say(dice.choice(actors), any_words(dice))
        played.play(3)
    assert played.again().state == played.table.state
