"""Files on disk: find them, play them, say what came of each."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from pitboss.notation.pit import PitError, parse_pit
from pitboss.notation.replay import replay
from pitboss.notation.tell import tell_step


class Result(Struct, frozen=True):
    """What came of one file."""

    file: str
    passed: bool
    exit_code: int = 0
    line: int | None = None
    expected: str | None = None
    got: str | None = None
    story: tuple[str, ...] = ()
    rulebook: str = ""
    #: Every clause that an event rests on, in the order in which they come up.
    cited: tuple[str, ...] = ()

    @property
    def complaint(self) -> str:
        """``FILE:LINE: expected …, got …`` or ``FILE:LINE: what is wrong``."""
        if self.exit_code == 2:  # the exit code of the command
            return f"{self.file}:{self.line}: {self.got}"
        return f"{self.file}:{self.line}: expected {self.expected}, got {self.got}"


def find_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Files as they are, folders by the .pit files below them."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*.pit") if not file.is_dir())
        else:
            yield path


def run_file(path: Path) -> Result:
    """Plays one file."""
    try:
        file = parse_pit(path.read_text(encoding="utf-8-sig"))
        outcome = replay(file)
    except PitError as error:
        return Result(str(path), False, 2, error.line, None, error.message)
    except (OSError, UnicodeDecodeError) as error:
        return Result(str(path), False, 2, 0, None, f"cannot be read: {error}")
    story = tuple(line for step in outcome.steps for line in tell_step(step.text, step.events))
    cited = tuple(dict.fromkeys(clause for step in outcome.steps for event in step.events for clause in event.clauses))
    if outcome.passed:
        return Result(str(path), True, story=story, rulebook=file.header("rulebook"), cited=cited)
    failure = outcome.failures[0]
    return Result(
        str(path), False, 1, failure.line, failure.expected, failure.got, story, file.header("rulebook"), cited
    )
