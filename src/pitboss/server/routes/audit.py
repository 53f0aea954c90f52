"""Audit of the house's logs, hash chains and ledger."""

import asyncio

import msgspec
from fastapi import APIRouter, Response

from pitboss.client.wire import AuditedDuty, AuditFinding, AuditStatus
from pitboss.house.audit.database import audit as audit_database
from pitboss.server.api import json_response, route_schema
from pitboss.server.dependencies import Context, SignedIn

router = APIRouter(prefix="/api/audit", tags=["audit"])


@router.get("", **route_schema(AuditStatus, 403))
async def audit(context: Context, _: SignedIn) -> Response:
    """Verifies every log, its hash chain and the ledger. `pitboss audit` also replays all play."""
    context.audits.take("audit")  # it reads the whole database
    report = await asyncio.to_thread(audit_database, context.house.engine, replay=False)
    findings = tuple(AuditFinding(finding.table, finding.row, finding.what) for finding in report.findings[:20])
    status = AuditStatus(
        sound=not findings,
        logs=report.logs,
        entries=report.entries,
        transfers=report.transfers,
        accounts=report.accounts,
        findings=findings,
        duties=tuple(msgspec.convert(msgspec.to_builtins(duty), AuditedDuty) for duty in report.duties),
    )
    return json_response(status)
