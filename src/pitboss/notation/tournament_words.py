"""From the words of a tournament's line to a command."""

from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation

from pitboss.blackjack import commands as at_table
from pitboss.money import parse_amount
from pitboss.notation.pit import NAME, Act
from pitboss.notation.words import BadWords
from pitboss.notation.words import read_command as read_at_table
from pitboss.tournament import commands as cmd
from pitboss.tournament.state import State

Reader = Callable[[Sequence[str], int], cmd.Command]


def read_command(act: Act, state: State) -> cmd.Command:
    """The command that a line of play means; BadWords where it means none."""
    table = int(act.table[1:]) if act.table else 0
    if act.actor != at_table.HOUSE:
        return _player(act, state, table)
    reader = _HOUSE.get(act.verb)
    if reader is not None:
        return reader(act.words, table)
    return cmd.PlayAtTable(command=read_at_table(act), table=table)


# --- players -----------------------------------------------------------------------------------------------------

#: Verbs whose last word is an amount: one word alone is that, and no box.
_AMOUNT_VERBS = ("bet", "insure")


def _player(act: Act, state: State, table: int) -> cmd.Command:
    if act.verb == "redeem":
        _expect(act.words, 1, 1, "redeem AMOUNT")
        return cmd.RedeemChips(player=act.actor, amount=_money(act.words[0]))
    words, accepted = list(act.words), False
    if act.verb == "bet" and words[-1:] == ["accepted"]:
        words, accepted = words[:-1], True
    if act.verb not in ("cut", "decline"):
        words = _with_box(act.verb, words, _own_box(state, act.actor))
    asked = read_at_table(Act(act.actor, act.verb, tuple(words)))
    return cmd.PlayAtTable(command=asked, table=table, accepted=accepted)


def _own_box(state: State, player: str) -> int:
    at = state.table_of(player)
    # whoever has no box is refused whichever is named
    return at.box_of(player) if at is not None else 1


def _with_box(verb: str, words: list[str], own: int) -> list[str]:
    """The words with the box in front, which is the player's own where none is named."""
    plain = [word for word in words if "=" not in word and word != "unseated"]
    named = len(plain) > 1 if verb in _AMOUNT_VERBS else bool(plain)
    if verb == "double" and len(plain) == 1:
        # one word alone is the own box where it names it, else an amount
        named = plain[0] == str(own)
    return words if named else [str(own), *words]


# --- the house ---------------------------------------------------------------------------------------------------


def _expect(words: Sequence[str], least: int, most: int, shape: str) -> None:
    if not least <= len(words) <= most:
        raise BadWords(f"expected '{shape}', got '{' '.join(words)}'")


def _money(word: str) -> int:
    try:
        return parse_amount(word)
    except ValueError as error:
        raise BadWords(str(error)) from None


def _name(word: str) -> str:
    if not NAME.fullmatch(word) or word == at_table.HOUSE:
        raise BadWords(f"'{word}' is no player: expected a name in small letters")
    return word


def _whole(word: str, what: str) -> int:
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise BadWords(f"expected {what}, got '{word}'")
    return int(word)


def _value(word: str, key: str) -> str:
    name, equals, value = word.partition("=")
    if name != key or not equals or not value:
        raise BadWords(f"expected {key}=…, got '{word}'")
    return value


def _of_player(kind: type[cmd.Command]) -> Reader:
    def read(words: Sequence[str], table: int) -> cmd.Command:
        _expect(words, 1, 1, f"{kind.verb} PLAYER")
        return kind(player=_name(words[0]))

    return read


def _plain(kind: type[cmd.Command]) -> Reader:
    def read(words: Sequence[str], table: int) -> cmd.Command:
        _expect(words, 0, 0, kind.verb)
        return kind()

    return read


def _at_a_table(kind: type[cmd.CallTime] | type[cmd.BeginPlayoff]) -> Reader:
    def read(words: Sequence[str], table: int) -> cmd.Command:
        _expect(words, 0, 0, kind.verb)
        return kind(table=table)

    return read


def _withdraw(words: Sequence[str], table: int) -> cmd.Command:
    shape = "withdraw PLAYER [hours=N] [consent]"
    _expect(words, 1, 3, shape)
    rest = list(words[1:])
    consent = rest[-1:] == ["consent"]
    rest = rest[:-1] if consent else rest
    _expect(rest, 0, 1, shape)
    hours = _value(rest[0], "hours") if rest else "0"
    try:
        before = Decimal(hours)
    except InvalidOperation:
        before = Decimal("NaN")
    if not before.is_finite() or before < 0:
        raise BadWords(f"'{hours}' is no number of hours")
    return cmd.WithdrawEntry(player=_name(words[0]), hours=before, consent=consent)


def _seat(words: Sequence[str], table: int) -> cmd.Command:
    _expect(words, 3, 3, "seat PLAYER table=N box=N")
    number = _whole(_value(words[1], "table"), "a table")
    return cmd.SeatPlayer(player=_name(words[0]), table=number, box=_whole(_value(words[2], "box"), "a box"))


def _postpone(words: Sequence[str], table: int) -> cmd.Command:
    _expect(words, 1, 2, "postpone MINUTES [notice]")
    if len(words) > 1 and words[1] != "notice":
        raise BadWords(f"expected 'notice', got '{words[1]}'")
    return cmd.MoveStart(minutes=_whole(words[0], "a number of minutes"), notice=len(words) > 1)


def _director(words: Sequence[str], table: int) -> cmd.Command:
    return cmd.NoteDirector(present=_one_of(words, "director", ("leaves", "returns")) == "returns")


def _writing(words: Sequence[str], table: int) -> cmd.Command:
    return cmd.PermitWriting(allowed=_one_of(words, "writing", ("allowed", "forbidden")) == "allowed")


def _one_of(words: Sequence[str], verb: str, known: tuple[str, ...]) -> str:
    if len(words) != 1 or words[0] not in known:
        raise BadWords(f"expected '{verb} {'|'.join(known)}', got '{' '.join(words)}'")
    return words[0]


REASONS = ("rules", "absent", "no_wager", "concealed_chips")


def _disqualify(words: Sequence[str], table: int) -> cmd.Command:
    _expect(words, 2, 2, f"disqualify PLAYER {'|'.join(REASONS)}")
    if words[1] not in REASONS:
        raise BadWords(f"'{words[1]}' is no reason: expected one of {', '.join(REASONS)}")
    return cmd.Disqualify(player=_name(words[0]), reason=words[1])


def _reissue(words: Sequence[str], table: int) -> cmd.Command:
    _expect(words, 1, 1, "reissue AMOUNT")
    return cmd.ReissueChips(amount=_money(words[0]), table=table)


def _tally(words: Sequence[str], table: int) -> cmd.Command:
    chips = []
    for word in words:
        name, equals, held = word.partition("=")
        if not equals:
            raise BadWords(f"expected PLAYER=CHIPS, got '{word}'")
        chips.append((_name(name), _money(held)))
    if not chips:
        raise BadWords("expected 'tally PLAYER=CHIPS …'")
    if len(dict(chips)) < len(chips):
        raise BadWords("each player is counted once")
    return cmd.TallyChips(chips=tuple(chips), table=table)


_HOUSE: dict[str, Reader] = {
    "enter": _of_player(cmd.AcceptEntry),
    "refuse": _of_player(cmd.RefuseEntry),
    "withdraw": _withdraw,
    "cancel": _plain(cmd.CancelTournament),
    "seat": _seat,
    "postpone": _postpone,
    "start": _plain(cmd.StartSession),
    "director": _director,
    "writing": _writing,
    "disqualify": _disqualify,
    "late": _of_player(cmd.NoteLate),
    "time": _at_a_table(cmd.CallTime),
    "reissue": _reissue,
    "tally": _tally,
    "playoff": _at_a_table(cmd.BeginPlayoff),
}
HOUSE_VERBS = frozenset(_HOUSE)
