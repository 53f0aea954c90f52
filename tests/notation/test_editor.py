"""Diagnostics, hover and completion of ``.pit`` files, and the language server that serves them."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pitboss.notation.editor import complete, diagnose, hover
from pitboss.pit import HEADER_KEYS, Does, Expects, Header, MustBeRefused, parse_pit

ROOT = Path(__file__).parents[2]

FILE = """\
title: A pair
rulebook: nz-blackjack
clauses: 12.6
options: decks=8 shuffler=none
cards: 8h Ks 8c  Tc 9d  Ad
---
ann: bet 1 100
house: deal
! ann: double 1 150 @ 11.2(a)
ann: split 1
? cited 12.1
"""
LINES = FILE.splitlines()


def at(fragment: str, text: str = FILE) -> tuple[str, int, int]:
    """The file with the place behind a fragment."""
    line = next(number for number, content in enumerate(text.splitlines()) if fragment in content)
    return text, line, text.splitlines()[line].index(fragment) + len(fragment)


def words(fragment: str, text: str = FILE) -> list[str]:
    return [item.word for item in complete(*at(fragment, text))]


def test_a_sound_file_has_no_diagnostics() -> None:
    assert diagnose(FILE.replace("? cited 12.1\n", "")) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "severity", "said"),
    [
        ("ann: split 1", "ann: splitt 1", 9, "error", "'splitt' is not a verb of ann"),
        ("decks=8", "decks=9", 3, "error", "decks"),
        ("title: A pair", "titel: A pair", 0, "error", "is not a header line"),
        ("? cited 12.1", "? net ann +5", 10, "warning", "expected net ann +5"),
        ("ann: split 1", "ann: double 1 900", 9, "warning", "11.2(a)"),
    ],
)
def test_a_problem_is_shown_on_its_line(old: str, new: str, line: int, severity: str, said: str) -> None:
    (found,) = diagnose(FILE.replace(old, new))
    assert (found.line, found.severity) == (line, severity)
    assert said in found.message


def test_completion_leaves_out_what_is_written_or_does_not_fit() -> None:
    options = words("shuffler=none ", FILE.replace("shuffler=none", "shuffler=none "))
    assert "boxes" in options
    assert not {"decks", "shuffler"} & set(options)
    assert "perfect_pairs=" in words("bet 1 100 ", FILE.replace("bet 1 100", "bet 1 100 "))
    assert "perfect_pairs=" not in words("perfect_pairs=10 ", FILE.replace("1 100", "1 100 perfect_pairs=10 "))
    assert words("split 1 ", FILE.replace("split 1", "split 1 ")) == []


def test_hover_shows_the_title_of_a_rulebook() -> None:
    assert "Blackjack" in hover(*at("rulebook: nz"))


def test_hover_shows_a_clause_an_option_and_a_verb() -> None:
    text, line, column = at("clauses: 12")
    assert hover(text, line, column).startswith("**12.6** ")
    assert "11.2(a)" in hover(*at("@ 11"))
    assert "**decks**" in hover(*at("options: de"))
    assert "`split BOX`" in hover(*at("ann: sp"))
    assert hover(*at("ann: bet 1")) == ""


def test_values_of_an_option_are_completed_one_by_one() -> None:
    assert words("decks=", FILE.replace("decks=8", "decks=")) == ["4", "5", "6", "7", "8"]
    assert words("burn_first_card=", FILE.replace("decks=8", "burn_first_card=")) == ["true", "false"]
    assert words("chip_unit=", FILE.replace("decks=8", "chip_unit=")) == []


def test_the_header_is_completed_with_its_end_and_explained() -> None:
    unfinished = FILE.partition("---")[0] + "\n"
    items = complete(unfinished, len(unfinished.splitlines()) - 1, 0)
    assert [item.word for item in items] == [*HEADER_KEYS, "---"]
    assert all(item.detail for item in items)
    assert "---" not in [item.word for item in complete(FILE, 0, 0)]
    assert "dealing order" in hover(*at("car"))
    assert hover(FILE.replace("nz-blackjack", "nosuch"), 3, 1).startswith("**options**")


def test_completion_follows_the_place() -> None:
    assert words("rule") == ["rulebook"]
    assert "nz-roulette" in words("rulebook: ")
    assert "max_split_hands" not in words("options: d")
    assert "decks" in words("options: d")
    assert {"none", "batch", "continuous"} <= set(words("shuffler="))
    assert "12.6" in words("clauses: 12")
    assert words("ann: sp") == ["split"]
    assert "deal" in words("house: ")
    assert "split" not in words("house: ")
    assert "11.2(a)" in words("@ 11.2")
    assert "perfect_pairs=" in words("ann: bet 1 100 ", FILE.replace("bet 1 100", "bet 1 100 "))
    assert [item.word for item in complete(FILE, 9, 0)] == ["house:", "ann:"]
    assert "ann" in words("? net ", FILE.replace("? cited 12.1", "? net "))
    assert "drawn" in words("? ", FILE.replace("? cited 12.1", "? "))
    assert "face_up_card" in words("irregularity ", FILE.replace("ann: split 1", "house: irregularity "))
    kinds = complete(*at("irregularity ", FILE.replace("ann: split 1", "house: irregularity ")))
    details = {item.word: item.detail for item in kinds}
    assert details["face_up_card"] == "card not used"
    assert details["misdealt"] == "BOX|BOX.HAND|dealer [lost]: put right else void"


class Editor:
    """A client of the language server over its pipes."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.ids = 0

    def send(self, method: str, params: Any, *, request: bool = False) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if request:
            self.ids += 1
            message["id"] = self.ids
        body = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self) -> Any:
        assert self.process.stdout is not None
        length = 0
        while (line := self.process.stdout.readline().strip()) != b"":
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        return json.loads(self.process.stdout.read(length))

    def ask(self, method: str, params: Any) -> Any:
        """Sends a request and returns its result; notifications before it are dropped."""
        self.send(method, params, request=True)
        while (message := self.read()).get("id") != self.ids:
            pass
        return message["result"]

    def notified(self, method: str) -> Any:
        """Waits for a notification and returns its parameters."""
        while (message := self.read()).get("method") != method:
            pass
        return message["params"]


def test_an_editor_is_served() -> None:
    editor = Editor()
    with editor.process:
        editor.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        editor.send("initialized", {})
        uri = "file:///pair.pit"
        text = FILE.replace("ann: split 1", "ann:   split 1").replace("? cited 12.1", "? net ann +5")
        editor.send(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri, "languageId": "pit", "version": 1, "text": text}},
        )
        (found,) = editor.notified("textDocument/publishDiagnostics")["diagnostics"]
        assert (found["range"]["start"]["line"], found["severity"]) == (10, 2)
        document = {"textDocument": {"uri": uri}}
        place = {"position": {"line": 2, "character": 10}}
        assert "12.6" in editor.ask("textDocument/hover", document | place)["contents"]["value"]
        items = editor.ask("textDocument/completion", document | {"position": {"line": 7, "character": 7}})
        assert "deal" in [item["label"] for item in items]
        (edit,) = editor.ask("textDocument/formatting", document | {"options": {"tabSize": 4, "insertSpaces": True}})
        assert "\nann: split 1\n" in edit["newText"]
        assert editor.ask("shutdown", None) is None
        editor.send("exit", None)
        assert editor.process.wait(60) == 0


def test_the_textmate_grammar_knows_every_line_of_the_cases() -> None:
    grammar = json.loads((ROOT / "editors/pit.tmLanguage.json").read_text(encoding="utf-8"))["repository"]
    starts = {name: re.compile(grammar[name]["begin"]) for name in ("header", "expectation", "refused", "act")}
    for file in (ROOT / "src/pitboss/rulebooks").glob("nz-*/cases/*.pit"):
        for line, raw in zip(parse_pit(file.read_text()).lines, file.read_text().splitlines(), strict=True):
            kind = {Header: "header", Expects: "expectation", MustBeRefused: "refused", Does: "act"}.get(type(line))
            if kind is not None:
                assert starts[kind].match(raw), raw
    assert all(starts["header"].match(f"{key}: x") for key in HEADER_KEYS)
    card = re.compile(grammar["values"]["patterns"][0]["match"])
    assert [found[0] for found in card.finditer("cards: 8h Ks | Tc t2 bet")] == ["8h", "Ks", "Tc"]
