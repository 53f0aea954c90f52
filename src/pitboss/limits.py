"""Maximum lengths, each defined once: the tables, the house, the server and the wire format use the same."""

from typing import Final

#: The name of a player, who is also a user of a house.
MAX_NAME: Final = 40
#: A command line.
MAX_LINE: Final = 500
#: The id of a command, which is its idempotency key.
MAX_COMMAND_ID: Final = 100
#: The id of a table.
MAX_TABLE_ID: Final = 32
#: A word that a player adds to a seed.
MAX_CONTRIBUTION: Final = 100
#: The label of a token.
MAX_TOKEN_LABEL: Final = 40
