"""Files that must be refused: the first line of each has the words of the complaint, and an exit code other than 2."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import build

FOLDER = Path(__file__).parent / "files"
FILES = sorted(FOLDER.glob("*.pit"))
_EXPECT = re.compile(r"# expect(?: (\d))?: (.+)")


def expected(file: Path) -> tuple[int, str]:
    """The exit code and the words."""
    found = _EXPECT.fullmatch(file.read_bytes().partition(b"\n")[0].decode())
    assert found, f"{file}: the first line is '# expect: words' or '# expect CODE: words'"
    return int(found[1] or 2), found[2]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_a_bad_file_is_refused_in_plain_words(file: Path) -> None:
    code, words = expected(file)
    result = CliRunner().invoke(build(), ["replay", str(file)])
    # a traceback would be another exception than the exit itself
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    first, last = result.output.splitlines()[0], result.output.splitlines()[-1]
    assert result.exit_code == code, result.output
    assert re.match(rf"{re.escape(str(file))}:\d+: ", first), first
    assert words in first
    assert last == "0 passed, 1 failed"


def test_there_are_many_and_they_differ() -> None:
    assert len(FILES) >= 80
    assert len({file.read_bytes().partition(b"\n")[2] for file in FILES}) == len(FILES)


@pytest.mark.timeout(600)
def test_all_of_them_at_once_end_without_a_traceback() -> None:
    command = [sys.executable, "-m", "pitboss", "replay", str(FOLDER)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr + ended.stdout
    assert ended.stderr == ""
    complaints = ended.stdout.splitlines()
    passed, failed = (int(number) for number in re.findall(r"\d+", complaints[-1]))
    assert passed == 0
    assert passed + failed == len(FILES)
    assert len(complaints) == failed + 1
