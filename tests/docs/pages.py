"""Runs the blocks of one page, in order, in a folder of its own."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.request
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from pitboss.games.blackjack.allowed import allowed_now
from pitboss.games.blackjack.state import Stage
from pitboss.house.house import CommandDone, House, TableInfo
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec
from tests.docs.blocks import Block, background, calls, edit, matches, on_port, parse_blocks, reduce_sizes
from tests.house.houses import in_house

ROOT = Path(__file__).parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if path.parent.name not in ("law", "reference")),
]
#: Commands that name a file of the clone find it below the folder of the page.
LINKED = ("examples", "src", "bench", "tests", "pyproject.toml")
SERVER_START = 60.0

#: Executes the Python blocks of a page in one namespace and returns what each printed.
_DRIVER = """
import contextlib, io, json, sys
space = {"__name__": "__main__"}
for place, text in json.load(sys.stdin):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(text, place, "exec"), space)
    print(json.dumps(printed.getvalue()))
"""


class Page:
    """A page under test: its folder, its environment, and the servers that its blocks start."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.name = str(path.relative_to(ROOT))
        self.blocks = list(parse_blocks(path.read_text(encoding="utf-8"), self.name))
        self.folder = folder
        self.ports = {port: free_port() for port in ("8021", "8022", "8786")}
        self.servers: list[subprocess.Popen[bytes]] = []
        self.environment = self._environment()

    def __enter__(self) -> Self:
        setups = {name for block in self.blocks for name in block.directives.get("setup", "").split()}
        if "copy" in setups:
            copy_clone(self.folder)
            self.environment["PYTHONPATH"] = str(self.folder / "src")
        else:
            for name in LINKED:
                (self.folder / name).symlink_to(ROOT / name)
        if "house" in setups:
            make_house(self.folder / "house.db")
        if "new" in setups:  # the version under test stands for the new version too
            (self.folder / "new/.venv").mkdir(parents=True)
            (self.folder / "new/.venv/bin").symlink_to(Path(sys.executable).parent)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for server in self.servers:
            server.send_signal(signal.SIGTERM)
            server.wait()

    def run(self) -> list[str]:
        """Runs every block; returns what differs, each with its place."""
        wrong = []
        for block in self.blocks:
            if edit(block, self.folder):
                if block.language == "pit":
                    wrong += self._replay(self.folder / block.directives["file"], block)
            elif "not run" in block.directives:
                continue
            elif "server" in block.directives:
                self._serve(block)
            elif block.language == "console":
                wrong += self._console(block)
            elif block.language == "sh":
                wrong += self._script(block)
            elif block.language == "pit":
                file = self.folder / "block.pit"
                file.write_text(block.text, encoding="utf-8")
                wrong += self._replay(file, block)
            elif block.language == "toml":
                tomllib.loads(block.text)
        return wrong + self._python()

    def _environment(self) -> dict[str, str]:
        """Ours without settings of pitboss, with a data folder of the page and plain output of 120 columns."""
        ours = {name: value for name, value in os.environ.items() if not name.startswith("PITBOSS_")}
        return ours | {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "XDG_DATA_HOME": str(self.folder / "data"),
            "PITBOSS_SERVER": f"http://127.0.0.1:{self.ports['8021']}",
            "COLUMNS": "120",
            "NO_COLOR": "1",
        }

    def _bash(self, script: str, block: Block) -> tuple[int, str]:
        """Runs a script; keeps what it exports for the next one."""
        kept = self.folder / ".environment"
        script = f"{on_port(script, self.ports)}\ncode=$?\nenv -0 > {kept}\nexit $code"
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=self.folder,
            env=self.environment,
            input="".join(f"{word}\n" for word in block.directives.get("input", "").split()),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            check=False,
        )
        if kept.exists():
            pairs = kept.read_text(encoding="utf-8").split("\0")
            self.environment = dict(pair.split("=", 1) for pair in pairs if "=" in pair)
            kept.unlink()
        printed = done.stdout
        for shown, free in self.ports.items():
            printed = printed.replace(str(free), shown)
        return done.returncode, printed

    def _console(self, block: Block) -> list[str]:
        wrong, shown = [], list(calls(block))
        for call in shown:
            code, printed = self._bash(call.command, block)
            expected = int(block.directives.get("exit", "0")) if call is shown[-1] else 0
            if code != expected or not matches(call.output, printed):
                wrong.append(f"{block.place}: $ {call.command}\nexits with {code} and prints\n{printed}")
        return wrong

    def _script(self, block: Block) -> list[str]:
        code, printed = self._bash(f"set -e\n{reduce_sizes(block.text)}\nset +e\ntrue", block)
        return (
            [f"{block.place}: exits with {code}\n{printed}"] if code != int(block.directives.get("exit", "0")) else []
        )

    def _replay(self, file: Path, block: Block) -> list[str]:
        code, printed = self._bash(f"pitboss replay {file}", block)
        return [f"{block.place}: {printed}"] if code else []

    def _serve(self, block: Block) -> None:
        before, command = background(on_port(block.text, self.ports))
        if before:
            assert self._bash(f"set -e\n{before}", block)[0] == 0, block.place
        with (self.folder / "server.log").open("ab") as log:
            server = subprocess.Popen(command, cwd=self.folder, env=self.environment, stdout=log, stderr=log)
        self.servers.append(server)
        port = command[command.index("--port") + 1]
        deadline = time.monotonic() + SERVER_START
        while not is_ready(port):
            assert server.poll() is None, (self.folder / "server.log").read_text(encoding="utf-8")
            assert time.monotonic() < deadline, f"{block.place}: no answer at port {port}"
            time.sleep(0.05)

    def _python(self) -> list[str]:
        """Runs the Python blocks as one program; compares what each prints with the output block behind it."""
        programs = [block for block in self.blocks if block.language == "python" and _is_program(block)]
        if not programs:
            return []
        sources = [(block.place, on_port(block.text, self.ports)) for block in programs]
        done = subprocess.run(
            [sys.executable, "-c", _DRIVER],
            cwd=self.folder,
            env=self.environment,
            input=json.dumps(sources),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            return [done.stderr]
        wrong = []
        for block, line in zip(programs, done.stdout.splitlines(), strict=True):
            printed = json.loads(line)
            if not matches(self._output_behind(block), printed):
                wrong.append(f"{block.place}: prints\n{printed}")
        return wrong

    def _output_behind(self, block: Block) -> str:
        behind = self.blocks[self.blocks.index(block) + 1 :][:1]
        return behind[0].text if behind and behind[0].language == "output" else ""


def _is_program(block: Block) -> bool:
    return not block.directives.keys() & {"file", "append", "insert", "replace", "not run"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_ready(port: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def copy_clone(folder: Path) -> None:
    """A copy of the package and of the tests that a recipe runs, to be changed."""
    for name in ("src/pitboss", "tests/law", "tests/notation"):
        shutil.copytree(
            ROOT / name, folder / name, ignore=shutil.ignore_patterns("node_modules", "dist", "__pycache__", "web")
        )
    for name in ("pyproject.toml", "tests/conftest.py"):
        shutil.copy(ROOT / name, folder / name)


def make_house(database: Path) -> None:
    """A house with users ann and olga and an open table t1, at which ann has played twelve rounds."""
    in_house(f"sqlite:///{database}", _evening)


async def _evening(house: House) -> None:
    olga, ann = Actor("olga", Role.OPERATOR, "token cashier-2"), Actor("ann", Role.PLAYER, "session")
    await house.create_user("olga", Role.OPERATOR)
    await house.create_user("ann", Role.PLAYER, by=olga)
    await house.deposit("ann", 50_000, "d1", by=olga)
    info = await house.open_table(olga, TableSpec(rulebook="nz-blackjack", limits="10-500"))
    assert isinstance(info, TableInfo), info
    await _do(house, ann, "join 400")
    for _ in range(12):
        await _do(house, ann, "bet 1 10")
        await _do(house, THE_HOUSE, "deal")
        while await house.look("t1", lambda live: live.state.stage != Stage.BETTING):
            legal = await house.look("t1", lambda live: allowed_now(live.rules, live.state))
            words = next(word for word in ("pass 1", "stand 1", "hit 1") if f"ann: {word}" in (legal or ()))
            await _do(house, ann, words)
    await _do(house, THE_HOUSE, "shuffle")


async def _do(house: House, actor: Actor, words: str) -> None:
    done = await house.command("t1", actor, token_hex(8), None, words)
    assert isinstance(done, CommandDone), done


if __name__ == "__main__":
    with TemporaryDirectory() as folder, Page(Path(sys.argv[1]).resolve(), Path(folder)) as page:
        print(*page.run(), sep="\n\n")
