"""`pitboss.client` in use."""

from pitboss.client import ClientError, ConnectionLost, SyncClient


def evening(url: str, token: str) -> None:
    """Opens a table on a server and plays a round there; ClientError where something is refused, with its clause."""
    with SyncClient(url, token) as client:
        table = client.open_table("mbs-blackjack", {"decks": "6"}, limits="10-500")
        try:
            client.say(table.id, "bet 1 5")
        except ClientError as refused:
            print(refused.kind, refused)
        client.close_table(table.id)


try:
    evening("http://127.0.0.1:9", "pit_of_olga")  # where nobody serves
except ConnectionLost as lost:
    print(lost)
