"""People: standing, roles, awards, and what a second person confirms."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from msgspec.structs import asdict

from pitboss.client.wire import Session
from pitboss.client.wire_pit import (
    ApprovalDecision,
    ApprovalInfo,
    AwardRequest,
    CapitalRequest,
    Done,
    FourEyesPolicy,
    PasswordReset,
    PlayTime,
    RoleChange,
    Standing,
    StandingChange,
    UserPage,
)
from pitboss.house.log.chain import now_ms
from pitboss.house.permissions import may
from pitboss.house.pit_acts import FOR_GOOD, FourEyes, Terms
from pitboss.house.pit_book import OPEN, Approval
from pitboss.house.pit_office import Asked
from pitboss.law import Refusal
from pitboss.server.api import json_body, json_response, route_schema
from pitboss.server.context import Caller, ServerContext
from pitboss.server.dependencies import Context, SignedIn
from pitboss.server.errors import ApiError, refusal_error
from pitboss.server.routes.accounts import Name, refuse_operator, require_user
from pitboss.server.settings import TOKEN_SECONDS
from pitboss.tables.live import Role

router = APIRouter(prefix="/api", tags=["people"])

Number = Annotated[int, Path(ge=1, le=2**53, description="Number of a request")]
_DAY_MS = 86_400_000


def standing_info(terms: Terms) -> Standing:
    """Returns terms as the wire has them."""
    fields = asdict(terms)
    end = terms.excluded if terms.excluded <= 0 else terms.excluded / 1000
    return Standing(**(fields | {"excluded": end}))


def _changes(body: StandingChange) -> dict[str, Any]:
    """Returns the changed fields of the terms."""
    fields = ("disabled", "loss", "stake", "minutes", "reminder")
    changes = {name: getattr(body, name) for name in fields if getattr(body, name) is not None}
    if body.excluded_days is not None:
        days = body.excluded_days
        changes["excluded"] = FOR_GOOD if days < 0 else now_ms() + int(days * _DAY_MS) if days else 0
    return changes


def _approval(caller: Caller, approval: Approval) -> ApprovalInfo:
    decided = approval.decided
    mine = approval.asked.by == caller.actor.name
    return ApprovalInfo(
        number=approval.number,
        kind=approval.kind,
        says=approval.says,
        status=approval.status,
        asked_by=approval.asked.by,
        asked=approval.asked.at / 1000,
        decided_by="" if decided is None else decided.by,
        decided=0 if decided is None else decided.at / 1000,
        reason=approval.reason,
        yours=approval.status == OPEN and not mine and may(caller.actor, f"approve_{approval.kind}"),
    )


def checked(result: Any) -> Any:
    """Returns a result of the house. Raises 409 for a refusal, 403 where it is about the role."""
    if isinstance(result, Refusal):
        raise refusal_error(result)
    return result


def _done(context: ServerContext, caller: Caller, result: Any, *, wallet: int = 0) -> Response:
    """Returns 200, or 202 with the request that waits for a second person."""
    if isinstance(checked(result), Asked):
        approval = context.house.pit.book.approvals[result.number]
        return json_response(Done("asked", _approval(caller, approval)), 202)
    return json_response(Done("done", wallet=wallet))


# --- the caller's own limits -----------------------------------------------------------------------------------------


@router.get("/me/play", **route_schema(PlayTime))
async def my_play(context: Context, caller: SignedIn) -> Response:
    """Returns how long and with how much the caller has played in the gaming day, and the caller's limits."""
    time = await context.house.pit.time_at_tables(caller.actor.name)
    terms = context.house.pit.standing(caller.actor.name)
    reminded = time.minutes // terms.reminder if terms.reminder else 0
    return json_response(PlayTime(time.since / 1000, time.minutes, time.net, standing_info(terms), reminded))


@router.put(
    "/me/limits", **route_schema(Standing, 403, 409, body=StandingChange(loss=20_000, minutes=120, reminder=30))
)
async def limit_myself(
    context: Context, caller: SignedIn, body: Annotated[StandingChange, json_body(StandingChange)]
) -> Response:
    """Sets limits of the caller's own, or excludes the caller. An operator alone loosens them."""
    if body.disabled is not None:
        raise ApiError(422, "an account is disabled by an operator")
    return json_response(standing_info(checked(await context.house.pit.limit_self(caller.actor, **_changes(body)))))


# --- users -----------------------------------------------------------------------------------------------------------


@router.get("/users/{name}", **route_schema(UserPage, 403, 404))
async def user_page(context: Context, _: SignedIn, name: Name) -> Response:
    """Returns a user with wallet and standing."""
    user = await require_user(context, name)
    terms = context.house.pit.standing(name)
    wallet = await context.house.wallet(name)
    return json_response(UserPage(name, user.role.value, user.guest, wallet, standing_info(terms)))


@router.put(
    "/users/{name}/standing", **route_schema(Done, 403, 404, 409, body=StandingChange(disabled=True), also=(202,))
)
async def change_standing(
    context: Context, caller: SignedIn, name: Name, body: Annotated[StandingChange, json_body(StandingChange)]
) -> Response:
    """Disables, excludes or limits a user. A disabled user is signed out everywhere."""
    await require_user(context, name)
    return _done(context, caller, await context.house.pit.set_terms(caller.actor, name, body.reason, **_changes(body)))


@router.put("/users/{name}/role", **route_schema(Done, 403, 404, 409, body=RoleChange("dealer"), also=(202,)))
async def change_role(
    context: Context, caller: SignedIn, name: Name, body: Annotated[RoleChange, json_body(RoleChange)]
) -> Response:
    """Gives a user another role."""
    await require_user(context, name)
    return _done(context, caller, await context.house.pit.set_role(caller.actor, name, Role(body.role)))


@router.put("/users/{name}/password", **route_schema(None, 403, 404, 409, body=PasswordReset("a new password")))
async def reset_password(
    context: Context, caller: SignedIn, name: Name, body: Annotated[PasswordReset, json_body(PasswordReset)]
) -> Response:
    """Sets the password of another user and ends the sessions of the old one. Operators change their own."""
    user = await require_user(context, name)
    refuse_operator(caller, user)
    password_hash = await context.passwords.hash(caller.rate_key, body.password)
    await context.house.set_password(name, password_hash, by=caller.actor)
    return json_response(None)


@router.post("/users/{name}/tokens", **route_schema(Session, 403, 404, 409, status=201))
async def new_token(context: Context, caller: SignedIn, name: Name) -> Response:
    """Returns a new token of a user, for the page and for programs."""
    user = await require_user(context, name)
    refuse_operator(caller, user)
    return json_response(await context.session(user, TOKEN_SECONDS, "operator", by=caller.actor), 201)


@router.post(
    "/users/{name}/awards", **route_schema(Done, 403, 404, 409, body=AwardRequest(5_000, "goodwill"), also=(202,))
)
async def award(
    context: Context, caller: SignedIn, name: Name, body: Annotated[AwardRequest, json_body(AwardRequest)]
) -> Response:
    """Pays money of the house into a wallet; above the limit of the house a second person confirms it."""
    await require_user(context, name)
    result = await context.house.pit.award(caller.actor, name, body.amount, body.reason)
    return _done(context, caller, result, wallet=result if isinstance(result, int) else 0)


# --- four eyes -------------------------------------------------------------------------------------------------------


@router.get("/four-eyes", **route_schema(FourEyesPolicy, 403))
async def four_eyes(context: Context, _: SignedIn) -> Response:
    """Returns what needs a second person."""
    return json_response(FourEyesPolicy(**asdict(context.house.pit.book.policy)))


@router.put("/four-eyes", **route_schema(FourEyesPolicy, 403, 409, body=FourEyesPolicy()))
async def set_four_eyes(
    context: Context, caller: SignedIn, body: Annotated[FourEyesPolicy, json_body(FourEyesPolicy)]
) -> Response:
    """Chooses what needs a second person."""
    policy = checked(await context.house.pit.set_policy(caller.actor, FourEyes(**asdict(body))))
    return json_response(FourEyesPolicy(**asdict(policy)))


@router.get("/approvals", **route_schema(tuple[ApprovalInfo, ...], 403))
async def approvals(context: Context, caller: SignedIn) -> Response:
    """Returns the latest requests for a second person, newest first."""
    found = sorted(context.house.pit.book.approvals.values(), key=lambda each: -each.number)[:200]
    return json_response([_approval(caller, each) for each in found])


@router.post("/approvals/{number}", **route_schema(ApprovalInfo, 403, 409, body=ApprovalDecision(approve=True)))
async def decide(
    context: Context,
    caller: SignedIn,
    number: Number,
    body: Annotated[ApprovalDecision, json_body(ApprovalDecision)],
) -> Response:
    """Confirms or denies the request of another person."""
    pit = context.house.pit
    done = pit.approve(caller.actor, number) if body.approve else pit.deny(caller.actor, number, body.reason)
    return json_response(_approval(caller, checked(await done)))


@router.post("/capital", **route_schema(Done, 403, 409, body=CapitalRequest(1_000_000), also=(202,)))
async def capital(
    context: Context, caller: SignedIn, body: Annotated[CapitalRequest, json_body(CapitalRequest)]
) -> Response:
    """Pays capital into the house, after a second person where the house demands one."""
    return _done(context, caller, await context.house.pit.raise_capital(caller.actor, body.amount))
