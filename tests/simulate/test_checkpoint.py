"""A resumed run returns the same counters as a run without the interruption, bit by bit."""

import os
from pathlib import Path

import msgspec
import pytest

from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.simulate import checkpoint as module
from pitboss.simulate.blackjack.game import BlackjackGame, open_game
from pitboss.simulate.checkpoint import Checkpoint, CheckpointMismatch
from pitboss.simulate.run import Totals, run
from pitboss.strategy.chart import built_in


def game_of(
    book: str = "mbs-blackjack", *, sides: dict[str, int] | None = None, strategy: str = "basic", **options: str
) -> BlackjackGame:
    rules = resolve(load_rulebook(book), options, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    return open_game(rules, built_in(strategy, rules), stakes=(1_000,), sides=sides)


def interrupted_after(pieces: int, game: BlackjackGame, rounds: int, path: Path) -> Totals:
    """Interrupts a run with a checkpoint."""

    def stop(totals: Totals) -> None:
        if totals.pieces == pieces:
            raise KeyboardInterrupt

    with Checkpoint(path, game, 5) as kept:
        return run(game, rounds, 5, start=kept.start(), keep=kept.keep, watch=stop)


def resumed(game: BlackjackGame, rounds: int, path: Path, *, until: float = 0) -> Totals:
    with Checkpoint(path, game, 5) as kept:
        return run(game, rounds, 5, start=kept.start(), keep=kept.keep, until=until, workers=2)


PROGRESSIVE = {"book": "tribal-blackjack", "progressive": "true"}


@pytest.mark.parametrize(
    "game",
    [game_of(), game_of("nz-blackjack", blackjack_plus="true"), game_of(**PROGRESSIVE, sides={"progressive": 100})],
    ids=["tables", "conventional", "with a meter"],
)
def test_a_run_goes_on_to_the_bit(game: BlackjackGame, tmp_path: Path) -> None:
    path, size = tmp_path / "run.json", game.rounds_of_a_piece
    rounds = 4 * size + 1_234
    whole = run(game, rounds, 5)
    assert interrupted_after(2, game, rounds, path).stopped == "interrupted"
    assert interrupted_after(3, game, rounds, path).value("rounds") >= 2.8 * size
    found = resumed(game, rounds, path)
    assert (found.words, found.stopped) == (whole.words, "rounds")
    assert resumed(game, rounds, path).words == whole.words  # once more, from a run that has ended
    longer = rounds + size
    assert resumed(game, longer, path).words == run(game, longer, 5).words
    assert [one.name for one in tmp_path.iterdir()] == ["run.json"]
    with pytest.raises(ValueError, match="rounds are already played"):
        resumed(game, size, path)


def test_a_goal_that_was_reached_before_is_reached_at_once(tmp_path: Path) -> None:
    game, path = game_of(), tmp_path / "run.json"
    first = resumed(game, 10**9, path, until=0.001)
    again = resumed(game, 10**9, path, until=0.001)
    assert (again.words, again.stopped, again.pieces) == (first.words, "until", first.pieces)
    assert resumed(game, 10**9, path, until=0.0007).words == run(game, 10**9, 5, until=0.0007).words


def test_the_file_of_another_run_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = game_of(), tmp_path / "run.json"
    interrupted_after(1, game, 10**9, path)
    others = [game_of(decks="6"), game_of(strategy="mimic"), game_of(sides={"pair": 500}), game_of("nz-blackjack")]
    for other in others:
        with pytest.raises(CheckpointMismatch, match="another run: its game, strategy or wagers"):
            Checkpoint(path, other, 5).start()
    with pytest.raises(CheckpointMismatch, match=r"its seed differs \(5 there, 6 here\)"):
        Checkpoint(path, game, 6).start()
    monkeypatch.setattr(module, "sources", lambda: "others")
    with pytest.raises(CheckpointMismatch, match="its version of pitboss differs"):
        Checkpoint(path, game, 5).start()


@pytest.mark.parametrize("text", ["", "{}", "[1, 2]", '{"pitboss_checkpoint": 1}', "\x00\x01"])
def test_a_file_that_is_not_a_checkpoint_is_refused_and_left_unchanged(text: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CheckpointMismatch, match="is not a checkpoint"):
        Checkpoint(path, game_of(), 5).start()
    assert path.read_text(encoding="utf-8") == text


def test_a_writing_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, path = game_of(), tmp_path / "run.json"
    interrupted_after(1, game, 10**9, path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        interrupted_after(2, game, 10**9, path)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["run.json"]


def test_checkpoints_hold_whole_pieces(tmp_path: Path) -> None:
    game, path = game_of(), tmp_path / "run.json"
    for rounds, pieces in ((1_000, 0), (game.rounds_of_a_piece * 3 // 2, 1)):
        resumed(game, rounds, path)
        kept = msgspec.json.decode(path.read_bytes())
        assert kept["pieces"] == pieces
        assert "basic" in kept["game"]
