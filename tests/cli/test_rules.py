"""`pitboss rules`: the list, a rulebook, a clause, two side by side, coverage; as text and as JSON."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss import cli
from pitboss.cli.code_references import code_places
from pitboss.law import load_rulebook, rulebook_ids
from pitboss.law.compare import compare
from pitboss.notation import cases
from tests.cli.calls import call

SRC = Path(cli.__file__).parents[1]


rules = partial(call, "rules")


def text(*arguments: str) -> str:
    done = rules(*arguments)
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    return done.stdout


def data(*arguments: str) -> Any:
    return json.loads(text(*arguments, "--json"))


def row(output: str, first: str) -> list[str]:
    """The cells of the line that begins with that name."""
    line = next(line for line in output.splitlines() if re.match(rf"{re.escape(first)}(  |$)", line))
    return re.split(r" {2,}", line.strip())


# --- the list


def test_the_list_of_rulebooks() -> None:
    output = text()
    title = "New Zealand casino table games, Division 2: Blackjack"
    assert row(output, "nz-blackjack") == ["nz-blackjack", title, "blackjack", "300", "27"]
    assert all(row(output, name) for name in rulebook_ids())


def test_the_list_as_json() -> None:
    listed = data()
    assert [book["id"] for book in listed] == list(rulebook_ids())
    assert {book["id"]: book["clauses"] for book in listed}["tribal-blackjack"] == 323
    tournament = next(book for book in listed if book["game"] == "tournament")
    assert (tournament["base"], tournament["options"]) == ("nz-blackjack", len(load_rulebook("nz-tournament").options))


# --- one rulebook


def test_a_rulebook() -> None:
    output = text("nz-blackjack")
    assert row(output, "decks") == ["decks", "4 to 8", "8", "3.3(a)", "decks in the shoe"]
    assert row(output, "split_hands") == ["split_hands", "3", "12.4(a)"]
    assert row(output, "surrender")[2] == "policy: the decisions of 8.3 do not include it"
    assert row(output, "win_higher") == ["win_higher", "the higher hand wins", "5.1(b)"]
    assert "Variant antes_up: Ante's Up Blackjack, where antes_up true (18.1" in output
    assert row(output, "super_sevens: three_suited pays") == ["super_sevens: three_suited pays", "5000:1", "15.4(e)"]
    assert "Super Sevens is played with six to eight decks" in output


def test_a_rulebook_shows_everything_that_it_sets() -> None:
    for name in rulebook_ids():
        book, output = load_rulebook(name), text(name)
        for part in (book.options, book.rules, book.irregularities, book.wagers, book.layers):
            assert [missing for missing in part if missing not in output] == []


def test_show_may_be_said() -> None:
    assert text("show", "mbs-blackjack") == text("mbs-blackjack")
    assert text("show") == text()


def test_a_rulebook_as_json() -> None:
    book = data("nz-blackjack")
    decks = next(option for option in book["options"] if option["name"] == "decks")
    assert (decks["value"], decks["default"], decks["clauses"], decks["path"]) == (
        "4 to 8",
        "8",
        ["3.3(a)"],
        "options.decks",
    )
    assert {variant["name"] for variant in book["variants"]} >= {"antes_up", "blackjack_plus"}
    assert {use["variant"] for use in book["settings"]} >= {"", "blackjack_plus"}
    assert "names" not in decks


@pytest.mark.parametrize(
    ("asked", "meant"), [("nz-blackjak", "did you mean nz-blackjack?"), ("mbs", "there are canberra-blackjack")]
)
def test_no_such_rulebook(asked: str, meant: str) -> None:
    done = rules(asked)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"pitboss rules: there is no rulebook '{asked}'; ")
    assert meant in done.stderr


# --- one clause


def test_a_clause() -> None:
    output = text("nz-blackjack", "12.6")
    assert output.startswith("nz-blackjack 12.6  rule\n  If the dealer gets Blackjack after a split")
    assert "reading A4: " in output
    assert row(output, "rules.toml: rules.dealer_blackjack")[1:] == ["original_only_and_busts", "11.5 and 12.6"]
    assert re.search(r"^original_only_split +games/blackjack/settle\.py:\d+", output, re.MULTILINE)
    assert "12.6-dealer-blackjack-takes-the-original-only.pit" in output


def test_a_clause_with_its_parts_and_a_reason() -> None:
    output = text("nz-blackjack", "12.4")
    assert re.findall(r"^nz-blackjack (\S+)", output, re.MULTILINE)[:3] == ["12.4", "12.4(a)#1", "12.4(a)#2"]
    assert "12.4(b)#3  physical" in output
    assert "reason: Turning the card sideways" in output


def test_a_clause_on_which_nothing_rests_says_so() -> None:
    assert "sets nothing by name" in text("nz-roulette", "2.4")  # of what the ball is made


@pytest.mark.parametrize(
    ("arguments", "clause"),
    [
        (("nz-blackjack", '1.0 "Ante"'), '1.0 "Ante"'),
        (("nz-blackjack", "1.0", "Ante"), '1.0 "Ante"'),
        (("nz-blackjack", "1.0", "Ante's", "Up", "Blackjack"), '1.0 "Ante\'s Up Blackjack"'),
        (("canberra-blackjack", "Terms:", "Burn"), "Terms: Burn"),
        (("canberra-blackjack", "Terms: Burn"), "Terms: Burn"),
        (("tribal-blackjack", "(k)(5)"), "(k)(5)#1"),
        (("mbs-blackjack", "4.1", "Insurance", "bet"), "4.1 Insurance bet"),
        (("nz-tournament", '1.0 "Play-Off"'), '1.0 "Play-Off"#1'),
    ],
)
def test_clauses_as_a_shell_hands_them_over(arguments: tuple[str, ...], clause: str) -> None:
    assert data(*arguments)["clauses"][0]["clause"] == clause


def test_a_clause_as_json() -> None:
    about = data("nz-blackjack", "12.6")
    assert (about["rulebook"], about["asked"]) == ("nz-blackjack", "12.6")
    assert [(clause["clause"], clause["kind"]) for clause in about["clauses"]] == [("12.6", "rule")]
    assert [use["path"] for use in about["sets"]] == ["rules.dealer_blackjack", "rules.original_only_split"]
    assert {item["name"] for item in about["code"]} == {"dealer_blackjack", "original_only_split"}
    assert all("12.6" in case["clauses"] for case in about["cases"])
    assert about["cases"]


def test_no_such_clause() -> None:
    done = rules("nz-blackjack", "12.66")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("pitboss rules: nz-blackjack has no clause '12.66'; near matches: 12.6, 12.")


def test_code_places_are_lines_that_name_the_rule() -> None:
    places = code_places(["split_hands", "ante_within_share", "nobody_says_this"], "blackjack")
    assert places["nobody_says_this"] == ()
    for name in ("split_hands", "ante_within_share"):
        assert places[name]
        for place in places[name]:
            file, _, line = place.partition(":")
            assert name in (SRC / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]


# --- two rulebooks


def test_diff() -> None:
    output = text("diff", "nz-blackjack", "canberra-blackjack")
    assert row(output, "split_hands") == ["split_hands", "3", "12.4(a)", "4", "12.2"]
    assert row(output, "decks") == ["decks", "4 to 8; default 8", "3.3(a)", "6, 8; default 6", "3.1"]
    # what is too long for its column goes on in the next line
    assert row(output, "madness_21_amount") == ["madness_21_amount", "an amount, or a range", "15A.3", "—"]
    assert row(output, "final_rounds") == ["final_rounds", "0", "not mentioned", "3", "6.2(c)"]
    assert row(output, "over_13: over pays")[1:3] == ["—", "1:1"]
    assert "super_sevens: one pays" not in output  # 3:1 in both
    assert "even_odds" not in output


def test_diff_of_all() -> None:
    output = text("diff", "nz-blackjack", "canberra-blackjack", "--all")
    assert row(output, "even_odds")[1::2] == ["1:1", "1:1"]


def test_a_rulebook_and_itself() -> None:
    assert text("diff", "mbs-blackjack", "mbs-blackjack").endswith("No differences.\n")


def test_diff_as_json() -> None:
    books = "nz-blackjack", "canberra-blackjack"
    some, everything = data("diff", *books), data("diff", *books, "--all")
    assert some["rulebooks"] == list(books)
    assert all(not item["same"] for item in some["differences"])
    assert some["differences"] == [item for item in everything["differences"] if not item["same"]]
    assert len(everything["differences"]) == len(list(compare(*map(load_rulebook, books))))
    hands = next(item for item in some["differences"] if (item["part"], item["name"]) == ("setting", "split_hands"))
    assert hands["nz-blackjack"] == {"value": "3", "clauses": ["12.4(a)"], "policy": ""}
    assert hands["canberra-blackjack"] == {"value": "4", "clauses": ["12.2"], "policy": ""}
    shuffler = next(item for item in some["differences"] if item["name"] == "shuffler")
    assert shuffler["canberra-blackjack"] is None


def test_diff_of_what_is_not_there() -> None:
    assert rules("diff", "nz-blackjack").exit_code == 2
    assert rules("diff", "nz-blackjack", "old-maid").exit_code == 2


# --- coverage

GOOD = """\
title: Two kings beat a nineteen
rulebook: mbs-blackjack
clauses: 4.2.2, 3.9.1
cards: Ks Tc Kd  9h
---
ann: bet 1 10
house: deal
ann: stand 1
? net ann +10
"""


@pytest.fixture
def two_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rulebook's folder of cases with one that passes and one that does not."""
    folder = tmp_path / "mbs-blackjack" / "cases" / "deeper"
    folder.mkdir(parents=True)
    (folder / "good.pit").write_text(GOOD, encoding="utf-8")
    (folder / "bad.pit").write_text(GOOD.replace("+10", "-10").replace("4.2.2", "3.8"), encoding="utf-8")
    (folder / "notes.txt").write_text("no case", encoding="utf-8")
    monkeypatch.setattr(cases, "find_rulebook", lambda name: tmp_path / name)


@pytest.mark.usefixtures("two_cases")
def test_coverage_counts_passing_cases_only() -> None:
    done = rules("coverage", "mbs-blackjack", "--json")
    assert done.exit_code == 0
    assert done.stderr.startswith("not counted: mbs-blackjack/cases/deeper/bad.pit:9: expected ")
    found = json.loads(done.stdout)
    assert set(found) == {"rulebook", "clauses"}
    assert (found["rulebook"], len(found["clauses"])) == ("mbs-blackjack", 92)
    assert [clause for clause in found["clauses"] if clause["cases"]] == [
        {"clause": "3.9.1#1", "kind": "rule", "cases": ["deeper/good.pit"]},
        {"clause": "3.9.1#2", "kind": "rule", "cases": ["deeper/good.pit"]},
        {"clause": "4.2.2", "kind": "rule", "cases": ["deeper/good.pit"]},
    ]
    diagram = next(clause for clause in found["clauses"] if clause["clause"] == '2.2 (Diagram "B")')
    assert diagram["reason"].startswith("The second drawing is absent too")


@pytest.mark.usefixtures("two_cases")
def test_coverage_on_the_screen() -> None:
    done = rules("coverage")
    assert row(done.stdout, "mbs-blackjack")[1] == "3/70"
    assert row(done.stdout, "mbs-blackjack")[-1] == "3/92"
    assert row(done.stdout, "nz-roulette")[-1] == "0/120"
    assert row(done.stdout, "all")[-1] == "3/1216"
    assert "without a passing case" not in done.stdout


@pytest.mark.usefixtures("two_cases")
def test_coverage_lists_what_is_missing() -> None:
    output = rules("coverage", "mbs-blackjack", "--missing").stdout
    assert "mbs-blackjack: 89 clauses without a passing case" in output
    assert row(output, "3.10#1")[:2] == ["3.10#1", "rule"]
    assert not re.search(r"^4\.2\.2 ", output, re.MULTILINE)


@pytest.mark.usefixtures("two_cases")
def test_coverage_of_all_as_json() -> None:
    done = json.loads(rules("coverage", "--json").stdout)
    assert [found["rulebook"] for found in done] == list(rulebook_ids())
    assert sum(len(found["clauses"]) for found in done) == 1216


def test_a_case_that_cannot_be_read_ends_the_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "mbs-blackjack" / "cases"
    folder.mkdir(parents=True)
    (folder / "torn.pit").write_text("title: x\nnonsense\n", encoding="utf-8")
    monkeypatch.setattr(cases, "find_rulebook", lambda name: tmp_path / name)
    done = rules("coverage", "mbs-blackjack")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("pitboss rules: torn.pit:2: 'nonsense' is not a header line")


def test_coverage_of_no_rulebook() -> None:
    assert rules("coverage", "old-maid").exit_code == 2


# --- help


@pytest.mark.parametrize("arguments", [("-h",), ("--help",), ("show", "-h"), ("diff", "-h"), ("coverage", "--help")])
def test_help_shows_examples(arguments: tuple[str, ...]) -> None:
    output = text(*arguments)
    assert output.startswith("Usage: pitboss rules")
    assert re.search(r"Examples?:\s+pitboss rules", output)


def test_help_after_a_rulebook_is_help() -> None:
    assert text("nz-blackjack", "--help").startswith("Usage: pitboss rules show")


# --- search


def test_clauses_are_found_by_their_words_in_every_rulebook() -> None:
    found = data("search", "Insurance", "ace")
    assert {row["rulebook"] for row in found} >= {"nz-blackjack", "mbs-blackjack", "canberra-blackjack"}
    for one in found:
        said = f"{one['clause']} {one['summary']} {one['reading_text']}".casefold()
        assert "insurance" in said
        assert "ace" in said
    assert data("search", "insurance ace", "--in", "nz-blackjack") == [
        one for one in found if one["rulebook"] == "nz-blackjack"
    ]


def test_a_clause_that_is_found_can_be_read() -> None:
    line = text("search", "blackjack after a split only", "--in", "nz-blackjack").splitlines()[2]
    assert re.split(r" {2,}", line)[:3] == ["nz-blackjack", "12.6", "rule"]


def test_words_that_no_clause_has() -> None:
    done = rules("search", "zebra")
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("pitboss rules: no clause contains 'zebra'; search for the law's own terms")
    assert json.loads(rules("search", "zebra", "--json").stdout) == []
