"""Duties over the API: the choice of the house, the list of a table, one press to attest, and the audit of the log."""

import pytest

from pitboss.client import ClientError
from tests.server.conftest import Served, run


def test_a_table_is_opened_with_the_duties_of_the_house_and_says_so(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga:
            info = await olga.open_table("nz-blackjack", limits="10-1000")
            duties = await olga.duties(info.id)
            assert [(duty.duty, duty.status) for duty in duties] == [
                ("cards_sorted", "not_attested"),
                ("cards_inspected", "not_attested"),
                ("cards_secured", "not_attested"),
                ("cards_displayed", "not_attested"),
                ("cards_washed", "not_attested"),
            ]
            told = [event.text for update in await olga.updates(info.id) for event in update.events]
            assert "not attested: the game supervisor sorted and inspected the cards" in told
            assert not any("the cards are inspected" in text for text in told)

    run(work())


def test_a_supervisor_attests_with_one_command_and_the_log_stays_valid(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga, served.client("dan") as dan, served.client("ann") as ann:
            info = await olga.open_table("nz-blackjack", limits="10-1000", duties="cards_inspected")
            await ann.say(info.id, "join 500")
            await ann.say(info.id, "bet 1 50")
            with pytest.raises(ClientError, match="waits for the supervisor"):
                await dan.say(info.id, "deal")
            (duty,) = (duty for duty in await dan.duties(info.id) if duty.status == "open")
            assert (duty.role, duty.clauses, duty.words, duty.by_you) == (
                "supervisor",
                ("6.1",),
                "attest supervisor cards_inspected",
                False,
            )
            assert [own.by_you for own in await olga.duties(info.id) if own.status == "open"] == [True]
            with pytest.raises(ClientError, match="only a supervisor attests this"):
                await dan.say(info.id, duty.words)
            await olga.say(info.id, duty.words)
            assert all(duty.status != "open" for duty in await dan.duties(info.id))
            await dan.say(info.id, "deal")
            assert (await olga.audit()).sound

    run(work())


def test_an_unknown_duty_is_refused(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga:
            with pytest.raises(ClientError, match="has no duty 'coffee'"):
                await olga.open_table("nz-blackjack", limits="10-1000", duties="coffee")

    run(work())
