"""The calls that people write in notebooks: verbs, strict tables, events as frames, counts, representations."""

import subprocess
import sys
from xml.etree import ElementTree

import polars
import pytest

from pitboss import BlackjackTable, Card, Count, Limits, Refusal, RefusalError, RouletteTable, Table, TournamentTables
from pitboss.cards import full_shoe
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.state import Stage
from pitboss.games.live.event_log import EventLog
from pitboss.games.roulette import layout_of
from pitboss.games.roulette.commands import CallNoMoreBets, SpinBall
from pitboss.strategy.count_systems import CountError
from tests.tables.random_play import RULEBOOKS, open_table, play_rounds

LIMITS = Limits(1_000, 100_000)


def strict_table(cards: str = "8h 6s 8c") -> BlackjackTable:
    table = BlackjackTable.open("mbs-blackjack", {"decks": 6}, LIMITS, listed=f"cards: {cards}", strict=True)
    table.join("ann", 1_000_000)
    return table


class ArrowOnly:
    """What a library that reads Arrow sees of a log."""

    def __init__(self, events: EventLog) -> None:
        self.__arrow_c_stream__ = events.__arrow_c_stream__


def test_a_card_prints_as_a_card_and_is_its_number() -> None:
    card = Card("8h")
    assert (str(card), repr(card), card.symbol, f"{card:>4}") == ("8h", "Card('8h')", "8♥", "  8h")
    assert card == 30
    assert (card.rank, card.suit) == ("8", "h")
    assert Card(30) == card
    assert "8" in ElementTree.fromstring(card._repr_svg_()).itertext()
    with pytest.raises(ValueError, match="'8x' is not a card"):
        Card("8x")
    with pytest.raises(ValueError, match="52 is not a card"):
        Card(52)


def test_a_verb_does_what_its_command_does() -> None:
    table, typed = strict_table("8h 6s 8c 3d 4s Th Ts Td"), strict_table("8h 6s 8c 3d 4s Th Ts Td")
    table.bet("ann", 1_000, sides={"pair": 500})
    typed.do(cmd.PlaceBet(player="ann", box=1, amounts=(1_000,), sides=(("pair", 500),)))
    table.deal()
    typed.do(cmd.Deal())
    table.split("ann")
    typed.do(cmd.SplitPair(player="ann", box=1))
    table.double("ann")
    typed.do(cmd.DoubleDown(player="ann", box=1))
    table.stand("ann")
    typed.do(cmd.Stand(player="ann", box=1))
    assert table.state == typed.state
    assert table.log_pit() == typed.log_pit()


def test_insurance_without_an_amount_is_the_most_that_is_allowed() -> None:
    table = strict_table("8h As 8c 9d 9c")
    table.bet("ann", 1_000)
    table.deal()
    done = table.insure("ann")
    assert not isinstance(done, Refusal)
    assert [event.amount for event in done if isinstance(event, ev.WagerAdded)] == [500]


def test_a_refusal_is_raised_only_on_demand() -> None:
    table = strict_table()
    with pytest.raises(RefusalError, match="outside the limits") as raised:
        table.bet("ann", 500)
    assert raised.value.refusal.clauses == ("1.1.2",)
    assert isinstance(table.bet("ann", 500, strict=False), Refusal)
    table.strict = False
    assert isinstance(table.hit("ann"), Refusal)
    with pytest.raises(RefusalError):
        table.hit("ann", strict=True)
    with pytest.raises(RefusalError):
        table.do(cmd.Hit(player="ann", box=1), strict=True)
    with pytest.raises(RefusalError, match="decks"):
        Table.open("nz-blackjack", {"decks": 1}, LIMITS, strict=True)
    with pytest.raises(ValueError, match="nz-roulette opens a RouletteTable, not a BlackjackTable"):
        BlackjackTable.open("nz-roulette")


def test_roulette_and_tournaments_have_verbs_too() -> None:
    wheel = RouletteTable.open("nz-roulette", limits=Limits(500, 50_000), seed=7, strict=True)
    wheel.join("ann", 10_000)
    wheel.bet("ann", "split", "17-20", amount=500)
    wheel.no_more_bets()
    wheel.spin()
    assert "money" in wheel._repr_html_()
    cup = TournamentTables.open("nz-tournament", {"bet_seconds": 30}, seed=7, strict=True)
    for name in ("ann", "bob", "cid", "dan", "eve", "fay"):
        cup.join(name, 100_000)
        cup.enter(name)
    cup.start(confirmed=True)
    first = cup.state.tables[1]
    for name in first.to_bet():
        cup.bet(name, first.play.minimum)
    cup.deal(1)
    turn = first.play.deciders[first.play.turn_box]
    cup.stand(turn)
    assert "table 1, box" in cup._repr_html_()
    with pytest.raises(ValueError, match="zoe sits at no table"):
        cup.hit("zoe")


@pytest.mark.parametrize("book", RULEBOOKS)
def test_events_become_a_data_frame(book: str) -> None:
    table = open_table(book, {}, seed=3)
    play_rounds(table, 5, seed=3)
    events = table.events()
    frame = events.to_polars()
    assert frame.height == len(events) == len(list(events))
    assert frame["index"].to_list() == list(range(len(events)))
    assert frame["event"].to_list() == [type(event).__name__ for event in events]
    settled = frame.filter(polars.col("event") == "WagerSettled")
    assert settled["number"].to_list() == [event.number for event in events if isinstance(event, ev.WagerSettled)]
    dealt = frame.filter(polars.col("event") == "CardDealt")
    assert dealt["card"].to_list() == [str(Card(event.card)) for event in events if isinstance(event, ev.CardDealt)]
    assert polars.DataFrame(ArrowOnly(events)).equals(frame)
    assert "<table>" in events._repr_html_()


@pytest.mark.parametrize(("book", "name"), [("nz-roulette", "number"), ("nz-tournament", "event_value")])
def test_a_field_never_replaces_the_index_or_the_type_of_an_event(book: str, name: str) -> None:
    table = Table.open(book, seed=3, strict=True)
    for player in ("ann", "bob", "cid", "dan"):
        table.join(player, 1_000_000)
    if isinstance(table, RouletteTable):
        table.do(CallNoMoreBets())
        table.do(SpinBall())
    if isinstance(table, TournamentTables):
        for player in ("ann", "bob", "cid", "dan"):
            table.enter(player)
        table.start(confirmed=True)
    events = table.events()
    frame = events.to_polars()
    assert frame["index"].to_list() == list(range(len(events)))
    assert frame["event"].to_list() == [type(event).__name__ for event in events]
    assert frame[name].drop_nulls().len() > 0


def test_a_double_shoe_is_dealt_from_the_side_that_is_named() -> None:
    table = BlackjackTable.open("tribal-blackjack", {"double_shoe": True}, LIMITS, seed=1, strict=True)
    table.join("ann", 1_000_000)
    table.bet("ann", 1_000)
    with pytest.raises(RefusalError, match="needs from=a or from=b"):
        table.deal()
    table.deal("b")
    assert next(event.side for event in table.events() if isinstance(event, ev.BetsClosed)) == 1


def test_a_notebook_shows_the_events_that_have_a_sentence() -> None:
    table = strict_table()
    table.bet("ann", 1_000)
    table.deal()
    assert any(isinstance(event, ev.StageCame) for event in table.events())
    assert "StageCame" not in table.events()._repr_html_()


def test_without_polars_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.extras.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"polars is not installed: pip install 'pitboss-rulebook\[report\]'"):
        strict_table().events().to_polars()


@pytest.mark.parametrize(
    ("book", "choices"), [*((book, {}) for book in RULEBOOKS), ("tribal-blackjack", {"decks": "1"})]
)
def test_seen_cards_are_those_of_the_public_events(book: str, choices: dict[str, str]) -> None:
    """Counted event by event, as a player at the table does, without face-down cards."""
    table = open_table(book, choices, seed=5)
    assert isinstance(table, BlackjackTable)
    for seed in range(12):
        play_rounds(table, 3, seed=seed)
        table.bet("ann", table.state.minimum)
        table.deal()
        seen = table.seen_cards()
        expected: list[int] = []
        for event in table.events():
            match event:
                case ev.Shuffled(discards=True):
                    return  # cards on the layout stay seen: the environments' counter compares that
                case ev.Shuffled() | ev.RackReturned():
                    expected = []
                case ev.CardDealt() | ev.DealerDealt() | ev.HoleDisclosed() | ev.CardBurned(reason="face_up"):
                    expected.append(event.card)
        assert sorted(seen.cards) == sorted(expected)
        assert sorted((*seen.cards, *seen.unseen)) == sorted(full_shoe(table.rules.terms.decks))
        while table.state.stage != Stage.BETTING:
            done = table.do(next(iter(table.legal_actions())))
            assert not isinstance(done, Refusal)


def test_legal_actions_print_as_lines_of_play() -> None:
    table = strict_table("5s 6s 5c 4h")
    assert repr(table.legal_actions()) == "<LegalActions: none>"
    table.bet("ann", 1_000)
    table.deal()
    assert repr(table.legal_actions()) == (
        "<LegalActions: ann: hit 1, ann: stand 1, ann: split 1, ann: surrender 1, ann: double 1>"
    )


def test_the_count_of_a_table() -> None:
    table = strict_table("Ts 6s Tc")
    assert Count.of(table) == Count("hi-lo", 0.0, 0.0, 312)
    table.bet("ann", 1_000)
    table.deal()
    counted = Count.of(table)
    assert (counted.running, counted.unseen, counted.true) == (-1.0, 309, -1.0 * 52 / 309)
    assert table.seen_cards().remaining["T"] == 6 * 16 - 2
    assert Count.of(table, "ko").running == -4 * 6 + 4 - 1.0
    with pytest.raises(CountError, match="shoe=continuous"):
        Count.of(BlackjackTable.open("nz-blackjack", {"shuffler": "continuous"}, LIMITS, seed=1, strict=True))
    with pytest.raises(CountError, match="no count 'lo-hi'"):
        Count.of(table, "lo-hi")


def test_a_picture_of_a_table_hides_what_is_face_down() -> None:
    table = BlackjackTable.open("tribal-blackjack", {}, LIMITS, listed="cards: 2s 8h 6s 8c Kd 5c 5d", strict=True)
    table.join("ann", 1_000_000)
    table.bet("ann", 1_000)
    table.deal()
    picture = table._repr_html_()
    assert "face down" in picture
    assert Card(table.state.hole).symbol not in picture
    ElementTree.fromstring(f"<div>{picture}</div>")
    hand = table.state.hands[1][0]
    assert "8♥ 8♣" in hand._repr_html_()
    assert "card=8h" in repr(next(event for event in table.events() if isinstance(event, ev.CardDealt)))


def test_the_core_needs_no_optional_module() -> None:
    script = (
        "import sys; sys.modules.update(dict.fromkeys(('polars', 'numpy', 'numba', 'rich', 'matplotlib')));"
        "from pitboss import BlackjackTable, Count, Limits;"
        "t = BlackjackTable.open('mbs-blackjack', {}, Limits(1_000, 100_000), seed=1, strict=True);"
        "t.join('ann', 10_000); t.bet('ann', 1_000); t.deal(); print(Count.of(t).unseen, len(t._repr_html_()) > 100)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("True\n")


def test_pictures_of_tables_keep_face_down_cards_hidden() -> None:
    table = strict_table("8h 6s 8c 3d 4s Th Ts Td")
    table.bet("ann", 1_000)
    table.deal()
    texts = list(ElementTree.fromstring(table.svg()).itertext())
    assert {"dealer", "box 1 ann", "16", "10"} <= set(texts)
    assert texts.count("8") == 2
    assert "3" not in texts
    table.split("ann")
    assert len(list(ElementTree.fromstring(table.svg()).itertext())) > len(texts)
    wheel = RouletteTable.open("nz-roulette", {"neighbour": True}, Limits(500, 100_000), seed=1, strict=True)
    wheel.join("ann", 100_000)
    for position in layout_of(wheel.rules):
        wheel.bet("ann", position.kind, position.place, amount=500)
    chips = list(ElementTree.fromstring(wheel.svg()).iter("{http://www.w3.org/2000/svg}circle"))
    assert len({(chip.get("cx"), chip.get("cy")) for chip in chips}) == len(layout_of(wheel.rules))
