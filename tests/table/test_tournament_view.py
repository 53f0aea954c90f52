"""What a tournament's card and buttons tell."""

from random import Random

from pitboss.table.live import Actor, Role, TableSpec
from tests.table.live_play import OPERATOR, CupPlayed
from tests.table.test_live import SECRET, said

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
