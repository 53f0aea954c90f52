"""The report: the same figures in every format, one self-contained file, deterministic output."""

import csv
import io
import json
import shutil
from fractions import Fraction
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import sync_playwright

from pitboss.analyse.edge import edge
from pitboss.analyse.report import Agreement, FigureCheck, TableReport, sheet, with_costs
from pitboss.analyse.report_awards import greatest_payment
from pitboss.analyse.report_data import as_csv, as_json
from pitboss.analyse.report_page import as_html
from pitboss.analyse.report_returns import verdict
from pitboss.analyse.wagers import exact
from pitboss.cli.report_pdf import BROWSERS
from pitboss.law import load_rulebook
from pitboss.law.cite import without_number
from pitboss.law.laboratory import laboratory_rules
from tests.analyse.tables import rules_of
from tests.cli.calls import call
from tests.games.roulette.tables import table_rules


@pytest.fixture(scope="module")
def table() -> TableReport:
    return sheet(rules_of("nz-blackjack", super_sevens="true", perfect_pairs="scale_one"))


class Page(HTMLParser):
    """Parser that collects the text of a page and the URLs that it would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.fetched: list[str] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "xlink:href", "data") and value and not value.startswith("#"):
                self.fetched.append(value)

    def handle_data(self, data: str) -> None:
        self.words.append(" ".join(data.split()))

    @property
    def text(self) -> str:
        return " ".join(word for word in self.words if word)


def test_the_page_has_everything_in_it(table: TableReport) -> None:
    source = as_html(table)
    page = Page(source)
    assert page.fetched == []
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert "@import" not in source
    assert page.tags.count("svg") == 3


def test_the_page_has_the_figures_of_the_analyser(table: TableReport) -> None:
    rules = rules_of("nz-blackjack", super_sevens="true", perfect_pairs="scale_one")
    text = Page(as_html(table)).text
    worth = edge(rules)
    assert f"{-100 * worth.expectation:.4f} % house edge" in text
    for found in exact(rules).values():
        assert f"{100 * float(found.expectation):+.4f} %" in text
        assert str(found.expectation) in text
        for outcome in found.outcomes:
            assert f"{outcome.combinations:,}" in text


def test_every_rule_stands_with_its_clauses_and_our_words_for_them(table: TableReport) -> None:
    book = load_rulebook("nz-blackjack")
    text = Page(as_html(table)).text
    settings = {setting.name: setting for setting in table.settings}
    assert settings["split_hands"].value == "3"
    assert settings["split_hands"].clauses == ("12.4(a)",)
    said = [clause.summary for clause in book.clauses if without_number(clause.id) == "12.4(a)"]
    assert said
    assert settings["split_hands"].summaries == (" ".join(said),)
    assert " ".join(said) in text
    assert {choice.name for choice in table.choices} == set(book.options)
    assert all(setting.clauses or setting.policy for setting in table.settings)


def test_the_same_table_makes_the_same_file(table: TableReport) -> None:
    again = sheet(rules_of("nz-blackjack", super_sevens="true", perfect_pairs="scale_one"))
    assert as_html(again) == as_html(table)
    assert as_json(again) == as_json(table)
    assert as_csv(again) == as_csv(table)
    assert "2026-11-15" in as_html(replace(table, date="2026-11-15"))


def test_hashes_distinguish_tables_and_laws(table: TableReport) -> None:
    other = sheet(rules_of("nz-blackjack", super_sevens="true", perfect_pairs="scale_two"))
    assert other.stamp.table != table.stamp.table
    assert (other.stamp.law, other.stamp.code) == (table.stamp.law, table.stamp.code)
    wheel = sheet(table_rules())
    assert wheel.stamp.law != table.stamp.law
    assert wheel.stamp.code == table.stamp.code
    assert all(len(digest) == 64 for digest in (wheel.stamp.code, wheel.stamp.law, wheel.stamp.table))


def test_json_and_csv_agree(table: TableReport) -> None:
    data = json.loads(as_json(table))
    rows = {(row["part"], row["name"], row["measure"]): row for row in csv.DictReader(io.StringIO(as_csv(table)))}
    assert data["main"]["expectation"] == float(rows["main", "main", "expectation"]["value"])
    for name, wager in data["wagers"].items():
        assert Fraction(wager["fraction"]) == Fraction(rows["wager", name, "fraction"]["value"])
        for outcome in wager["outcomes"]:
            row = rows["outcome", name, f"{outcome['name']}: combinations"]
            assert outcome["combinations"] == int(row["value"])
    assert rows["rule", "split_hands", "value"]["clauses"] == "12.4(a)"
    assert data["options"]["perfect_pairs"] == rows["option", "perfect_pairs", "value"]["value"] == "scale_one"
    assert rows["strategy", "hard 16", "against 10"]["value"] == "H"


def test_agreement_is_given_in_standard_errors(table: TableReport) -> None:
    rows = (Agreement("main", -0.01, -0.005, 0.001, 1_000), Agreement("insurance", -0.07, why="not offered"))
    source = as_html(replace(table, agreement=rows, seed=1))
    assert "+5.00" in Page(source).text
    assert 'class="n far"' in source
    assert "not offered" in source
    found, left_out = json.loads(as_json(replace(table, agreement=rows)))["agreement"]
    assert found["z"] == pytest.approx(5)
    assert left_out["why"] == "not offered"
    assert left_out["simulated"] is left_out["standard_error"] is left_out["z"] is None


def test_a_deviation_that_disagrees_fails_the_wager(table: TableReport) -> None:
    checks = (FigureCheck("deviation", 1.13, 1.15, 0.001), FigureCheck("mean stake", 1.1, why="no chart"))
    row = Agreement("main", -0.01, -0.01, 0.001, 1_000, checks=checks)
    assert not row.agrees
    assert row.worst == pytest.approx(20)
    told = replace(table, agreement=(row,), seed=1)
    assert verdict(told) == "fail"
    assert "fail" in Page(as_html(told)).text
    found = json.loads(as_json(told))
    assert found["verdict"] == "fail"
    assert found["agreement"][0]["checks"]["deviation"]["z"] == pytest.approx(20)
    assert found["agreement"][0]["checks"]["mean stake"]["simulated"] is None
    assert verdict(replace(table, agreement=(replace(row, checks=checks[1:]),))) == "incomplete"
    assert verdict(replace(table, agreement=(replace(row, checks=()),))) == "pass"
    assert verdict(table) == "not verified"


def test_top_awards_have_odds_and_payments_at_the_limits() -> None:
    found = sheet(rules_of("nz-blackjack", super_sevens="true", perfect_pairs="scale_one"))
    awards = {award.wager: award for award in found.awards}
    pairs = found.wagers["perfect_pairs"]
    top = max(pairs.outcomes, key=lambda outcome: outcome.pay)
    assert awards["perfect_pairs"].outcome == top.name
    assert awards["perfect_pairs"].probability == float(top.probability)
    assert awards["perfect_pairs"].cycle == pytest.approx(float(1 / top.probability))
    assert found.main is not None
    assert awards["main"].pay == max(found.main.distribution)
    assert awards["main"].payment == awards["main"].pay * awards["main"].stake
    others = sum(award.payment for name, award in awards.items() if name != "insurance")
    assert greatest_payment(found.awards) == others


def test_each_choice_is_priced_as_a_table_of_its_own() -> None:
    rules = rules_of("mbs-blackjack", decks="2")
    found = with_costs(sheet(rules), rules)
    changes = {(cost.option, cost.alternative): cost.change for cost in found.costs}
    assert set(changes) >= {("decks", str(decks)) for decks in (1, 3, 4, 5, 6, 7, 8)}
    begin = edge(rules).expectation
    assert changes["decks", "6"] == pytest.approx(edge(rules_of("mbs-blackjack", decks="6")).expectation - begin)


def test_words_of_shorthand_rules_are_priced() -> None:
    rules = laboratory_rules("1D S17 LS 6:5")
    changes = {cost.option: cost.change for cost in with_costs(sheet(rules), rules).costs}
    begin = edge(rules).expectation
    assert changes["6:5"] == pytest.approx(edge(laboratory_rules("1D S17 LS")).expectation - begin)
    assert changes["LS"] is not None
    assert changes["LS"] < 0 < (changes["6:5"] or 0)


def test_a_chart_is_not_needed() -> None:
    composed = sheet(rules_of("tribal-blackjack", streak="true"), strategy="composition")
    assert composed.main is not None
    assert composed.main.chart is None
    text = Page(as_html(composed)).text
    assert "the grid shows the first decision" in text
    assert composed.wagers["streak_3"].source == "exact"
    assert json.loads(as_json(composed))["wagers"]["streak_3"]["fraction"] is None


# --- the command --------------------------------------------------------------------------------------------------


report = partial(call, "report")


def test_the_command_writes_a_page_with_a_simulation(tmp_path: Path) -> None:
    files = [tmp_path / "one.html", tmp_path / "two.html"]
    for file in files:
        done = report("mbs-blackjack", "--rounds", "1e6", "--out", str(file))
        assert (done.exit_code, done.stdout) == (0, ""), done.stderr
    text = Page(files[0].read_text(encoding="utf-8")).text
    assert "1,000,000" in text
    assert "at most 4 standard errors from the exact one" in text
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no browser prints PDFs here")
def test_the_command_prints_a_pdf(tmp_path: Path) -> None:
    done = report("nz-roulette", "--rounds", "0", "--out", str(tmp_path / "report.pdf"))
    assert (done.exit_code, done.stdout) == (0, ""), done.stderr
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no browser lays pages out here")
def test_every_table_fits_on_paper(table: TableReport, tmp_path: Path) -> None:
    """A4 without its margins has 703 pixels; the widest tables are those of the returns and of the top awards."""
    page = tmp_path / "report.html"
    page.write_text(as_html(table), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=next(filter(None, map(shutil.which, BROWSERS))), args=["--no-sandbox"]
        )
        opened = browser.new_page(viewport={"width": 703, "height": 1000})
        opened.emulate_media(media="print")
        opened.goto(page.as_uri())
        wide = opened.evaluate(
            "[...document.querySelectorAll('table')].filter(each => each.getBoundingClientRect().right > 704)"
            ".map(each => each.innerText.slice(0, 60))"
        )
        browser.close()
    assert wide == []


def test_a_pdf_without_a_browser_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CHROMIUM", "no-such-browser")
    done = report("nz-roulette", "--rounds", "0", "--out", str(tmp_path / "report.pdf"))
    assert done.exit_code == 2
    assert "no-such-browser is not a program" in done.stderr


def test_the_simulation_checks_deviation_hits_and_stake() -> None:
    done = report("mbs-blackjack", "-o", "decks=1", "--rounds", "1e6", "--json")
    data = json.loads(done.stdout)
    assert (done.exit_code, data["verdict"]) == (0, "pass"), done.stderr
    rows = {row["name"]: row["checks"] for row in data["agreement"]}
    probabilities = {name for name in rows["main"] if name.startswith("probability of ")}
    assert {f"probability of {net}" for net in ("-2", "-1", "+0", "+1", "+1.5", "+2")} <= probabilities
    others = {"deviation", "hit frequency", "mean stake", "covariance of main and pair"}
    assert set(rows["main"]) - probabilities == others
    for row in rows.values():
        assert all(check["agrees"] and check["standard_error"] > 0 for check in row.values())


def test_the_command_reports_roulette() -> None:
    done = report("nz-roulette", "-o", "neighbour=true", "--rounds", "1e6", "--format", "json")
    assert (done.exit_code, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    assert {wager["fraction"] for wager in data["wagers"].values()} == {"-1/37"}
    assert len(data["agreement"]) == 14
    assert all(abs(row["z"]) < 4 for row in data["agreement"])
    assert "Positions" in report("nz-roulette", "--rounds", "0").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nz-blackjack", "--format", "doc"), "'doc' is not a format: expected html, pdf, csv, json"),
        (("nz-blackjack", "--format", "pdf"), "a PDF is written to a file"),
        (("nz-blackjack", "--out", "/nowhere/at/all.html"), "there is no such folder"),
        (("nz-blackjack", "--rounds", "many"), "'many' is not a number of rounds"),
        (
            ("nz-blackjack", "--rounds", "999"),
            "'999' is not a number of rounds: write a whole number from 1000 to 1e15",
        ),
        (("nz-blackjack", "-o", "decks=9"), "decks: 9 is outside 4 to 8 (nz-blackjack 3.3(a))"),
        (("nz-blackjack", "--strategy", "luck"), "there is no strategy 'luck'"),
        (("nz-tournament", "--rounds", "0"), "nz-tournament is a rulebook of tournament"),
        (("old-maid",), "there is no rulebook 'old-maid'"),
        (("tribal-blackjack", "-o", "double_shoe=true"), "double shoe"),
    ],
)
def test_bad_calls_are_refused(arguments: tuple[str, ...], says: str) -> None:
    done = report(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("pitboss report: ")
    assert says in done.stderr
