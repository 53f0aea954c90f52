"""An event or a refusal without a clause names the policy that settles it, and the reading that the policy follows."""

from pathlib import Path

from pitboss.law import load_rulebook
from pitboss.law.cite import PolicyClauses, policy_rules
from pitboss.law.resolve import resolve
from pitboss.notation.run import explained, run_file

EXAMPLES = Path(__file__).parent / "examples" / "mbs-blackjack"


def _replay(path: Path, text: str) -> list[str]:
    path.write_text(text)
    result = run_file(path, facts=True)
    assert result.passed, result.complaint
    return list(explained(result))


def test_a_rule_without_a_clause_names_itself() -> None:
    rules = resolve(load_rulebook("mbs-blackjack"), {})
    clauses = rules.cite("shuffle_at_start")  # type: ignore[union-attr] # no refusal
    assert clauses == ()
    assert policy_rules(clauses) == ("shuffle_at_start",)
    assert policy_rules(rules.cite("main_wager")) == ()  # type: ignore[union-attr] # no refusal
    assert policy_rules(PolicyClauses.of(("a", "b"))) == ("a", "b")


def test_an_event_without_a_clause_shows_its_policy_and_reading() -> None:
    example = next(EXAMPLES.glob("010-*.pit"))
    result = run_file(example, facts=True)
    rows = [row for row in result.events if row["event"] == "shuffled"]
    policy = rows[0]["policies"]["shuffle_at_start"]
    assert policy["text"] == "not mentioned; the cards are shuffled before play"
    assert "New Zealand" in policy["reading"]
    assert any(line.strip().startswith("policy shuffle_at_start: not mentioned") for line in explained(result))
    assert all(not row["policies"] for row in result.events if row["clauses"])


def test_a_refusal_without_a_clause_shows_its_policy(tmp_path: Path) -> None:
    text = "title: t\nrulebook: mbs-blackjack\n---\nann: bet 1 10\n! ann: bet 2 10\n"
    lines = _replay(tmp_path / "boxes.pit", text)
    assert any("policy boxes_per_player: not mentioned; the operator may allow it" in line for line in lines)
