"""Limits of players: how long and with how much a user has played, and the refusal of more."""

from typing import Final

from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.games.grammar import parse_act
from pitboss.house.ledger import wallet
from pitboss.house.log import read
from pitboss.house.log.chain import HOUSE_LOG, now_ms
from pitboss.house.pit_acts import Terms
from pitboss.house.pit_office import standing_refusal
from pitboss.law import Refusal
from pitboss.money import amount_text
from pitboss.tables.live import Actor

#: The words that begin play or a round of it; a round in progress is finished.
BEGINNING: Final = frozenset(("join", "bet", "enter"))
_DAY_MS: Final = 86_400_000


class TimeAtTables(Struct, frozen=True):
    """Minutes at tables since a time, and what was taken to tables less what was taken back, in cents."""

    since: int
    minutes: int
    net: int


def time_at_tables(connection: Connection, name: str, since: int | None, now: int | None = None) -> TimeAtTables:
    """Returns how long and with how much a user has played since a time in milliseconds; None: in 24 hours."""
    until = now_ms() if now is None else now
    begin = until - _DAY_MS if since is None else since
    joined: dict[str, int] = {}
    played = net = 0
    for line in read.statement(connection, wallet(name)):
        if line.stream == HOUSE_LOG:
            continue
        if line.at >= begin:
            net -= line.amount
        if line.amount < 0:
            joined.setdefault(line.stream, line.at)
        elif line.stream in joined:
            played += max(0, line.at - max(begin, joined.pop(line.stream)))
    seated = _seated(connection, name, joined)
    played += sum(max(0, until - max(begin, at)) for at in seated)
    return TimeAtTables(begin, played // 60_000, net)


def is_within_loss(connection: Connection, name: str, since: int | None, buy_in: int, loss: int) -> bool:
    """Whether a user may take an amount to a table under a loss limit."""
    return time_at_tables(connection, name, since).net + buy_in <= loss


def _seated(connection: Connection, name: str, joined: dict[str, int]) -> list[int]:
    """Returns when the user joined the tables that are open still."""
    open_now = {stream.name for stream in read.open_tables(connection)}
    return [at for table, at in joined.items() if table in open_now]


def begins_play(actor: Actor, words: str) -> bool:
    """Whether a command begins play or a round of it."""
    line = parse_act(actor, words)
    return not isinstance(line, str) and line.verb in BEGINNING


def play_refusal(terms: Terms, name: str, time: TimeAtTables, buy_in: int, largest: int) -> Refusal | None:
    """Refuses a player who is excluded or beyond a limit. ``buy_in`` is a buy-in, ``largest`` a single wager."""
    refusal = standing_refusal(terms, name)
    if refusal is not None:
        return refusal
    if terms.minutes and time.minutes >= terms.minutes:
        return Refusal("time_limit", f"{name} has played {time.minutes} minutes: the limit is {terms.minutes} a day")
    if terms.loss and time.net + buy_in > terms.loss:
        left = max(0, terms.loss - time.net)
        text = f"the loss limit of {name} is {amount_text(terms.loss)} a day: {amount_text(left)} may be brought"
        return Refusal("loss_limit", text)
    if terms.stake and largest > terms.stake:
        return Refusal("stake_limit", f"the limit of {name} for one wager is {amount_text(terms.stake)}")
    return None
