"""The audit of duties: who attested, in which role and by which means, and what is not attested."""

import asyncio
from pathlib import Path

import pytest

from pitboss.house.audit.database import AuditReport, audit
from pitboss.house.house import CommandDone, House
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit
from pitboss.tables.live import Actor, Role
from tests.cli.calls import call
from tests.house.houses import with_table

OLGA = Actor("olga", Role.OPERATOR, "session")
DAN = Actor("dan", Role.DEALER, "session")


def audited(path: Path, attests: Actor, *, duties: str = "cards_inspected", replay: bool = True) -> AuditReport:
    """The audit of a house at whose table one actor attests the inspection."""

    async def work() -> AuditReport:
        house = await House.open(str(path))
        await house.create_user("olga", Role.OPERATOR, "hash")
        await house.create_user("dan", Role.DEALER, "hash")
        table = await with_table(house, duties=duties)
        done = await house.command(table, attests, "a1", None, "attest supervisor cards_inspected")
        assert isinstance(done, CommandDone), done
        report = audit(house.engine, replay=replay)
        await house.close()
        return report

    return asyncio.run(work())


@pytest.mark.parametrize("replay", [True, False])
def test_the_audit_counts_attested_and_unattested_duties(tmp_path: Path, replay: bool) -> None:
    report = audited(tmp_path / "house.db", OLGA, replay=replay)
    assert report.findings == []
    counts = {count.duty: (count.attested, count.by, count.not_attested, count.open) for count in report.duties}
    assert counts["cards_inspected"] == (1, ["olga"], 0, False)
    assert counts["cards_sorted"] == (0, [], 1, False)


@pytest.mark.parametrize(
    ("actor", "what"),
    [
        (Actor("house", Role.HOUSE, "session"), "is not of a person"),
        (Actor("mallory", Role.OPERATOR, "session"), "mallory, who does not have the role operator"),
        (Actor("dan", Role.OPERATOR, "session"), "dan, who does not have the role operator"),
        (Actor("olga", Role.OPERATOR, ""), "is not of a person"),
    ],
)
def test_an_attestation_that_is_not_of_a_person_of_the_role_is_a_finding(
    tmp_path: Path, actor: Actor, what: str
) -> None:
    report = audited(tmp_path / "house.db", actor)
    assert report.first is not None
    assert what in str(report.first)


def test_the_command_line_lists_duties_and_the_log_names_unattested_ones(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    audited(path, OLGA, duties="cards_inspected,cards_washed")
    shown = call("audit", "--database", str(path))
    assert shown.exit_code == 0, shown.output
    assert "duties: 1 attested by a person, 2 not attested" in shown.output
    assert "t1 cards_inspected (supervisor, 6.1): 1 attested by olga" in shown.output
    assert "t1 cards_washed (dealer, 6.3): open" in shown.output
    log = call("audit", "log", "t1", "--database", str(path)).output
    assert "# not attested: the dealer sorted and inspected the cards [6.1]" in log
    assert "house: attest supervisor cards_inspected # olga, operator, session" in log
    outcome = replay(parse_pit(log))
    assert outcome.passed, outcome.failures
