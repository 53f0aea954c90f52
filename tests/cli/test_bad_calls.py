"""Calls that cannot be carried out: one plain line that says why, exit code 2, and nothing computed or written."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import Result

from pitboss.cli.options import check_plot
from tests.cli import calls

#: What is typed, and what the answer must say. In the folder: `latin` is no UTF-8, `empty` is empty, `folder` a folder,
#: `object.json` an object without anything in it, `nothing.json` a list of nothing, `deep.json` one list in another a
#: hundred thousand times.
CALLS = (
    ("play nz-blackjack -o decks", "'decks' is not a valid option: expected name=value"),
    ("play nz-blackjack -o 'decks=6 decks=8'", "option decks is given twice, as 6 and as 8"),
    ("play nz-blackjack --limits 10", "'10' is not limits"),
    ("play nz-blackjack --money NaN", "'NaN' is not an amount of money"),
    ("play nz-blackjack --player house", "'house' is not a valid name"),
    ("play nz-roulette", "the terminal does not play roulette"),
    ("play nowhere", "there is no rulebook 'nowhere'"),
    ("edge nz-blackjack --verify --rounds inf", "'inf' is not a number of rounds"),
    ("edge nz-blackjack --verify --rounds 1e300", "'1e300' is not a number of rounds"),
    ("edge nz-blackjack --verify --seed 99999999999999999999", "invalid value for '--seed'"),
    ("edge", "no table is named: write a rulebook such as nz-blackjack, or --rules"),
    ("edge nz-blackjack --rules 6D", "nz-blackjack and --rules name two tables"),
    (
        "edge --rules '6D H18'",
        "--rules: 'H18' is not an abbreviation of a blackjack rule: did you mean H17 (the dealer hits soft 17)",
    ),
    ("simulate --rules 6D -o decks=6", "--option belongs to a rulebook"),
    ("edge nz-blackjack --strategy latin", "latin is not a text file"),
    ("simulate nz-blackjack --wager main=0", "main=0 is not a wager"),
    ("simulate nz-blackjack --wager main=,", "'' is not an amount of money"),
    ("simulate nz-blackjack --count latin", "latin is not a text file"),
    ("hand nz-blackjack '8h 8c' Ks --hands 4", "a box is split into 3 at most (nz-blackjack 12.4(a))"),
    ("user password nobody --database house.db", "there is no user 'nobody'"),
    ("user token nobody --database house.db", "there is no user 'nobody'"),
    ("user deposit nobody 5 --database house.db", "there is no user 'nobody'"),
    ("edge nz-blackjack --strategy folder", "there is no strategy 'folder'"),
    ("edge nz-roulette --strategy mimic", "apply to blackjack only"),
    ("report nz-roulette --rounds 0 --strategy mimic", "--strategy applies to blackjack only"),
    ("report nz-blackjack --rounds NaN", "'NaN' is not a number of rounds"),
    ("report nz-blackjack --seed 99999999999999999999", "invalid value for '--seed'"),
    ("report nz-blackjack --out folder", "'' is not a format"),
    ("report nz-blackjack --out nowhere/report.html", "there is no such folder"),
    ("strategy nz-blackjack --out nowhere/chart.svg", "there is no such folder"),
    ("tournament run nowhere.pit", "nowhere.pit: cannot be read"),
    ("tournament run latin", "latin: cannot be read"),
    ("tournament run folder", "folder: cannot be read"),
    ("tournament run empty", "no line '---'"),
    ("tournament simulate --players 99999999999", "invalid value for '--players'"),
    ("tournament simulate --workers 100000", "invalid value for '--workers'"),
    ("tournament simulate -o advance", "such as advance=2"),
    ("tournament simulate -o 'advance=1 advance=2'", "option advance is given twice"),
    ("tournament simulate --limits NaN-5", "'NaN' is not an amount"),
    ("tournament simulate --strategy ''", "'' is not a style"),
    ("tournament simulate --strategy flat@nowhere", "nowhere"),
    ("tournament simulate --strategy nowhere.py:bold", "nowhere.py: No such file or directory"),
    ("tournament simulate --strategy latin:bold", "latin is not a Python file"),
    ("tournament simulate --plot chart.doc", "a plot is a .png, .svg or .pdf file"),
    ("tournament simulate --plot nowhere/chart.png", "there is no such folder"),
    ("tournament simulate -o session=minutes:5", "a simulation has no clock"),
    ("user list --database nosuch://house", "nosuch is not supported"),
    (
        "user list --database postgresql://127.0.0.1:1/house",
        "127.0.0.1:1/house cannot be used: connection failed",
    ),
    ("audit --database sqlite://", "an in-memory house is lost when the command exits: name a file"),
    ("audit --since latin", "latin is not the --json output of an audit"),
    ("audit fairness latin", "latin cannot be read"),
    ("audit statement ann --database house.db", "there is no account 'ann'; expected cage, house"),
    ("backup nowhere/copy.db --database house.db", "nowhere/copy.db: the folder does not exist"),
    ("backup house.db --database house.db", "house.db already exists"),
    ("serve --host ''", "--host is empty"),
    ("serve --database ftp://house", "'ftp://house' is not a database: ftp is not supported"),
    ("serve --port 0 --database latin", "latin cannot be used: file is not a database"),
    ("replay latin", "latin:0: cannot be read"),
    ("replay ''", "'': no such file or folder"),
    ("replay folder", "no .pit file in this folder"),
    ("rules nz-blackjack '('", "nz-blackjack has no clause '('; near matches"),
    ("rules nz-blackjack '\"'", "nz-blackjack has no clause '\"'"),
    ("rules nz-blackjack naturals", "to search the text: pitboss rules search naturals"),
    ("rules search insurance --in nowhere", "there is no rulebook 'nowhere'"),
    ("rules diff nz-blackjack", "pitboss rules diff: missing argument 'RIGHT'; try 'pitboss rules diff --help'"),
    ("rules coverage --missing=yes", "option '--missing' does not take a value"),
    ("rules diff nz-blackjack mbs-blackjack --left decks=6", "apply only with --cost"),
    ("play nz-blackjack extra", "got unexpected extra argument(s) (extra)"),
    ("play nz-blackjack --seed -1", "invalid value for '--seed'"),
    ("play nz-blackjack --cards --seed 4", "--cards and --seed exclude each other"),
    ("serve --port http", "invalid value for '--port'"),
    ("user frob", "pitboss user: there is no command 'frob'; expected add, token"),
    ("user add", "missing argument 'NAME'"),
    (
        "user deposit ann -5 --database house.db",
        "pitboss user deposit: '-5' is read as an option: write an amount without a sign",
    ),
    ("user deposit ann 0 --database house.db", "an amount of 0 cannot be moved: it must be 0.01 or more"),
    ("user limit ann --minutes -1 --database house.db", "invalid value for '--minutes'"),
    ("user exclude ann --days 0 --database house.db", "invalid value for '--days'"),
    ("cage open 2026-13-45 --database house.db", "'2026-13-45' is not a gaming day: the calendar has no such day"),
    ("cage open '' --database house.db", "'' is not a gaming day: write it like 2026-11-18"),
    ("table say t1 ''", "'' is not a command: write words in ASCII, such as deal"),
    ("tournament frob", "there is no command 'frob'; expected run, simulate"),
    ("audit extra", "got unexpected extra argument(s) (extra)"),
    ("audit --since object.json --database house.db", "object.json is not the --json output of an audit: it has"),
    ("audit fairness deep.json", "deep.json cannot be read"),
    ("audit fairness object.json", "object.json cannot be read: Object missing required field"),
    ("audit fairness nothing.json", "nothing.json has nothing to check: it contains no published seed"),
    ("backup", "missing argument 'TARGET'"),
)


def call(line: str) -> Result:
    return calls.call(*shlex.split(line))


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with invalid input files, and a house."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "latin").write_bytes(b"\xff\xfe\x00 na\xefve")
    (tmp_path / "empty").touch()
    (tmp_path / "object.json").write_text("{}", encoding="utf-8")
    (tmp_path / "nothing.json").write_text("[]", encoding="utf-8")
    (tmp_path / "deep.json").write_text("[" * 100_000, encoding="utf-8")
    (tmp_path / "folder").mkdir()
    assert call("user add ann --database house.db").exit_code == 0
    return tmp_path


def test_an_impossible_call_is_refused_in_one_line(in_folder: Path) -> None:
    before = sorted(in_folder.iterdir())
    for line, words in CALLS:
        done = call(line)
        assert done.exit_code == 2, (line, done.output, done.exception)
        assert words in done.output, (line, done.output)
        if not line.startswith("replay"):  # which counts what passed and failed, whatever it is given
            assert (done.stdout, done.stderr.count("\n")) == ("", 1), (line, done.output)
    assert sorted(in_folder.iterdir()) == before


LONG = "x" * 300

#: Files that cannot be written, by name and by what is said of them. `loop` leads to itself, `dangling` to nowhere.
NOT_WRITTEN = (
    ("folder", "is a folder"),
    ("folder{}", "is a folder"),
    ("nowhere/file{}", "there is no such folder"),
    ("empty/file{}", "there is no such folder"),
    ("dangling{}", "there is no such folder"),
    ("loop{}", "cannot be written: Too many levels of symbolic links"),
    (f"{LONG}{{}}", "cannot be written: File name too long"),
)

#: Every command that writes a file when it is done.
WRITERS = (
    ("simulate nz-blackjack --rounds 1000 --out", ".parquet"),
    ("simulate nz-blackjack --rounds 1000 --plot", ".png"),
    ("simulate nz-blackjack --rounds 1000 --count hi-lo --plot", ".png"),
    ("simulate nz-blackjack --rounds 1000 --checkpoint", ".run"),
    ("simulate nz-roulette --rounds 1000 --wager red=10 --out", ".parquet"),
    ("report nz-blackjack --rounds 1000 --format html --out", ".html"),
    ("strategy nz-blackjack --out", ".svg"),
    ("tournament simulate --tournaments 1 --plot", ".pdf"),
)


@pytest.mark.parametrize(("line", "ending"), WRITERS)
def test_an_unwritable_output_file_is_reported_before_the_work(
    line: str, ending: str, in_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def worked(*_: object, **__: object) -> None:
        pytest.fail("it began to work")

    monkeypatch.setattr("pitboss.cli.simulate_run.run", worked)
    monkeypatch.setattr("pitboss.analyse.report.sheet", worked)
    monkeypatch.setattr("pitboss.analyse.edge.edge", worked)
    monkeypatch.setattr("pitboss.cli.tournament_simulation.play_compiled", worked)
    (in_folder / f"folder{ending}").mkdir()
    (in_folder / f"loop{ending}").symlink_to(f"loop{ending}")
    (in_folder / f"dangling{ending}").symlink_to("nowhere/file")
    before = sorted(in_folder.iterdir())
    for name, words in NOT_WRITTEN:
        if "{}" not in name and ending not in (".parquet", ".run", ".html"):
            continue  # a picture is refused for its name already
        done = call(f"{line} {name.format(ending)}")
        assert (done.exit_code, done.stdout) == (2, ""), (name, done.output, done.exception)
        assert words in done.stderr, (name, done.output)
        assert done.stderr.count("\n") == 1
    assert sorted(in_folder.iterdir()) == before


def test_looking_whether_a_file_can_be_written_leaves_it_alone(in_folder: Path) -> None:
    kept, link = in_folder / "kept.png", in_folder / "link.png"
    kept.write_bytes(b"as it was")
    link.symlink_to("new.png")
    before = kept.stat()
    for path in (kept, link, in_folder / "none.png"):
        check_plot(path)
    assert (kept.read_bytes(), kept.stat().st_mtime_ns) == (b"as it was", before.st_mtime_ns)
    assert link.is_symlink()
    assert not (in_folder / "new.png").exists()
    assert not (in_folder / "none.png").exists()


def test_one_file_is_not_written_twice(in_folder: Path) -> None:
    (in_folder / "link").symlink_to("same.png")
    for options in ("--out same.png --plot same.png", "--out link --checkpoint same.png"):
        done = call(f"simulate nz-blackjack --rounds 1000 {options}")
        assert (done.exit_code, done.stdout) == (2, "")
        assert "are the same file" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_an_output_that_cannot_be_written_is_said_too() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        arguments = [sys.executable, "-m", "pitboss", "rules"]
        done = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "pitboss: [Errno 28] No space left on device\n")
