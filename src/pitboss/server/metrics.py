"""Prometheus metrics. Each application has its own registry, so that several can run in one process."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

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

    def text(self) -> bytes:
        """Returns the metrics in the Prometheus text format."""
        return generate_latest(self.registry)
