"""A live tournament does nothing grave by one word: the director confirms it, and a dealer waits."""

from random import Random

import pytest

from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec
from tests.tables.live_play import OPERATOR, CupPlayed

SECRET = bytes(range(32))
DEALER = Actor("dan", Role.DEALER)


def begun(*, bets: int) -> CupPlayed:
    """A session of four players, of whom ``bets`` have bet."""
    played = CupPlayed(TableSpec(rulebook="nz-tournament", limits="10-100"), SECRET, Random(1), 4)
    played.enter()
    assert not isinstance(played.say(OPERATOR, "start"), Refusal)
    for name in played.names[:bets]:
        assert not isinstance(played.say(Actor(name, Role.PLAYER), "bet 10"), Refusal)
    return played


def refused(played: CupPlayed, actor: Actor, words: str) -> Refusal:
    """What forbids the words, which the preview says too; nothing has changed."""
    before = played.table.version
    found = played.table.say(actor, words)
    assert isinstance(found, Refusal), words
    assert played.table.preview(actor, words) == found
    assert played.table.version == before
    assert not played.table.state.disqualified
    return found


@pytest.mark.parametrize("words", ["t1 deal", "deal", "t1 deal without p3 p4"])
def test_dealer_cannot_deal_while_a_player_has_to_bet(words: str) -> None:
    played = begun(bets=2)
    why = refused(played, DEALER, words)
    assert "p3 and p4 have not bet" in why.message
    assert "only the director may decide that" in why.message
    assert why.clauses == ("4.5",)
    assert why.allowed == ("wait until p3 and p4 bet",)
    (button,) = (each for each in played.table.personal_view(DEALER).actions if each.verb == "deal")
    assert button.refusal is not None
    assert button.refusal.clauses == ("4.5",)


@pytest.mark.parametrize("actor", [OPERATOR, THE_HOUSE], ids=["director", "clock"])
def test_deal_that_disqualifies_is_refused_until_it_is_confirmed(actor: Actor) -> None:
    played = begun(bets=2)
    why = refused(played, actor, "t1 deal")
    assert why.kind == "unconfirmed"
    assert "p3 and p4 have not bet" in why.message
    assert why.clauses == ("4.5",)
    (words,) = why.allowed
    assert words == "t1 deal without p3 p4"
    foreseen = played.table.preview(actor, words)
    assert not isinstance(foreseen, Refusal)
    assert [event.player for event in foreseen if type(event).__name__ == "PlayerDisqualified"] == ["p3", "p4"]
    assert not played.table.state.disqualified, "a preview changes nothing"
    assert not isinstance(played.say(actor, words), Refusal)
    assert list(played.table.state.disqualified) == ["p3", "p4"]
    assert played.again().public_view() == played.table.public_view()


def test_confirmation_covers_only_the_players_that_it_names() -> None:
    played = begun(bets=2)
    why = refused(played, OPERATOR, "t1 deal without p3")
    assert "p4 would be disqualified too" in why.message
    assert "4.5" in why.clauses
    assert "bob does not sit" in refused(played, OPERATOR, "t1 deal without p3 p4 bob").message
    assert refused(played, OPERATOR, "t1 deal with p3").kind == "words"
    # p3 bets between the preview and the confirmation
    assert not isinstance(played.say(Actor("p3", Role.PLAYER), "bet 10"), Refusal)
    assert not isinstance(played.say(OPERATOR, "t1 deal without p3 p4"), Refusal)
    assert list(played.table.state.disqualified) == ["p4"]


def test_the_directors_button_names_who_would_be_disqualified() -> None:
    played = begun(bets=3)
    (button,) = (each for each in played.table.personal_view(OPERATOR).actions if each.verb == "deal")
    assert (button.words, button.confirm, button.refusal) == ("t1 deal without p4", True, None)
    assert not isinstance(played.say(Actor("p4", Role.PLAYER), "bet 10"), Refusal)
    for actor in (OPERATOR, DEALER):
        (button,) = (each for each in played.table.personal_view(actor).actions if each.verb == "deal")
        assert (button.words, button.confirm, button.refusal) == ("t1 deal", False, None)
    assert not isinstance(played.say(DEALER, "t1 deal"), Refusal)
    assert not played.table.state.disqualified


def test_the_preview_names_no_player_before_a_bet() -> None:
    played = begun(bets=0)
    why = refused(played, OPERATOR, "t1 deal")
    assert why.message.startswith("p1 is to bet")
    (button,) = (each for each in played.table.personal_view(OPERATOR).actions if each.verb == "deal")
    assert (button.words, button.confirm) == ("t1 deal", False)
    assert button.refusal is not None


def test_start_that_cannot_be_finished_is_refused_until_it_is_confirmed() -> None:
    played = CupPlayed(TableSpec(rulebook="nz-tournament", limits="10-100"), SECRET, Random(1), 8)
    assert played.table.card().finishing == "4 to 7 or 22 to 49"
    played.enter()
    said = played.table.public_view().unfinishable
    assert said is not None
    assert said.clauses == ("5.4",)
    why = refused(played, OPERATOR, "start")
    assert why.kind == "unconfirmed"
    assert "8 players cannot play to the end" in why.message
    settings = "it could be finished with advance=2 or 3, or with 4 to 7 or 22 to 49 players"
    assert settings in why.message
    assert settings in said.message
    assert settings in played.table.warnings[0].message
    assert why.allowed == ("start confirmed",)
    (button,) = (each for each in played.table.personal_view(OPERATOR).actions if each.verb == "start")
    assert (button.words, button.confirm, button.refusal) == ("start confirmed", True, None)
    foreseen = played.table.preview(OPERATOR, "start confirmed")
    assert not isinstance(foreseen, Refusal)
    assert type(foreseen[0]).__name__ == "FinishDoubted"
    assert not isinstance(played.say(OPERATOR, "start confirmed"), Refusal)
    assert played.table.public_view().unfinishable is None, "it is said before a session"
    assert played.again().public_view() == played.table.public_view()


def test_start_that_can_be_finished_needs_no_confirmation() -> None:
    played = CupPlayed(TableSpec(rulebook="nz-tournament", limits="10-100"), SECRET, Random(1), 7)
    played.enter()
    assert played.table.public_view().unfinishable is None
    (button,) = (each for each in played.table.personal_view(OPERATOR).actions if each.verb == "start")
    assert (button.words, button.confirm) == ("start", False)
    assert not isinstance(played.say(OPERATOR, "start"), Refusal)


def test_final_short_of_players_is_started_and_not_cancelled() -> None:
    spec = TableSpec(rulebook="nz-tournament", choices={"advance": "2", "entry_fee": "10"}, limits="10-100")
    played = CupPlayed(spec, SECRET, Random(1), 8)
    played.enter()
    words = ("start", "tally p1=9 p2=8 p3=7 p4=6", "tally p5=9 p6=8 p7=7 p8=6", "disqualify p2 absent")
    for each in words:
        assert not isinstance(played.say(OPERATOR, each), Refusal), each
    found = played.table.say(OPERATOR, "cancel")
    assert isinstance(found, Refusal)
    assert set(found.clauses) >= {"3.3(d)", "5.4"}
    assert not isinstance(played.say(OPERATOR, "start"), Refusal)
    assert played.table.state.tables[1].playoff
    assert played.again().public_view() == played.table.public_view()
