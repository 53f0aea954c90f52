"""Prometheus metrics. Each application has its own registry, so that several can run in one process."""

from collections.abc import Mapping, Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from pitboss.games.registry import find_game
from pitboss.house.loaded_table import LoadedTable
from pitboss.house.log.chain import AppendRequest

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Metrics of a running server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "pitboss_http_requests", "HTTP requests", ("method", "route", "status"), registry=self.registry
        )
        self.request_seconds = Histogram(
            "pitboss_http_request_seconds", "Response time", ("route",), registry=self.registry, buckets=_SECONDS
        )
        self.commands = Counter("pitboss_commands", "Commands by result", ("result",), registry=self.registry)
        self.command_seconds = Histogram(
            "pitboss_command_seconds",
            "Time from the receipt of a command until it is durable",
            registry=self.registry,
            buckets=_SECONDS,
        )
        self.messages = Counter(
            "pitboss_socket_messages", "WebSocket messages by direction", ("way",), registry=self.registry
        )
        self.sockets = Gauge("pitboss_sockets", "Open WebSocket connections", registry=self.registry)
        self.tables = Gauge("pitboss_tables", "Open tables", registry=self.registry)
        self.clock = Counter(
            "pitboss_clock_actions", "Actions of the clock for absent players", ("what",), registry=self.registry
        )
        self.limited = Counter("pitboss_limited", "Requests over a rate limit", ("what",), registry=self.registry)

        self.entries = Counter("pitboss_log_entries", "Committed log entries", registry=self.registry)
        self.commit_seconds = Histogram(
            "pitboss_commit_seconds", "Duration of a commit", registry=self.registry, buckets=_SECONDS
        )
        self.batch_entries = Histogram(
            "pitboss_commit_entries",
            "Log entries of a commit",
            registry=self.registry,
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1024),
        )
        self.rounds = Counter("pitboss_rounds", "Finished rounds", ("rulebook",), registry=self.registry)
        self.moved_cents = Counter(
            "pitboss_moved_cents",
            "Money moved at tables, in cents: wager, back (returned), lose (collected), win (paid), join, leave, fill",
            ("rulebook", "kind"),
            registry=self.registry,
        )
        self.held_cents = Gauge(
            "pitboss_held_cents",
            "Balances in cents: cage, house, wallets, and purses, stakes and banks of open tables",
            ("account",),
            registry=self.registry,
        )

    def committed(self, appends: Sequence[AppendRequest], seconds: float) -> None:
        """Counts the entries of a commit of this process. Other processes count their own."""
        self.commit_seconds.observe(seconds)
        self.batch_entries.observe(len(appends))
        self.entries.inc(len(appends))
        for append in appends:
            table, entry = append.table, append.entry
            if not isinstance(table, LoadedTable) or entry is None:
                continue  # an entry of the house's own log
            rulebook, round_ends = table.live.rulebook, find_game(table.stream.game).round_ends
            for transfer in append.link.record.transfers:
                self.moved_cents.labels(rulebook, transfer.why.partition(" ")[0]).inc(transfer.amount)
            ended = sum(isinstance(event, round_ends) for event in entry.events)
            if ended:
                self.rounds.labels(rulebook).inc(ended)

    def text(self, held: Mapping[str, int]) -> bytes:
        """Returns the metrics in the Prometheus text format, with the present balances by kind of account."""
        for account, cents in held.items():
            self.held_cents.labels(account).set(cents)
        return generate_latest(self.registry)
