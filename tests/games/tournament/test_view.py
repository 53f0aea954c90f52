"""The summary and the buttons of a tournament."""

from random import Random

from pitboss.law import Refusal
from pitboss.tables.live import Actor, Role, TableSpec
from tests.tables.live_play import OPERATOR, CupPlayed
from tests.tables.test_live import SECRET, said

PLAYERS = tuple(Actor(name, Role.PLAYER) for name in ("ann", "bob", "cid", "dee"))


def counted() -> CupPlayed:
    """A session with bought chips, whose count is entered."""
    choices = {"chip_issue": "face_value", "chips": "100"}
    played = CupPlayed(TableSpec(rulebook="nz-tournament", choices=choices, limits="10-100"), SECRET, Random(1), 4)
    for player in PLAYERS:
        said(played, (player, "join 200"), (player, "enter"))
    said(played, (OPERATOR, "start"), (OPERATOR, "t1 tally ann=150 bob=50 cid=200 dee=0"))
    return played


def test_the_card_lists_what_goes_wrong_at_a_table_and_for_what_one_is_disqualified() -> None:
    card = counted().table.card()
    kinds = {each.kind for each in card.irregularities}
    assert "misdealt" in kinds
    assert "missed_shuffle" not in kinds  # it mends a reshuffle that a tournament does not have
    assert all(each.clauses for each in (*card.irregularities, *card.grounds))
    assert [each.kind for each in card.grounds] == ["rules", "absent", "no_wager", "concealed_chips"]


def test_chips_that_were_bought_are_redeemed_by_a_button() -> None:
    played = counted()
    ann, *_, dee = PLAYERS
    (button,) = (each for each in played.table.personal_view(ann).actions if each.verb == "redeem")
    assert button.words == "redeem 150"
    assert button.refusal is None
    before = played.table.purses()["ann"]
    said(played, (ann, button.words))
    assert played.table.purses()["ann"] == before + 15_000
    for player in (ann, dee):
        assert all(each.verb != "redeem" for each in played.table.personal_view(player).actions)


def test_no_button_counts_the_chips_before_a_card_is_dealt() -> None:
    """Only a role that has the count of a session played elsewhere enters it."""
    played = CupPlayed(TableSpec(rulebook="nz-tournament", limits="10-100"), SECRET, Random(1), 4)
    for player in PLAYERS:
        said(played, (player, "join 200"), (player, "enter"))
    said(played, (OPERATOR, "start"))

    def tally() -> list[str]:
        shown = played.table.personal_view(OPERATOR).actions
        return [str(each.refusal and each.refusal.message) for each in shown if each.verb == "tally"]

    assert tally() == []
    for player in PLAYERS:
        said(played, (player, "bet 10"))
    said(played, (OPERATOR, "t1 deal"))
    assert tally() == ["the session has not ended"]


def test_lack_of_money_is_shown_before_the_button_is_pressed() -> None:
    choices = {"chip_issue": "face_value", "chips": "100", "entry_fee": "50"}
    played = CupPlayed(TableSpec(rulebook="nz-tournament", choices=choices, limits="10-100"), SECRET, Random(1), 4)
    table, (ann, *others) = played.table, PLAYERS

    def told(actor: Actor, words: str) -> str:
        """What the button says, which is what asking first and doing it say too."""
        (button,) = (each for each in table.personal_view(actor).actions if each.words == words)
        foreseen = table.preview(actor, words)
        if button.refusal is None:
            assert not isinstance(foreseen, Refusal)
            return ""
        assert button.refusal == foreseen == table.say(actor, words)
        return str(button.refusal.message)

    assert told(ann, "enter") == "ann has 0 and needs 50"
    said(played, (ann, "join 60"))
    assert not told(ann, "enter")
    said(played, (ann, "enter"))
    for player in others:
        said(played, (player, "join 150"), (player, "enter"))
    assert told(OPERATOR, "start") == "ann has 10 and needs 100"
    said(played, (ann, "join 90"))
    assert not told(OPERATOR, "start")
    said(played, (OPERATOR, "start"))
    late = table.say(Actor("eve", Role.PLAYER), "enter")  # with no money, but that is not what forbids it
    assert isinstance(late, Refusal)
    assert late.message == "the tournament has begun"
