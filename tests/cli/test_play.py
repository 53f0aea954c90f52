"""``pitboss play``: whole visits to a table, typed into a pipe and into a terminal."""

import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from pitboss.cli import main
from pitboss.notation.replay import replay
from pitboss.pit import parse_pit

RULEBOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")


class Visit(NamedTuple):
    """What came of a visit to a table."""

    returncode: int
    stdout: str
    stderr: str


def piped(typed: str, *arguments: str) -> Visit:
    """A visit in a process of its own, with these lines in a pipe."""
    done = subprocess.run(
        [sys.executable, "-m", "pitboss", "play", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    return Visit(done.returncode, done.stdout, done.stderr)


class Play(Protocol):
    """A visit in this process, which is quicker."""

    def __call__(self, typed: str, *arguments: str) -> Visit: ...


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Play:
    def visit(typed: str, *arguments: str) -> Visit:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as left:
            main(["play", *arguments])
        out, err = capsys.readouterr()
        return Visit(int(left.value.code or 0), out, err)

    return visit


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_whole_visit(rulebook: str, tmp_path: Path) -> None:
    """Enter deals, whatever the cards are the hand ends, and the saved file replays."""
    saved = tmp_path / "visit.pit"
    rounds = ["", "pass", "house: close", "hit", "stand", "hit", "stand", "stand", "why"] * 12
    done = piped("\n".join([*rounds, "legal", "help", f"save {saved}", "quit", "bet 1 10"]), rulebook, "--seed", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert "Press Enter to bet the minimum" in done.stdout
    assert "◀ to decide" in done.stdout
    assert re.search(r"guest leaves with \d+", done.stdout.splitlines()[-1])
    outcome = replay(parse_pit(saved.read_text(encoding="utf-8")))
    assert outcome.passed
    assert outcome.state is not None
    assert outcome.state.round >= 5


def test_the_first_three_lines_say_what_to_do(play: Play) -> None:
    done = play("", "nz-blackjack", "--player", "ann", "--money", "250", "--limits", "5-50")
    lines = done.stdout.splitlines()
    assert lines[0].endswith("you are ann with 250, wagers 5 to 50.")
    assert "Press Enter" in lines[1]
    assert "(bet 1 5)" in lines[1]
    assert "help" in lines[2]
    assert lines[3] == "ann leaves with 250 (0)."


CARDS = """\
bet 20
deal
8h 7s 8c
split
3h
double
Tc
9c
stand
| 4d 5d 6c
"""


def test_the_dealer_reads_the_cards_in(play: Play, tmp_path: Path) -> None:
    saved = tmp_path / "cards.pit"
    done = play(f"{CARDS}save {saved}\n", "nz-blackjack", "--cards")
    assert "waiting for the next card" in done.stdout
    assert "Box 1.1  guest  8♥ 3♥ 10♣    21    main 20 +20 · double 20 +20  doubled" in done.stdout
    assert "guest leaves with 1060 (+60)." in done.stdout
    assert "cards: 8h 7s 8c 3h Tc 9c | 4d 5d 6c\n" in saved.read_text(encoding="utf-8")
    main_exits(0, "replay", str(saved))


def main_exits(code: int, *arguments: str) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == code


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("stand\n", "Refused: no hand is to be decided now"),
        ("deal\n", "Refused: there is no wager to deal for"),
        ("deal\n", "  allowed: guest: bet BOX 10-1000"),
        ("bet 1 5\n", "Refused: a wager of 5 is outside the limits 10 to 1000  (nz-blackjack 2.0)"),
        ("bet 5000\n", "Refused: a wager of 5000 is outside the limits 10 to 1000; guest has 1000 and not 5000"),
        ("bet much\n", "'much' is not an amount of money"),
        ("dance\n", "'dance' is not a command: 'legal' lists the legal actions, 'help' all commands"),
        ("stan\n", "'stan' is not a command: did you mean 'stand'? 'legal' lists"),
        ("s\n", "Refused: no hand is to be decided now"),
        ("bet 20\ng\n", "main 20"),
        ("house: shufle\n", "did you mean 'shuffle'?"),
        ("help\n", "h hit, s stand, d double"),
        ("17\n", "'17' is not a command: try 'help' or 'legal'"),
        ("undo\n", "Undo is not available"),
        ("save\n", "save needs a file name"),
        ("save /no/such/place.pit\n", "/no/such/place.pit cannot be written: No such file or directory"),
        ("why 12.6\n", "  12.6: "),
        ("why 12.4\n", "  12.4(c): "),
        ("why 99.9\n", "nz-blackjack has no clause 99.9"),
        ("why mbs-blackjack:2.1\n", "  mbs-blackjack 2.1: "),
        ("deal\nwhy\n", "  5.1: "),
        ("why\n", "[7.1(a)"),
        ("bob: bet 2 50\nlog\n", "players: guest=1000 bob=1000"),
        ("Bob: bet 2 50\nbob: withdraw\nlog\n", "bob: withdraw 2"),
        ("bet 1 50\nbet 1 20\n\n", "main 20"),
        ("house: shuffle\n", "the cards are shuffled as the house ordered"),
        ("bet 10\ncut\ncut 100\n", "cuts 100 cards deep"),
        ("bet 10\ncut\ndecline\n", "the house cuts"),
        ("bet 10\ncut\n\n", "guest: cut 52-364"),
        ("closing 1\n\nstand\nhit\nhit\nhit\nstand\n\n", "The table is closed: log, save FILE or quit."),
        ("bet 10\nclosing 1\nhouse: limit 20-500\n", "closes after 1 more"),
    ],
)
def test_the_output_of_a_line(play: Play, typed: str, expected: str) -> None:
    done = play(typed, "nz-blackjack", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert expected in done.stdout


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("8h As 9c\nstand\n", "Refused: the question of insurance is open"),
        ("8h As 9c\ninsure\n", "insurance 10"),
        ("8h As 9c\ninsure 5\n", "insurance 5"),
        ("8h As 9c\n\n", "  guest: insure 1 10"),
        ("Ah As Tc\neven\n", "guest wins 20 on box 1 (even money)"),
        ("8h 7s 3c\ndouble 10\nTc Td\n", "main 20 +20 · double 10 +10"),
        ("8h 7s 3c\nhit\nzz\n", "'zz': enter the next card"),
        ("8h 7s 3c\nhit\nstand\n", "Refused: enter the next card first"),
        ("8h 7s 3c\nhit\n\n", "enter the next card: a card like Ah or Tc"),
        ("8h 7s 3c 4c\n", "4c: no card is awaited"),
        ("8h end\n", "  neither the shoe nor the discard rack holds a card"),
        ("8H 7S 3c\n", "8♥ 3♣"),
    ],
)
def test_the_box_and_the_amount_may_be_left_out(play: Play, typed: str, expected: str) -> None:
    done = play(f"bet 20\ndeal\n{typed}", "nz-blackjack", "--cards")
    assert (done.returncode, done.stderr) == (0, "")
    assert expected in done.stdout


def test_enter_repeats_the_bets_of_all_players(play: Play) -> None:
    done = play("bet 1 20\nbob: bet 2 30\ndeal\n8h 9h 7s 9c 9d\nstand\nstand\nTd\n\n", "nz-blackjack", "--cards")
    assert "Enter: guest: bet 1 20 · bob: bet 2 30 · house: deal" in done.stdout
    assert done.stdout.count("waiting for the next card") == 3
    assert "bob leaves with 1000 (+30), with 30 still on the table." in done.stdout


def test_a_prize_is_read_in(play: Play) -> None:
    typed = "bet 20 madness_21=1\ndeal\nAh 5s Kc\npress\nlots\n25\nTd\n"
    done = play(typed, "nz-blackjack", "--cards", "-o", "madness_21=true")
    assert "'lots': enter the prize that the display shows for madness_21" in done.stdout
    assert "madness_21 1 +25" in done.stdout


def test_the_hole_card_stays_hidden(play: Play) -> None:
    done = play("\n", "tribal-blackjack", "--seed", "2")
    assert re.search(r"Dealer +\S+ \?\?", done.stdout)
    assert "a card is burnt unseen" in done.stdout


def test_a_double_shoe_and_several_spots(play: Play) -> None:
    done = play("deal\n\n", "tribal-blackjack", "--option", "double_shoe=true", "--seed", "1")
    assert "house: deal from=a" in done.stdout
    done = play("\n", "canberra-blackjack", "-o", "triple_play=true boxes=6", "--seed", "1")
    assert "main:2 10" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nz-blackjack", "--option", "decks=3"], "option decks: 3 is outside 4 to 8 (nz-blackjack 3.3(a))"),
        (["nz-blackjack", "-o", "super_sevens=true", "-o", "decks=4"], "(nz-blackjack 3.3(a))"),
        (["nz-blackjack", "-o", "dekcs=4"], "nz-blackjack has no option 'dekcs'"),
        (["nz-blackjack", "-o", "decks"], "'decks' is not a valid option: expected name=value"),
        (["nz-blackjack", "-o", "decks=4", "-o", "decks=5"], "option decks is given twice"),
        (["nz-blackjack", "--limits", "ten"], "'ten' is not limits"),
        (["nz-blackjack", "--limits", "50-10"], "the minimum is above the maximum (nz-blackjack 2.0)"),
        (["nz-blackjack", "--money", "much"], "'much' is not an amount of money"),
        (["nz-blackjack", "--player", "house"], "'house' is not a valid name"),
        (["nz-blackjack", "--player", "Ann Lee"], "'Ann Lee' is not a valid name"),
        (["xx-blackjack"], "there is no rulebook 'xx-blackjack'"),
        (["nz-roulette"], "the terminal does not play roulette; play it on the page"),
    ],
)
def test_a_table_that_cannot_be_opened_is_one_line_and_exit_2(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main_exits(2, "play", *arguments)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("pitboss play: ")
    assert complaint in err
    assert err.count("\n") == 1


class Typist:
    """A person at a terminal."""

    def __init__(self, *arguments: str, columns: int = 110) -> None:
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.environ.update(TERM="xterm-256color", COLUMNS=str(columns), PYTHONIOENCODING="utf-8")
            os.environ.pop("NO_COLOR", None)
            os.execv(sys.executable, [sys.executable, "-m", "pitboss", "play", *arguments])
        self.screen = ""

    def sees(self, text: str, times: int = 1) -> bool:
        """Whether it comes, so many times in all, within the time that a busy machine may take."""
        until = time.monotonic() + 240
        while self.screen.count(text) < times and time.monotonic() < until:
            if select.select([self.terminal], [], [], 0.2)[0]:
                try:
                    self.screen += os.read(self.terminal, 65_536).decode("utf-8", "replace")
                except OSError:
                    break
        return self.screen.count(text) >= times

    def types(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def waits_until_read(self) -> None:
        """Until the program sleeps in its reading: readline shows its prompt a moment before it listens."""
        until = time.monotonic() + 240
        while Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < until, "the program does not wait for its terminal"
            time.sleep(0.01)

    def leaves(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("farewell", ["quit\n", "\x03", "\x04"])
def test_a_person_at_a_terminal_sees_coloured_cards_and_leaves_cleanly(farewell: str) -> None:
    typist = Typist("nz-blackjack", "--cards", "--four-colour")
    assert typist.sees("bet> ")
    typist.types("\n")
    assert typist.sees("next card> ")
    typist.types("8h 7s 8d\n")
    assert typist.sees("guest, box 1> ")
    assert "\x1b[1;31;47m 8♥ " in typist.screen
    assert "\x1b[1;34;47m 8♦ " in typist.screen
    typist.types("dubble\n")
    assert typist.sees("'dubble' is not a command: did you mean 'double'?")
    assert typist.sees("guest, box 1> ", times=2)
    typist.waits_until_read()
    typist.types(farewell)
    assert typist.sees("guest leaves with 990 (0), with 10 still on the table.")
    assert typist.leaves() == 0
    assert "Traceback" not in typist.screen
    assert "> guest leaves" not in typist.screen  # a line of its own, whatever the farewell


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_in_a_narrow_terminal_every_card_is_seen() -> None:
    typist = Typist("nz-blackjack", "--cards", columns=30)
    assert typist.sees("bet> ")
    typist.types("\n")
    assert typist.sees("next card> ")
    typist.types("2h 7s 3d\n")
    assert typist.sees("guest, box 1> ")
    typist.types("h\n")
    assert typist.sees("next card> ", times=2)
    typist.types("4c\n")
    assert typist.sees("guest, box 1> ", times=2)
    last = re.sub(r"\x1b\[[0-9;]*m", "", typist.screen[typist.screen.rindex("Dealer") :])
    for shown in ("7♠", "2♥", "3♦", "4♣", "9  main 10"):
        assert shown in last
    assert "…" not in last
    typist.types("quit\n")
    assert typist.sees("guest leaves with 990")
    assert typist.leaves() == 0


def test_the_welcome_says_what_the_table_is_warned_of(play: Play) -> None:
    asked = ("nz-blackjack", "--option", "super_sevens=true", "--option", "madness_21=true")
    assert "Warning: more than one side wager at one table" in play("quit\n", *asked).stdout
    assert "Warning" not in play("quit\n", "nz-blackjack").stdout
