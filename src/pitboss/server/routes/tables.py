"""Tables: the list, opening within the law, closing, words, and what happened since."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Response

from pitboss.client.wire import NewCommand, Outcome, Preview, TableInfo, TablePage, Update, Words
from pitboss.law import Refusal, load_rulebook, rulebook_ids
from pitboss.server.api import answer, describes, reads
from pitboss.server.desk import Anybody, Desk, Operator, Somebody, TheDesk
from pitboss.server.errors import JSON, Fault, refused
from pitboss.server.feeds import shown_to, updates_for
from pitboss.server.routes.rules import rules_of
from pitboss.server.saying import check_words, say
from pitboss.storage.house import Stale
from pitboss.storage.house import TableInfo as Kept
from pitboss.table.live import LiveTable, Role, TableSpec
from pitboss.table.live_blackjack import LiveBlackjack
from pitboss.table.log import limits_text

router = APIRouter(prefix="/api/tables", tags=["tables"])

TableId = Annotated[
    str, Path(min_length=1, max_length=32, pattern="^[A-Za-z0-9]+$", description="The id of a table, such as t1")
]
#: A table as it may be asked for.
_A_TABLE = TableSpec(rulebook=rulebook_ids()[0], limits="10-500", title="The corner table")


def info_of(table: Kept, live: LiveTable | None = None) -> TableInfo:
    """A table for a list; where it is seen live, with who is there, the limits that are posted now and the boxes that
    are taken."""
    blackjack = live if isinstance(live, LiveBlackjack) else None
    return TableInfo(
        id=table.id,
        game=table.game,
        rulebook=table.spec.rulebook,
        title=table.title or load_rulebook(table.spec.rulebook).about.title,
        status="closed" if table.closed else "open",
        version=table.version,
        limits=limits_text(blackjack.limits) if blackjack else table.spec.limits,
        players=_players(table, live),
        spec=msgspec.to_builtins(table.spec),
        boxes=_boxes(table.spec),
        taken=len(blackjack.state.seats) if blackjack else 0,
    )


def _players(table: Kept, live: LiveTable | None) -> tuple[str, ...]:
    """Who is at a table, all of whose money may lie on the cloth; nobody is at one that is closed."""
    if table.closed:
        return ()
    return tuple(table.players if live is None else sorted(live.present))


def _boxes(spec: TableSpec) -> int:
    """How many boxes the cloth has, where it has any."""
    option = load_rulebook(spec.rulebook).options.get("boxes")
    return 0 if option is None else int(spec.choices.get("boxes") or str(option.default_value))


async def table_of(desk: Desk, table: str) -> Kept:
    """A table of the house, open or closed."""
    found = await desk.house.table(table)
    if found is None:
        raise Fault(404, f"there is no table '{table}'", "no_table")
    return found


@router.get("", **describes(tuple[TableInfo, ...]))
async def tables(
    desk: TheDesk, _: Anybody, closed: Annotated[bool, Query(description="Those that were closed, too")] = False
) -> Response:
    """The open tables; with ``closed`` also those that were closed."""
    found = await desk.house.tables()
    listed = [table for table in found if closed or not table.closed]
    played = [table.id for table in listed if desk.feeds.at_hand(table.id) is not None]
    seen = {table: await desk.house.live(table) for table in played}
    return answer([info_of(table, seen.get(table.id)) for table in listed])


@router.post("", **describes(TableInfo, 403, 404, 409, body=_A_TABLE, status=201))
async def open_table(desk: TheDesk, caller: Operator, spec: Annotated[TableSpec, reads(TableSpec)]) -> Response:
    """Opens a table, where the law allows it; the refusal names the clause."""
    rules_of(spec.rulebook, spec.choices, spec.limits)
    if not (1 <= spec.turn_seconds <= 3600 and 1 <= spec.betting_seconds <= 3600):
        raise Fault(422, "a turn and the betting take 1 to 3600 seconds")
    if len(spec.title) > 100 or not spec.title.isprintable():
        raise Fault(422, "a title has at most 100 printable characters")
    try:
        opened = await desk.house.open_table(caller.actor, spec)
    except ValueError as error:
        raise Fault(422, str(error), rulebook=spec.rulebook) from None
    if isinstance(opened, Refusal):
        raise refused(opened)
    await desk.feed(opened.id)
    return answer(info_of(opened), 201)


@router.get("/{table}", **describes(TablePage, 404, 409))
async def table_page(desk: TheDesk, caller: Anybody, table: TableId) -> Response:
    """A table as it is now, and what is open to whoever asks."""
    info = await table_of(desk, table)
    clock = () if info.closed else (await desk.feed(table)).clock()

    def see(live: LiveTable) -> bytes:
        # encoded at once: what is seen may change while the disk is waited for
        page = TablePage(info_of(info, live), live.public_view(), live.personal_view(caller.actor), live.card(), clock)
        return msgspec.json.encode(page)

    return Response(await desk.house.look(table, see), media_type=JSON)


@router.delete("/{table}", **describes(TableInfo, 403, 404, 409))
async def close_table(desk: TheDesk, caller: Operator, table: TableId) -> Response:
    """Closes a table between rounds; everybody gets back what is theirs."""
    await table_of(desk, table)
    closed = await desk.house.close_table(table, caller.actor)
    if isinstance(closed, Refusal):
        raise refused(closed)
    await desk.feeds.drop(table)
    return answer(info_of(await table_of(desk, table)))


@router.post("/{table}/commands", **describes(Outcome, 403, 404, 409, body=NewCommand("c1", "bet 1 50", 17)))
async def command(
    desk: TheDesk, caller: Somebody, table: TableId, asked: Annotated[NewCommand, reads(NewCommand)]
) -> Response:
    """Words for a table; the same id a second time does nothing and answers the same."""
    result = await say(desk, caller, table, asked.id, asked.seen, asked.words)
    if isinstance(result, Refusal):
        raise refused(result)
    if isinstance(result, Stale):
        words = f"the table has moved on from version {asked.seen} to {result.version}"
        raise Fault(409, words, "stale", allowed=(f"seen {result.version}",))
    live = await desk.house.live(table)
    assert live is not None  # something was just done there
    entries = result.entries if not result.repeated else await desk.house.entry_at(table, result.version)
    brought = [event for posted in entries for event in posted.entry.events]
    return answer(Outcome(asked.id, result.version, shown_to(live, brought, caller.actor)))


@router.post("/{table}/preview", **describes(Preview, 403, 404, 409, body=Words("shuffle")))
async def preview(desk: TheDesk, caller: Somebody, table: TableId, asked: Annotated[Words, reads(Words)]) -> Response:
    """What words would bring, before they are said: for the consoles of dealers and supervisors."""
    if caller.actor.role is Role.SPECTATOR:
        raise Fault(403, "a spectator says nothing at a table")
    check_words(asked.words)
    await desk.feed(table)
    live = await desk.house.live(table)
    assert live is not None  # it has a feed
    events = live.preview(caller.actor, asked.words)
    if isinstance(events, Refusal):
        raise refused(events)
    return answer(Preview(shown_to(live, events, caller.actor)))


@router.get("/{table}/updates", **describes(tuple[Update, ...], 404))
async def updates(
    desk: TheDesk,
    caller: Anybody,
    table: TableId,
    after: Annotated[int, Query(ge=0, le=2**53, description="The last version that was seen")] = 0,
    limit: Annotated[int, Query(ge=1, le=500, description="So many at most, the latest")] = 200,
) -> Response:
    """What happened after a version, as whoever asks may see it; the latest of it where that is much."""
    await table_of(desk, table)
    live = await desk.house.live(table)
    assert live is not None  # it was found just now
    entries = await desk.house.entries(table, after, limit=limit)
    return answer(updates_for(live, entries, caller.actor))
