"""Dependencies of routes: the context of the server, and the caller, authenticated and within the rate limit."""

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from pitboss.house.permissions import PUBLIC_ROUTES, ROUTES, described, role_list
from pitboss.server.context import Caller, ServerContext
from pitboss.server.errors import ApiError


def get_context(connection: HTTPConnection) -> ServerContext:
    """Returns the context of the server that handles a connection."""
    context: ServerContext = connection.app.state.context
    return context


async def provide_context(connection: HTTPConnection) -> ServerContext:
    """Dependency: the context of the server. It is a coroutine because FastAPI calls functions in a thread."""
    return get_context(connection)


def address_of(connection: HTTPConnection) -> str:
    """Returns the address for rate limits. A /64 network of IPv6 counts as one address: it usually has one customer."""
    host = connection.client.host if connection.client is not None else "unknown"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))


async def authenticate(request: Request) -> Caller:
    """Dependency: authenticates the caller and applies the request rate limit."""
    context = get_context(request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme and scheme.lower() != "bearer":
        raise ApiError(
            401, "unsupported authentication scheme: send a bearer token", headers={"WWW-Authenticate": "Bearer"}
        )
    address = address_of(request)
    try:
        caller = await context.caller(token.strip(), address)
    except ApiError:
        context.requests.take(f"at:{address}")  # an invalid token counts against the address
        raise
    request.state.user = caller.actor.name
    context.requests.take(caller.rate_key)
    require_permission(request, caller)
    return caller


def route_name(request: Request) -> str:
    """Returns the key of a request's route in the permissions: method and path with parameters."""
    return f"{request.method} {request.scope['route'].path}"


def require_permission(request: Request, caller: Caller) -> None:
    """Raises 401 or 403 where the permissions of the house do not give the route to the caller's role."""
    name = route_name(request)
    if name in PUBLIC_ROUTES:
        return
    if caller.user is None:
        raise get_context(request).not_signed_in()
    if caller.actor.role not in ROUTES[name]:
        raise ApiError(403, f"only {role_list(ROUTES[name])} may do this; {described(caller.actor)}")


async def require_signed_in(
    context: Annotated[ServerContext, Depends(provide_context)], caller: Annotated[Caller, Depends(authenticate)]
) -> Caller:
    """Dependency: a caller who is signed in, as a user or a guest."""
    if caller.user is None:
        raise context.not_signed_in()
    return caller


async def require_viewer(request: Request, caller: Annotated[Caller, Depends(authenticate)]) -> Caller:
    """Dependency: a caller who may see the tables. Anyone may if the tables are public."""
    get_context(request).require_may_watch(caller)
    return caller


async def limit_by_address(request: Request) -> None:
    """Dependency: applies the rate limit of the address, for routes without authentication."""
    get_context(request).requests.take(f"at:{address_of(request)}")


Context = Annotated[ServerContext, Depends(provide_context)]
AnyCaller = Annotated[Caller, Depends(authenticate)]
SignedIn = Annotated[Caller, Depends(require_signed_in)]
Viewer = Annotated[Caller, Depends(require_viewer)]
