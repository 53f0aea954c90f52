"""Authentication: tokens, passwords, expiring sessions, roles."""

import sqlite3
from pathlib import Path

import httpx
import pytest

from pitboss.client import ClientError
from pitboss.server import auth
from pitboss.server.settings import Settings
from tests.server import rest
from tests.server.conftest import HASHER, PLENTY, Served, run, serving


def error(response: httpx.Response) -> dict[str, object]:
    """Returns the error of a response, after validation of its schema."""
    body = response.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"kind", "message", "clause", "rulebook", "allowed"}
    found: dict[str, object] = body["error"]
    return found


def test_a_password_is_stored_as_an_argon2_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auth, "_HASHER", HASHER)
    kept = auth.hash_password("correct horse")
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")  # what RFC 9106 recommends second
    assert auth.verify_password(kept, "correct horse")
    assert not auth.verify_password(kept, "correct hors")
    assert not auth.verify_password("no hash at all", "correct horse")


def test_signing_in_and_out(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga, served.client() as eve:
            await olga.add_user("eve", password="a long password")
            with pytest.raises(ClientError, match="name or the password is wrong"):
                await eve.sign_in("eve", "another password")
            with pytest.raises(ClientError, match="name or the password is wrong"):
                await eve.sign_in("nobody_at_all", "another password")
            session = await eve.sign_in("eve", "a long password")
            assert session.user.name == (await eve.me()).name == "eve"
            token = eve.token
            await eve.sign_out()
            eve.token = token
            with pytest.raises(ClientError) as refused:
                await eve.me()
            assert (refused.value.kind, refused.value.status) == ("unauthenticated", 401)

    run(work())


def test_a_new_password_ends_the_other_sessions(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga, served.client() as here, served.client() as there:
            program = (await olga.add_user("fay", password="an old password")).token
            await here.sign_in("fay", "an old password")
            await there.sign_in("fay", "an old password")
            await here.change_password("a new password", "an old password")
            assert (await here.me()).name == "fay"
            with pytest.raises(ClientError, match="unknown or has expired"):
                await there.me()
            there.token = program  # for programs, which know no password
            assert (await there.me()).name == "fay"
            await olga.sign_out_user("fay")
            for client in (here, there):
                with pytest.raises(ClientError, match="unknown or has expired"):
                    await client.me()

    run(work())


def test_changing_a_password_requires_the_old_one(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga, served.client() as hal:
            hal.token = (await olga.add_user("hal")).token
            await hal.change_password("the first password")  # there was none: a token is enough
            for old in (None, "", "another password", "the first passwor"):
                with pytest.raises(ClientError) as refused:
                    await hal.change_password("a stolen password", old)
                assert (refused.value.status, refused.value.kind) == (403, "wrong_password")
            await hal.sign_in("hal", "the first password")
            await hal.change_password("a second password", "the first password")
            await hal.sign_in("hal", "a second password")

    run(work())


def test_a_session_expires(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/house.db"
    with serving(Settings(database=database, practice=True, rates=PLENTY, session_seconds=0)) as served:
        session = rest.post(f"{served.url}/api/guests", json={"name": "gus"}).json()
        answer = rest.get(f"{served.url}/api/me", headers={"Authorization": f"Bearer {session['token']}"})
        assert answer.status_code == 401
        assert "expired" in str(error(answer)["message"])


def test_the_database_contains_no_token_and_no_password(served: Served) -> None:
    run(_with_password(served))
    path = served.database.removeprefix("sqlite:///")
    with sqlite3.connect(path) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert "a very secret word" not in dump
    assert not any(token in dump for token in served.tokens.values())
    assert auth.digest(served.tokens["ann"]) in dump


async def _with_password(served: Served) -> None:
    async with served.client("olga") as olga:
        await olga.add_user("pia", password="a very secret word")


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (b"Bearer nonsense", "unknown or has expired"),
        (b"Basic YTpi", "send a bearer token"),
        (b"Bearer \xff", "unknown"),
    ],
)
def test_a_bad_token_is_refused(served: Served, header: bytes, words: str) -> None:
    answer = rest.get(f"{served.url}/api/me", headers={b"Authorization": header})
    assert answer.status_code == 401
    assert words in str(error(answer)["message"])


@pytest.mark.parametrize("name", ["ann", "dan", "sam"])
def test_only_an_operator_runs_the_house(served: Served, name: str) -> None:
    headers = {"Authorization": f"Bearer {served.tokens[name]}"}
    for method, path, body in (
        ("GET", "/api/users", None),
        ("POST", "/api/users", {"name": "mallory", "role": "operator"}),
        ("POST", "/api/users/ann/deposits", {"id": "x", "amount": 100}),
        ("POST", "/api/users/ann/withdrawals", {"id": "x", "amount": 100}),
        ("GET", "/api/users/ben/statement", None),
        ("DELETE", "/api/users/ben/sessions", None),
        ("POST", "/api/tables", {"rulebook": "nz-blackjack"}),
        ("DELETE", "/api/tables/t1", None),
        ("GET", "/api/audit", None),
    ):
        answer = rest.request(method, served.url + path, json=body, headers=headers)
        assert answer.status_code == 403, path
        assert "only an operator" in str(error(answer)["message"])


def test_reserved_names_and_the_house_role_are_refused(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga:
            for name, role in (("house", "player"), ("mallory", "house"), ("Mallory", "player"), ("", "player")):
                with pytest.raises(ClientError) as refused:
                    await olga.add_user(name, role)  # type: ignore[arg-type] # some are no role
                assert refused.value.status == 422
            with pytest.raises(ClientError) as taken:
                await olga.add_user("ann")
            assert (taken.value.status, taken.value.kind) == (409, "name_taken")

    run(work())


def test_a_withdrawal_is_idempotent_and_never_overdraws(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga:
            await olga.add_user("wil")
            await olga.deposit("wil", 1_000)
            for _ in range(3):
                assert (await olga.withdraw("wil", 400, withdrawal_id="one")).wallet == 600
            with pytest.raises(ClientError, match=r"wil has 6 with the house: 6\.01 cannot be paid out") as refused:
                await olga.withdraw("wil", 601)
            assert refused.value.kind == "overdrawn"
            assert [line.amount for line in await olga.statement(name="wil")] == [-400, 1_000]

    run(work())


def test_a_statement_shows_the_means_of_others_to_operators_only(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga, served.client() as guest:
            await olga.add_user("mia", password="correct horse")
            await olga.deposit("mia", 10_000)
            await olga.withdraw("mia", 1_000)
            await guest.sign_in("mia", "correct horse")
            (table, *_) = [one.id for one in await guest.tables() if one.game == "blackjack"]
            await guest.say(table, "join 50")
            seen = [(line.what, line.by, line.means) for line in await olga.statement(name="mia")]
            assert seen == [
                ("join", "mia", "session"),
                ("withdrawal", "olga", "token test"),
                ("deposit", "olga", "token test"),
            ]
            own = [(line.what, line.by, line.means) for line in await guest.statement()]
            assert own == [("join", "mia", "session"), ("withdrawal", "olga", ""), ("deposit", "olga", "")]
            await guest.sit_down_as_guest("gil")
            (chips,) = await guest.statement()
            assert (chips.by, chips.means) == ("house", "")
            (chips,) = await olga.statement(name="gil")
            assert (chips.by, chips.means) == ("house", "practice")

    run(work())


def test_a_deposit_is_idempotent(served: Served) -> None:
    async def work() -> None:
        async with served.client("olga") as olga:
            await olga.add_user("dora")
            for _ in range(3):
                wallet = await olga.deposit("dora", 12_345, deposit_id="one")
                assert wallet.wallet == 12_345
            (line,) = await olga.statement(name="dora")
            assert (line.amount, line.balance) == (12_345, 12_345)
            for amount in (0, -5, 10**13):
                with pytest.raises(ClientError):
                    await olga.deposit("dora", amount)

    run(work())
