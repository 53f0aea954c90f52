"""Play over HTTP and WebSocket."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.client import Client, ClientError, StaleError
from pitboss.notation import parse_pit, replay
from pitboss.server.settings import Settings
from tests.server.conftest import PLENTY, Served, run, serving
from tests.server.houses import deal, read_in_table


def test_a_round_by_socket_to_the_same_money(served: Served) -> None:
    async def work() -> None:
        table = await read_in_table(served)
        async with served.client("ann") as ann, served.client("ben") as ben, served.client("dan") as dan:
            seat, other = await ann.watch(table), await ben.watch(table)
            await deal(dan, table, "Kh 5c 9d Qs 7d")
            await seat.until(
                lambda now: now.view["question"] == {"kind": "turn", "asked": [["ann", 1]], "hand": 1, "card": ""}
            )
            legal = {action["verb"] for action in seat.you["actions"] if action["refusal"] is None}
            assert {"hit", "stand", "double"} <= legal
            await seat.do("stand 1")
            await other.do("stand 2")
            await dan.say(table, "card 8s")  # 17 against 20 and 12
            await seat.until(lambda now: now.view["phase"] == "betting")
            await seat.do("leave")
            await other.do("leave")
            assert (await ann.me()).wallet - (await ben.me()).wallet == 10_000
            newest = (await ann.statement())[0]
            assert (newest.table, newest.amount) == (table, 55_000)
            told = [event for update in seat.updates for event in update.events]
            assert any(event.clauses and "blackjack" not in event.text for event in told)

    run(work())


def test_a_round_is_fetched_as_a_file_that_replays_and_step_by_step(served: Served) -> None:
    async def work() -> None:
        table = await read_in_table(served)
        async with served.client("ann") as ann, served.client("ben") as ben, served.client("dan") as dan:
            await deal(dan, table, "Kh 5c 9d Qs 7d")
            with pytest.raises(ClientError, match="no finished round 1"):
                await ann.round_pit(table, 1)
            await ann.say(table, "stand 1")
            await ben.say(table, "stand 2")
            await dan.say(table, "card 8s")
            (info,) = await ann.rounds(table)
            assert (info.round, info.net) == (1, {"ann": 5_000, "ben": -5_000})
            text = await ann.round_pit(table, 1)
            assert replay(parse_pit(text)).passed
            steps = await ann.round_steps(table, 1)
            assert any("8s to the dealer" in event.text and event.clauses for step in steps for event in step.events)

    run(work())


def test_a_command_id_is_executed_once(served: Served) -> None:
    async def work() -> None:
        table = await read_in_table(served)
        async with served.client("cat") as cat, served.client("ann") as ann:
            seat = await cat.watch(table)
            first = await seat.do("join 100", command_id="once")
            wallet = (await cat.me()).wallet
            again = await seat.do("join 100", command_id="once")
            by_http = await cat.say(table, "join 100", command_id="once")
            assert first.version == again.version == by_http.version
            assert (await cat.me()).wallet == wallet
            # other words are another command, and need an id of their own
            for other in (seat.do("join 200", command_id="once"), cat.say(table, "join 200", command_id="once")):
                with pytest.raises(ClientError) as refused:
                    await other
                assert refused.value.kind == "other_words"
            assert (await cat.me()).wallet == wallet
            # an id is its sender's own: the same word of another is another command
            anns = await ann.say(table, "join 100", command_id="once")
            assert anns.version > first.version
            await cat.say(table, "join 5")
            assert await ann.say(table, "join 100", command_id="once") == anns  # and answered the same later too
            assert [event.type for event in anns.events] == ["PurseFilled"]

    run(work())


def test_a_stale_command_is_refused_with_what_changed(served: Served) -> None:
    async def work() -> None:
        table = await read_in_table(served)
        async with served.client("cat") as cat, served.client("ann") as ann:
            seat = await cat.watch(table)
            seen = seat.version
            await ann.say(table, "bet 1 60")
            with pytest.raises(StaleError) as stale:
                await seat.do("join 100", seen=seen)
            assert stale.value.version > seen
            assert [(update.actor, update.words) for update in stale.value.updates] == [("ann", "bet 1 60")]
            await seat.do("join 100", seen=stale.value.version)
            with pytest.raises(StaleError):
                await cat.say(table, "join 100", seen=seen)

    run(work())


def test_commands_for_others_or_out_of_turn_are_refused(served: Served) -> None:
    async def work() -> None:
        table = await read_in_table(served)
        async with served.client("ann") as ann, served.client("ben") as ben, served.client("dan") as dan:
            await deal(dan, table, "Kh 5c 9d Qs 7d")
            for client, words, kinds in (
                (ben, "stand 1", {"not_caller", "not_in_turn", "not_yours"}),
                (ben, "stand 2", {"not_in_turn"}),
                (ben, "ann: stand 1", {"words"}),
                (ann, "card 8s", {"role"}),
                (ann, "void", {"role"}),
            ):
                with pytest.raises(ClientError) as refused:
                    await client.say(table, words)
                assert refused.value.kind in kinds or refused.value.body.clause, (words, refused.value)
            assert (await ann.table(table)).view["question"]["asked"] == [["ann", 1]]

    run(work())


def test_a_table_outside_the_law_is_refused_on_its_clause(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga:
            with pytest.raises(ClientError) as refused:
                await olga.open_table("nz-blackjack", {"decks": "9"})
            body = refused.value.body
            assert (refused.value.status, body.rulebook, body.clause) == (409, "nz-blackjack", "3.3(a)")
            with pytest.raises(ClientError) as unknown:
                await olga.open_table("old-maid")
            assert unknown.value.status == 404
            assert "nz-blackjack" in unknown.value.body.allowed
            with pytest.raises(ClientError) as unread:
                await olga.open_table("nz-blackjack", {"dekcs": "8"})
            assert unread.value.status == 422
            # a misspelt field would open another table than was meant
            with pytest.raises(ClientError, match="options") as misspelt:
                await olga.open_table("nz-blackjack", options={"decks": "8"})
            assert misspelt.value.status == 422

    run(work())


def test_closing_a_table_returns_all_chips(served: Served) -> None:
    async def work() -> None:
        table = await read_in_table(served)
        async with served.client("ann") as ann, served.client("olga") as olga:
            before = (await ann.me()).wallet
            assert (await olga.close_table(table)).status == "closed"
            assert (await ann.me()).wallet == before + 50_000
            with pytest.raises(ClientError) as refused:
                await ann.say(table, "join 100")
            assert refused.value.kind == "table_closed"

    run(work())


def test_the_list_of_tables_names_the_players(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga, served.client("cat") as cat:
            table = await read_in_table(served)

            async def there() -> tuple[str, ...]:
                return next(one.players for one in await olga.tables(closed=True) if one.id == table)

            await cat.say(table, "join 50")
            await cat.say(table, "bet 3 50")  # all that she has lies on the cloth
            assert await there() == ("ann", "ben", "cat")
            await cat.say(table, "leave")
            assert await there() == ("ann", "ben")
            await olga.close_table(table)
            assert await there() == (await olga.table(table)).table.players == ()

    run(work())


def test_reconnecting_with_after_gets_the_missed_updates(served: Served) -> None:
    async def work() -> None:
        table = await read_in_table(served)
        async with served.client("sam") as sam, served.client("ann") as ann:
            seen = (await sam.watch(table)).version
            await sam._socket.close()  # type: ignore[union-attr] # the line is cut
            await ann.say(table, "bet 1 70")
            await ann.say(table, "bet 1 80")
            again = await sam.watch(table)
            assert again.version > seen
            assert [update.words for update in again.updates if update.version > seen] == ["bet 1 70", "bet 1 80"]

    run(work())


def test_a_table_that_cannot_be_loaded_does_not_affect_others(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY)

    async def opens(served: Served) -> None:
        async with served.client("olga") as olga:
            for decks in ("6", "8"):
                await olga.open_table("nz-blackjack", {"decks": decks}, limits="10-500")

    async def plays(served: Served) -> None:
        async with Client(served.url, token) as ann:
            assert [info.id for info in await ann.tables()] == ["t1", "t2"]
            with pytest.raises(ClientError, match="9 is outside 4 to 8") as refused:
                await ann.say("t2", "join 50")
            assert refused.value.kind == "unreadable"
            assert (await ann.say("t1", "join 50")).version

    with serving(settings) as served:
        token = served.tokens["ann"]
        run(opens(served))
    with closing(sqlite3.connect(tmp_path / "house.db")) as house, house:  # as if 9 decks had been lawful then
        changed = "UPDATE streams SET spec = CAST(replace(spec, '\"8\"', '\"9\"') AS BLOB) WHERE name = 't2'"
        assert house.execute(changed).rowcount == 1
    with serving(settings, {}) as served:
        run(plays(served))
