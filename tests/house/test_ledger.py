"""The ledger: nothing comes from nowhere, nothing falls below nothing, and a refused posting changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from pitboss.house.ledger import (
    CAGE,
    FILL,
    HOUSE,
    Books,
    LedgerError,
    Overdrawn,
    TableAccounts,
    Transfer,
    bank,
    purse,
    stakes,
    table_of,
    wallet,
)

NAMES = (CAGE, HOUSE, wallet("ann"), purse("t1", "ann"), stakes("t1"), bank("t1"))


class Moved(Struct, frozen=True):
    player: str
    kind: str
    amount: int
    why: str = ""


def test_a_deposit_is_in_the_cage_and_in_the_wallet() -> None:
    books = Books()
    assert books.post([Transfer(CAGE, wallet("ann"), 500, "deposit")]) == {CAGE: 500, wallet("ann"): 500}
    assert books.sum_is_zero()
    books.post([Transfer(wallet("ann"), CAGE, 200, "withdrawal")])
    assert (books[CAGE], books[wallet("ann")]) == (300, 300)


@pytest.mark.parametrize("amount", [0, -1])
def test_an_amount_is_more_than_nothing(amount: int) -> None:
    with pytest.raises(LedgerError, match="is not a transfer"):
        Books({HOUSE: 100}).post([Transfer(HOUSE, bank("t1"), amount, "")])


def test_a_transfer_to_the_same_account_is_refused() -> None:
    with pytest.raises(LedgerError, match="is not a transfer"):
        Books({HOUSE: 100}).post([Transfer(HOUSE, HOUSE, 5, "")])


def test_an_account_that_would_fall_below_nothing_is_named_and_nothing_is_posted() -> None:
    books = Books({wallet("ann"): 100})
    with pytest.raises(Overdrawn) as refused:
        books.post([Transfer(wallet("ann"), purse("t1", "ann"), 60, ""), Transfer(wallet("ann"), HOUSE, 60, "")])
    assert (refused.value.account, refused.value.holds, refused.value.asked) == (wallet("ann"), 40, 60)
    assert (books[wallet("ann")], books[purse("t1", "ann")], books[HOUSE]) == (100, 0, 0)


def test_the_cage_gives_no_more_than_it_holds() -> None:
    with pytest.raises(Overdrawn):
        Books({wallet("ann"): 100}).post([Transfer(wallet("ann"), CAGE, 60, "")])


def test_books_are_not_opened_below_nothing() -> None:
    with pytest.raises(LedgerError, match="negative"):
        Books().set(HOUSE, -1)


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(-5, 200)), max_size=30))
def test_whatever_is_posted_the_sum_is_zero_and_nothing_is_below_nothing(
    asked: list[tuple[str, str, int]],
) -> None:
    books = Books()
    books.post([Transfer(CAGE, HOUSE, 1000, "capital")])
    for debit, credit, amount in asked:
        before = books.as_dict()
        try:
            changes = books.post([Transfer(debit, credit, amount, "")])
        except LedgerError:
            assert {name: cents for name, cents in books.as_dict().items() if cents} == {
                name: cents for name, cents in before.items() if cents
            }
        else:
            assert all(books[name] == before.get(name, 0) + change for name, change in changes.items())
        assert books.sum_is_zero()
        assert min(books.as_dict().values()) >= 0


@pytest.mark.parametrize(
    ("kind", "giver", "taker"),
    [
        ("join", wallet("ann"), purse("t1", "ann")),
        ("leave", purse("t1", "ann"), wallet("ann")),
        ("wager", purse("t1", "ann"), stakes("t1")),
        ("back", stakes("t1"), purse("t1", "ann")),
        ("lose", stakes("t1"), bank("t1")),
        ("win", bank("t1"), purse("t1", "ann")),
        ("unwin", purse("t1", "ann"), bank("t1")),
        ("unlose", bank("t1"), stakes("t1")),
    ],
)
def test_every_kind_of_movement_has_its_way(kind: str, giver: str, taker: str) -> None:
    rich = Books({bank("t1"): 10_000})
    assert TableAccounts("t1").postings([Moved("ann", kind, 70, "main 1")], rich) == [
        Transfer(giver, taker, 70, f"{kind} main 1")
    ]


def test_a_movement_of_no_known_kind_is_not_booked() -> None:
    with pytest.raises(KeyError):
        TableAccounts("t1").postings([Moved("ann", "borrow", 70)], Books())


def test_a_bank_that_cannot_pay_is_filled_by_the_house_first() -> None:
    books = Books({HOUSE: 10 * FILL, bank("t1"): 50})
    moved = [Moved("ann", "win", 70), Moved("bob", "win", 30)]
    transfers = TableAccounts("t1").postings(moved, books)
    assert transfers[0] == Transfer(HOUSE, bank("t1"), FILL, "fill")
    books.post(transfers)
    assert books[bank("t1")] == 50 + FILL - 100


def test_a_large_win_fills_the_bank_by_all_that_is_missing() -> None:
    transfers = TableAccounts("t1").postings([Moved("ann", "win", 5 * FILL)], Books({HOUSE: 10 * FILL}))
    assert transfers[0].amount == 5 * FILL


def test_the_table_of_an_account() -> None:
    assert [table_of(name) for name in (*NAMES, "table/t1")] == ["", "", "", "t1", "t1", "t1", ""]
