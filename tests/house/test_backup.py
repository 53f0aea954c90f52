"""A copy of a house while it plays on is a whole house, of either database."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest
from typer import Typer
from typer.testing import CliRunner

from pitboss.cli.audit import command as audit_command
from pitboss.cli.backup import command as backup_command
from pitboss.house.audit.database import audit
from pitboss.house.backup import backup_file
from pitboss.house.database import BadAddress, connect, migrate, revision
from pitboss.house.house import CommandDone, House
from pitboss.money import net_text
from pitboss.notation.run import run_file
from pitboss.tables.live import THE_HOUSE
from tests.house.houses import play, with_table

run = CliRunner()


def entries_of(url: str) -> int:
    engine = connect(url)
    report = audit(engine)
    engine.dispose()
    assert report.findings == []
    return report.entries


def test_a_house_is_copied_while_it_plays(url: str, tmp_path: Path) -> None:
    async def work() -> int:
        house = await House.open(url)
        tables = [await with_table(house) for _ in range(3)]
        before = sum([len(await house.entries(table)) for table in tables])
        playing = asyncio.gather(*(play(house, table, 60, 1) for table in tables))
        engine = connect(url)
        copies = []
        for number in range(3):
            async with asyncio.timeout(60):
                while sum([len(await house.entries(table)) for table in tables]) <= before + 3 * number:
                    await asyncio.sleep(0.01)
            copies.append(tmp_path / f"{number}.db")
            await asyncio.to_thread(backup_file, engine, copies[-1])
        await playing
        engine.dispose()
        await house.close()
        return before

    before = asyncio.run(work())
    found = [entries_of(str(tmp_path / f"{number}.db")) for number in range(3)]
    assert before < found[0] <= found[1] <= found[2] <= entries_of(url)
    assert sorted(path.name for path in tmp_path.glob("[0-9].db*")) == ["0.db", "1.db", "2.db"]


def test_a_copy_is_played_on(tmp_path: Path) -> None:
    async def work(path: Path) -> None:
        house = await House.open(str(path))
        if not await house.tables():
            await with_table(house)
        await play(house, "t1", 20, 1, path.name)
        await house.close()

    asyncio.run(work(tmp_path / "house.db"))
    engine = connect(str(tmp_path / "house.db"))
    backup_file(engine, tmp_path / "copy.db")
    with pytest.raises(BadAddress, match="already exists"):
        backup_file(engine, tmp_path / "copy.db")
    engine.dispose()
    asyncio.run(work(tmp_path / "copy.db"))
    assert entries_of(str(tmp_path / "copy.db")) == entries_of(str(tmp_path / "house.db")) + 20


@pytest.fixture
def file(tmp_path: Path) -> Path:
    async def make() -> None:
        house = await House.open(str(tmp_path / "house.db"))
        await play(house, await with_table(house), 200, 1)  # so many rounds that ann has won or lost one
        await house.close()

    asyncio.run(make())
    return tmp_path / "house.db"


def test_a_house_is_moved_to_postgresql_and_back(file: Path, postgres_url: str, tmp_path: Path) -> None:
    there = run.invoke(backup_command, [postgres_url, "--database", str(file)])
    assert there.exit_code == 0, there.output
    full = run.invoke(backup_command, [postgres_url, "--database", str(file)])
    assert full.exit_code == 2
    assert "already has a house" in full.output
    back = run.invoke(backup_command, [str(tmp_path / "back.db"), "--database", postgres_url, "--json"])
    assert (back.exit_code, json.loads(back.output)) == (0, {"target": str(tmp_path / "back.db")})
    told = [
        run.invoke(audit_command, ["--json", "--database", where]).output
        for where in (str(file), postgres_url, str(tmp_path / "back.db"))
    ]
    assert told[0] == told[1] == told[2]
    assert json.loads(told[0])["findings"] == []


def test_a_house_of_an_older_shape_is_moved_when_it_has_the_newest(postgres_url: str, tmp_path: Path) -> None:
    old, new = connect(str(tmp_path / "old.db")), connect(postgres_url)
    migrate(old, "0001")
    told = run.invoke(backup_command, [postgres_url, "--database", str(tmp_path / "old.db")])
    assert told.exit_code == 2
    assert "old.db has the older schema revision 0001, which is copied from a file to a file only" in told.output
    assert revision(new) == ""  # nothing was made of it
    assert (
        run.invoke(backup_command, [str(tmp_path / "same.db"), "--database", str(tmp_path / "old.db")]).exit_code == 0
    )
    migrate(new, "0001")
    assert run.invoke(backup_command, [str(tmp_path / "x.db"), "--database", postgres_url]).exit_code == 2
    assert not list(tmp_path.glob("x.db*"))
    for engine in (old, new):
        engine.dispose()


def test_the_command_line_audits(file: Path, tmp_path: Path) -> None:
    good = run.invoke(audit_command, ["--database", f"sqlite:///{file}"])
    assert good.exit_code == 0
    assert good.output.startswith("no errors: 2 logs, ")
    (tmp_path / "monday.json").write_text(run.invoke(audit_command, ["--json", "--database", str(file)]).output)
    again = run.invoke(audit_command, ["--quick", "--since", str(tmp_path / "monday.json"), "--database", str(file)])
    assert again.exit_code == 0
    bad = shutil.copy(file, tmp_path / "bad.db")
    engine = connect(str(bad))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE entries SET words = 'bet 1 11' WHERE stream = 't1' AND seq = 9")
    engine.dispose()
    found = run.invoke(audit_command, ["--database", str(bad)])
    assert found.exit_code == 1
    assert found.output.startswith("first bad row: entries t1 #9: its hash does not match its fields\n")


def test_the_log_of_a_table_is_printed_as_a_file_that_replays(file: Path, tmp_path: Path) -> None:
    whole = run.invoke(audit_command, ["log", "t1", "--database", str(file)])
    assert whole.exit_code == 0
    first = run.invoke(audit_command, ["log", "t1", "--round", "1", "--database", str(file)])
    for number, printed in enumerate((whole.output, first.output)):
        played = tmp_path / f"{number}.pit"
        played.write_text(printed, encoding="utf-8")
        assert run_file(played).passed
    assert len(first.output) < len(whole.output)
    for arguments, words in (
        (["t9"], "there is no table 't9'; expected t1"),
        (["t1", "--round", "900"], "round 900 of t1 is not finished"),
    ):
        refused = run.invoke(audit_command, ["log", *arguments, "--database", str(file)])
        assert (refused.exit_code, words in refused.output) == (2, True)


def test_the_seeds_of_a_table_are_printed_and_checked_without_a_server(file: Path, tmp_path: Path) -> None:
    def checked(table: str) -> tuple[int, str]:
        told = run.invoke(audit_command, ["seeds", table, "--database", str(file)])
        (tmp_path / "seeds.json").write_text(told.output, encoding="utf-8")
        done = run.invoke(audit_command, ["fairness", str(tmp_path / "seeds.json")])
        return done.exit_code, done.output.removeprefix(f"{tmp_path / 'seeds.json'}").removeprefix(": ")

    async def work(*words: str) -> None:
        house = await House.open(str(file))
        table = await with_table(house) if not words else "t2"
        for said in words:
            assert isinstance(await house.command(table, THE_HOUSE, said, None, said), CommandDone)
        await house.close()

    asyncio.run(work())
    code, said = checked("t2")
    assert (code, "has nothing to check: it contains no published seed" in said) == (2, True)
    asyncio.run(work("shuffle"))
    assert checked("t2") == (0, "1 checked, 0 wrong; not published yet: shoe 1\n")
    spoilt = (tmp_path / "seeds.json").read_text(encoding="utf-8").replace('"commitment":"', '"commitment":"0')
    (tmp_path / "seeds.json").write_text(spoilt, encoding="utf-8")
    assert run.invoke(audit_command, ["fairness", str(tmp_path / "seeds.json")]).exit_code == 1


def test_the_command_line_lists_tables(file: Path) -> None:
    (line,) = run.invoke(audit_command, ["tables", "--database", str(file)]).output.splitlines()
    assert line.startswith("t1    nz-blackjack         10-")
    (told,) = json.loads(run.invoke(audit_command, ["tables", "--json", "--database", str(file)]).output)
    assert (told["id"], told["closed"], told["held"] > 0) == ("t1", 0, True)


def test_the_command_line_finds_a_round(file: Path) -> None:
    told = json.loads(run.invoke(audit_command, ["rounds", "t1", "--json", "--database", str(file)]).output)
    lines = run.invoke(audit_command, ["rounds", "t1", "--database", str(file)]).output.splitlines()
    assert [int(line.split()[0]) for line in lines] == [one["round"] for one in told] == list(range(1, len(told) + 1))
    of_ann = json.loads(
        run.invoke(audit_command, ["rounds", "t1", "--player", "ann", "--json", "--database", str(file)]).output
    )
    assert of_ann == [one for one in told if one["net"].get("ann")]
    assert f"ann {net_text(of_ann[0]['net']['ann'])}" in lines[of_ann[0]["round"] - 1]
    nobody = run.invoke(audit_command, ["rounds", "t1", "--player", "zoe", "--database", str(file)])
    assert (nobody.exit_code, nobody.output) == (0, "No finished rounds of t1 in which zoe won or lost.\n")
    assert run.invoke(audit_command, ["rounds", "t9", "--database", str(file)]).exit_code == 2


def test_the_command_line_prints_a_statement(file: Path) -> None:
    told = run.invoke(audit_command, ["statement", "wallet/ann", "--database", str(file)])
    assert told.exit_code == 0
    first, second, last = told.output.splitlines()
    assert first.split()[-3:] == ["deposit", "house,", "program"]
    assert second.split()[-4:] == ["join", "ann,", "player,", "program"]
    assert last == "wallet/ann holds 0"
    lines = json.loads(run.invoke(audit_command, ["statement", "cage", "--json", "--database", str(file)]).output)
    assert lines[0]["why"] == "capital"
    unknown = run.invoke(audit_command, ["statement", "wallet/nobody", "--database", str(file)])
    assert unknown.exit_code == 2
    assert "there is no account 'wallet/nobody'; expected cage, house, table/t1/" in unknown.output


@pytest.mark.parametrize("command", [audit_command, backup_command])
@pytest.mark.parametrize("where", ["/nowhere/house.db", "mysql://x/y", "postgresql://127.0.0.1:1/x"])
def test_a_missing_house_is_reported(command: Typer, where: str, tmp_path: Path) -> None:
    target = [str(tmp_path / "x.db")] if command is backup_command else []
    told = run.invoke(command, [*target, "--database", where])
    assert told.exit_code == 2
    assert told.output.startswith("pitboss ")
    assert not list(tmp_path.iterdir())
