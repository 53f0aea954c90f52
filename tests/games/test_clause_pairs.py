"""Pairs of clauses that meet on one wager, one card or one phase: what holds where both apply."""

import pytest

from pitboss.notation.replay import replay
from pitboss.pit import parse_pit


def plays(rulebook: str, text: str) -> None:
    """Replays a file of this rulebook; every expectation must hold."""
    header, _, play = text.strip().partition("---")
    limits = "" if "limits:" in header else "limits: 10-1000\n"
    outcome = replay(parse_pit(f"rulebook: {rulebook}\n{limits}{header}---{play}"))
    assert outcome.passed, outcome.failures[0]


# --- one wager ---------------------------------------------------------------------------------------------------


def test_nz_even_money_voids_the_insurance_of_the_same_blackjack() -> None:
    """10.3 against 9.1: early settlement gives the insurance back, whatever the second card."""
    plays(
        "nz-blackjack",
        """
cards: As Th Ah Ks 9s  Td
---
ann: bet 1 100
bob: bet 2 100
house: deal
ann: insure 1 50
ann: even 1
bob: pass 2
bob: stand 2
? wager ann 1 main +100
? wager ann 1 insurance 0
""",
    )


def test_mbs_even_money_leaves_the_insurance_to_the_second_card() -> None:
    """3.7.1 against 3.12."""
    plays(
        "mbs-blackjack",
        """
cards: As Th Ah Ks 9s  Td
---
ann: bet 1 100
bob: bet 2 100
house: deal
ann: insure 1 50
ann: even 1
bob: pass 2
bob: stand 2
? wager ann 1 main +100
? wager ann 1 insurance +100
""",
    )


def test_canberra_even_money_and_insurance_exclude_each_other_on_one_wager() -> None:
    """9 against 10(a)(ii)."""
    plays(
        "canberra-blackjack",
        """
cards: 2c As Th Ah Ks 9s  Td
---
ann: bet 1 100
bob: bet 2 100
house: deal
ann: insure 1 50
! ann: even 1 @ 5.4
bob: pass 2
bob: stand 2
? wager ann 1 insurance +100
? wager ann 1 main 0
""",
    )


def test_nz_busted_double_stays_lost_though_the_dealer_gets_blackjack() -> None:
    """13.2 against 11.5: a hand over 21 was taken before the dealer's second card."""
    plays(
        "nz-blackjack",
        """
cards: Th Kd 2s  Tc  As
---
ann: bet 1 100
house: deal
ann: double 1
? wager ann 1 main -100
? wager ann 1 double -100
? dealer blackjack
""",
    )


def test_tribal_busted_double_gets_the_additional_stake_back_on_a_dealer_blackjack() -> None:
    """(j)(2) against (c)(5): only the original wager is collected after the round."""
    plays(
        "tribal-blackjack",
        """
cards: 2c Th Kd 2s As  Tc
---
ann: bet 1 100
house: deal
ann: double 1
? dealer blackjack
? wager ann 1 main -100
? wager ann 1 double 0
""",
    )


def test_tribal_multiple_action_takes_a_busted_double_at_once() -> None:
    """(q)(6) against (j)(2)."""
    plays(
        "tribal-blackjack",
        """
options: multiple_action=true
cards: 2c Th Kd 2s  Tc
---
ann: bet 1 100/100
house: deal
ann: double 1
? wager ann 1 main:1 -100
? wager ann 1 double:1 -100
? wager ann 1 main:2 -100
? wager ann 1 double:2 -100
""",
    )


def test_canberra_dealer_blackjack_takes_double_and_split_stakes() -> None:
    """11.2(f) against 12.1 and 13.1: no rule gives anything back."""
    plays(
        "canberra-blackjack",
        """
cards: 2c 8h Kd 8s  3h Tc  2d 9h  As
---
ann: bet 1 100
house: deal
ann: split 1
ann: double 1
ann: hit 1
ann: stand 1
? dealer blackjack
? wager ann 1.1 main -100
? wager ann 1.1 double -100
? wager ann 1.2 main -100
""",
    )


def test_tribal_five_card_21_is_void_against_a_dealer_blackjack_and_the_split_stake_goes_back() -> None:
    """(o)(2) against (c)(2) and (k)(4)."""
    plays(
        "tribal-blackjack",
        """
options: five_card_21=true
cards: 2c 4h Kd 4s As  2h 3d 2d Tc  Th
---
ann: bet 1 100
house: deal
ann: split 1
ann: hit 1
ann: hit 1
ann: hit 1
? total 1.1 21
ann: stand 1
? dealer blackjack
? wager ann 1.1 main 0
? wager ann 1.2 main 0
""",
    )


def test_tribal_surrender_is_final_and_insurance_is_settled_by_itself() -> None:
    """(h)(1) against (i)(1): half the wager is lost, the insurance wins."""
    plays(
        "tribal-blackjack",
        """
options: surrender=true
cards: 2c Th As 6s Kd
---
ann: bet 1 100
house: deal
ann: insure 1 50
ann: surrender 1
? wager ann 1 main -50
? wager ann 1 insurance +100
""",
    )


def test_tribal_consolidated_payout_needs_exactly_half() -> None:
    """(g)(2) against (i)(2): an insurance that was rounded up to a chip is settled by the hole card."""
    plays(
        "tribal-blackjack",
        """
options: consolidated_net_payout=true chip_unit=1
limits: 5-1000
cards: 2c As Ad Ks Td
---
ann: bet 1 6
house: deal
ann: insure 1 3
? wager ann 1 main +6
? wager ann 1 insurance 0
""",
    )
    plays(
        "tribal-blackjack",
        """
options: consolidated_net_payout=true chip_unit=2
limits: 6-1000
cards: 2c As Ad Ks Td
---
ann: bet 1 6
house: deal
ann: insure 1 4
? wager ann 1 main 0
? wager ann 1 insurance +8
""",
    )


def test_canberra_capped_wager_is_insured_doubled_and_paid_on_the_maximum() -> None:
    """4.1(d) against 13.1."""
    plays(
        "canberra-blackjack",
        """
limits: 10-100
cards: 2c 6h 6d 5s  Td  Tc Kc
---
ann: bet 1 250
house: deal
! ann: double 1 250
ann: double 1
? wager ann 1 double +100
? wager ann 1 main +100
""",
    )


def test_nz_void_hand_takes_back_a_paid_super_sevens_and_the_insurance() -> None:
    """16.5 against 15.7 and 9.6."""
    plays(
        "nz-blackjack",
        """
options: super_sevens=true
cards: 7h As 9s
---
ann: bet 1 100 super_sevens=1
house: deal
? wager ann 1 super_sevens +3
ann: insure 1 50
house: irregularity void 1
? wager ann 1 super_sevens 0
? wager ann 1 insurance 0
? wager ann 1 main 0
""",
    )


def test_nz_void_hand_leaves_a_settled_perfect_pair() -> None:
    """16.5 against 15B.6: no rule undoes a Perfect Pairs wager that was settled on the initial deal."""
    plays(
        "nz-blackjack",
        """
options: perfect_pairs=scale_one
cards: 8h 9d 8h
---
ann: bet 1 100 perfect_pairs=1
house: deal
? wager ann 1 perfect_pairs +30
house: irregularity void 1
? wager ann 1 main 0
? wager ann 1 perfect_pairs +30
""",
    )


def test_nz_ante_is_kept_where_the_hand_is_void() -> None:
    """18.6 against 16.5: the ante is a fee, not a wager on the hand."""
    plays(
        "nz-blackjack",
        """
options: antes_up=true ante_amount=1
cards: 8h 9d 7h
---
ann: bet 1 10 ante=1
house: deal
house: irregularity void 1
? wager ann 1 main 0
? wager ann 1 ante -1
""",
    )


def test_nz_blackjack_plus_21_on_a_split_hand_wins_at_once_and_a_dealer_blackjack_takes_only_the_rest() -> None:
    """19.5 against 12.6."""
    plays(
        "nz-blackjack",
        """
options: blackjack_plus=true
cards: Th Ad Ts  As 9c  Kd
---
ann: bet 1 100
house: deal
house: close
ann: split 1
? wager ann 1.1 main +100
ann: stand 1
? dealer blackjack
? wager ann 1.2 main 0
""",
    )


def test_nz_blackjack_plus_dealer_22_returns_the_double_but_not_a_bust() -> None:
    """19.2(i) against 13.2 and 11.4."""
    plays(
        "nz-blackjack",
        """
options: blackjack_plus=true
cards: 6h Th 6d 4s 6s  9c Td  6c Tc
---
ann: bet 1 100
bob: bet 2 100
house: deal
ann: double 1
bob: hit 2
? dealer bust
? wager ann 1 main 0
? wager ann 1 double 0
? wager bob 2 main -100
""",
    )


def test_tribal_split_box_with_a_win_and_a_loss_holds_its_streak() -> None:
    """(t)(8) against (t)(4) and (t)(5)."""
    plays(
        "tribal-blackjack",
        """
options: streak=true
cards: 2c 8h 7d 8s Td  Tc 2d 3h
---
ann: bet 1 10 streak_2=5
house: deal
ann: split 1
ann: stand 1
ann: hit 1
ann: stand 1
? wager ann 1 streak_2 open
""",
    )


# --- one card ----------------------------------------------------------------------------------------------------


def test_nz_exposed_card_refused_by_all_is_the_dealers_second_card_and_decides_insurance() -> None:
    """16.4 against 9.1."""
    plays(
        "nz-blackjack",
        """
cards: Th Ad 8s  Kc
---
ann: bet 1 100
house: deal
ann: insure 1 50
house: irregularity drawn_exposed
ann: refuse 1
? dealer blackjack
? wager ann 1 insurance +100
? wager ann 1 main -100
""",
    )


def test_nz_refused_card_leaves_two_sevens_at_two() -> None:
    """16.4 against 15.4(d): the third seven goes to another hand."""
    plays(
        "nz-blackjack",
        """
options: super_sevens=true
cards: 7h 9d 7s  7c  Tc
---
ann: bet 1 100 super_sevens=1
house: deal
house: irregularity drawn_exposed
ann: refuse 1
? wager ann 1 super_sevens +50
""",
    )


def test_nz_and_canberra_read_the_third_seven_of_a_split_differently() -> None:
    """15.5 pays two sevens at the split; 23.11 counts the card after it."""
    plays(
        "nz-blackjack",
        """
options: super_sevens=true
cards: 7h 9d 7s  7c
---
ann: bet 1 100 super_sevens=1
house: deal
ann: split 1
? wager ann 1 super_sevens +50
""",
    )
    plays(
        "canberra-blackjack",
        """
options: super_sevens=true
cards: 2c 7h 9d 7s  7c
---
ann: bet 1 100 super_sevens=1
house: deal
ann: split 1
? wager ann 1 super_sevens +500
""",
    )


def test_canberra_face_up_card_is_burnt_before_the_card_of_a_double() -> None:
    """18(a) against 13.1: the doubled hand gets the card behind it."""
    plays(
        "canberra-blackjack",
        """
cards: 2c 6h 6d 5s  2s Td  Tc Kc
---
ann: bet 1 100
house: deal
house: irregularity face_up_card
ann: double 1
? total 1 21
? wager ann 1 double +100
""",
    )


def test_nz_cutting_card_in_the_initial_deal_lets_a_split_be_finished() -> None:
    """8.7 against 12.3: the shuffle waits for the last hand of the split."""
    plays(
        "nz-blackjack",
        """
cards: 8h 9d | 8s  Tc 9c  8c
reshuffle: 2c
---
ann: bet 1 100
house: deal
ann: split 1
ann: stand 1
? drawn 5
ann: stand 1
? drawn 0
? wager ann 1.1 main +100
? wager ann 1.2 main 0
""",
    )


def test_tribal_progressive_counts_aces_across_a_split() -> None:
    """(r)(3) against (k)(2): the cards of the box in the order dealt."""
    plays(
        "tribal-blackjack",
        """
options: progressive=true
cards: 2c As 9d Ah Td  Ad 5c
---
ann: bet 1 100 progressive=1
house: deal
ann: split 1
? wager ann 1 progressive +249
""",
    )


# --- one phase ---------------------------------------------------------------------------------------------------


def test_mbs_surrender_is_closed_by_a_split_and_by_an_ace() -> None:
    """3.10 against 3.10.1 and 3.12."""
    plays(
        "mbs-blackjack",
        """
cards: 8h 9d 8s  3c
---
ann: bet 1 100
house: deal
? legal 1 double hit split stand surrender
ann: split 1
? legal 1 double hit stand
""",
    )
    plays(
        "mbs-blackjack",
        """
cards: 8h Ad 8s  3c
---
ann: bet 1 100
house: deal
ann: pass 1
? legal 1 double hit split stand
""",
    )


def test_nz_back_bettor_insures_alone_and_follows_only_what_the_seated_player_does() -> None:
    """14.3(f) against 14.3(e)."""
    plays(
        "nz-blackjack",
        """
cards: 6h Ad 5s  9c  9d
---
ann: bet 1 100
bob: bet 1 100
house: deal
bob: insure 1 50
ann: pass 1
! bob: double 1 @ 14.3
ann: double 1
bob: keep 1
? total 1 20
""",
    )


def test_canberra_absent_player_passes_insurance_and_is_drawn_to_12() -> None:
    """18(g) against 9."""
    plays(
        "canberra-blackjack",
        """
cards: 2c 3h Ad 4s  2s 3d  Tc
---
ann: bet 1 100
house: absent ann
house: deal
? total 1 12
? dealer blackjack
? wager ann 1 main -100
""",
    )


def test_canberra_triple_play_insurance_outlives_a_bust_and_is_settled_hand_by_hand() -> None:
    """22.8 against 22.6."""
    plays(
        "canberra-blackjack",
        """
options: triple_play=true
cards: 2c Th Ad 6s  Tc  Kd 9d
---
ann: bet 1 100/100
house: deal
ann: insure 1 50/50
ann: hit 1
? wager ann 1 main:1 -100
? wager ann 1 insurance:1 +100
? wager ann 1 insurance:2 -50
""",
    )


def test_tribal_reader_blackjack_ends_the_round_before_a_surrender() -> None:
    """(n)(8) against (h)(1): with the device on, no player surrenders against a blackjack."""
    plays(
        "tribal-blackjack",
        """
options: card_reader=true surrender=true
cards: 2c Th Kd 6s Ad
---
ann: bet 1 100
house: deal
? phase betting
? wager ann 1 main -100
""",
    )


def test_tribal_misdeal_gives_the_double_back_and_the_main_wager_rides() -> None:
    """(n)(7) against (j)(1)."""
    plays(
        "tribal-blackjack",
        """
cards: 2c 6h Th 9d 5s 9s Td  Tc   Kh Ks 7d 9h 9c Tc
---
ann: bet 1 100
bob: bet 2 100
house: deal
ann: double 1
house: irregularity misdealt 2
ann: stand 1
bob: stand 2
? wager ann 1 main +100
? money ann 1000100
""",
    )


def test_tournament_disqualified_player_gets_a_live_wager_back_and_keeps_no_place() -> None:
    """4.5 and 5.12 against 4.1."""
    plays(
        "nz-tournament",
        """
limits: 10-100
options: chips=100
cards: Th Td Tc Ts 9d 9h 9c 9s 8h
---
house: enter ann
house: enter bob
house: enter cid
house: enter dee
house: start
ann: bet 10
bob: bet 10
cid: bet 10
dee: bet 10
house: deal
house: disqualify ann concealed_chips
? disqualified ann
? wager ann 1 main 0
""",
    )


def test_roulette_void_spin_keeps_the_wagers_and_zero_then_takes_them() -> None:
    """5.4 against 3.10."""
    plays(
        "nz-roulette",
        """
limits: 1-1000
spins: 0
---
ann: bet red 10
ann: bet straight 0 10
house: no_spin foreign_object
? money ann 999980
house: spin
? wager ann red -10
? wager ann straight 0 +350
""",
    )


@pytest.mark.parametrize(
    ("rulebook", "burn"), [("nz-blackjack", ""), ("mbs-blackjack", ""), ("canberra-blackjack", "2c ")]
)
def test_a_split_ace_and_ten_loses_to_a_dealer_blackjack_and_ties_a_drawn_21(rulebook: str, burn: str) -> None:
    """A split hand is no Blackjack: 12.4(c) and 5.1(d), 3.9.2 and 4.3.3, 12.6 and 17(b)(ii)."""
    plays(
        rulebook,
        f"""
cards: {burn}As 9d Ah  Kc Tc  5d 7d
---
ann: bet 1 100
house: deal
ann: split 1
? dealer 21
? wager ann 1.1 main 0
? wager ann 1.2 main 0
""",
    )


def test_tribal_split_ace_and_ten_beats_a_drawn_21() -> None:
    """(c)(1)(iii) against (a)(1)(i): it wins at 1 to 1."""
    plays(
        "tribal-blackjack",
        """
cards: 2c As 9d Ah 5c  Kc 9h  7d
---
ann: bet 1 100
house: deal
ann: split 1
? dealer 21
? wager ann 1.1 main +100
? wager ann 1.2 main -100
""",
    )
