"""The results of the analyser as HTML, for notebooks."""

from pitboss.analyse.dealer_outcomes import dealer_outcomes
from pitboss.analyse.edge import edge
from pitboss.analyse.known_cards import hand_knowing
from pitboss.analyse.removal import removal_effects
from pitboss.analyse.session import session
from pitboss.cards import parse_card
from pitboss.law.laboratory import laboratory_rules


def test_results_show_their_figures_in_a_notebook() -> None:
    rules = laboratory_rules("1D S17 NSP")
    played = session(edge(rules), rounds=20, bankroll=10, drawdown=5)
    shown = played._repr_html_()
    assert f"{played.ruin:.4%}" in shown
    assert "a fall of 5" in shown
    effects = removal_effects(rules)
    assert f"{effects.ranks[0].effect:+.5%}" in effects._repr_html_()
    dealer = dealer_outcomes(rules, parse_card("6h"))
    assert f"{dealer.outcomes['17']:.4%}" in dealer._repr_html_()
    known = hand_knowing(rules, [parse_card("Th"), parse_card("6c")], parse_card("Ks"), hole=parse_card("5d"))
    assert "known: hole 5d" in known._repr_html_()
