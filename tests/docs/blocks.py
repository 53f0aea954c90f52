"""Parser and runner for the fenced blocks of the pages.

The language of a block says what is done with it:

========  ==========================================================================================================
console   each line ``$ COMMAND`` is run by bash; what it prints must match the lines below it
sh        commands without output: the block is run by bash and must exit with 0. ``--rounds`` and ``--tournaments``
          are reduced, so that a page may show real sizes
python    the blocks of a page are one program; what a block prints must match the ``output`` block behind it
pit       a whole file of the notation: it is replayed and must pass
toml      must parse
========  ==========================================================================================================

``…`` in an expected output stands for any text; on a line of its own, for any lines. Blocks in other languages
(``text``, ``json``, ``nginx``) are illustrations. Every block names its language.

An HTML comment on the lines before a block is a directive:

``file: PATH``           the block is saved under that path, and not run
``append: PATH``         the block is added to the end of the file
``insert: PATH: TEXT``   the block is added to the file below the first line that is or begins with TEXT
``replace: PATH: TEXT``  the block replaces that line
``server``               the last command is started in the background and is stopped at the end of the page
``input: WORDS``         the command reads these words from its input, one on each line
``exit: CODE``           the last command exits with CODE
``not run: REASON``      impossible in a test, such as what needs another machine
``setup: NAMES``         anywhere on the page: prepares its folder with ``house`` (a database), ``new`` (a second
                         version) or ``copy`` (a copy of the package, to be changed)
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

RUN = ("console", "sh", "python", "pit")
LANGUAGES = (*RUN, "toml", "output", "text", "json", "nginx")
DIRECTIVES = ("file", "append", "insert", "replace", "server", "input", "exit", "not run", "setup")

_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)$")
_DIRECTIVE = re.compile(r"^ *<!-- (?P<name>[a-z ]+?)(?:: (?P<value>.*?))? -->$")
_SIZE = re.compile(r"(--rounds|--tournaments) \S+")
_SMALL = {"--rounds": "2e5", "--tournaments": "4"}


class Block(Struct, frozen=True):
    """A fenced block: where it begins, its language, its text without the indentation, and its directives."""

    place: str
    language: str
    text: str
    directives: dict[str, str]

    @property
    def is_run(self) -> bool:
        return self.language in RUN and "not run" not in self.directives


class Call(Struct, frozen=True):
    """A command of a console block, and the output that the page shows."""

    command: str
    output: str


def parse_blocks(text: str, name: str) -> Iterator[Block]:
    """The blocks of a page in their order; ValueError for an unknown language or directive."""
    directives: dict[str, str] = {}
    lines = iter(enumerate(text.splitlines(), 1))
    for number, line in lines:
        comment, fence = _DIRECTIVE.match(line), _FENCE.match(line)
        if comment and comment["name"] in DIRECTIVES:
            directives[comment["name"]] = comment["value"] or ""
        elif comment and not line.startswith("<!-- Generated"):
            raise ValueError(f"{name}:{number}: unknown directive '{comment['name']}'")
        elif fence:
            if fence["language"] not in LANGUAGES:
                raise ValueError(f"{name}:{number}: a block names its language, one of {', '.join(LANGUAGES)}")
            inside = []
            for _, row in lines:
                if row.strip() == "```":
                    break
                inside.append(row.removeprefix(fence["indent"]))
            yield Block(f"{name}:{number}", fence["language"], "".join(f"{row}\n" for row in inside), directives)
            directives = {}


def calls(block: Block) -> Iterator[Call]:
    """The commands of a console block."""
    parts = re.split(r"^\$ ", block.text, flags=re.M)
    if parts[0]:
        raise ValueError(f"{block.place}: a console block begins with '$ COMMAND'")
    for part in parts[1:]:
        command, _, output = part.partition("\n")
        yield Call(command, output)


def reduce_sizes(script: str) -> str:
    """The script with small numbers of rounds and tournaments."""
    return _SIZE.sub(lambda found: f"{found[1]} {_SMALL[found[1]]}", script)


def on_port(text: str, ports: dict[str, int]) -> str:
    """The text with the ports of the pages replaced by free ones; `serve` without a port gets the first."""
    default = next(iter(ports))
    text = re.sub(r"pitboss serve(?!.*--port)", f"pitboss serve --port {default}", text)
    for shown, free in ports.items():
        text = re.sub(rf"\b{shown}\b", str(free), text)
    return text


def background(script: str) -> tuple[str, list[str]]:
    """Splits a server block into the script before its last command, and that command."""
    *before, last = script.rstrip().splitlines()
    return "\n".join(before), shlex.split(last.removeprefix("$ "), comments=True)


def matches(expected: str, printed: str) -> bool:
    """Whether an output is the expected one: `…` stands for any text, trailing spaces do not count."""
    shown = "\n".join(line.rstrip() for line in expected.strip("\n").splitlines())
    pattern = re.escape(shown).replace(re.escape("…"), ".*?")
    # a line that is only elided stands for no line as well
    pattern = re.sub(r"(?:(?<=\\\n)|(?<=^))\.\*\?(?:\\\n|$)", r"(?:.*\n?)", pattern)
    actual = "\n".join(line.rstrip() for line in printed.strip("\n").splitlines())
    return re.fullmatch(pattern, actual, re.S) is not None


def edit(block: Block, folder: Path) -> bool:
    """Carries out the directive that puts the block into a file; whether there is one."""
    if "file" in block.directives:
        path = folder / block.directives["file"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
        return True
    if "append" in block.directives:
        path = folder / block.directives["append"]
        path.write_text(path.read_text(encoding="utf-8") + "\n" + block.text, encoding="utf-8")
        return True
    for name in ("insert", "replace"):
        if name in block.directives:
            _insert(block, folder, *block.directives[name].split(": ", 1), keep=name == "insert")
            return True
    return False


def _insert(block: Block, folder: Path, path: str, anchor: str, *, keep: bool) -> None:
    file = folder / path
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    found = [number for number, line in enumerate(lines) if line.strip().startswith(anchor)]
    if not found:
        raise ValueError(f"{block.place}: {path} has no line '{anchor}'")
    lines[found[0] : found[0] + 1] = [*([lines[found[0]]] if keep else []), block.text]
    file.write_text("".join(lines), encoding="utf-8")
