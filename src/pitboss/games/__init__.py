"""The games: each folder is one game, and `live` holds what live tables of every game share."""
