"""`pitboss simulate --count`: the table by count, what a ramp is worth, and what is refused."""

import json
from functools import partial
from pathlib import Path

import polars
import pytest

from tests.cli import calls

RAMP = "<=0:10 1:20 2:40 3:80 4:120"


simulate = partial(calls.call, "simulate")
told = partial(calls.told, "simulate", "mbs-blackjack", "--rounds", "200000")


def test_the_count_for_programs() -> None:
    result = told("--count", "hi-lo", "--ramp", RAMP, "--bankroll", "10000", "-w", "pair=5")
    count = result["count"]
    assert result["main"].keys() >= {"expectation", "standard_error", "deviation"}
    assert (count["system"], count["read"], count["ramp"], count["bankroll"]) == ("hi-lo", "floor", RAMP, "10000")
    assert sum(at["rounds"] for at in count["by_count"]) == result["rounds"] == 200_000
    assert {at["wager"] for at in count["by_count"] if at["count"] in {0, 1, 4, 9}} == {10, 20, 120}
    assert count["expectation_per_100_rounds"] == pytest.approx(100 * count["expectation"])
    for name in ("n0", "desirability_index", "score"):
        assert count[name].keys() == {"value", "standard_error"}
    assert 0 < count["risk_of_ruin"]["value"] <= 1


def test_the_best_ramp_is_found_and_then_played_with_other_cards() -> None:
    options = ("--count", "hi-lo", "--ramp", "best", "--bankroll", "10000", "--spread", "8", "--leave")
    count = told(*options)["count"]
    wagers = [at["wager"] for at in count["by_count"]]
    assert wagers == sorted(wagers)
    assert (wagers[0], wagers[-1]) == (0, 80)
    assert count["certainty_equivalent"]["value"] == pytest.approx(
        count["expectation"] - count["deviation"] ** 2 / 20_000
    )


def test_the_ramp_changes_nothing_of_what_is_played() -> None:
    flat, ramp = (told("--count", "hi-lo", *more) for more in (["-w", "main=10"], ["--ramp", RAMP]))
    rows = [[(at["count"], at["rounds"], at["expectation"]) for at in one["count"]["by_count"]] for one in (flat, ramp)]
    assert rows[0] == rows[1]
    assert flat["main"] == ramp["main"]
    assert flat["count"]["expectation_per_unit"] == pytest.approx(flat["main"]["expectation"])


def test_tags_from_a_file_and_from_the_line(tmp_path: Path) -> None:
    tags = "A=-1 2=1 3=1 4=1 5=1 6=1 7=0 8=0 9=0 T=-1"
    file = tmp_path / "mine.txt"
    file.write_text(f"# hi-lo\n{tags}\n", encoding="utf-8")
    named, line, read = (told("--count", count)["count"] for count in ("hi-lo", tags, str(file)))
    assert named["by_count"] == line["by_count"] == read["by_count"]
    assert read["system"] == "mine.txt"


def test_the_count_for_people() -> None:
    done = simulate("nz-blackjack", "--rounds", "50000", "--count", "ko", "--ramp", "<=0:10 1:20", "--bankroll", "500")
    assert done.exit_code == 0
    for word in ("running count", "wager", "average wager", "result per round", "risk of ruin with 500"):
        assert word in " ".join(done.stdout.split())


def test_other_players_are_named_and_not_counted() -> None:
    count = ("--count", "hi-lo", "--others", "basic,mimic", "--seat", "2")
    alone, beside = told("--count", "hi-lo"), told(*count)
    assert (beside["count"]["others"], beside["count"]["seat"]) == (["basic", "mimic"], 2)
    assert (alone["count"]["others"], alone["count"]["seat"]) == ([], 1)
    assert beside["boxes"] == alone["boxes"] == 1
    assert beside["cards_per_round"] > alone["cards_per_round"] + 4
    assert sum(at["rounds"] for at in beside["count"]["by_count"]) == 200_000
    text = simulate("mbs-blackjack", "--rounds", "20000", *count).stdout
    assert "other players (basic, mimic) draw cards; the counter's first box is 2" in text


def test_insurance_by_the_count() -> None:
    never, high = told("--count", "hi-lo"), told("--count", "hi-lo", "--insure-at", "3")
    assert "insurance" not in never["frequencies"]
    assert 0 < high["frequencies"]["insurance"] < 0.01
    assert high["count"]["insure_at"] == 3


def test_files(tmp_path: Path) -> None:
    table, picture, kept = tmp_path / "count.parquet", tmp_path / "count.svg", tmp_path / "count.run"
    call = ["mbs-blackjack", "--count", "zen", "--ramp", RAMP, "--out", str(table), "--plot", str(picture)]
    done = simulate(*call, "--rounds", "150000", "--checkpoint", str(kept))
    assert done.exit_code == 0, done.output
    rows = polars.read_parquet(table)
    assert {"wager", "count", "ramp"} <= set(rows["part"])
    assert picture.read_text(encoding="utf-8").count("<svg") == 1
    on, whole = (
        json.loads(simulate(*call, "--rounds", "300000", *more, "--json").stdout)
        for more in (["--checkpoint", str(kept)], [])
    )
    assert on["count"] == whole["count"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--count", "lo-hi"), "there is no count 'lo-hi': write hi-lo"),
        (("--count", "A=1 2=2"), "the tag of 3"),
        (("--count", "hi-lo", "--true", "up"), "'up' is not a count conversion"),
        (("--count", "hi-lo", "--bankroll", "-100"), "'-100' is not a bankroll"),
        (("--count", "hi-lo", "--bankroll", "0"), "'0' is not a bankroll"),
        (("--bankroll", "100"), "--bankroll needs --count"),
        (("--ramp", RAMP), "--ramp needs --count"),
        (("--insure-at", "0"), "--insure-at needs --count"),
        (("--others", "basic"), "--others needs --count"),
        (("--count", "hi-lo", "--seat", "1"), "--seat needs --others"),
        (("--count", "hi-lo", "--others", "basic", "--seat", "3"), "box 3: with 1 other players write 1 to 2"),
        (("--count", "hi-lo", "--others", "luck"), "there is no strategy 'luck'"),
        (("--count", "hi-lo", "--others", "mimic," * 20), "21 boxes"),
        (("--count", "hi-lo", "--ramp", "best"), "--ramp best needs --bankroll"),
        (("--count", "hi-lo", "--ramp", RAMP, "--leave"), "--leave needs --ramp best"),
        (("--count", "hi-lo", "--ramp", "best", "--bankroll", "500", "--risk", "2"), "'2' is not a risk of ruin"),
        (("--count", "hi-lo", "--ramp", "<=0:10 2:20"), "skips the count 1"),
        (("--count", "hi-lo", "--ramp", "<=0:5 1:20", "--limits", "10-100"), "10 at least (mbs-blackjack 1.1.2)"),
        (("--count", "hi-lo", "--ramp", "<=0:10 1:200", "--limits", "10-100"), "outside the limits 10 to 100"),
        (("--count", "hi-lo", "--ramp", "<=0:10 1:12", "--limits", "10-100 step 5"), "steps of 5 (mbs-blackjack"),
        (("--count", "hi-lo", "--ramp", "<=0:10 1:10.01"), "would come to a fraction of a cent"),
        (("--count", "hi-lo", "--ramp", RAMP, "-w", "main=10"), "--ramp sets the main wager"),
        (("--count", "hi-lo", "--shuffle", "every-round"), "it says nothing"),
    ],
)
def test_refusals_before_the_first_round(arguments: tuple[str, ...], says: str) -> None:
    done = simulate("mbs-blackjack", *arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith("pitboss simulate: ")
    assert says in done.stderr
    assert not done.stdout
