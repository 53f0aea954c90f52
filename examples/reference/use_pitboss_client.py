"""`pitboss.client` in use."""

from pitboss.client import ClientError, ConnectionLost, SyncClient


def evening(url: str, token: str) -> None:
    """Opens a table and sends a command. Raises ClientError with the clause if a request is refused."""
    with SyncClient(url, token) as client:
        table = client.open_table("mbs-blackjack", {"decks": "6"}, limits="10-500")
        try:
            client.say(table.id, "bet 1 5")
        except ClientError as error:
            print(error.kind, error)
        client.close_table(table.id)


try:
    evening("http://127.0.0.1:9", "pit_of_olga")  # no server listens here
except ConnectionLost as error:
    print(error)
