"""From the words of a line to a command, and back."""

from collections.abc import Callable, Sequence

from pitboss.blackjack import commands as cmd
from pitboss.cards import parse_card
from pitboss.money import amount_text, parse_amount
from pitboss.notation.pit import Act

Reader = Callable[[str, Sequence[str]], cmd.Command]


class BadWords(ValueError):
    """The words make no command."""


def in_words(name: str) -> str:
    """A name of the notation as people say it: ``stand_off`` is a stand off."""
    return name.replace("_", " ")


def read_command(act: Act) -> cmd.Command:
    """The command that a line of play means; BadWords where it means none."""
    if act.actor == cmd.HOUSE:
        reader = _HOUSE.get(act.verb)
        known = _HOUSE
    else:
        reader = _PLAYER.get(act.verb)
        known = _PLAYER
    if reader is None:
        raise BadWords(f"'{act.verb}' is no verb of {act.actor}: expected one of {', '.join(sorted(known))}")
    return reader(act.actor, act.words)


def _whole(word: str, what: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise BadWords(f"expected {what}, got '{word}'")
    return int(word)


def _money(word: str) -> int:
    try:
        return parse_amount(word)
    except ValueError as error:
        raise BadWords(str(error)) from None


def _spots(word: str) -> tuple[int, ...]:
    return tuple(0 if part == "-" else _money(part) for part in word.split("/"))


def _expect(words: Sequence[str], least: int, most: int, shape: str) -> None:
    if not least <= len(words) <= most:
        raise BadWords(f"expected '{shape}', got '{' '.join(words)}'")


def _bet(player: str, words: Sequence[str]) -> cmd.Command:
    unseated = bool(words) and words[-1] == "unseated"
    words = words[:-1] if unseated else words
    if len(words) < 2:
        raise BadWords("expected 'bet BOX AMOUNT [NAME=AMOUNT …] [unseated]'")
    sides = []
    for word in words[2:]:
        name, equals, amount = word.partition("=")
        if not equals:
            raise BadWords(f"expected NAME=AMOUNT for a side wager, got '{word}'")
        sides.append((name, _money(amount)))
    box = _whole(words[0], "a box")
    return cmd.PlaceBet(player=player, box=box, amounts=_spots(words[1]), sides=tuple(sides), unseated=unseated)


def _on_box(kind: type[cmd.PlayerCommand]) -> Reader:
    def read(player: str, words: Sequence[str]) -> cmd.Command:
        _expect(words, 1, 1, f"{kind.verb} BOX")
        return kind(player=player, box=_whole(words[0], "a box"))

    return read


def _insure(player: str, words: Sequence[str]) -> cmd.Command:
    _expect(words, 2, 2, "insure BOX AMOUNT")
    return cmd.Insure(player=player, box=_whole(words[0], "a box"), amounts=_spots(words[1]))


def _double(player: str, words: Sequence[str]) -> cmd.Command:
    _expect(words, 1, 2, "double BOX [AMOUNT]")
    amounts = _spots(words[1]) if len(words) == 2 else ()
    return cmd.DoubleDown(player=player, box=_whole(words[0], "a box"), amounts=amounts)


def _follow(player: str, words: Sequence[str]) -> cmd.Command:
    _expect(words, 1, 2, "follow BOX [AMOUNT]")
    amount = _money(words[1]) if len(words) == 2 else None
    return cmd.Follow(player=player, box=_whole(words[0], "a box"), amount=amount)


def _keep(player: str, words: Sequence[str]) -> cmd.Command:
    _expect(words, 1, 2, "keep BOX [HAND]")
    hand = _whole(words[1], "a hand") if len(words) == 2 else None
    return cmd.Keep(player=player, box=_whole(words[0], "a box"), hand=hand)


def _decline(player: str, words: Sequence[str]) -> cmd.Command:
    _expect(words, 0, 1, "decline [BOX]")
    if words:
        return cmd.DeclinePrize(player=player, box=_whole(words[0], "a box"))
    return cmd.DeclineCut(player=player)


def _cut(player: str, words: Sequence[str]) -> cmd.Command:
    _expect(words, 1, 1, "cut DEPTH")
    return cmd.CutCards(player=player, depth=_whole(words[0], "a number of cards"))


def _plain(kind: type[cmd.Command]) -> Reader:
    def read(actor: str, words: Sequence[str]) -> cmd.Command:
        _expect(words, 0, 0, kind.verb)
        return kind()

    return read


def _deal(actor: str, words: Sequence[str]) -> cmd.Command:
    _expect(words, 0, 1, "deal [from=a|from=b]")
    if words and words[0] not in ("from=a", "from=b"):
        raise BadWords(f"expected from=a or from=b, got '{words[0]}'")
    return cmd.Deal(side=words[0][-1] if words else "")


def _closing(actor: str, words: Sequence[str]) -> cmd.Command:
    _expect(words, 1, 1, "closing ROUNDS")
    return cmd.AnnounceClosing(rounds=_whole(words[0], "a number of rounds"))


def _limit(actor: str, words: Sequence[str]) -> cmd.Command:
    _expect(words, 1, 3, "limit MINIMUM-MAXIMUM [box=N PLAYER]")
    low, dash, high = words[0].partition("-")
    if not dash:
        raise BadWords(f"expected MINIMUM-MAXIMUM, got '{words[0]}'")
    if len(words) == 1:
        return cmd.ChangeLimits(minimum=_money(low), maximum=_money(high))
    if len(words) != 3 or not words[1].startswith("box="):
        raise BadWords("expected box=N PLAYER behind the limits")
    box = _whole(words[1].removeprefix("box="), "a box")
    return cmd.ChangeLimits(minimum=_money(low), maximum=_money(high), box=box, player_on_box=words[2])


def _who(kind: Callable[..., cmd.Command], verb: str) -> Reader:
    def read(actor: str, words: Sequence[str]) -> cmd.Command:
        _expect(words, 1, 1, f"{verb} PLAYER")
        return kind(who=words[0])

    return read


def _house_press(actor: str, words: Sequence[str]) -> cmd.Command:
    _expect(words, 1, 1, "press BOX")
    return cmd.HousePress(box=_whole(words[0], "a box"))


#: The irregularities, and the least and the most words behind each.
IRREGULARITIES: dict[str, tuple[int, int, str]] = {
    "face_up_card": (0, 0, ""),
    "drawn_unexposed": (0, 0, ""),
    "drawn_exposed": (0, 0, ""),
    "burnt_in_error": (0, 0, ""),
    "dealer_overdrew": (0, 0, ""),
    "upcard_collected": (0, 0, ""),
    "no_burn": (0, 0, ""),
    "no_cutting_card": (0, 0, ""),
    "missed_shuffle": (0, 0, ""),
    "misdealt": (1, 2, "BOX|dealer [lost]"),
    "void": (1, 1, "BOX|round"),
    "foreign_card": (0, 0, ""),
    "damaged_card": (1, 1, "CARD"),
    "missed_insurance": (1, 1, "BOX"),
    "button_failure": (0, 0, ""),
    "button_repaired": (0, 0, ""),
    "shuffler_failure": (1, 1, "round|BOX"),
    "reader_misuse": (0, 0, ""),
    "reader_failure": (0, 0, ""),
    "no_ante": (1, 2, "BOX [PLAYER]"),
    "invalidated": (0, 1, "[REASON]"),
}


def _irregularity(actor: str, words: Sequence[str]) -> cmd.Command:
    if not words or words[0] not in IRREGULARITIES:
        raise BadWords(f"expected an irregularity, one of {', '.join(IRREGULARITIES)}")
    kind, *details = words
    least, most, shape = IRREGULARITIES[kind]
    if not least <= len(details) <= most:
        raise BadWords(f"expected 'irregularity {kind}{f' {shape}' if shape else ''}'")
    if kind == "damaged_card":
        try:
            parse_card(details[0])
        except ValueError as error:
            raise BadWords(str(error)) from None
    if kind == "misdealt" and len(details) == 2 and details[1] != "lost":
        raise BadWords(f"expected 'lost', got '{details[1]}'")
    return cmd.ReportIrregularity(kind=kind, details=tuple(details))


_PLAYER: dict[str, Reader] = {
    "bet": _bet,
    "withdraw": _on_box(cmd.Withdraw),
    "sit": _on_box(cmd.Sit),
    "leave": _on_box(cmd.Leave),
    "insure": _insure,
    "even": _on_box(cmd.TakeEvenMoney),
    "pass": _on_box(cmd.Pass),
    "hit": _on_box(cmd.Hit),
    "stand": _on_box(cmd.Stand),
    "surrender": _on_box(cmd.Surrender),
    "split": _on_box(cmd.SplitPair),
    "double": _double,
    "follow": _follow,
    "keep": _keep,
    "press": _on_box(cmd.Press),
    "decline": _decline,
    "accept": _on_box(cmd.AcceptCard),
    "refuse": _on_box(cmd.RefuseCard),
    "cut": _cut,
}
PLAYER_VERBS = frozenset(_PLAYER)
_HOUSE: dict[str, Reader] = {
    "deal": _deal,
    "close": _plain(cmd.CloseOffer),
    "shuffle": _plain(cmd.OrderShuffle),
    "cut": _plain(cmd.OfferCut),
    "new_cards": _plain(cmd.ReplaceCards),
    "dealer": _plain(cmd.ChangeDealer),
    "closing": _closing,
    "limit": _limit,
    "absent": _who(cmd.MarkAbsent, "absent"),
    "void": _who(cmd.VoidPlayer, "void"),
    "exclude": _who(cmd.ExcludePlayer, "exclude"),
    "press": _house_press,
    "irregularity": _irregularity,
}


def command_words(command: cmd.Command) -> str:
    """The line of play that means the command."""
    words = [command.verb]
    if isinstance(command, cmd.PlayerCommand | cmd.HousePress):
        words.append(str(command.box))
    if isinstance(command, cmd.PlaceBet):
        words.append(_spots_text(command.amounts))
        words += [f"{name}={amount_text(amount)}" for name, amount in command.sides]
        words += ["unseated"] if command.unseated else []
    elif isinstance(command, cmd.Insure | cmd.DoubleDown):
        words += [_spots_text(command.amounts)] if command.amounts else []
    elif isinstance(command, cmd.Follow) and command.amount is not None:
        words.append(amount_text(command.amount))
    elif isinstance(command, cmd.Keep) and command.hand is not None:
        words.append(str(command.hand))
    elif isinstance(command, cmd.CutCards):
        words.append(str(command.depth))
    elif isinstance(command, cmd.Deal) and command.side:
        words.append(f"from={command.side}")
    elif isinstance(command, cmd.AnnounceClosing):
        words.append(str(command.rounds))
    elif isinstance(command, cmd.ChangeLimits):
        words.append(f"{amount_text(command.minimum)}-{amount_text(command.maximum)}")
        words += [f"box={command.box}", command.player_on_box] if command.box else []
    elif isinstance(command, cmd.MarkAbsent | cmd.VoidPlayer | cmd.ExcludePlayer):
        words.append(command.who)
    elif isinstance(command, cmd.ReportIrregularity):
        words += [command.kind, *command.details]
    return f"{command.actor}: {' '.join(words)}"


def _spots_text(amounts: tuple[int, ...]) -> str:
    filled = list(amounts)
    while len(filled) > 1 and not filled[-1]:
        filled.pop()
    if len(filled) == 1:
        return amount_text(filled[0])
    return "/".join(amount_text(amount) if amount else "-" for amount in filled)
