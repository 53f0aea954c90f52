"""What the house says of itself to its operator: chain, replay and ledger of every table."""

import asyncio

from fastapi import APIRouter, Response

from pitboss.client.wire import AuditStatus, BadRow
from pitboss.server.api import answer, describes
from pitboss.server.desk import Operator, TheDesk
from pitboss.storage.audit import audit as audited

router = APIRouter(prefix="/api/audit", tags=["audit"])


@router.get("", **describes(AuditStatus, 403))
async def audit(desk: TheDesk, _: Operator) -> Response:
    """Whether every log, its chain and the ledger agree. `pitboss audit` also decides all play again."""
    desk.sign_ins.take("audit")  # it reads everything, so it is rationed like what is slow by design
    report = await asyncio.to_thread(audited, desk.house.engine, replay=False)
    findings = tuple(BadRow(one.table, one.row, one.what) for one in report.findings[:20])
    status = AuditStatus(
        sound=not findings,
        logs=report.logs,
        entries=report.entries,
        transfers=report.transfers,
        accounts=report.accounts,
        findings=findings,
    )
    return answer(status)
