"""From the words of a roulette line to a command, and back."""

import re
from collections.abc import Callable, Sequence

from pitboss.law.roulette_terms import ROULETTE_KINDS
from pitboss.money import amount_text, net_text, parse_amount
from pitboss.notation.pit import NAME, Act
from pitboss.roulette import commands as cmd
from pitboss.roulette.layout import COURTESY_LINE, SINGLE, is_place
from pitboss.roulette.spinning import DIRECTIONS

Reader = Callable[[str, Sequence[str]], cmd.Command]

#: Why a spin may be void.
REASONS = ("same_direction", "foreign_object", "too_slow", "interference", "left_wheel", "too_few_turns")
#: A place that is told and refused, by the names it may be given.
_NO_PLACES = {COURTESY_LINE: COURTESY_LINE, "courtesy": COURTESY_LINE}
_CHIPS = re.compile(r"([a-z]+)\*(\d{1,6})", re.ASCII)
_COLOUR = re.compile(r"[a-z]+")


def read_command(act: Act) -> cmd.Command:
    """The command that a line of play means; ValueError with what was expected where it means none."""
    known = _HOUSE if act.actor == cmd.HOUSE else _PLAYER
    reader = known.get(act.verb)
    if reader is None:
        raise ValueError(f"'{act.verb}' is no verb of {act.actor}: expected one of {', '.join(sorted(known))}")
    return reader(act.actor, act.words)


def read_position(words: Sequence[str]) -> tuple[str, str, Sequence[str]]:
    """Kind and place at the head of the words, lawful or not, and the words behind them."""
    kind = words[0] if words else ""
    if kind in SINGLE:
        return kind, "", words[1:]
    if kind in _NO_PLACES:
        placed = len(words) > 1 and "-" in words[1]
        return _NO_PLACES[kind], words[1] if placed else "", words[2:] if placed else words[1:]
    if kind not in ROULETTE_KINDS:
        raise ValueError(f"'{kind}' is no kind of wager: expected one of {', '.join(ROULETTE_KINDS)}")
    if len(words) < 2 or not is_place(words[1]):
        got = f"'{words[1]}'" if len(words) > 1 else "nothing"
        raise ValueError(f"expected where the {kind} lies, in numbers like 17 or 17-20, got {got}")
    return kind, words[1], words[2:]


def signed_amount(word: str) -> int:
    """Cents of ``+350``, ``-5`` or ``0``."""
    amount = parse_amount(word[1:] if word[:1] in ("+", "-") else word)
    return -amount if word.startswith("-") else amount


def _shape(fits: bool, shape: str, words: Sequence[str]) -> None:
    if not fits:
        raise ValueError(f"expected '{shape}', got '{' '.join(words)}'")


def _whole(word: str, what: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise ValueError(f"expected {what}, got '{word}'")
    return int(word)


def _player(word: str) -> str:
    if not NAME.fullmatch(word) or word == cmd.HOUSE:
        raise ValueError(f"expected the name of a player, got '{word}'")
    return word


# --- players -----------------------------------------------------------------------------------------------------


def _bet(player: str, words: Sequence[str]) -> cmd.Command:
    kind, place, rest = read_position(words)
    _shape(len(rest) == 1, "bet POSITION AMOUNT' or 'bet POSITION COLOUR*COUNT", ("bet", *words))
    chips = _CHIPS.fullmatch(rest[0])
    if chips:
        return cmd.PlaceWager(player=player, kind=kind, place=place, colour=chips[1], count=int(chips[2]))
    return cmd.PlaceWager(player=player, kind=kind, place=place, amount=parse_amount(rest[0]))


def _withdraw(player: str, words: Sequence[str]) -> cmd.Command:
    kind, place, rest = read_position(words)
    _shape(not rest, "withdraw POSITION", ("withdraw", *words))
    return cmd.WithdrawWager(player=player, kind=kind, place=place)


# --- the house ---------------------------------------------------------------------------------------------------


def _plain(kind: type[cmd.Command]) -> Reader:
    def read(actor: str, words: Sequence[str]) -> cmd.Command:
        _shape(not words, kind.verb, (kind.verb, *words))
        return kind()

    return read


def _chips(actor: str, words: Sequence[str]) -> cmd.Command:
    fits = len(words) == 3 and _COLOUR.fullmatch(words[1]) is not None
    _shape(fits, "chips PLAYER COLOUR VALUE", ("chips", *words))
    return cmd.GiveChips(who=_player(words[0]), colour=words[1], value=parse_amount(words[2]))


def _spin(actor: str, words: Sequence[str]) -> cmd.Command:
    told: dict[str, str] = {}
    for word in words:
        name, _, value = word.partition("=")
        ways = DIRECTIONS if name in ("wheel", "ball") else (value,)
        fits = name in ("turns", "wheel", "ball", "by_hand") and name not in told and value in ways
        _shape(fits and bool(value) == (name != "by_hand"), _SPIN, ("spin", *words))
        told[name] = value
    turns = _whole(told["turns"], "a number of turns") if "turns" in told else None
    wheel, ball = told.get("wheel", ""), told.get("ball", "")
    return cmd.SpinBall(turns=turns, wheel=wheel, ball=ball, by_hand="by_hand" in told)


_SPIN = f"spin [turns=N] [wheel={'|'.join(DIRECTIONS)}] [ball={'|'.join(DIRECTIONS)}] [by_hand]"


def _no_spin(actor: str, words: Sequence[str]) -> cmd.Command:
    if len(words) != 1 or words[0] not in REASONS:
        raise ValueError(f"expected 'no_spin REASON' with one of {', '.join(REASONS)}, got 'no_spin {' '.join(words)}'")
    return cmd.CallNoSpin(reason=words[0])


def _pay(actor: str, words: Sequence[str]) -> cmd.Command:
    if not words:
        return cmd.PayWinners()
    kind, place, rest = read_position(words[1:])
    _shape(not rest, "pay [PLAYER POSITION]", ("pay", *words))
    return cmd.PayWinners(who=_player(words[0]), kind=kind, place=place)


def _adjust(actor: str, words: Sequence[str]) -> cmd.Command:
    kind, place, rest = read_position(words[1:])
    _shape(len(rest) >= 2, "adjust PLAYER POSITION RESULT REASON", ("adjust", *words))
    net, reason = signed_amount(rest[0]), " ".join(rest[1:])
    return cmd.AdjustWager(who=_player(words[0]), kind=kind, place=place, net=net, reason=reason)


def _display(actor: str, words: Sequence[str]) -> cmd.Command:
    _shape(len(words) == 1, "display NUMBER", ("display", *words))
    return cmd.ReportDisplay(number=_whole(words[0], "a number"))


_PLAYER: dict[str, Reader] = {"bet": _bet, "withdraw": _withdraw}
_HOUSE: dict[str, Reader] = {
    "chips": _chips,
    "no_more_bets": _plain(cmd.CallNoMoreBets),
    "spin": _spin,
    "no_spin": _no_spin,
    "collect": _plain(cmd.CollectLosers),
    "pay": _pay,
    "adjust": _adjust,
    "new_ball": _plain(cmd.ChangeBall),
    "display": _display,
}


def command_words(command: cmd.Command) -> str:
    """The line of play that means the command."""
    words = [command.verb]
    if isinstance(command, cmd.GiveChips):
        words += [command.who, command.colour, amount_text(command.value)]
    elif isinstance(command, cmd.PayWinners | cmd.AdjustWager) and command.who:
        words.append(command.who)
    if isinstance(command, cmd.PlaceWager | cmd.WithdrawWager | cmd.PayWinners | cmd.AdjustWager):
        words += [word for word in (command.kind, command.place) if word]
    if isinstance(command, cmd.PlaceWager):
        words.append(f"{command.colour}*{command.count}" if command.colour else amount_text(command.amount))
    elif isinstance(command, cmd.AdjustWager):
        words += [net_text(command.net), command.reason]
    elif isinstance(command, cmd.SpinBall):
        words += [f"turns={command.turns}"] if command.turns is not None else []
        words += [f"{name}={way}" for name, way in (("wheel", command.wheel), ("ball", command.ball)) if way]
        words += ["by_hand"] if command.by_hand else []
    elif isinstance(command, cmd.CallNoSpin):
        words.append(command.reason)
    elif isinstance(command, cmd.ReportDisplay):
        words.append(str(command.number))
    return f"{command.actor}: {' '.join(words)}"
