"""Private practice rooms over HTTP: opening within the law, bots, privacy, limits, refills, idle rooms, restarts."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.client import Client, ClientError, WatchedTable
from pitboss.house.audit.database import audit
from pitboss.house.database import connect
from pitboss.house.house import House
from pitboss.house.keys import find_keys
from pitboss.law import load_rulebook, rulebook_ids
from pitboss.server.practice import open_practice_house
from pitboss.server.settings import Settings
from pitboss.tables.live import THE_HOUSE, Role, TableSpec
from tests.server.conftest import PLENTY, Served, run, serving


def settings_of(tmp_path: Path, **changes: Any) -> Settings:
    """Settings of a practice house whose bots do not pause."""
    usual = Settings(database=f"sqlite:///{tmp_path}/house.db", practice=True, rates=PLENTY, bot_seconds=0.0)
    return replace(usual, **changes)


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A practice house, shared by the tests of this module."""
    with serving(settings_of(tmp_path_factory.mktemp("rooms"), rooms_per_player=100)) as served:
        yield served


async def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Waits until a condition holds."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.02)


async def answer(table: WatchedTable, verbs: tuple[str, ...]) -> None:
    """Uses the first of these verbs that the player may use now."""
    words = {action["verb"]: action["words"] for action in table.you["actions"] if action["refusal"] is None}
    verb = next((verb for verb in verbs if verb in words), "")
    if verb:
        with contextlib.suppress(ClientError):  # the table has moved on
            await table.do(words[verb])


async def play_round(client: Client, table: str, bet: str) -> None:
    """Bets, and stands on everything, until the round is over."""
    watched = client.tables_watched.get(table) or await client.watch(table)
    await watched.do(bet)
    number = watched.view["round"]
    await watched.do("ready")
    async with asyncio.timeout(60):
        while watched.view["phase"] != "betting" or watched.view["round"] == number:
            await answer(watched, ("decline", "pass", "keep", "stand", "hit"))
            await asyncio.sleep(0.02)


def test_guest_plays_in_a_room_with_bots_and_no_clock(rooms: Served) -> None:
    async def play() -> None:
        async with Client(rooms.url) as ann:
            await ann.sit_down_as_guest()
            room = await ann.open_room("nz-blackjack", preset="every_side_bet", bots=6)
            assert room.title == "Blackjack, New Zealand rules: Every side bet"
            assert room.spec["turn_seconds"] == room.spec["betting_seconds"] == 0
            table = await ann.watch(room.id)
            await table.do("join 500")
            await until(lambda: sum(1 for person in table.view["people"] if person["name"].startswith("bot_")) == 6)
            assert all(due.seconds == 0 for due in table.clock)
            await play_round(ann, room.id, "bet 4 10 perfect_pairs=5")
            entries = await ann.updates(room.id, limit=500)
            assert {entry.actor for entry in entries} > {"bot_ada", "bot_farah"}

    run(play())


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_every_preset_opens(rooms: Served, rulebook: str) -> None:
    async def open_all() -> None:
        async with Client(rooms.url) as ann:
            await ann.sit_down_as_guest()
            for preset in ("", *load_rulebook(rulebook).presets):
                room = await ann.open_room(rulebook, preset=preset, bots=3)
                assert room.owner
                await ann.close_room(room.id)

    run(open_all())


def test_form_has_presets_and_side_wagers_of_every_rulebook(rooms: Served) -> None:
    async def read() -> None:
        async with Client(rooms.url) as client:
            form = await client.room_form()
        assert [book.id for book in form.rulebooks] == list(rulebook_ids())
        books = {book.id: book for book in form.rulebooks}
        assert [side.option for side in books["nz-blackjack"].side_wagers] == [
            "super_sevens",
            "madness_21",
            "perfect_pairs",
            "any_pair",
        ]
        assert books["tribal-blackjack"].presets[1].title == "Multiple action"
        assert books["nz-roulette"].name == "Roulette, single zero"

    run(read())


@pytest.mark.parametrize(
    ("request_", "kind", "clause"),
    [
        ({"rulebook": "nz-blackjack", "choices": {"decks": "9"}}, "", "3.3(a)"),
        ({"rulebook": "nz-blackjack", "choices": {"boxes": "3"}, "bots": 3}, "too_few_boxes", "3.1"),
        ({"rulebook": "nz-tournament", "bots": 1}, "too_few_players", ""),
        ({"rulebook": "nz-blackjack", "preset": "nothing"}, "malformed", ""),
        ({"rulebook": "nz-blackjack", "bots": 7}, "malformed", ""),
    ],
)
def test_room_outside_the_law_is_refused_with_its_clause(
    rooms: Served, request_: dict[str, Any], kind: str, clause: str
) -> None:
    async def refused() -> ClientError:
        async with Client(rooms.url) as ann:
            await ann.sit_down_as_guest()
            with pytest.raises(ClientError) as error:
                await ann.open_room(**request_)
            return error.value

    error = run(refused())
    assert clause in error.body.clause
    assert not kind or error.body.kind == kind


def test_room_is_hidden_from_other_players(rooms: Served) -> None:
    async def look() -> None:
        async with Client(rooms.url) as ann, Client(rooms.url) as ben, rooms.client("olga") as olga:
            await ann.sit_down_as_guest()
            await ben.sit_down_as_guest()
            room = await ann.open_room("nz-roulette")
            assert room.id in [table.id for table in await ann.tables()]
            assert room.id not in [table.id for table in await ben.tables()]
            assert room.id in [table.id for table in await olga.tables()]
            for attempt in (
                ben.table(room.id),
                ben.watch(room.id),
                ben.say(room.id, "join 100"),
                ben.preview(room.id, "join 100"),
                ben.rounds(room.id),
                ben.updates(room.id),
                ben.fairness(room.id),
                ben.table_edge(room.id),
                ben.close_room(room.id),
            ):
                with pytest.raises(ClientError) as error:
                    await attempt
                assert error.value.body.kind == "no_table"

    run(look())


def test_broke_guest_gets_chips_again(rooms: Served) -> None:
    async def refill() -> None:
        async with Client(rooms.url) as ann:
            session = await ann.sit_down_as_guest()
            with pytest.raises(ClientError) as error:
                await ann.refill()
            assert error.value.body.kind == "wallet_full"
            room = await ann.open_room("nz-roulette")
            await ann.say(room.id, "join 900")
            assert (await ann.refill()).wallet == session.user.wallet == 100_000
        async with rooms.client("ben") as ben:
            with pytest.raises(ClientError) as error:
                await ben.refill()
            assert error.value.status == 403

    run(refill())


def test_names_of_bots_are_reserved(rooms: Served) -> None:
    async def sit_down() -> None:
        async with Client(rooms.url) as client:
            with pytest.raises(ClientError) as error:
                await client.sit_down_as_guest("bot_zoe")
            assert error.value.status == 422

    run(sit_down())


def test_limits_of_rooms(tmp_path: Path) -> None:
    async def open_rooms(served: Served) -> None:
        async with Client(served.url) as ann, Client(served.url) as ben:
            await ann.sit_down_as_guest()
            await ben.sit_down_as_guest()
            first = await ann.open_room("nz-roulette")
            await ann.open_room("nz-roulette")
            with pytest.raises(ClientError) as error:
                await ann.open_room("nz-roulette")
            assert (error.value.status, error.value.body.kind) == (429, "too_many_rooms")
            await ben.open_room("nz-roulette")
            with pytest.raises(ClientError) as error:
                await ben.open_room("nz-roulette")
            assert error.value.body.kind == "too_many_rooms"
            await ann.close_room(first.id)
            await ben.open_room("nz-roulette")

    with serving(settings_of(tmp_path, rooms_per_player=2, most_rooms=3)) as served:
        run(open_rooms(served))


def test_house_without_practice_has_no_rooms(fresh: Served) -> None:
    async def open_room() -> None:
        async with fresh.client("ann") as ann:
            with pytest.raises(ClientError) as error:
                await ann.open_room("nz-roulette")
            assert error.value.status == 403

    run(open_room())


def test_idle_room_finishes_its_round_and_closes(tmp_path: Path) -> None:
    async def leave_alone(served: Served) -> None:
        async with Client(served.url) as ann:
            await ann.sit_down_as_guest()
            room = await ann.open_room("nz-blackjack", bots=2)
            table = await ann.watch(room.id)
            await table.do("join 500")
            await table.do("bet 4 10")
            await table.do("ready")
            async with asyncio.timeout(60):
                while room.id in [open_.id for open_ in await ann.rooms()]:
                    await asyncio.sleep(0.1)
            statement = await ann.statement()
            assert statement[0].what == "leave"
            assert (await ann.me()).wallet == statement[0].balance

    with serving(settings_of(tmp_path, room_idle_seconds=0.5)) as served:
        run(leave_alone(served))


def test_bots_leave_a_result_on_the_table_until_a_person_bets(tmp_path: Path) -> None:
    async def play(served: Served) -> None:
        async with Client(served.url) as ann:
            await ann.sit_down_as_guest()
            room = await ann.open_room("nz-blackjack", bots=3)
            table = await ann.watch(room.id)
            await table.do("join 500")
            await until(lambda: len(bettors(table.view)) == 3)
            await play_round(ann, room.id, "bet 4 10")
            await table.do("bet 4 10")
            await until(lambda: len(bettors(table.view)) == 4)
            told = [event for update in await ann.updates(room.id) for event in update.events]
            ended = next(nth for nth, event in enumerate(told) if event.type == "RoundEnded")
            later = [event.fields["player"] for event in told[ended:] if event.type == "BetPlaced"]
            assert len(later) == 4
            assert not later[0].startswith("bot_"), "the person bets first"

    def bettors(view: Any) -> set[str]:
        return {bet["player"] for box in view["boxes"] for bet in box.get("bets", ())}

    with serving(settings_of(tmp_path)) as served:
        run(play(served))


def test_bots_continue_after_a_restart(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)

    async def begin(served: Served) -> tuple[str, str]:
        async with Client(served.url) as ann:
            session = await ann.sit_down_as_guest()
            room = await ann.open_room("nz-blackjack", bots=3)
            await ann.say(room.id, "join 500")
            return session.token, room.id

    async def go_on(served: Served, token: str, room: str) -> None:
        async with Client(served.url, token) as ann:
            table = await ann.watch(room)
            await until(lambda: sum(1 for p in table.view["people"] if p["name"].startswith("bot_")) == 3)
            await play_round(ann, room, "bet 4 10")

    with serving(settings) as served:
        token, room = run(begin(served))
    with serving(settings, users={}) as served:
        run(go_on(served, token, room))
    # the commands of bots replay like those of people
    assert audit(connect(settings.database, find_keys())).findings == []


def test_practice_tournament_runs_by_itself(rooms: Served) -> None:
    async def play() -> None:
        async with Client(rooms.url) as ann:
            session = await ann.sit_down_as_guest()
            name = session.user.name
            room = await ann.open_room("nz-tournament", {"session": "rounds:2"}, preset="against_bots")
            table = await ann.watch(room.id)
            await table.do("enter")
            async with asyncio.timeout(120):
                while table.view["phase"] != "over":
                    if name in table.view["waits_for"]:
                        await answer(table, ("decline", "bet", "pass", "stand", "hit"))
                    await asyncio.sleep(0.02)

    run(play())


def test_earlier_practice_tables_are_replaced(tmp_path: Path) -> None:
    async def upgrade() -> list[tuple[str, bool]]:
        house = await House.open(f"sqlite:///{tmp_path}/house.db")
        spec = TableSpec(rulebook="nz-roulette", limits="5-500", title="Practice: Roulette")
        await house.open_table(THE_HOUSE, spec)
        await open_practice_house(house)
        tables = [(table.title, bool(table.closed)) for table in await house.tables() if table.game == "roulette"]
        bot = await house.user("bot_ada")
        assert bot is not None
        assert bot.role is Role.PLAYER
        await house.close()
        return tables

    assert run(upgrade()) == [("Practice: Roulette", True), ("Roulette, single zero", False)]
