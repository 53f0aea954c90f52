"""Validation of the addresses, host names and origins in the options of ``pitboss serve``."""

import re
from functools import partial
from ipaddress import ip_network

from pitboss.cli.options import error_exit

_fail = partial(error_exit, "serve")


def networks(proxies: list[str]) -> tuple[str, ...]:
    """Validates the trusted proxies, each an IP address or a CIDR network; ends the command where one is invalid."""
    for proxy in proxies:
        try:
            ip_network(proxy)
        except ValueError as error:
            raise _fail(f"--trusted-proxy {proxy}: {error}; write 127.0.0.1, ::1 or 10.0.0.0/8") from None
    return tuple(proxies)


def host_names(names: list[str]) -> tuple[str, ...]:
    """Validates the additional host names."""
    for name in names:
        if not re.fullmatch(r"[A-Za-z0-9_.-]+", name):
            raise _fail(f"--allowed-host {name}: write a name without scheme and port, such as casino.example.org")
    return tuple(names)


def origins(origins: list[str]) -> tuple[str, ...]:
    """Validates the additional origins."""
    for origin in origins:
        if not re.fullmatch(r"https?://[^/\s]+/?", origin):
            raise _fail(f"--allowed-origin {origin}: write scheme and host, such as https://casino.example.org")
    return tuple(origins)
