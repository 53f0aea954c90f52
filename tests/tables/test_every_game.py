"""One `Table` for every game: opened, played, copied, viewed and logged alike, on every source of chance."""

from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from msgspec.structs import fields

from pitboss import Limits, Refusal, Table
from pitboss.cards import full_shoe
from pitboss.games.blackjack import commands as bj
from pitboss.games.blackjack.grammar import GRAMMAR
from pitboss.games.blackjack.parts import item_word
from pitboss.games.commands import JoinTable
from pitboss.games.live.base import Actor, Role
from pitboss.games.live.events import SeedCommitted
from pitboss.games.roulette import commands as rl
from pitboss.games.tournament import commands as tn
from pitboss.games.tournament.events import RoundCounted
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from tests.irregularity_kinds import BLACKJACK_KINDS, ROULETTE_KINDS
from tests.tables.test_validate import ANYTHING

CUP = {"bet_seconds": 30}
CARDS = " ".join(item_word(card) for card in full_shoe(6)[::-1])


def opened(rulebook: str, choices: dict[str, Any] | None = None, **source: Any) -> Table:
    limits = Limits(5_00, 500_00) if rulebook == "nz-roulette" else None
    table: Table | Refusal = Table.open(rulebook, choices, limits, **source)
    assert not isinstance(table, Refusal), table
    return table


def done(events: Any) -> tuple[Any, ...]:
    assert not isinstance(events, Refusal), events
    assert type(events) is tuple
    return events


def replays(table: Table) -> None:
    outcome = replay(parse_pit(table.log_pit()))
    assert outcome.failures == ()
    assert outcome.state == table.state


# --- roulette


def spin(table: Table) -> tuple[Any, ...]:
    done(table.do(rl.PlaceWager(player="ann", kind="red", amount=5_00)))
    done(table.do(rl.CallNoMoreBets()))
    return done(table.do(rl.SpinBall()))


@pytest.mark.parametrize("source", [{}, {"seed": 3}, {"secret": bytes(32)}, {"listed": "spins: 17 0 32"}])
def test_roulette_is_played_copied_viewed_and_logged(source: dict[str, Any]) -> None:
    table = opened("nz-roulette", **source)
    assert table.do(rl.PlaceWager(player="ann", kind="red", amount=5_00)).kind  # type: ignore[union-attr]
    done(table.join("ann", 100_00))
    legal = table.legal_actions()
    assert rl.PlaceWager(player="ann", kind="straight", place="17", amount=5_00) in legal
    other = table.copy()
    for _ in range(3):
        assert spin(table) == spin(other)
    assert other.money == table.money == table.state.money
    assert other.view() == table.view()
    done(table.do(rl.PlaceWager(player="ann", kind="straight", place="17", amount=5_00)))
    assert other.state.wagers == []
    assert [type(entry.command) for entry in table.log][:2] == [JoinTable, rl.PlaceWager]
    assert table.state.number in range(37)
    replays(table)


def test_the_same_seed_spins_the_same_numbers_and_listed_numbers_come_in_order() -> None:
    def numbers(**source: Any) -> list[int]:
        table = opened("nz-roulette", **source)
        table.join("ann", 1000_00)
        return [event.number for _ in range(3) for event in spin(table) if type(event).__name__ == "BallRested"]

    assert numbers(listed="spins: 17 0 32") == [17, 0, 32]
    assert numbers(seed=5) == numbers(seed=5) != numbers(seed=6)


def test_listed_numbers_that_are_used_up_are_a_refusal() -> None:
    table = opened("nz-roulette", listed="spins: 17")
    table.join("ann", 100_00)
    spin(table)
    done(table.do(rl.PlaceWager(player="ann", kind="red", amount=5_00)))
    done(table.do(rl.CallNoMoreBets()))
    refusal = table.do(rl.SpinBall())
    assert isinstance(refusal, Refusal)
    assert "no further number is listed" in refusal.message


def test_a_dealer_enters_the_numbers_of_a_wheel() -> None:
    table = opened("nz-roulette", cards_are_read=True)
    table.join("ann", 100_00)
    done(table.do(rl.PlaceWager(player="ann", kind="straight", place="17", amount=5_00)))
    done(table.do(rl.CallNoMoreBets()))
    refusal = table.do(rl.SpinBall())
    assert isinstance(refusal, Refusal)
    assert refusal.kind == "number_awaited"
    with pytest.raises(ValueError, match="number is between 0 and 36, not 37"):
        table.tell(37)
    table.tell(17)
    assert table.money == {"ann": 100_00 + 35 * 5_00}
    assert "spins: 17\n" in table.log_pit()
    replays(table)
    with pytest.raises(ValueError, match="opened with cards_are_read"):
        opened("nz-roulette").tell(17)


# --- tournaments


def entered(count: int = 6, choices: dict[str, Any] | None = None, **source: Any) -> Table:
    table = opened("nz-tournament", {**CUP, **(choices or {})}, **source)
    for number in range(count):
        done(table.join(f"p{number}", 1000_00))
        done(table.do(tn.AcceptEntry(player=f"p{number}")))
    return table


def play(table: Table, most: int = 400) -> None:
    """Bets, deals and stands until the session is over or so many commands were executed."""
    for _ in range(most):
        playing = [at for at in table.state.tables.values() if at.running]
        if not playing:
            return
        at = playing[0]
        legal = table.legal_actions()
        if legal:
            stands = [command for command in legal if isinstance(command.command, bj.Stand | bj.Pass)]
            done(table.do(next(iter(stands), legal[0])))
        elif at.to_bet():
            player = at.to_bet()[0]
            bet = bj.PlaceBet(player=player, box=at.box_of(player), amounts=(at.play.minimum,))
            done(table.do(tn.PlayAtTable(command=bet)))
        else:
            done(table.do(tn.PlayAtTable(command=bj.Deal(), table=at.number)))


@pytest.mark.parametrize("source", [{}, {"seed": 3}, {"secret": bytes(32)}, {"listed": f"cards: {CARDS}"}])
def test_a_tournament_is_played_copied_viewed_and_logged(source: dict[str, Any]) -> None:
    table = entered(**source)
    done(table.do(tn.StartSession(confirmed=True)))
    other = table.copy()
    play(table, 60)
    play(other, 60)
    assert (other.state, other.money, other.view()) == (table.state, table.money, table.view())
    assert sum(isinstance(event, RoundCounted) for event in table.events()) > 0
    replays(table)
    assert table.copy().log_pit() == table.log_pit()


def test_dealers_enter_the_cards_of_a_tournament() -> None:
    table = entered(cards_are_read=True)
    done(table.do(tn.StartSession(confirmed=True)))
    for at in table.state.tables.values():
        for player in at.players:
            bet = bj.PlaceBet(player=player, box=at.box_of(player), amounts=(at.play.minimum,))
            assert not isinstance(table.do(tn.PlayAtTable(command=bet)), Refusal) or player not in at.to_bet()
    first = next(at for at in table.state.tables.values() if not at.to_bet())
    done(table.do(tn.PlayAtTable(command=bj.Deal(), table=first.number)))
    assert table.awaited == f"the next card at table {first.number}"
    cards = iter(full_shoe(1))
    while table.wants_card:
        table.tell(next(cards))
    replays(table)


def test_only_a_table_with_a_secret_publishes_commitments_for_blackjack() -> None:
    fair, shuffled = opened("nz-blackjack", secret=bytes(32)), opened("nz-blackjack", seed=1)
    assert any(isinstance(event, SeedCommitted) for event in fair.events())
    assert not any(isinstance(event, SeedCommitted) for event in shuffled.events())


def test_listed_cards_are_dealt_in_order() -> None:
    table = opened("nz-blackjack", listed="cards: 8h Ks 8c Tc")
    table.join("ann", 1000_00)
    done(table.do(bj.PlaceBet(player="ann", box=1, amounts=(100_00,))))
    done(table.do(bj.Deal()))
    assert "cards: 8h Ks 8c\n" in table.log_pit()
    with pytest.raises(ValueError, match="is not a card"):
        Table.open("nz-blackjack", listed="cards: 8x")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({"seed": 1, "secret": bytes(32)}, "one source of chance"),
        ({"seed": 1, "cards_are_read": True}, "one source of chance"),
        ({"secret": b"short"}, "has 32 bytes"),
    ],
)
def test_a_table_has_one_source_of_chance(source: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Table.open("nz-roulette", **source)


def test_an_actor_may_do_only_what_the_role_allows() -> None:
    table = opened("nz-roulette", seed=1)
    ann, dan = Actor("ann", Role.PLAYER), Actor("dan", Role.DEALER)
    done(table.do(JoinTable(player="ann", money=100_00), ann))
    adjust = rl.AdjustWager(who="ann", kind="red", net=0, reason="misheard")
    forbidden = ((rl.SpinBall(), ann), (JoinTable(player="bob", money=100_00), ann), (adjust, dan))
    for command, actor in forbidden:
        refusal = table.do(command, actor)
        assert isinstance(refusal, Refusal)
        assert refusal.kind == "role"
    done(table.do(rl.ChangeBall(), dan))
    assert table.money == {"ann": 100_00}


# --- validation

WRONG: list[tuple[str, Any, type[Exception], str]] = [
    ("nz-roulette", "bet red 5", TypeError, "is not a command: pitboss.games.roulette.commands has them"),
    ("nz-roulette", bj.Deal(), TypeError, "is not a command"),
    (
        "nz-roulette",
        rl.PlaceWager(player="ann", kind="red", amount=5.0),  # type: ignore[arg-type]
        TypeError,
        "amount is a whole number of cents",
    ),
    (
        "nz-roulette",
        rl.PlaceWager(player="ann", kind="red", amount=True),
        TypeError,
        "amount is a whole number of cents",
    ),
    ("nz-roulette", rl.PlaceWager(player="ann", kind="red", amount=5, count=3), ValueError, "do not go together"),
    ("nz-roulette", rl.PlaceWager(player="ann", kind="reds", amount=500), ValueError, "'reds' is not a kind of wager"),
    ("nz-roulette", rl.CallNoSpin(reason="thick fog"), ValueError, "reason is an irregularity of the rulebook"),
    ("nz-roulette", rl.GiveChips(who="Ann", colour="blue", value=100), ValueError, "cannot be a player's name"),
    ("nz-roulette", rl.AdjustWager(who="ann", kind="red", net=5.0, reason="x"), TypeError, "net is a whole number"),  # type: ignore[arg-type]
    ("nz-roulette", rl.AdjustWager(who="ann", kind="red", net=5, reason="a # b"), ValueError, "without #"),
    ("nz-roulette", JoinTable(player="Ann", money=5), ValueError, "cannot be a player's name"),
    ("nz-roulette", JoinTable(player="ann", money=5.0), TypeError, "money is a whole number of cents"),  # type: ignore[arg-type]
    ("nz-tournament", "start", TypeError, "is not a command: pitboss.games.tournament.commands has them"),
    ("nz-tournament", bj.Deal(), TypeError, "is not a command"),
    ("nz-tournament", tn.AcceptEntry(player="Ann"), ValueError, "cannot be a player's name"),
    ("nz-tournament", tn.WithdrawEntry(player="ann", hours=1.5), TypeError, "hours is a Decimal"),  # type: ignore[arg-type]
    ("nz-tournament", tn.PlayAtTable(command=bj.Hit(player="ann", box=1.0)), TypeError, "box is a whole number"),  # type: ignore[arg-type]
    ("nz-tournament", tn.PlayAtTable(command=bj.Deal(), accepted=True), ValueError, "expected .deal .without"),
    ("nz-tournament", tn.PlayAtTable(command=bj.JoinTable(player="ann", money=5)), TypeError, "joins no table"),
    ("nz-tournament", tn.TallyChips(chips=(("ann", 5.0),)), TypeError, "whole number of cents"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("rulebook", "command", "error", "message"), WRONG)
def test_values_beyond_a_log_are_errors_that_say_what_to_write(
    rulebook: str, command: Any, error: type[Exception], message: str
) -> None:
    table = opened(rulebook)
    version = table.version
    with pytest.raises(error, match=message):
        table.do(command)
    assert (table.version, len(table.log)) == (version, 0)


# --- whatever is accepted is logged, and the log replays

ROULETTE: dict[str, st.SearchStrategy[Any]] = {
    **ANYTHING,
    "kind": st.sampled_from(["red", "straight", "split", "dozen", "courtesy", "nonsense", 5]),
    "place": st.sampled_from(["", "17", "17-20", "1-2-3", "é", "1", None]),
    "amount": st.sampled_from([0, 5_00, 10_00, 7_77, 5.0, -5]),
    "colour": st.sampled_from(["", "", "blue", "red", "Blue", 5]),
    "count": st.sampled_from([0, 0, 3, 10**6, 1.0]),
    "value": st.sampled_from([0, 1_00, 5_00, 0.5]),
    "turns": st.sampled_from([None, None, 0, 2, 5, 1.0]),
    "wheel": st.sampled_from(["", "clockwise", "anticlockwise", "up"]),
    "ball": st.sampled_from(["", "clockwise", "anticlockwise", None]),
    "by_hand": st.sampled_from([False, True, 1]),
    "reason": st.sampled_from([*ROULETTE_KINDS, "fog", "two words", "a # b", ""]),
    "net": st.sampled_from([0, 5_00, -5_00, 175_00, 0.5]),
    "as_kind": st.sampled_from(["", "red", "straight"]),
    "as_place": st.sampled_from(["", "17"]),
    "number": st.sampled_from([0, 17, 36, 37, 1.0]),
}
TOURNAMENT: dict[str, st.SearchStrategy[Any]] = {
    **ANYTHING,
    "player": st.sampled_from(["p0", "p1", "p5", "zoe", "P0", None]),
    "hours": st.sampled_from([Decimal(0), Decimal("1.5"), Decimal("NaN"), 24.0]),
    "consent": st.sampled_from([False, True, None]),
    "minutes": st.sampled_from([0, 10, 1.5]),
    "notice": st.sampled_from([False, True]),
    "confirmed": st.sampled_from([False, True, 1]),
    "present": st.sampled_from([True, False]),
    "allowed": st.sampled_from([True, False]),
    "reason": st.sampled_from(["rules", "absent", "no_wager", "concealed_chips", "fog"]),
    "amount": st.sampled_from([1_00, 500_00, 0.5]),
    "chips": st.sampled_from([(("p0", 100_00),), (("p0", 1.0),), (("p0", 5), ("p0", 5)), ()]),
    "table": st.sampled_from([0, 0, 1, 2, 9, 1.0]),
    "kind": st.sampled_from([*BLACKJACK_KINDS, "nonsense"]),
}


def any_command(table: Table, data: DataObject, values: dict[str, Any]) -> Any:
    kind = data.draw(st.sampled_from([kind for kind in table.grammar.kinds if not kind.live]))
    return kind(**{item.name: data.draw(values[item.name]) for item in fields(kind)})


def any_play_at_table(table: Table, data: DataObject) -> Any:
    kind = data.draw(st.sampled_from([kind for kind in GRAMMAR.kinds if not kind.live]))
    inner = kind(**{item.name: data.draw(TOURNAMENT[item.name]) for item in fields(kind)})
    return tn.PlayAtTable(
        command=inner,
        table=data.draw(TOURNAMENT["table"]),
        accepted=data.draw(st.sampled_from([False, False, True])),
        without=data.draw(st.sampled_from([(), ("p0",), ("P0",), "p0"])),
    )


def tried(table: Table, command: Any) -> None:
    with suppress(TypeError, ValueError):
        table.do(command)


@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 1000), data=st.data())
def test_whatever_a_roulette_table_accepts_is_logged_and_replays(seed: int, data: DataObject) -> None:
    table = opened("nz-roulette", seed=seed)
    table.join("ann", 1000_00)
    table.join("bob", 1000_00)
    likely: tuple[Callable[[], Any], ...] = (
        lambda: rl.PlaceWager(player="ann", kind="straight", place="17", amount=5_00),
        lambda: rl.PlaceWager(player="bob", kind="red", amount=10_00),
        rl.CallNoMoreBets,
        rl.SpinBall,
    )
    for _ in range(data.draw(st.integers(1, 25))):
        choice = data.draw(st.integers(0, 2 * len(likely) - 1))
        tried(table, likely[choice]() if choice < len(likely) else any_command(table, data, ROULETTE))
    replays(table)


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 1000), data=st.data())
def test_whatever_a_tournament_accepts_is_logged_and_replays(seed: int, data: DataObject) -> None:
    table = entered(seed=seed)
    for _ in range(data.draw(st.integers(1, 12))):
        choice = data.draw(st.integers(0, 4))
        if choice == 0:
            tried(table, any_command(table, data, TOURNAMENT))
        elif choice == 1:
            tried(table, any_play_at_table(table, data))
        elif choice == 2:
            tried(table, tn.StartSession(confirmed=True))
        else:
            play(table, data.draw(st.integers(1, 15)))
    replays(table)
